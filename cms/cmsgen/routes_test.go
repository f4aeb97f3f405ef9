package main

import (
	"strings"
	"testing"
)

// onlyRead returns a description of routes that each take a GET. A route may name its arguments after a
// space, as JSON.
func onlyRead(routes ...string) string {
	var all []string
	for _, route := range routes {
		route, args, _ := strings.Cut(route, " ")
		all = append(all, `"`+route+`": {"endpoints": [{"methods": ["GET"], "args": {`+args+`}}]}`)
	}
	return `{"prefix": "wp", "routes": {` + strings.Join(all, ", ") + `}}`
}

// TestRoutesAreNamedByTheirWords has routes as sites write them.
func TestRoutesAreNamedByTheirWords(t *testing.T) {
	t.Parallel()
	const index = ` "namespace": {}, "context": {}`
	for name, test := range map[string]struct {
		description  string
		want, absent []string
	}{
		"parameters with one value are words": {
			onlyRead(`/wp/v2/renderer/(?P<name>core\\/calendar)  "name": {"type": "string", "required": true}`,
				`/wp/v2/renderer/(?P<name>core\\/list) "name": {"type": "string", "required": true}`),
			[]string{"RendererCoreCalendar(ctx context.Context, callOptions", `"cms/v2/renderer/core/calendar"`,
				"RendererCoreList(ctx context.Context, callOptions"},
			[]string{"RendererByName", "name string"},
		},
		"the index tells the end of a namespace": {
			onlyRead(`/wp/v2/sites/48514416`+index, `/wp/v2/sites/48514416/posts`, `/shop/extra`+index, `/shop/extra/tax`),
			[]string{") Posts(", ") Tax(", "NewShopService("},
			[]string{"X48514416Post", "ExtraTax"},
		},
		"a route that ends with its version": {
			onlyRead(`/batch/v1`), []string{"func (s *BatchService) Batch("}, []string{"V1("},
		},
		"words with digits, and a parameter that repeats a word": {
			onlyRead(`/log/v1/bulk/404/(?P<bulk>[\\w]+)`, `/log/v1/404`),
			[]string{") Bulk404(", ") X404("}, []string{"X404ByBulk", "LogV1"},
		},
		"the index of the site is named": {
			onlyRead(`/`, `/shop/v1/days`), []string{"Left out: GET /: it is the index of the site"}, nil,
		},
		"ids of a record and of its parent": {
			onlyRead(`/shop/v1/orders/(?P<id>[\\d]+)/notes`, `/shop/v1/orders/(?P<parent>[\\d]+)/notes/(?P<id>[\\d]+)`),
			[]string{"(site *cms.Client, orderID int64)", "Get(ctx context.Context, id int64"},
			[]string{"(site *cms.Client, id int64)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, test.description)
			for _, want := range test.want {
				if !strings.Contains(source, want) {
					t.Errorf("code for %s: lacks %s, want it\n%s", name, want, source)
				}
			}
			for _, absent := range test.absent {
				if strings.Contains(source, absent) {
					t.Errorf("code for %s: has %s, want none\n%s", name, absent, source)
				}
			}
		})
	}
}

// TestLinesOfCommentsBeginWithNoMark has words that gofmt takes for the beginning of a list.
func TestLinesOfCommentsBeginWithNoMark(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"run it with -sample.":     {"run it", "with -sample."},
		"-sample is first.":        {"“-sample” is", "first."},
		"aaaaaaaaaaaaaaa -sample.": {"aaaaaaaaaaaaaaa", "“-sample.”"},
		"one two three 42 apples.": {"one two", "three 42", "apples."},
	} {
		if got := folded(text, 13, prose); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("folded of %q: %q, want %q", text, got, want)
		}
	}
}
