package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestTermsAreWalkedByTheirIDs(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	mustTake(t, server, t.TempDir())
	for _, r := range server.Requests() {
		for _, route := range []string{"/categories", "/tags", "/menus"} {
			if r.Method == http.MethodGet && strings.HasSuffix(r.Path, route) && strings.Contains(r.Query, "page=1") &&
				!strings.Contains(r.Query, "orderby=id") && strings.Contains(r.Query, "per_page=100") {
				t.Errorf("mirror asked for %s?%s, want pages in the order of ids", r.Path, r.Query)
			}
		}
	}
}
