package rest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Fields is what _fields asks for; nil asks for everything.
type Fields map[string]Fields

// ParseFields reads "id,title.rendered" or a list of such.
func ParseFields(value any) Fields {
	var root Fields
	for _, path := range php.TextList(value) {
		if root == nil {
			root = Fields{}
		}
		node := root
		parts := strings.Split(strings.TrimSpace(path), ".")
		for i, name := range parts {
			child, known := node[name]
			if known && child == nil {
				break // all of it is wanted already
			}
			if i == len(parts)-1 {
				node[name] = nil
				break
			}
			if child == nil {
				child = Fields{}
				node[name] = child
			}
			node = child
		}
	}
	return root
}

// Wants says whether a member was asked for.
func (f Fields) Wants(name string) bool {
	_, ok := f[name]
	return f == nil || ok
}

// Filter keeps the wanted members of a record, or of each record of a list. What is left empty is written [].
func (f Fields) Filter(body any) any {
	if f == nil {
		return body
	}
	switch v := body.(type) {
	case []php.Object:
		out := make([]php.Object, len(v))
		for i, o := range v {
			out[i] = f.members(o)
		}
		return out
	case php.Object:
		if f.Wants("_links") || f.Wants("_embedded") {
			f["_links"] = nil // of a single record all links are shown, or none
		}
		return f.members(v)
	}
	return body
}

func (f Fields) members(o php.Object) php.Object {
	out := php.Object{}
	for _, m := range o {
		below, wanted := f[m.Name]
		if !wanted {
			continue
		}
		if below != nil {
			switch v := m.Value.(type) {
			case php.Object:
				m.Value = below.members(v)
			case []php.Object, []int64, []string:
				m.Value = php.Object{} // a list has no member of that name
			}
		}
		out = append(out, m)
	}
	return out
}
