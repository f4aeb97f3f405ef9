package cmstest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func str(id int64) string { return strconv.FormatInt(id, 10) }

// jsonText is a JSON text with a string in it.
func jsonText(before, text, after string) string {
	var out []byte
	for _, r := range text {
		switch {
		case r == '/':
			out = append(out, `\/`...)
		case r > 126:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			raw, _ := json.Marshal(string(r))
			if r == '<' || r == '>' || r == '&' {
				raw = []byte(`"` + string(r) + `"`)
			}
			out = append(out, raw[1:len(raw)-1]...)
		}
	}
	return before + `"` + string(out) + `"` + after
}

// library is a small site for filters: posts 1 to 8, pages 11 to 14.
func library(t *testing.T) *client {
	t.Helper()
	c := start(t)
	for i, name := range []string{"Typography", "Performance"} { // 2, 3
		c.site.Insert("categories", map[string]any{"id": i + 2, "name": name})
	}
	c.site.Insert("categories", map[string]any{"id": 4, "name": "Spacing", "parent": 2})
	c.site.Insert("tags", map[string]any{"id": 5, "name": "css"})
	c.site.Insert("tags", map[string]any{"id": 6, "name": "latin"})
	for i, record := range []map[string]any{
		{"title": "Kerning pairs", "content": "about spacing", "categories": []int{2}, "tags": []int{5}},
		{"title": "Hinting notes", "content": "about pixels and Kerning", "categories": []int{3},
			"tags": []int{5, 6}, "author": 3},
		{"title": "Line height", "excerpt": "kérning too", "categories": []int{4}, "format": "aside", "sticky": true},
		{"title": "Fallbacks", "content": "stacks", "categories": []int{2, 3}, "author": 2, "format": "quote"},
		{"title": "Draft", "status": "draft", "author": 3},
		{"title": "Private", "status": "private", "author": 2},
		{"title": "Pending", "status": "pending", "author": 4},
		{"title": "Trash", "status": "trash", "author": 2},
	} {
		record["id"] = i + 1
		record["date"] = fmt.Sprintf("2026-05-%02dT10:00:00", i+1)
		c.site.Insert("posts", record)
	}
	for i, record := range []map[string]any{
		{"title": "Guide", "menu_order": 2},
		{"title": "Chapter B", "parent": 11, "menu_order": 3},
		{"title": "Chapter A", "parent": 11, "menu_order": 1},
		{"title": "Hidden", "status": "draft"},
	} {
		record["id"] = i + 11
		record["date"] = fmt.Sprintf("2026-06-%02dT10:00:00", i+1)
		c.site.Insert("pages", record)
	}
	return c
}

