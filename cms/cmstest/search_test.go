package cmstest_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
)

func TestSearchesFindAndOrderByRelevance(t *testing.T) {
	t.Parallel()
	c := start(t)
	for i, record := range []map[string]any{
		{"title": "The open counter form"},
		{"title": "Form of a counter that is open"},
		{"title": "Counter", "content": "open form"},
		{"title": "Kerning", "excerpt": "an open counter form here"},
		{"title": "Hinting", "content": "an open counter form here"},
		{"title": "Spacing", "content": "form, counter, open"},
	} {
		record["date"] = fmt.Sprintf("2026-05-%02dT10:00:00", i+1)
		c.site.Insert("posts", record)
	}
	all := []int64{6, 5, 4, 3, 2, 1}
	for _, tc := range []struct {
		search, more string
		want         []int64
	}{
		{`open counter form`, "", all},
		{`open counter form`, "&orderby=relevance", []int64{1, 2, 3, 4, 5, 6}},
		{`open counter form`, "&orderby=relevance&order=asc", []int64{1, 2, 3, 4, 5, 6}},
		{`counter`, "&orderby=relevance", []int64{3, 2, 1, 6, 5, 4}},
		{`counter`, "&orderby=relevance&order=asc", []int64{1, 2, 3, 4, 5, 6}},
		{`"counter `, "&orderby=relevance", []int64{3, 2, 1, 6, 5, 4}},
		{`-open`, "", []int64{}},
		{`-kerning`, "", []int64{6, 5, 3, 2, 1}},
		{`-kerning`, "&orderby=relevance", []int64{}},
		{`open -kerning`, "&orderby=relevance", []int64{2, 1, 6, 5, 3}},
		{`open -kerning`, "&orderby=relevance&order=asc", []int64{1, 2, 3, 5, 6}},
		{`'counter' form`, "", all},
		{`"'open counter'"`, "", []int64{5, 4, 1}},
		{`"open counter form"`, "", []int64{5, 4, 1}},
		{`"open'`, "", all},
		{`' open`, "", all},
		{`" open`, "", all},
		{`" open"`, "", []int64{6, 5, 4, 2, 1}},
		{`a counter`, "", all},
		{`the counter of`, "", all},
		{`the of`, "", []int64{}},
		{`COUNTÉR`, "", all},
		{`open,counter+form`, "", all},
		{`kerning hinting`, "", []int64{}},
		{`1 2 3 4 5 6 7 8 9`, "", []int64{}},
	} {
		if got := c.get("", "/posts?search="+url.QueryEscape(tc.search)+tc.more).ids(t); !slices.Equal(got, tc.want) {
			t.Errorf("Search for %s%s: ids %v, want %v", tc.search, tc.more, got, tc.want)
		}
	}
}
