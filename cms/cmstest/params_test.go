package cmstest_test

import (
	"net/url"
	"strings"
	"testing"
)

// deep is a name in so many brackets.
func deep(levels int) string { return strings.Repeat("[a]", levels) }

func TestArgumentsAreReadInEveryForm(t *testing.T) {
	t.Parallel()
	c := library(t)
	list := c.root + "/posts?"
	next := func(query string) string { return "<" + list + query + `&page=2>; rel="next"` }
	none := "<" + c.site.URL + `/cms-json/>; rel="https://api.w.org/"`
	for query, want := range map[string]string{
		"per_page=2&page=1.0":  next("per_page=2"),
		"per_page=2&page=1e0":  next("per_page=2"),
		"per_page=2&page=%201": next("per_page=2"),
		"include=1.0":          none, "include[]=1e0": none,
		"sticky=TRUE&per_page=2":                      none,
		"per_page=2&offset=-1":                        next("per_page=2&offset=-1"),
		"per_page=2&_fields[]=id&_fields[]=title.raw": next("per_page=2&_fields%5B0%5D=id&_fields%5B1%5D=title.raw"),
		"per_page=2&categories[operator]=AND":         next("per_page=2&categories%5Boperator%5D=AND"),
		"per_page=1&categories[terms]=2":              next("per_page=1&categories%5Bterms%5D%5B0%5D=2"),
		"per_page=1&categories_exclude[terms][]=4&x=": next("per_page=1&categories_exclude%5Bterms%5D%5B0%5D=4&x"),
		"per_page=1&x[a][b]=1&x[a][c]=%2F&x[d]=&y.z=1+2": next("per_page=1&x%5Ba%5D%5Bb%5D=1&x%5Ba%5D%5Bc%5D=%2F&x%5Bd%5D&" +
			"y_z=1+2"),
		"slug[]=a,b":                                     none,
		"per_page=1&x[a][b=1":                            next("per_page=1&x%5Ba%5D=1"),
		"per_page=1&x[=1&[y]=2&z]=3&=4":                  next("per_page=1&x_=1&z]=3"),
		"per_page=1&status[]=publish&status[]=publish&x": next("per_page=1&status%5B0%5D=publish&x"),
		"per_page=1&after=2019-01-01T00:00:00%0A":        next("per_page=1&after=2019-01-01T00%3A00%3A00"),
		"per_page=1&x[a]b=1":                             next("per_page=1&x%5Ba%5D=1"),
		"per_page=1&x[a][]=1&x[a][]=2":                   next("per_page=1&x%5Ba%5D%5B0%5D=1&x%5Ba%5D%5B1%5D=2"),
		"per_page=1&a.b[c.d]=1":                          next("per_page=1&a_b%5Bc.d%5D=1"),
		"per_page=1&x[a]=1&x=2":                          next("per_page=1&x=2"),
		"per_page=1&x=2&x[a]=1":                          next("per_page=1&x%5Ba%5D=1"),
		"per_page=1&x" + deep(64) + "=1":                 next("per_page=1&x" + url.QueryEscape(deep(64)) + "=1"),
		"per_page=1&x[b]=2&x" + deep(65) + "=1&y=3":      next("per_page=1&y=3"),
		"per_page=1&x" + deep(65) + "=1&x[b]=2":          next("per_page=1&x%5Bb%5D=2"),
	} {
		a := c.get("", "/posts?"+query)
		if got := a.header.Get("Link"); a.status != 200 || got != want {
			t.Errorf("GET of the posts with %s: status %d, Link %s, want 200 and %s", query, a.status, got, want)
		}
	}
	for query, want := range map[string]map[string]any{
		"include[]=1&include[x]=2": {"data.details.include.code": "rest_invalid_type",
			"data.details.include.data.param": "include"},
		"include=a": {"data.details.include.code": "rest_invalid_type",
			"data.details.include.data.param": "include[0]"},
		"per_page[a]=1": {"data.details.per_page.code": "rest_invalid_type",
			"data.details.per_page.data.param": "per_page"},
		"per_page=5.5": {"data.details.per_page.code": "rest_invalid_type",
			"data.details.per_page.data.param": "per_page"},
		"sticky=1.0": {"data.details.sticky.code": "rest_invalid_type",
			"data.details.sticky.data.param": "sticky"},
		"sticky=yes": {"data.details.sticky.code": "rest_invalid_type"},
		"order=DESC": {"data.details.order.code": "rest_not_in_enum",
			"data.details.order.data": nil},
		"after=2026-05-01": {"data.details.after.code": "rest_invalid_date",
			"data.details.after.data": nil},
		"status[]=publish&status[]=draft": {"data.details.status.code": "rest_forbidden_status",
			"data.details.status.data.status": 401.0},
		"categories[terms][]=1&categories[x]=1": {"data.details.categories.code": "rest_no_matching_schema",
			"data.details.categories.data.position": 1.0},
	} {
		want["code"] = "rest_invalid_param"
		expect(t, query, c.get("", "/posts?"+query), 400, want)
	}
}

func TestTypesOfArgumentsAreChecked(t *testing.T) {
	t.Parallel()
	c := start(t)
	for body, want := range map[string]struct {
		status int
		code   string
	}{
		`"sticky":"yes"`:   {400, "rest_invalid_param"},
		`"sticky":{"a":1}`: {400, "rest_invalid_param"},
		`"sticky":[]`:      {400, "rest_invalid_param"},
		`"author":0`:       {201, ""},
		`"author":[1]`:     {400, "rest_invalid_param"},
		`"author":{"a":1}`: {400, "rest_invalid_param"},
		`"author":2.0`:     {403, "rest_cannot_edit_others"},
		`"author":1.5`:     {400, "rest_invalid_param"},
		`"id":{"a":1}`:     {400, "rest_post_exists"},
		`"id":"x"`:         {400, "rest_post_exists"},
		`"id":1.5`:         {400, "rest_post_exists"},
		`"id":[]`:          {404, "rest_post_invalid_id"},
		`"id":false`:       {404, "rest_post_invalid_id"},
		`"id":"0"`:         {404, "rest_post_invalid_id"},
	} {
		if a := c.do("contributor", "POST", "/posts", `{"title":"x",`+body+`}`); a.status != want.status ||
			a.code(t) != want.code {
			t.Errorf("POST of a post with %s: status %d, code %s, want %d %s", body, a.status, a.code(t), want.status, want.code)
		}
	}
}
