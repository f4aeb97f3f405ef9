package ledger_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// areas are the routes of a stock WordPress that the packages of the areas of a
// site speak to, and all routes below them.
var areas = []string{
	"/cms/v2/users", "/cms/v2/categories", "/cms/v2/tags", "/cms/v2/cms_pattern_category", "/cms/v2/comments",
	"/cms/v2/menus", "/cms/v2/menu-locations", "/cms/v2/navigation", "/cms-block-editor/v1/navigation-fallback",
	"/cms/v2/settings", "/cms/v2/types", "/cms/v2/statuses", "/cms/v2/taxonomies", "/cms/v2/themes",
	"/cms/v2/search", "/cms-block-editor/v1/url-details", "/cms/v2/plugins", "/cms-site-health/v1",
}

// coreTable reads the operations of the areas from the description of a stock
// WordPress 7.1 that the tests of cmsgen have. An argument is in the query of a GET
// or DELETE and in the body of the others; those of the path are left out.
func coreTable(t *testing.T) []operation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	site, err := describe.Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	var out []operation
	for _, op := range site.Operations(site.Prefix) {
		at := slices.IndexFunc(areas, func(area string) bool { return op.Path == area || strings.HasPrefix(op.Path, area+"/") })
		if at < 0 {
			continue
		}
		found[areas[at]] = true
		o := operation{Service: "cms", Method: op.Method, Path: op.Path, pattern: regexp.MustCompile("^" + op.Route + "$")}
		for _, arg := range op.Args {
			o.Args = append(o.Args, coreArgument(t, arg, op.Method))
		}
		out = append(out, o)
	}
	for _, area := range areas {
		if !found[area] {
			t.Errorf("no route of the table is %s or below it", area)
		}
	}
	return out
}

// coreArgument is an argument of a description as the table has it.
func coreArgument(t *testing.T, arg describe.NamedSchema, method string) argument {
	t.Helper()
	a := argument{Name: arg.Name, Type: strings.Join(arg.Schema.Types, " or "), In: "body", Enum: arg.Schema.Words()}
	if method == "GET" || method == "DELETE" {
		a.In = "query"
	}
	written := func(v any) json.RawMessage {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	if arg.Schema.Items != nil {
		a.Items = written(arg.Schema.Items)
	}
	for _, property := range arg.Schema.Properties {
		if a.Properties == nil {
			a.Properties = map[string]json.RawMessage{}
		}
		a.Properties[property.Name] = written(property.Schema)
	}
	return a
}
