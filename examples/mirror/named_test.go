package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// A type that the user may not read, or that has no list, stops nothing else.
func TestTypeThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	server, folder := newMuseum(t), t.TempDir()
	for name, c := range map[string]struct {
		route  string
		status int
		code   string
		kind   string
	}{
		"forbidden":       {"/museum/v1/exhibits", http.StatusForbidden, "rest_forbidden_context", "type-exhibit"},
		"without a route": {"/cms/v2/room", http.StatusNotFound, "rest_no_route", "type-room"},
		"of no status":    {"/museum/v1/exhibits", http.StatusBadRequest, "rest_invalid_param", "type-exhibit"},
		"terms":           {"/museum/v1/eras", http.StatusForbidden, "rest_forbidden_context", "taxonomy-era"},
		"navigation":      {"/cms/v2/navigation", http.StatusForbidden, "rest_forbidden_context", "navigation"},
	} {
		remove := server.Fail(cmstest.Fault{Method: http.MethodGet, Route: c.route, Status: c.status, Code: c.code})
		said, err := take(t, server, folder)
		if err == nil || !strings.Contains(err.Error(), "the copy is incomplete: 1 lines above begin with missing") {
			t.Errorf("mirror with a type that is %s: error %v, want 1 missing\n%s", name, err, said)
		} else if !strings.Contains(said, "missing: "+c.kind+": its records cannot be read: ") {
			t.Errorf("mirror with a type that is %s printed\n%s\nwant %s missing", name, said, c.kind)
		}
		remove()
	}
	mustTake(t, server, folder)
	if content(t, folder)["type-exhibit/911.json"] == "" {
		t.Error("The mirror after the faults has no type-exhibit/911.json, want it")
	}
}

// What a site says of its types becomes names of folders and routes.
func TestTypesOfOddNamesAndRoutesAreNamed(t *testing.T) {
	t.Parallel()
	kinds := map[string]map[string]any{}
	for name, route := range map[string][2]string{
		"../../up": {"x/v1", "up"}, "\x1b[2J": {"x/v1", "clear"}, "Upper": {"x/v1", "upper"}, "empty": {"x/v1", ""},
		"nowhere": {"", "nowhere"}, "": {"x/v1", "nameless"},
		"climbs": {"x/v1", "../../cms/v2/users"}, "asks": {"x/v1", "asks?force=true"},
		"below":  {"x/v1", `of/(?P<id>[\d]+)/below`},
		"posing": {"cms/v2", "posts"}, "shouting": {"cms/v2", "POSTS"}, strings.Repeat("a", 40): {"x/v1", "long"},
	} {
		kinds[name] = map[string]any{"name": name, "slug": name, "rest_namespace": route[0], "rest_base": route[1],
			"taxonomies": []string{}}
	}
	body, err := json.Marshal(kinds)
	if err != nil {
		t.Fatal(err)
	}
	server, folder := newSite(t), t.TempDir()
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/types", Body: body})
	said, err := take(t, server, folder)
	// for that without a name
	if err == nil || strings.Count(said, "missing: type-") != len(kinds)-1 {
		t.Errorf("mirror of types with odd names: error %v, want %d missing\n%s", err, len(kinds)-1, said)
	} else if !strings.Contains(said, "missing: types: not checked: ") {
		t.Errorf("mirror of types with odd names printed\n%s\nwant that the type without a name is not checked", said)
	}
	if strings.Contains(said, "\x1b") {
		t.Errorf("mirror of types with odd names printed %q, want no control characters", said)
	}
	for name := range content(t, folder) {
		if strings.HasPrefix(name, "type-") {
			t.Errorf("mirror of types with odd names wrote %s, want nothing of them", name)
		}
	}
}
