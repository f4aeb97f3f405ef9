package cmstest_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestIndexNamesRoutesAsPatterns holds what stands for the variables of a path, as a WordPress 7.1 lists them.
func TestIndexNamesRoutesAsPatterns(t *testing.T) {
	t.Parallel()
	c := start(t)
	routes, _ := c.get("", c.at("cms/v2?_fields=routes")).field(t, "routes").(map[string]any)
	for _, want := range []string{
		`/cms/v2/posts/(?P<id>[\d]+)`,
		`/cms/v2/posts/(?P<parent>[\d]+)/revisions/(?P<id>[\d]+)`,
		`/cms/v2/users/(?P<user_id>(?:[\d]+|me))/application-passwords`,
		`/cms/v2/users/(?P<user_id>(?:[\d]+|me))/application-passwords/(?P<uuid>[\w\-]+)`,
		`/cms/v2/types/(?P<type>[\w-]+)`,
		`/cms/v2/taxonomies/(?P<taxonomy>[\w-]+)`,
		`/cms/v2/statuses/(?P<status>[\w-]+)`,
		`/cms/v2/menu-locations/(?P<location>[\w-]+)`,
	} {
		if _, ok := routes[want]; !ok {
			t.Errorf("GET of the index: no route %s, want it", want)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(routes)) {
		if strings.ContainsAny(name, "{}") {
			t.Errorf("GET of the index: route %s has braces, want a pattern", name)
		}
	}
}
