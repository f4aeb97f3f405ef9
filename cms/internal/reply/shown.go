package reply

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Reads reports whether the record in a response to a write is in the context "view". A
// site responds to a write in the context "edit", so the write was carried out as a read.
// A proxy that turns POST into GET has this effect. route is the route of the request,
// with any prefix.
//
// The contexts differ in the raw texts of posts, pages, blocks, files, menu items,
// comments and custom types, and in whole fields of users and widgets. They do not differ
// for terms, menus, settings, plugins and templates, so Reads is false for these.
func Reads(record []byte, route string) bool {
	var members map[string]jsontext.Value
	if len(record) == 0 || record[0] != '{' || wire.Unmarshal(record, &members) != nil {
		return false
	}
	switch {
	case strings.Contains(route, "/v2/users"):
		return has(members, "slug", "link") && !hasAny(members, "username", "email", "roles", "nickname")
	case strings.Contains(route, "/v2/widgets"):
		return has(members, "id_base", "rendered") && !hasAny(members, "instance", "rendered_form")
	}
	rendered := false
	// Blocks have a raw title and content in both contexts, so the guid decides first.
	for _, name := range []string{"guid", "title", "content", "excerpt", "caption", "description"} {
		var text map[string]jsontext.Value
		if wire.Unmarshal(members[name], &text) != nil {
			continue
		}
		if text["raw"] != nil {
			return false
		}
		rendered = rendered || text["rendered"] != nil
		if rendered && name == "guid" {
			return true
		}
	}
	return rendered
}

func has(members map[string]jsontext.Value, names ...string) bool {
	for _, name := range names {
		if members[name] == nil {
			return false
		}
	}
	return true
}

func hasAny(members map[string]jsontext.Value, names ...string) bool {
	for _, name := range names {
		if members[name] != nil {
			return true
		}
	}
	return false
}
