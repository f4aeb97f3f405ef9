package rest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Contexts say in which contexts the members of a record are shown. A schema says so.
type Contexts struct {
	in      []string // nil: in all
	members map[string]Contexts
}

// ReadContexts reads a schema, or the properties of one.
func ReadContexts(schema php.Object) Contexts {
	out := Contexts{in: Texts(schema.Get("context"))}
	properties, _ := schema.Get("properties").(php.Object)
	for _, m := range properties {
		if out.members == nil {
			out.members = map[string]Contexts{}
		}
		one, _ := m.Value.(php.Object)
		out.members[m.Name] = ReadContexts(one)
	}
	return out
}

// Has says whether the schema has a member, and shows it in a context.
func (c Contexts) Has(name, context string) bool {
	one, known := c.members[name]
	return known && (one.in == nil || slices.Contains(one.in, context))
}

// Show keeps the members of a record that the schema shows in a context, and the links.
func (c Contexts) Show(record php.Object, context string) php.Object {
	out := make(php.Object, 0, len(record))
	for _, m := range record {
		one, known := c.members[m.Name]
		if m.Name != "_links" && (!known || one.in != nil && !slices.Contains(one.in, context)) {
			continue
		}
		if members, ok := m.Value.(php.Object); ok && one.members != nil {
			m.Value = one.Show(members, context)
		}
		out = append(out, m)
	}
	return out
}

// Filter keeps the members of a record that are shown in a context, and those that the schema does not know.
func (c Contexts) Filter(record php.Object, context string) php.Object {
	out := make(php.Object, 0, len(record))
	for _, m := range record {
		one, known := c.members[m.Name]
		if known && one.in != nil && !slices.Contains(one.in, context) {
			continue
		}
		if members, ok := m.Value.(php.Object); ok && one.members != nil {
			m.Value = one.Filter(members, context)
		}
		out = append(out, m)
	}
	return out
}
