package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Fields are the fields in _fields. nil means all fields.
type Fields map[string]Fields

// ParseFields parses a value of _fields, such as "id,title.rendered" or a list of names.
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
				break // the whole field is already requested
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

// Wants reports whether a field is requested.
func (f Fields) Wants(name string) bool {
	_, ok := f[name]
	return f == nil || ok
}

// Filter keeps the requested fields of a record, or of each record of a list. A record without any
// of them becomes [].
func (f Fields) Filter(body any) any {
	if f == nil {
		return body
	}
	if _, single := body.(php.Object); single && (f.Wants("_links") || f.Wants("_embedded")) {
		f["_links"] = nil // request all links: a single record shows all links or no links
	}
	return eachRecord(body, f.members)
}

// eachRecord applies change to a record, or to each record of a list. It returns other bodies
// unchanged.
func eachRecord(body any, change func(php.Object) php.Object) any {
	switch v := body.(type) {
	case []php.Object:
		out := make([]php.Object, len(v))
		for i, o := range v {
			out[i] = change(o)
		}
		return out
	case php.Object:
		return change(v)
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
				m.Value = php.Object{} // a field path such as meta.name finds nothing in a list
			case php.Raw:
				if v[0] == '[' {
					m.Value = php.Object{}
				}
			}
		}
		out = append(out, m)
	}
	return out
}

// Contexts holds the contexts in which the fields of a record are shown, according to its schema.
type Contexts struct {
	in      []string // nil means all contexts
	members map[string]Contexts
}

// ReadContexts reads the contexts from a schema.
func ReadContexts(schema php.Object) Contexts {
	out := Contexts{in: Texts(schema.Get("context"))}
	for _, m := range schema.Child("properties") {
		if out.members == nil {
			out.members = map[string]Contexts{}
		}
		one, _ := m.Value.(php.Object)
		out.members[m.Name] = ReadContexts(one)
	}
	return out
}

// Show keeps the fields of a record that the schema shows in a context, and the links. It
// overwrites record.
func (c Contexts) Show(record php.Object, context string) php.Object {
	return c.keep(record[:0], record, context, false)
}

// Filter keeps the fields of a record that are shown in a context. It also keeps fields that the
// schema does not have.
func (c Contexts) Filter(record php.Object, context string) php.Object {
	return c.keep(make(php.Object, 0, len(record)), record, context, true)
}

func (c Contexts) keep(out, record php.Object, context string, unknown bool) php.Object {
	for _, m := range record {
		one, shown := c.member(m.Name, context, unknown)
		if !shown {
			continue
		}
		if members, nested := m.Value.(php.Object); nested && one.hidesAny(members, context, unknown) {
			m.Value = one.keep(make(php.Object, 0, len(members)), members, context, unknown)
		}
		out = append(out, m)
	}
	return out
}

func (c Contexts) member(name, context string, unknown bool) (one Contexts, shown bool) {
	one, known := c.members[name]
	shown = known || unknown || name == "_links"
	return one, shown && (one.in == nil || slices.Contains(one.in, context))
}

// hidesAny reports whether a member or a nested member is hidden. If none is hidden, the caller
// can use members without a copy.
func (c Contexts) hidesAny(members php.Object, context string, unknown bool) bool {
	return c.members != nil && slices.ContainsFunc(members, func(m php.Member) bool {
		one, shown := c.member(m.Name, context, unknown)
		inside, _ := m.Value.(php.Object)
		return !shown || one.hidesAny(inside, context, unknown)
	})
}
