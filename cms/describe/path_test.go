package describe_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// TestPatternsBecomePathsAndTemplates has the patterns of routes that sites write. A
// path is "" where the route is none that a client could call.
func TestPatternsBecomePathsAndTemplates(t *testing.T) {
	t.Parallel()
	for route, want := range map[string]struct{ path, template string }{
		`/`:                              {"", "/"},
		`/wp/v2/posts`:                   {"wp/v2/posts", "/wp/v2/posts"},
		`/wp/v2/posts/(?P<id>[\d]+)`:     {"wp/v2/posts/{id}", "/wp/v2/posts/{id}"},
		`/a/(?P<x>(?:[\d]+|me))/b`:       {"a/{x}/b", "/a/{x}/b"},
		`/t/(?P<id>([^\/(]+(?:\/x)?))/r`: {"t/{id}/r", "/t/{id}/r"},
		`/t/(?P<id>([^\/:<>\*\?"\|]+(?:\/[^\/]+)?))/r`:   {"t/{id}/r", "/t/{id}/r"},
		`/s/(?P<n>[\/\s%\w\.\(\)\[\]\@_\-]+)/variations`: {"s/{n}/variations", "/s/{n}/variations"},
		`wp/v2/menus/{id}`:         {"wp/v2/menus/{id}", "wp/v2/menus/{id}"},
		`/c/(?P<n>[(/]+)/v`:        {"c/{n}/v", "/c/{n}/v"},
		`/o/(\d+)?`:                {"", "/o/{}"},
		`/p/(?P<a>\d+)-(?P<b>\d+)`: {"", "/p/{a}-{b}"},
		`/broken/(?P<`:             {"", "/broken/{}"},
		`/broken/(`:                {"", "/broken/{}"},
		`/broken/(?P<a>[(`:         {"", "/broken/{a}"},
		`/a?b`:                     {"", "/a?b"},
		`0/{(0/0}`:                 {"", "0/{{}"},
		`/a/{b/c}`:                 {"", "/a/{b/c}"},
		`/a/(?P<b/c>\w+)`:          {"", "/a/{b/c}"},
		`/a/(?P<b{c>\w+)`:          {"", "/a/{b{c}"},
		`/a/(?P<b-c>\w+)`:          {"a/{b-c}", "/a/{b-c}"},
		`/a//b`:                    {"", "/a//b"},
		`/a/{}`:                    {"", "/a/{}"},
		`/a/{b[c}`:                 {"", "/a/{b[c}"},
		`/a/{b}c`:                  {"a/{b}c", "/a/{b}c"},
		`/a/{b`:                    {"", "/a/{b"},
		`/a/(?P<>x)`:               {"", "/a/{}"},
		`/a/(?P<b>x)c`:             {"a/{b}c", "/a/{b}c"},
		`/a/c(?P<b>x)`:             {"a/c{b}", "/a/c{b}"},
		`/a/(?<b>[\d]+)`:           {"a/{b}", "/a/{b}"},
		`/a/(?P<b>\w+):activate`:   {"a/{b}:activate", "/a/{b}:activate"},
		`/a/{b}{c}`:                {"", "/a/{b}{c}"},
		`/a/(?:x)b`:                {"", "/a/{}b"},
		`/a/(?P<b>x)?/c`:           {"", "/a/{b}/c"},
		`/a/(?P<b>x)*+/(?P<c>y)+`:  {"", "/a/{b}/{c}"},
		`/a/(?P<b>[\]/)]+)/c`:      {"a/{b}/c", "/a/{b}/c"},
		`/a/(?P<b>\))/c`:           {"a/{b}/c", "/a/{b}/c"},
		`/b/(?P<n>core\/calendar)`: {"b/core/calendar", "/b/core/calendar"},
		`/b/(?P<n>on-line\.v2)/c`:  {"b/on-line.v2/c", "/b/on-line.v2/c"},
		`/b/(?P<n>a|b)`:            {"b/{n}", "/b/{n}"},
		`/b/(?P<n>a.b)`:            {"b/{n}", "/b/{n}"},
		`/b/(?P<n>a//b)`:           {"b/{n}", "/b/{n}"},
	} {
		p, ok := describe.ParsePath(route)
		if got := p.Template(); ok != (want.path != "") || ok && got != want.path {
			t.Errorf("ParsePath of %s: %s, %t, want %q", route, got, ok, want.path)
		}
		if got := describe.Template(route); got != want.template {
			t.Errorf("Template of %s: %s, want %s", route, got, want.template)
		}
	}
}