func TestListFiltersAndOrders(t *testing.T) {
	t.Parallel()
	c := library(t)
	for _, tc := range []struct {
		user, path string
		want       []int64
	}{
		{"", "/posts", []int64{4, 3, 2, 1}},
		{"", "/posts?order=asc", []int64{1, 2, 3, 4}},
		{"", "/posts?orderby=title&order=asc", []int64{4, 2, 1, 3}},
		{"", "/posts?orderby=slug", []int64{3, 1, 2, 4}},
		{"", "/posts?orderby=author&order=asc&exclude=3", []int64{1, 4, 2}},
		{"", "/posts?orderby=include&include=3,1,2&order=asc", []int64{3, 1, 2}},
		{"", "/posts?orderby=include_slugs&slug=hinting-notes,kerning-pairs", []int64{2, 1}},
		{"", "/posts?orderby=include_slugs", []int64{1, 2, 3, 4}},
		{"", "/posts?orderby=relevance&search=kerning", []int64{1, 3, 2}},
		{"", "/pages?orderby=menu_order&order=asc", []int64{13, 11, 12}},
		{"", "/posts?include[]=1&include[]=2", []int64{2, 1}},
		{"", "/posts?include=1%2C2", []int64{2, 1}},
		{"", "/posts?include=1+2", []int64{2, 1}},
		{"", "/posts?include[0]=1&include[7]=2", []int64{2, 1}},
		{"", "/posts?include=1&include=2", []int64{2}}, // the last one wins
		{"", "/posts?include=", []int64{4, 3, 2, 1}},   // an empty list is no filter
		{"", "/posts?include=1,2&exclude=2", []int64{2, 1}},
		{"", "/posts?exclude=2,3", []int64{4, 1}},
		{"", "/posts?author=3", []int64{2}},
		{"", "/posts?author_exclude=1", []int64{4, 2}},
		{"", "/posts?author=2&author_exclude=2", []int64{3, 2, 1}},
		{"", "/posts?slug=line-height", []int64{3}},
		{"", "/posts?slug[]=Line-Height&slug[]=nope", []int64{3}},
		{"", "/posts?search=kerning", []int64{3, 2, 1}},
		{"", "/posts?search=KERNING+about+pixels", []int64{2}},
		{"", "/posts?search=kerning+-pixels", []int64{3, 1}},
		{"", "/posts?search=kerning&search_columns=post_title", []int64{1}},
		{"", "/posts?search=%22pixels+and%22", []int64{2}},
		{"", "/posts?search=Line+height&search_semantics=exact", []int64{}},
		{"", "/posts?search=%22Line+height%22&search_semantics=exact", []int64{3}},
		{"", "/posts?after=2026-05-02T10:00:00", []int64{4, 3}},
		{"", "/posts?before=2026-05-02T10:00:00", []int64{1}},
		{"", "/posts?after=2026-05-02T08:00:00Z", []int64{4, 3}}, // 10:00 in Berlin
		{"", "/posts?after=2026-05-02T07:59:59Z", []int64{4, 3, 2}},
		{"", "/posts?before=2026-04-31T10:00:01", []int64{1}}, // rolls over into May
		{"", "/posts?modified_after=2026-05-03T00:00:00&modified_before=2026-05-04T00:00:00", []int64{3}},
		{"", "/posts?categories=2", []int64{4, 1}},
		{"", "/posts?categories=2,3", []int64{4, 2, 1}},
		{"", "/posts?categories[terms]=2,3&categories[operator]=AND", []int64{4}},
		{"", "/posts?categories[terms][]=2&categories[include_children]=true", []int64{4, 3, 1}},
		{"", "/posts?categories[operator]=AND", []int64{4, 3, 2, 1}},
		{"", "/posts?categories_exclude=3", []int64{3, 1}},
		{"", "/posts?categories=2&tags=6", []int64{}},
		{"", "/posts?categories=2&tags=6&tax_relation=OR", []int64{4, 2, 1}},
		{"", "/posts?tags[terms]=5,6&tags[operator]=AND", []int64{2}},
		{"", "/posts?format=aside,quote", []int64{4, 3}},
		{"", "/posts?format=standard", []int64{2, 1}},
		{"", "/posts?sticky=true", []int64{3}},
		{"", "/posts?sticky=0", []int64{4, 2, 1}},
		{"", "/posts?ignore_sticky=false&per_page=1", []int64{3, 4}},
		{"", "/posts?ignore_sticky=false&per_page=1&page=2", []int64{3}},
		{"", "/posts?ignore_sticky=false&per_page=1&offset=3", []int64{3, 1}},
		{"", "/posts?ignore_sticky=false&per_page=1&categories=2", []int64{4}},
		{"", "/posts?offset=1&per_page=2", []int64{3, 2}},
		{"", "/posts?offset=1&per_page=2&page=2", []int64{3, 2}}, // offset wins
		{"", "/posts?offset=99", []int64{}},
		{"", "/posts?per_page=1e0&page=2.0", []int64{3}},
		{"", "/posts?menu_order=5&nonsense=1", []int64{4, 3, 2, 1}},
		{"", "/pages", []int64{13, 12, 11}},
		{"", "/pages?parent=11", []int64{13, 12}},
		{"", "/pages?parent=0", []int64{11}},
		{"", "/pages?parent_exclude=0", []int64{13, 12}},
		{"", "/pages?menu_order=1", []int64{13}},
		{"editor", "/posts?status=draft,pending", []int64{7, 5}},
		{"editor", "/posts?status[]=DRAFT&status[]=trash", []int64{8, 5}},
		{"editor", "/posts?status=any", []int64{7, 6, 5, 4, 3, 2, 1}},
		{"author", "/posts?status=any", []int64{5, 4, 3, 2, 1}},
		{"contributor", "/posts?status=draft,pending", []int64{7}},
		{"author", "/posts?context=edit", []int64{2}},
	} {
		a := c.get(tc.user, tc.path)
		if a.status != 200 {
			t.Errorf("GET of %[2]s by %[1]q: status %[3]d, body %[4]s, want 200", tc.user, tc.path, a.status, a.body)
			continue
		}
		if got := a.ids(t); !slices.Equal(got, tc.want) {
			t.Errorf("GET of %[2]s by %[1]q: ids %[3]v, want %[4]v", tc.user, tc.path, got, tc.want)
		}
	}
}

