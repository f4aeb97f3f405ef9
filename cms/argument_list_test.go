package cms_test

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestInvalidArgumentsAreRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t)
	ctx := t.Context()
	post := func(err error) error { return err }
	do := func(r cms.Request[any]) error { _, err := cms.Do(ctx, site, r); return err }
	withID := cms.Extra{"id": []byte("6")}
	type hidden struct {
		Method []string `url:"_method,omitempty"`
	}
	tests := []struct {
		argument string
		err      error
	}{
		{"id", post(second(site.Posts.Get(ctx, 0)))},
		{"id", post(second(site.Posts.Get(ctx, -5)))},
		{"id", post(second(site.Posts.Update(ctx, -5, nil)))},
		{"id", post(second(site.Posts.Trash(ctx, 0)))},
		{"id", post(second(site.Posts.Delete(ctx, 0)))},
		{"id", post(second(site.Posts.Create(ctx, &cms.PostParams{Extra: withID})))},
		{"id", post(second(site.Posts.Update(ctx, 5, &cms.PostParams{Extra: withID})))},
		{"id", post(second(site.Pages.Update(ctx, 5, &cms.PageParams{Extra: withID})))},
		{"id", post(second(cms.Do(ctx, site, site.Posts.UpdateRequest(5, &cms.PostParams{Extra: withID}))))},
		{"id", post(second(cms.Do(ctx, site, site.Posts.CreateRequest(&cms.PostParams{Extra: withID}))))},
		{"id", post(second(cms.NewCollection[cms.Post, map[string]any, struct{}](site, "cms/v2/x").Update(ctx, 5,
			&map[string]any{"id": 6})))},
		{"per_page", post(second(site.Posts.List(ctx, &cms.PostListOptions{PerPage: 101})))},
		{"per_page", post(second(site.Posts.List(ctx, &cms.PostListOptions{PerPage: -1})))},
		{"page", post(second(site.Posts.List(ctx, &cms.PostListOptions{Page: -1})))},
		{"offset", post(second(site.Posts.List(ctx, &cms.PostListOptions{Offset: -1})))},
		{"include", post(second(site.Posts.List(ctx, &cms.PostListOptions{Include: []int64{-1}})))},
		{"categories", post(second(site.Posts.List(ctx, &cms.PostListOptions{Categories: cms.Terms(0)})))},
		{"per_page", post(second(site.Posts.Count(ctx, &cms.PostListOptions{PerPage: 101})))},
		{"categories", failed(site.Posts.GetMany(ctx, []int64{5}, &cms.PostListOptions{Categories: cms.Terms(0)}))},
		{"_method", post(second(cms.NewCollection[cms.Post, cms.PostParams, hidden](site, "cms/v2/x").List(ctx,
			&hidden{Method: []string{"DELETE"}})))},
		{"options", post(second(cms.NewCollection[cms.Post, cms.PostParams, map[string]int](site, "cms/v2/x").List(ctx,
			&map[string]int{"page": 1})))},
		{"_method", do(cms.Request[any]{Path: "cms/v2/posts/5", Query: url.Values{"_method": {"DELETE"}}})},
		{" _METHOD", do(cms.Request[any]{Path: "cms/v2/posts/5", Query: url.Values{" _METHOD": {"DELETE"}}})},
		{"_envelope", do(cms.Request[any]{Path: "x", Query: url.Values{"_envelope": {"1"}}})},
		{"rest_route", do(cms.Request[any]{Path: "x", Query: url.Values{"rest_route": {"/evil"}}})},
		{"path", do(cms.Request[any]{Path: "../x"})},
		{"method", do(cms.Request[any]{Path: "x", Method: "post"})},
		{"method", do(cms.Request[any]{Path: "x", Method: "GET / HTTP/1.1\r\nEvil: x"})},
		{"header", do(cms.Request[any]{Path: "x", Header: http.Header{"X": {"a\r\nEvil: b"}}})},
		{"header", do(cms.Request[any]{Path: "x", Header: http.Header{"Authorization": {"Basic x"}}})},
		{"header", do(cms.Request[any]{Path: "x", Header: http.Header{"x-http-method-override": {"DELETE"}}})},
		{"body", do(cms.Request[any]{Method: "POST", Path: "x", Body: make(chan int)})},
		{"_method", do(cms.Request[any]{Method: "POST", Path: "x", Body: map[string]any{"_method": "DELETE"}})},
		{"_jsonp", post(second(cms.NewCollection[cms.Post, map[string]any, struct{}](site, "cms/v2/x").Create(ctx,
			&map[string]any{"_jsonp": "a"})))},
		{"params", post(second(cms.NewCollection[cms.Post, []int, struct{}](site, "cms/v2/x").Create(ctx, &[]int{1})))},
	}
	for i, test := range tests {
		e, ok := errors.AsType[*cms.ArgumentError](test.err)
		switch {
		case !ok:
			t.Errorf("call %d: error %v, want a *cms.ArgumentError for %q", i, test.err, test.argument)
		case e.Argument != test.argument:
			t.Errorf("call %d: argument %q is refused, want %q", i, e.Argument, test.argument)
		case e.Operation == "":
			t.Errorf("%d: %v, not a refusal of %q: Operation empty, want a text", i, test.err, test.argument)
		case !errors.Is(test.err, cms.ErrInvalidArgument):
			t.Errorf("call %d: error %v, want ErrInvalidArgument", i, test.err)
		}
	}
	if seen := s.Seen(); len(seen) > 0 {
		t.Errorf("%d requests were sent: %+v, want an empty list", len(seen), seen)
	}
}

