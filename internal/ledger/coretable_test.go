package ledger_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// areas are the routes of a stock WordPress that the packages of the areas of a
// site speak to, and all routes below them.
var areas = []string{
	"/cms/v2/users", "/cms/v2/categories", "/cms/v2/tags", "/cms/v2/cms_pattern_category", "/cms/v2/comments",
	"/cms/v2/menus", "/cms/v2/menu-locations", "/cms/v2/navigation", "/cms-block-editor/v1/navigation-fallback",
	"/cms/v2/settings", "/cms/v2/types", "/cms/v2/statuses", "/cms/v2/taxonomies", "/cms/v2/themes",
	"/cms/v2/search", "/cms-block-editor/v1/url-details", "/cms/v2/plugins", "/cms-site-health/v1",
}

// variable is a part of a route that stands for many.
var variable = regexp.MustCompile(`\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)`)

// coreTable reads the operations of the areas from the description of a stock
// WordPress 7.1 that the tests of cmsgen have. An argument is in the query of a GET
// or DELETE and in the body of the others; those of the path are left out.
func coreTable(t *testing.T) []operation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Routes map[string]struct {
			Endpoints []struct {
				Methods []string
				Args    map[string]coreArgument
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	var out []operation
	for _, route := range slices.Sorted(maps.Keys(file.Routes)) {
		at := slices.IndexFunc(areas, func(area string) bool { return route == area || strings.HasPrefix(route, area+"/") })
		if at < 0 {
			continue
		}
		found[areas[at]] = true
		var inPath []string
		for _, m := range variable.FindAllStringSubmatch(route, -1) {
			inPath = append(inPath, m[1])
		}
		for _, e := range file.Routes[route].Endpoints {
			for _, method := range e.Methods {
				o := operation{Service: "cms", Method: method, Path: variable.ReplaceAllString(route, "{$1}"), pattern: regexp.MustCompile("^" + route + "$")}
				for _, name := range slices.Sorted(maps.Keys(e.Args)) {
					if !slices.Contains(inPath, name) {
						o.Args = append(o.Args, e.Args[name].argument(name, method))
					}
				}
				out = append(out, o)
			}
		}
	}
	for _, area := range areas {
		if !found[area] {
			t.Errorf("no route of the table is %s or below it", area)
		}
	}
	return out
}

// coreArgument is an argument as an index describes it.
type coreArgument struct {
	Type       []string
	Enum       []string
	Items      json.RawMessage
	Properties map[string]json.RawMessage
}

func (a coreArgument) argument(name, method string) argument {
	in := "body"
	if method == "GET" || method == "DELETE" {
		in = "query"
	}
	return argument{Name: name, Type: strings.Join(a.Type, " or "), In: in, Enum: a.Enum, Items: a.Items, Properties: a.Properties}
}
