package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// TestOrdinaryNameKeepsItsSpellingInACollision has names that become the same in Go,
// the ordinary one last.
func TestOrdinaryNameKeepsItsSpellingInACollision(t *testing.T) {
	t.Parallel()
	for names, want := range map[[2]string][]string{
		{"A9", "a9"}:         {"A9X2", "A9"},
		{"A0", "a0"}:         {"A0X2", "A0"},
		{"Za", "za"}:         {"Za2", "Za"},
		{"az-B", "az_b"}:     {"AzB2", "AzB"},
		{"a__b", "a_b"}:      {"AB2", "AB"},
		{"_ab", "ab"}:        {"Ab2", "Ab"},
		{"ab_", "ab"}:        {"Ab2", "Ab"},
		{"a_b_c", "a_b_c"}:   {"ABC", "ABC2"},
		{"it's", "its"}:      {"", "Its"},
		{"per.page", "perx"}: {"PerPage", "Perx"},
	} {
		all := describe.Schemas{{Name: names[0], Schema: &describe.Schema{}}, {Name: names[1], Schema: &describe.Schema{}}}
		if got := fieldNames(all); !slices.Equal(got, want) {
			t.Errorf("fieldNames of %q: %q, want %q", names, got, want)
		}
	}
}

func TestRoutesAndNamespacesAreWantedTogether(t *testing.T) {
	t.Parallel()
	w := wants{routes: map[string]string{"/wp/v2/posts/": ""}, namespaces: []string{"/shop/v1/"}}
	for route, want := range map[string]bool{"wp/v2/posts": true, "wp/v2/posts/{id}": true, "shop/v1/x": true,
		"wp/v2/pages": false, "shop/v2/x": false} {
		p, ok := describe.ParsePath(route)
		if !ok || w.match(p, "wp") != want {
			t.Errorf("match of %s: %t (valid path: %t), want %t", route, w.match(p, "wp"), ok, want)
		}
	}
}

func TestNamespacesOfASiteAreFoundOnce(t *testing.T) {
	t.Parallel()
	of := []string{"wp/v2", "shop", "shop/v1", "shop/v10"}
	for name, test := range map[string]struct {
		routes     []string
		namespaces []string
		want       string
	}{
		"the longest":      {[]string{"shop/v1/a"}, nil, "shop/v1"},
		"no longer one":    {[]string{"shop/v2/a"}, nil, "shop"},
		"one of its names": {[]string{"shop/v10/a"}, []string{"shop/v1"}, "shop/v1 shop/v10"},
		"several times":    {[]string{"/shop/v1/b/", "wp/v2/a"}, []string{"/shop/v1", "shop/v1/"}, "shop/v1 wp/v2"},
		"by our prefix":    {[]string{"cms/v2/a"}, nil, "wp/v2"},
		"itself":           {nil, []string{"wp/v2"}, "wp/v2"},
		"none":             {[]string{"wp/v3/a"}, nil, ""},
	} {
		w := wants{routes: map[string]string{}, namespaces: test.namespaces}
		for _, route := range test.routes {
			w.routes[route] = ""
		}
		got, err := w.of(of, "wp")
		if strings.Join(got, " ") != test.want || (err == nil) != (test.want != "") {
			t.Errorf("of for %s: %q, error %v, want %q", name, got, err, test.want)
		}
	}
}

func TestNameIsGivenToTheRecordsOfARoute(t *testing.T) {
	t.Parallel()
	w := wants{routes: map[string]string{"/wp/v2/menus/": "Menu", "shop/v1/{a}/b": "Both", "wp/v2/posts": ""}}
	for route, want := range map[string]string{"cms/v2/menus": "Menu", "/wp/v2/menus": "Menu", "shop/v1/{x}/b": "Both",
		"wp/v2/menus/{id}": "", "wp/v2/posts": "", "shop/v1/a": ""} {
		p, ok := describe.ParsePath(route)
		if got := w.name(p, "wp"); !ok || got != want {
			t.Errorf("name of %s: %q, valid path %t, want %q", route, got, ok, want)
		}
	}
}

// TestFieldWithTheNameOfAPackageImportsNothing would not compile: see made.
func TestFieldWithTheNameOfAPackageImportsNothing(t *testing.T) {
	t.Parallel()
	source := made(t, things(`"time.zone": {"type": "string"}, "uptime.x": {"type": "string"}, "url.a": {"type": `+
		`"string", "description": "As url.Values and time.Time"}`, "", `"http.x": {"type": "string"}`))
	for _, path := range []string{"time", "net/url", "net/http", "strconv", "context", "encoding/json"} {
		if strings.Contains(source, `"`+path+`"`+"\n") {
			t.Errorf("generate imports %s, want no such import", path)
		}
	}
}

func TestFileOfThePackageThatCannotBeReadIsAFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from, out := written(t, folder, "d.json", things("", "", "")), filepath.Join(folder, "things.go")
	if err := os.Symlink(filepath.Join(folder, "missing"), filepath.Join(folder, "own.go")); err != nil {
		t.Skip(err)
	}
	status, _, messages := ran(t, "-from", from, "-package", "things", "-out", out)
	if _, err := os.Stat(out); status != statusFailed || !os.IsNotExist(err) {
		t.Errorf("cmsgen beside a broken link: status %d %s, Stat of the output: %v, want %d and no file", status, messages,
			err, statusFailed)
	}
}
