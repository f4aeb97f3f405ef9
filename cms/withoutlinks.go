package cms

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// WithoutLinks reads records without their links, for which a site spends about
// half of its time on a list: Get, List, the walks and GetMany of every
// [Collection] ask for the fields that its type has, and for others by their
// names, instead of all. So Links stays empty, and in Extra are the others alone:
// name the fields of plugins that you read. [Fields] and [Embed] ask for what they
// say; a client with everything is one [Client.With] away. The argument is _fields.
func WithoutLinks(others ...string) Option {
	return option(func(c *config) error {
		if slices.ContainsFunc(others, func(name string) bool { return !isField(name) }) {
			return &ArgumentError{Argument: "WithoutLinks", Reason: "there is a name that no field can have"}
		}
		c.withoutLinks, c.others = true, slices.Clone(others)
		return nil
	})
}

// WithLinks takes [WithoutLinks] back: see [Client.With].
func WithLinks() Option {
	return option(func(c *config) error { c.withoutLinks, c.others = false, nil; return nil })
}

// isField reports whether a field can have this name.
func isField(name string) bool { return strings.TrimSpace(name) != "" && !strings.Contains(name, ",") }

// ownFields are the names of the members of a record type, but for its links. Of
// what is no struct there are none.
func ownFields(t reflect.Type) []string {
	var names []string
	for field := range wire.Fields(t) {
		switch field.Name {
		case "", "_links", "_embedded":
		default:
			if field.Tagged && !slices.Contains(names, field.Name) {
				names = append(names, field.Name)
			}
		}
	}
	return names
}
