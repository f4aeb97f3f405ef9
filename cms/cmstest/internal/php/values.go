// Package php has values and text as PHP and WordPress have them: objects that keep the order of their members, queries
// with brackets, JSON, loose types, dates without a zone, slugs, and the HTML that is made of stored texts. It knows
// nothing of a site.
package php

import "slices"

// Object is a JSON object that keeps the order of its members. An empty one is written [] because
// the real server's language has one type for lists and maps.
type Object []Member

// Raw is JSON that is written as it is.
type Raw string

// EmptyObject is written {}, in the few places where the real server does.
type EmptyObject struct{}

// Member is a member of an object. It is an alias, so that packages may write objects as tables: {{"id", 1}, {"slug",
// "a"}}.
type Member = struct {
	Name  string
	Value any
}

// Get is the value of a member, nil if there is none.
func (o Object) Get(name string) any {
	value, _ := o.Lookup(name)
	return value
}

// Lookup is the value of a member, and whether there is one.
func (o Object) Lookup(name string) (any, bool) {
	for _, m := range o {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// Add puts a member at the end.
func (o *Object) Add(name string, value any) {
	*o = append(*o, Member{name, value})
}

// SortedKeys are the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// With is the object with a member set, in its place if it has it.
func (o Object) With(name string, value any) Object {
	var out Object
	found := false
	for _, m := range o {
		if m.Name == name {
			m.Value, found = value, true
		}
		out = append(out, m)
	}
	if !found {
		out.Add(name, value)
	}
	return out
}
