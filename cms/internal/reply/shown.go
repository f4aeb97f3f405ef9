package reply

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// isBelow reports whether a route names a list of v2, or a record of that list. The prefix and
// the case of the route do not matter.
func isBelow(route, list string) bool {
	_, rest, _ := strings.Cut(strings.ToLower(route), "/v2/")
	name, _, _ := strings.Cut(rest, "/")
	return name == list
}

// Reads reports whether the record in a response to a write is in the context "view". The
// write was then carried out as a read, because a site responds to a write in the context
// "edit". A proxy that turns POST into GET has this effect. route is the route of the
// request, with any prefix.
//
// The contexts differ in the raw texts of posts, pages, blocks, files, menu items,
// comments and custom types, and in whole fields of users and widgets. They do not differ
// for terms, menus, settings, plugins and templates, so Reads is false for these.
func Reads(record []byte, route string) bool {
	shown := map[string]forms{}
	for name, value := range members(record) {
		switch string(name) {
		case "guid", "title", "content", "excerpt", "caption", "description", // texts
			"slug", "link", "username", "email", "roles", "nickname", // fields of users
			"id_base", "rendered", "instance", "rendered_form": // fields of widgets
			shown[string(name)] = formsOf(value)
		}
	}
	switch {
	case isBelow(route, "users"):
		return has(shown, "slug", "link") && !hasAny(shown, "username", "email", "roles", "nickname")
	case isBelow(route, "widgets"):
		return has(shown, "id_base", "rendered") && !hasAny(shown, "instance", "rendered_form")
	}
	rendered := false
	// Blocks have a raw title and content in both contexts, so the guid decides first.
	for _, name := range []string{"guid", "title", "content", "excerpt", "caption", "description"} {
		text := shown[name]
		if text.raw {
			return false
		}
		rendered = rendered || text.rendered
		if rendered && name == "guid" {
			return true
		}
	}
	return rendered
}

// forms tells in which forms a record holds a text.
type forms struct{ raw, rendered bool }

func formsOf(value jsontext.Value) (f forms) {
	for name := range members(value) {
		f.raw = f.raw || string(name) == "raw"
		f.rendered = f.rendered || string(name) == "rendered"
	}
	return f
}

// members returns the members of an object as parts of its JSON. It yields nothing for
// other values, and ends where the JSON is broken.
func members(object []byte) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		dec, err := wire.OpenObject(object)
		if err != nil {
			return
		}
		for {
			name, err := wire.Member(dec)
			if err != nil || name == nil {
				return
			}
			name = bytes.Clone(name) // reading the value overwrites the name
			value, err := wire.Part(dec, object)
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}

func has(shown map[string]forms, names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { _, ok := shown[name]; return !ok })
}

func hasAny(shown map[string]forms, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := shown[name]; return ok })
}