func TestListRefusesBadArguments(t *testing.T) {
	t.Parallel()
	c := library(t)
	for _, tc := range []struct {
		path, code, param, detail string
	}{
		{"/posts?per_page=101", "rest_invalid_param", "per_page", "rest_out_of_bounds"},
		{"/posts?per_page=0", "rest_invalid_param", "per_page", "rest_out_of_bounds"},
		{"/posts?per_page=ten", "rest_invalid_param", "per_page", "rest_invalid_type"},
		{"/posts?per_page=", "rest_invalid_param", "per_page", "rest_invalid_type"},
		{"/posts?page=0", "rest_invalid_param", "page", "rest_out_of_bounds"},
		{"/posts?context=nope", "rest_invalid_param", "context", "rest_not_in_enum"},
		{"/posts?order=ASC", "rest_invalid_param", "order", "rest_not_in_enum"},
		{"/posts?orderby=menu_order", "rest_invalid_param", "orderby", "rest_not_in_enum"},
		{"/posts?include=1,abc", "rest_invalid_param", "include", "rest_invalid_type"},
		{"/posts?include[]=1,2", "rest_invalid_param", "include", "rest_invalid_type"},
		{"/posts?include=1|2", "rest_invalid_param", "include", "rest_invalid_type"},
		{"/posts?include[]=", "rest_invalid_param", "include", "rest_invalid_type"},
		{"/posts?after=2026-05-01T00:00:00+02:00", "rest_invalid_param", "after", "rest_invalid_date"},
		{"/posts?after=2026-05-01", "rest_invalid_param", "after", "rest_invalid_date"},
		{"/posts?before=2026-13-01T00:00:00", "rest_invalid_param", "before", "rest_invalid_date"},
		{"/posts?sticky=yes", "rest_invalid_param", "sticky", "rest_invalid_type"},
		{"/posts?ignore_sticky", "rest_invalid_param", "ignore_sticky", "rest_invalid_type"},
		{"/posts?categories=", "rest_invalid_param", "categories", "rest_one_of_multiple_matches"},
		{"/posts?categories[]=", "rest_invalid_param", "categories", "rest_no_matching_schema"},
		{"/posts?categories[x]=1", "rest_invalid_param", "categories", "rest_no_matching_schema"},
		{"/posts?tags[terms]=5&tags[include_children]=1", "rest_invalid_param", "tags", "rest_no_matching_schema"},
		{"/posts?tags_exclude[terms]=5&tags_exclude[operator]=OR", "rest_invalid_param", "tags_exclude",
			"rest_no_matching_schema"},
		{"/posts?tax_relation=or", "rest_invalid_param", "tax_relation", "rest_not_in_enum"},
		{"/posts?format=aside,aside", "rest_invalid_param", "format", "rest_duplicate_items"},
		{"/posts?search_semantics=fuzzy", "rest_invalid_param", "search_semantics", "rest_not_in_enum"},
		{"/posts?search_columns=title", "rest_invalid_param", "search_columns", "rest_not_in_enum"},
		{"/posts?status=draft", "rest_invalid_param", "status", "rest_forbidden_status"},
		{"/posts?status=nope", "rest_invalid_param", "status", "rest_forbidden_status"},
		{"/posts?orderby=relevance", "rest_no_search_term_defined", "", ""},
		{"/posts?orderby=include", "rest_orderby_include_missing_include", "", ""},
		{"/posts?page=5", "rest_post_invalid_page_number", "", ""},
	} {
		a := c.get("", tc.path)
		if a.status != 400 || a.code(t) != tc.code {
			t.Errorf("GET of %s: status %d, body %s, want 400 %s", tc.path, a.status, a.body, tc.code)
			continue
		}
		if tc.param != "" && a.field(t, "data.details."+tc.param+".code") != tc.detail {
			t.Errorf("%s: %s, want the detail %s", tc.path, a.body, tc.detail)
		}
	}
	if data := fmt.Sprint(c.get("", "/posts?categories=").field(t,
		"data.details.categories.data")); data != "map[positions:[0 1]]" {
		t.Errorf("GET of an empty categories argument: data %s, want the positions of both forms", data)
	}
	if a := c.get("editor", "/posts?status=nope"); a.field(t, "data.details.status.code") != "rest_not_in_enum" {
		t.Errorf("GET with an unknown status by the editor: %s, want rest_not_in_enum", a.body)
	}
	// Some arguments are looked at only when page, per_page, search and context are fine.
	params, _ := c.get("", "/posts?per_page=101&page=0&order=x").field(t, "data.params").(map[string]any)
	if len(params) != 2 || params["order"] != nil {
		t.Errorf("GET with two invalid parameters and an order: params %v, want only the first two", params)
	}
}