func second[T any](_ T, err error) error { return err }

func TestRecordWrittenTwiceUnderOneNameIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	_, err := s.Client(t).Posts.Create(t.Context(),
		&cms.PostParams{Title: new("a"), Extra: cms.Extra{"title": []byte(`"b"`)}})
	switch {
	case !errors.Is(err, cms.ErrInvalidArgument):
		t.Errorf("Posts.Create: error %v, want ErrInvalidArgument", err)
	case len(s.Seen()) > 0:
		t.Errorf("Posts.Create: %d requests, want 0", len(s.Seen()))
	}
}

func TestEveryListArgumentIsEncoded(t *testing.T) {
	t.Parallel()
	zone := zoneOf(t)
	at := zone("2026-08-28T19:00:00")
	posts := &cms.PostListOptions{
		Context: cms.ContextEdit, Page: 2, PerPage: 50, Search: `"exact phrase"`, SearchSemantics: cms.SearchExact,
		SearchColumns: []cms.SearchColumn{cms.SearchTitle, cms.SearchContent, cms.SearchExcerpt},
		After:         at, Before: at.UTC(), ModifiedAfter: at, ModifiedBefore: at,
		Author: []int64{1, 2}, AuthorExclude: []int64{3}, Include: []int64{4}, Exclude: []int64{5}, Offset: 6,
		Order: cms.Ascending, OrderBy: cms.ByIncludeSlugs, Slug: []string{"a", "b"},
		Status:      []cms.Status{cms.StatusDraft, cms.StatusAny},
		TaxRelation: cms.TaxOr, Categories: cms.TermFilter{Terms: []int64{7, 8}, Operator: cms.TaxAnd,
			IncludeChildren: new(false)},
		CategoriesExclude: cms.TermFilter{Terms: []int64{9}, IncludeChildren: new(true)},
		Tags:              cms.TermFilter{Terms: []int64{10}, Operator: cms.TaxOr},
		TagsExclude:       cms.Terms(11, 12), Sticky: new(false), IgnoreSticky: new(false),
		Format: []cms.Format{cms.FormatAside, cms.FormatVideo},
	}
	shared := url.Values{
		"context": {"edit"}, "page": {"2"}, "per_page": {"50"}, "search": {`"exact phrase"`}, "search_semantics": {"exact"},
		"search_columns[]": {"post_title", "post_content", "post_excerpt"},
		"after":            {"2026-08-28T19:00:00+02:00"}, "before": {"2026-08-28T17:00:00Z"},
		"modified_after": {"2026-08-28T19:00:00+02:00"}, "modified_before": {"2026-08-28T19:00:00+02:00"},
		"author[]": {"1", "2"}, "author_exclude[]": {"3"}, "include[]": {"4"}, "exclude[]": {"5"}, "offset": {"6"},
		"order": {"asc"}, "orderby": {"include_slugs"}, "slug[]": {"a", "b"}, "status[]": {"draft", "any"},
		"tax_relation": {"OR"},
	}
	wantPosts := url.Values{
		"categories[terms][]": {"7", "8"}, "categories[operator]": {"AND"}, "categories[include_children]": {"false"},
		"categories_exclude[terms][]": {"9"}, "categories_exclude[include_children]": {"true"},
		"tags[terms][]": {"10"}, "tags[operator]": {"OR"}, "tags_exclude[]": {"11", "12"},
		"sticky": {"false"}, "ignore_sticky": {"false"}, "format[]": {"aside", "video"},
	}
	pages := &cms.PageListOptions{
		Context: posts.Context, Page: posts.Page, PerPage: posts.PerPage, Search: posts.Search,
		SearchSemantics: posts.SearchSemantics, SearchColumns: posts.SearchColumns,
		After: posts.After, Before: posts.Before, ModifiedAfter: posts.ModifiedAfter, ModifiedBefore: posts.ModifiedBefore,
		Author: posts.Author, AuthorExclude: posts.AuthorExclude,
		Include: posts.Include, Exclude: posts.Exclude, Offset: posts.Offset, Order: posts.Order, OrderBy: posts.OrderBy,
		Slug: posts.Slug, Status: posts.Status, TaxRelation: posts.TaxRelation,
		MenuOrder: new(0), Parent: []int64{0, 3}, ParentExclude: []int64{4},
	}
	wantPages := url.Values{"menu_order": {"0"}, "parent[]": {"0", "3"}, "parent_exclude[]": {"4"}}
	for name, options := range map[string]any{"posts": *posts, "pages": *pages} {
		for i := range reflect.ValueOf(options).NumField() {
			if reflect.ValueOf(options).Field(i).IsZero() {
				t.Errorf("%s: %s is zero in this test, want a value", name, reflect.TypeOf(options).Field(i).Name)
			}
		}
	}
	s := stub.New(t, stub.Always(200, "[]"))
	site := s.Client(t)
	if _, err := site.Posts.List(t.Context(), posts); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Pages.List(t.Context(), pages); err != nil {
		t.Fatal(err)
	}
	for i, own := range []url.Values{wantPosts, wantPages} {
		for key, values := range shared {
			own[key] = values
		}
		raw := s.Seen()[i].Query
		got := query(t, raw)
		for key := range own {
			if !slices.Equal(got[key], own[key]) {
				t.Errorf("argument %s sent as %q, want %q", key, got[key], own[key])
			}
		}
		switch {
		case len(got) != len(own):
			t.Errorf("query(raw): length %d, want %d", len(got), len(own))
		case strings.Contains(raw, "+02:00"):
			t.Errorf("raw %q, want no %q in it", raw, "+02:00")
		}
	}
}
