package php

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Values holds the parameters of one source in their order. A source is the query, the form, the
// JSON body, the path or the defaults. A value is nil, bool, int64, float64, string or []any.
// Objects are map[string]any from JSON, and [Object] from a query. Validation replaces values with
// converted values.
type Values struct {
	Names []string
	ByKey map[string]any
}

// Set replaces a value, or adds it at the end.
func (v *Values) Set(name string, value any) {
	if v.ByKey == nil {
		v.ByKey = map[string]any{}
	}
	if _, known := v.ByKey[name]; !known {
		v.Names = append(v.Names, name)
	}
	v.ByKey[name] = value
}

// Lookup returns a value, and whether the parameter was sent. A value of null counts as sent.
func (v *Values) Lookup(name string) (any, bool) {
	value, ok := v.ByKey[name]
	return value, ok
}

// branch is a parameter with brackets (a[]=, a[x][]=) during parsing.
type branch struct {
	keys  []string
	nodes map[string]any
	next  int
}

// ParseQuery parses a query or a form like PHP. a[]=1, a[0]=1 and a[x]=1 become lists and objects.
// If a plain name occurs twice, the last value counts. Invalid escapes are kept.
func ParseQuery(raw string) *Values {
	root := &branch{nodes: map[string]any{}}
	for _, pair := range strings.Split(raw, "&") {
		if pair == "" {
			continue
		}
		key, value, _ := strings.Cut(pair, "=")
		root.put(Unescape(key), Unescape(value))
	}
	out := &Values{}
	for _, key := range root.keys {
		out.Set(key, plain(root.nodes[key]))
	}
	return out
}

// Unescape decodes percent escapes and "+". Invalid escapes are kept.
func Unescape(s string) string {
	if decoded, err := url.QueryUnescape(s); err == nil {
		return decoded
	}
	return strings.ReplaceAll(s, "+", " ")
}

const maxNesting = 64

func (b *branch) put(key, value string) {
	name, rest := strings.TrimLeft(key, " "), ""
	if strings.HasPrefix(name, "[") {
		return
	}
	if i := strings.IndexByte(name, '['); i >= 0 && strings.IndexByte(name[i:], ']') > 0 {
		name, rest = name[:i], name[i:]
	} else if i >= 0 { // without a closing bracket, PHP replaces the opening bracket with _
		name = name[:i] + "_" + name[i+1:]
	}
	if name == "" {
		return
	}
	name = strings.NewReplacer(".", "_", " ", "_").Replace(name)
	node, top := b, name
	for depth := 1; rest != "" && rest[0] == '['; depth++ {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			break
		}
		if depth > maxNesting { // PHP then drops the whole variable
			delete(b.nodes, top)
			b.keys = slices.DeleteFunc(b.keys, func(key string) bool { return key == top })
			return
		}
		child, ok := node.nodes[name].(*branch)
		if !ok {
			child = &branch{nodes: map[string]any{}}
			node.store(name, child)
		}
		node, name, rest = child, rest[1:end], rest[end+1:]
		if name == "" {
			name = strconv.Itoa(node.next)
		}
	}
	node.store(name, value)
}

func (b *branch) store(name string, value any) {
	if _, known := b.nodes[name]; !known {
		b.keys = append(b.keys, name)
	}
	if n, err := strconv.Atoi(name); err == nil && n >= b.next {
		b.next = n + 1
	}
	b.nodes[name] = value
}

// plain converts a branch to a list if all keys are numbers, otherwise to an object.
func plain(node any) any {
	b, ok := node.(*branch)
	if !ok {
		return node
	}
	list, members := make([]any, 0, len(b.keys)), make(Object, 0, len(b.keys))
	for _, key := range b.keys {
		value := plain(b.nodes[key])
		if strings.Trim(key, "0123456789") == "" {
			list = append(list, value)
		}
		members.Add(key, value)
	}
	if len(list) == len(members) {
		return list
	}
	return members
}

// EncodeQuery encodes parameters as WordPress does in links. Names are not escaped. Lists have
// indexes, and true becomes 1. Both "" and false become a name without "="; WordPress itself
// refuses that for false.
func EncodeQuery(v *Values) string {
	var parts []string
	for _, name := range v.Names {
		parts = AppendQuery(parts, name, v.ByKey[name])
	}
	return strings.Join(parts, "&")
}

// AppendQuery appends a parameter to the parts of a query.
func AppendQuery(parts []string, key string, value any) []string {
	switch v := value.(type) {
	case nil:
		return parts
	case bool:
		if v {
			return append(parts, key+"=1")
		}
		return append(parts, key)
	case int64:
		return append(parts, key+"="+strconv.FormatInt(v, 10))
	case float64:
		return append(parts, key+"="+strconv.FormatFloat(v, 'g', -1, 64))
	case string:
		if v == "" {
			return append(parts, key)
		}
		return append(parts, key+"="+url.QueryEscape(v))
	case []any:
		for i, e := range v {
			parts = AppendQuery(parts, key+"%5B"+strconv.Itoa(i)+"%5D", e)
		}
	case Object:
		for _, m := range v {
			parts = AppendQuery(parts, key+"%5B"+m.Name+"%5D", m.Value)
		}
	}
	return parts
}

// words splits a text at commas and white space.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == '\v'
	})
}

// TextList returns the words of a list parameter that was not validated. It may be a string or a
// list.
func TextList(value any) []string {
	var out []string
	switch v := value.(type) {
	case string:
		out = words(v)
	case []any:
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return strings.TrimSpace(s) == "" })
}