func TestTotalsCountWhatTheCallerCannotRead(t *testing.T) {
	t.Parallel()
	c := library(t)
	a := c.get("contributor", "/posts?status=draft,pending,private&per_page=2")
	if a.header.Get("X-Cms-Total") != "3" || a.header.Get("X-Cms-Totalpages") != "2" {
		t.Errorf("GET by the contributor: total %s, pages %s, want 3 and 2", a.header.Get("X-Cms-Total"),
			a.header.Get("X-Cms-Totalpages"))
	} else if len(a.ids(t)) != 1 {
		t.Errorf("GET by the contributor: %s, want one record", a.body)
	}
	a = c.get("", "/posts?offset=3&per_page=2")
	if a.header.Get("X-Cms-Total") != "4" || len(a.ids(t)) != 1 {
		t.Errorf("GET with an offset: total %s, body %s, want 4 and one record", a.header.Get("X-Cms-Total"), a.body)
	}
	a = c.get("", "/posts?offset=4")
	if a.header.Get("X-Cms-Total") != "0" || a.body != "[]" {
		t.Errorf("GET with an offset past the end: total %s, body %s, want 0 and an empty list", a.header.Get("X-Cms-Total"),
			a.body)
	}
}

func TestNeighbouringPagesAreLinked(t *testing.T) {
	t.Parallel()
	c := library(t)
	list := c.root + "/posts?"
	for query, want := range map[string]string{
		"per_page=1": "<" + list + `per_page=1&page=2>; rel="next"`,
		"per_page=1&page=2&x=%C3b": "<" + list + `per_page=1&page=1&x=%C3b>; rel="prev", <` + list +
			`per_page=1&page=3&x=%C3b>; rel="next"`,
		"per_page=9":             "<" + c.site.URL + `/cms-json/>; rel="https://api.w.org/"`,
		"per_page=1&include=1,2": "<" + list + `per_page=1&include%5B0%5D=1&include%5B1%5D=2&page=2>; rel="next"`,
		// The site itself refuses such a link.
		"ignore_sticky=false&per_page=1": "<" + list + `ignore_sticky&per_page=1&page=2>; rel="next"`,
	} {
		if got := c.get("", "/posts?"+query).header.Get("Link"); got != want {
			t.Errorf("GET of %s: Link\n %s, want\n %s", query, got, want)
		}
	}
}