func TestOnlyTheFirstSegmentIsThePrefixOfTheSite(t *testing.T) {
	t.Parallel()
	for route, want := range map[string]string{"wp/v2/posts": "cms/v2/posts", "wp-block-editor/v1": "wp-block-editor/v1",
		"shop/wp/v2": "shop/wp/v2", "wp": "wp"} {
		if got := describe.Spelled(route, "wp"); got != want {
			t.Errorf("Spelled of %s: %s, want %s", route, got, want)
		}
	}
	if got := describe.Spelled("a/b/c", "a/b"); got != "a/b/c" { // a prefix is one segment
		t.Errorf("Spelled of a/b/c with the prefix a/b: %s, want a/b/c", got)
	}
	if got := describe.Spelled("/b", ""); got != "/b" {
		t.Errorf("Spelled of /b without a prefix: %s, want /b", got)
	}
}

func TestParametersAreNumbersIfTheirPatternSaysSo(t *testing.T) {
	t.Parallel()
	for route, want := range map[string]bool{
		`/a/(?<x>[\d]+)`: true, `/a/(?P<x>[\d]+)`: true, `/a/(?P<x>\d+)`: true, `/a/(?P<x>[0-9]+)`: true,
		`/a/(?P<x>[\d]*)`: true, `/a/(?P<x>[\/\d+]+)`: true, `/a/{id}`: true,
		`/a/(?P<id>\w+)`: false, `/a/(?P<x>\d+|me)`: false, `/a/{name}`: false,
	} {
		p, ok := describe.ParsePath(route)
		if !ok || len(p) != 2 {
			t.Errorf("ParsePath of %s: %+v, %t, want two segments", route, p, ok)
		} else if p[1].Digit != want {
			t.Errorf("ParsePath of %s: %+v, want a number: %t", route, p, want)
		}
	}
}

func TestPathsAreComparedWithoutTheNamesOfTheirParameters(t *testing.T) {
	t.Parallel()
	path := func(route string) describe.Path {
		p, ok := describe.ParsePath(route)
		if !ok {
			t.Fatalf("ParsePath of %s: false, want true", route)
		}
		return p
	}
	for pair, want := range map[string]struct{ same, below bool }{
		"a/{id} a/{post}":     {same: true},
		"a/{id} a/b":          {},
		"a/b a/{id}":          {},
		"a/b a/c":             {},
		"a/{id} a":            {below: true},
		"a/{x}/b/{y} a/{z}/b": {below: true},
		"a/b a":               {},
		"a a/{id}":            {},
		"a/{x}/{y} a":         {},
		"a/{x}:b a":           {},
		"a/{x}:b a/{x}:b":     {same: true},
		"a/{x}:b a/{x}:c":     {},
	} {
		first, second, _ := strings.Cut(pair, " ")
		p, q := path(first), path(second)
		if p.Same(q) != want.same || p.Below(q) != want.below {
			t.Errorf("%s: same %t, below %t, want %t and %t", pair, p.Same(q), p.Below(q), want.same, want.below)
		}
	}
	if p := path(`a/(?P<name>core\/calendar)`); !p.Has("name") || !p.Same(path("a/core/calendar")) {
		t.Errorf("path of a parameter that is always core/calendar: %+v, want its words and the name", p)
	}
	if p := path("a/b/{x}/{y}"); p.LastWord() != "b" || !p.Has("x") {
		t.Errorf("Path a/b/{x}/{y}: last word %q, has x %t, want b and true", p.LastWord(), p.Has("x"))
	} else if p.Has("b") || path("{x}").LastWord() != "" {
		t.Errorf("Path a/b/{x}/{y}: has b %t, last word of {x} %q, want false and none", p.Has("b"), path("{x}").LastWord())
	}
}
