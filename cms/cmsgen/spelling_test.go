package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestNamesAreSingularWhereTitlesArePlural(t *testing.T) {
	t.Parallel()
	const (
		list  = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}`
		plain = `{"methods": ["GET"]}`
	)
	route := func(pattern, endpoint, title, seen string) string {
		return fmt.Sprintf(`%q: {"endpoints": [%s], "seen": {"": [%q]}, "schema": {"title": %q, "properties": {
			"id": {"type": "integer"}, %q: {"type": "string"}}}}`, pattern, endpoint, seen, title, title)
	}
	for name, test := range map[string]struct {
		routes []string
		want   string
	}{
		"a prefix and a plural": {
			[]string{route("/a/v1/groups", list, "BpGroups", "array")},
			"AService AService.BpGroups BpGroup BpGroupOptions",
		},
		"a plural whose list is elsewhere": {
			[]string{route("/a/v1/data/continents/all", list, "DataContinents", "array")},
			"AService AService.DataContinents DataContinent DataContinentOptions",
		},
		"a list of mine": {
			[]string{route("/a/v1/groups", list, "groups", "array"), route("/a/v1/groups/me", plain, "groups", "array")},
			"AService AService.Groups AService.MyGroups Group GroupOptions MyGroup",
		},
		"a call with the plural of its list": {
			[]string{route("/a/v1/notices", list, "notices", "array"),
				route("/a/v1/notices/dismiss", plain, "notices", "object")},
			"AService AService.Notices Notice NoticeDismiss NoticeOptions",
		},
		"a word twice": {
			[]string{route("/a/v1/goals", list, "Goal goals", "array")},
			"AService AService.Goals Goal GoalOptions",
		},
		"a noun that ends like a plural": {
			[]string{route("/a/v1/news", list, "news", "array"), route("/a/v1/status", list, "status", "array")},
			"AService AService.News AService.Status News NewsOptions PageOptions Status StatusOptions",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, `{"prefix": "wp", "routes": {`+strings.Join(test.routes, ",")+`}}`)
			if got := strings.Join(typesOf(t, []byte(source)), " "); got != test.want {
				t.Errorf("generate: the names %s, want %s", got, test.want)
			}
		})
	}
}

// typesOf returns the names of the types of a file and of the methods of AService, sorted.
func typesOf(t *testing.T, source []byte) []string {
	t.Helper()
	all, err := described(source)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range sortedKeys(all) {
		if !strings.Contains(name, ".") && !strings.HasPrefix(all[name], "func") ||
			strings.HasPrefix(name, "AService.") && name != "AService.site" {
			names = append(names, name)
		}
	}
	return names
}