func TestHeadHasTheHeadersOfGet(t *testing.T) {
	t.Parallel()
	c := library(t)
	for _, path := range []string{"/posts?per_page=2", "/posts/1", "/posts/999"} {
		get, head := c.get("admin", path), c.do("admin", "HEAD", path, "")
		if head.status != get.status || head.body != "" {
			t.Errorf("HEAD of %s: status %d, body %q, want %d without a body", path, head.status, head.body, get.status)
		}
		for _, name := range []string{"X-Cms-Total", "Link", "Allow", "Content-Type", "Cache-Control"} {
			if head.header.Get(name) != get.header.Get(name) {
				t.Errorf("HEAD of %s: %s is %q, want %q as with GET", path, name, head.header.Get(name), get.header.Get(name))
			}
		}
	}
}

func TestSampleIsAsDescribed(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithSample())
	total := func(path string) string { return c.do("admin", "HEAD", path, "").header.Get("X-Cms-Total") }
	for path, want := range map[string]string{
		"/posts": "1190", "/posts?status=draft": "15", "/posts?status=pending": "7", "/posts?status=private": "7",
		"/posts?status=future": "6", "/posts?status=trash": "5", "/posts?status=any": "1225", "/posts?sticky=true": "2",
		"/pages": "145", "/pages?status=draft": "5", "/pages?parent=0&status=any": "10", "/categories": "8", "/tags": "12",
	} {
		if got := total(path); got != want {
			t.Errorf("HEAD of %s in the sample: total %s, want %s", path, got, want)
		}
	}
	if got := c.get("", "/posts?per_page=100").body; got != c.get("", "/posts?per_page=100").body {
		t.Error("Two equal GETs of a list differ, want the same body")
	}
}

func TestTermsAreListed(t *testing.T) {
	t.Parallel()
	c := library(t)
	for path, want := range map[string][]int64{
		"/categories":                                 {3, 4, 2, 1},
		"/categories?orderby=id&order=desc":           {4, 3, 2, 1},
		"/categories?post=4":                          {3, 2},
		"/categories?parent=2":                        {4},
		"/categories?search=typo":                     {2},
		"/categories?hide_empty=true":                 {3, 4, 2},
		"/tags?slug=css":                              {5},
		"/tags?include=6,5&orderby=include":           {6, 5},
		"/tags?per_page=1&page=2":                     {6},
		"/categories?exclude=1&per_page=1&order=desc": {2},
	} {
		if got := c.get("", path).ids(t); !slices.Equal(got, want) {
			t.Errorf("GET of %s: ids %v, want %v", path, got, want)
		}
	}
	if a := c.get("", "/categories/5"); a.status != 404 || a.code(t) != "rest_term_invalid" {
		t.Errorf("GET of a tag as a category: status %d, body %s, want 404 rest_term_invalid", a.status, a.body)
	}
	if got := c.get("", "/categories/4").field(t, "link"); got != c.site.URL+"/category/typography/spacing/" {
		t.Errorf("GET of a category with a parent: link %v, want the parent in its path", got)
	}
}

func BenchmarkListOfAHundred(b *testing.B) {
	c := start(b, cmstest.WithSample())
	for b.Loop() {
		if a := c.get("", "/posts?per_page=100"); a.status != 200 {
			b.Fatalf("GET of a hundred posts: status %d, want 200", a.status)
		}
	}
}
