package main

import (
	"fmt"
	"strings"
	"testing"
)

// shopOf are the routes of products that are written with a status and a slug. list are further arguments of the
// list, and below is a word of a route below a product.
func shopOf(list, below string) string {
	const written = `"status": {"type": "string"}, "slug": {"type": "string"}`
	const schema = `"schema": {"title": "product", "properties": {"id": {"type": "integer"},
		"slug": {"type": "string"}, "status": {"type": "string"}}}`
	routes := fmt.Sprintf(`"/made/v1/products": {"endpoints": [
			{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}%s}},
			{"methods": ["POST"], "args": {%s}}], %s},
		"/made/v1/products/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}, {"methods": ["POST"], "args": {%[2]s}},
			{"methods": ["DELETE"], "args": {"force": {"type": "boolean"}}}], %[3]s}`, list, written, schema)
	if below != "" {
		routes += ", " + reads(`products/(?P<parent>[\\d]+)/`+below, "", `, "schema": {"title": "revision",
			"properties": {"id": {"type": "integer"}}}`)
	}
	return routes
}

// TestContentNeedsTheArgumentsThatItsMethodsSend has products whose list takes a single slug.
func TestContentNeedsTheArgumentsThatItsMethodsSend(t *testing.T) {
	t.Parallel()
	const words = `{"type": "array", "items": {"type": "string"}}`
	for name, test := range map[string]struct{ list, below, kind, remark string }{
		"lists of both": {`, "slug": ` + words + `, "status": ` + words, "revisions", "Content",
			"Autosaves fails, because the site has no route for it."},
		"no revisions": {`, "slug": ` + words + `, "status": ` + words, "meta", "Content",
			"These methods fail, because the site has no route for them: Revisions, Autosaves."},
		"a single slug": {`, "slug": {"type": "string"}, "status": ` + words, "", "Collection",
			"It is no cms.Content, because its list takes no list of slug."},
		"no status": {`, "slug": ` + words, "", "Collection",
			"It is no cms.Content, because its list takes no list of status."},
		"no any": {`, "slug": ` + words + `, "status": {"type": "array", "items": {"type": "string",
			"enum": ["open", "shut"]}}`, "revisions", "Collection",
			"It is no cms.Content, because its list takes no list of status with the value any."},
		"neither": {"", "", "Collection", "It is no cms.Content, because its list takes no list of slug and status."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := newMadeUp(t, shopOf(test.list, test.below), map[string]string{"products": "[]"})
			for _, flags := range [][]string{nil, {"-route", "made/v1/products"}} {
				args := []string{"-site", site.URL, "-prefix", "wp", "-package", "made"}
				if flags == nil {
					flags = []string{"-namespace", "made/v1"}
				}
				status, source, messages := ran(t, append(args, flags...)...)
				if status != 0 {
					t.Fatalf("cmsgen %q: status %d, %s; want 0", flags, status, messages)
				}
				if want := "type Products = cms." + test.kind + "["; !strings.Contains(source, want) {
					t.Errorf("products with the arguments %s: no %s, want it\n%s", test.list, want, source)
				}
				if prose := strings.Join(strings.Fields(strings.ReplaceAll(source, "//", "")),
					" "); !strings.Contains(prose, test.remark) {
					t.Errorf("products with the arguments %s: no remark %q, want it\n%s", test.list, test.remark, source)
				}
			}
		})
	}
}

// TestPostToARouteOfRecordsIsCreate has routes without a schema whose samples are no lists.
func TestPostToARouteOfRecordsIsCreate(t *testing.T) {
	t.Parallel()
	route := func(name string) string {
		return `"/made/v1/` + name + `": {"endpoints": [{"methods": ["GET"]}, {"methods": ["POST"],
			"args": {"a": {"type": "string"}}}]}`
	}
	for name, test := range map[string]struct{ routes, want string }{
		"a plural":      {route("pods"), ") Create("},
		"records below": {route("data") + "," + reads(`data/(?P<id>[\\d]+)`, "", ""), ") Create("},
		"settings":      {route("settings"), ") Update("},
		"a singular":    {route("cart"), ") Update("},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response := map[string]string{"pods": `{"pods": [], "count": 0}`, "data": "{}", "settings": `{"a": "x"}`,
				"cart": "{}"}
			source, _ := newMadeUp(t, test.routes, response).generated(t)
			if !strings.Contains(source, test.want) {
				t.Errorf("code for %s: no %s, want it\n%s", test.routes, test.want, source)
			}
			if creates := test.want == ") Create("; creates == strings.Contains(source, "updates a record") {
				t.Errorf("code for %s: it says %q, want the opposite\n%s", test.routes, "updates a record", source)
			}
		})
	}
}
