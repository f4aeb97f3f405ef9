package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestGetManyReadsInWindowsOfAHundred(t *testing.T) {
	t.Parallel()
	site, server := newSite(t, cmstest.WithSample())
	all, err := walked(t, site, nil, cms.Fields("id"))
	if err != nil {
		t.Fatal(err)
	}
	first, window := all[:250], slices.Clone(all[:100])
	slices.Reverse(window)
	tests := []struct {
		name     string
		ids      []int64
		options  *cms.PostListOptions
		want     []int64
		requests int
	}{
		{"none", nil, nil, nil, 0},
		{"one", all[7:8], nil, all[7:8], 1},
		{"a hundred, in their order", window, nil, window, 1},
		{"a hundred and one", all[:101], nil, all[:101], 2},
		{"two hundred and fifty", first, nil, first, 3},
		{"unknown ids are left out", []int64{all[3], 999999, all[1]}, nil, []int64{all[3], all[1]}, 1},
		{"an id twice comes once", []int64{all[3], all[1], all[3]}, nil, []int64{all[3], all[1]}, 1},
		{"a hundred times the same is one window", slices.Repeat(all[:1], 101), nil, all[:1], 1},
		{"what options say of order and place is not looked at", all[:3],
			&cms.PostListOptions{Include: []int64{}, Page: 3, PerPage: 1, Offset: 2, Order: cms.Ascending, OrderBy: cms.ByDate,
				IgnoreSticky: new(false)}, all[:3], 1},
		{"an empty filter matches nothing", all[:3], &cms.PostListOptions{Author: []int64{}}, nil, 0},
	}
	for _, test := range tests {
		for _, ahead := range []int{0, 3} {
			server.ResetRequests()
			var ids []int64
			for post, err := range site.Posts.GetMany(t.Context(), test.ids, test.options, cms.Prefetch(ahead),
				cms.Fields("id")) {
				if err != nil {
					t.Fatalf("%s: Posts.GetMany: %v", test.name, err)
				}
				ids = append(ids, post.ID)
			}
			if n := len(server.Requests()); !slices.Equal(ids, test.want) || n != test.requests {
				t.Errorf("%s, %d ahead: ids %v in %d requests, want %v in %d", test.name, ahead, ids, n, test.want, test.requests)
			}
		}
	}
	server.ResetRequests()
	for _, ids := range [][]int64{{0}, {5, -1}} {
		for post, err := range site.Posts.GetMany(t.Context(), ids, nil) {
			if post != nil || !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%v: Posts.GetMany(ids): post %+v, error %v, want nil and ErrInvalidArgument", ids, post, err)
			}
		}
	}
	for _, err := range site.Posts.GetMany(t.Context(), first, nil) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	if n := len(server.Requests()); n != 1 {
		t.Errorf("Server.Requests: %d requests, want 1", n)
	}
}

func TestCountAsksForTheTotalAlone(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		server   numbers
		options  *cms.PostListOptions
		want     int
		requests int
	}{
		{numbers{n: 45, totals: true}, nil, 45, 1},
		{numbers{n: 45, totals: true}, &cms.PostListOptions{Page: 9, Offset: 44, PerPage: 50}, 45, 1},
		{numbers{totals: true}, nil, 0, 1},
		{numbers{n: 45, totals: true}, &cms.PostListOptions{Include: []int64{}}, 0, 0},
		{numbers{n: 245}, nil, 245, 5},
		{numbers{n: 45, ignoresPage: true}, nil, 45, 3},
	} {
		server := test.server
		s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
		n, err := s.client(t).Posts.Count(t.Context(), test.options)
		switch {
		case err != nil:
			t.Errorf("Posts.Count(%+v): error %v, want nil", test.options, err)
		case n != test.want:
			t.Errorf("Posts.Count(%+v): %d, want %d", test.options, n, test.want)
		case len(s.seen()) != test.requests:
			t.Errorf("Posts.Count(%+v): %d requests, want %d", test.options, len(s.seen()), test.requests)
		}
	}
}

func TestEmptyInclusionSendsNothing(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `[{"id":1}]`))
	site := s.client(t)
	none := []*cms.PostListOptions{
		{Include: []int64{}}, {Slug: []string{}}, {Author: []int64{}}, {Status: []cms.Status{}}, {Format: []cms.Format{}},
		{Categories: cms.Terms()}, {Tags: cms.TermFilter{Terms: []int64{}, Operator: cms.TaxAnd}},
	}
	for _, options := range none {
		page, err := site.Posts.List(t.Context(), options)
		switch {
		case err != nil:
			t.Errorf("List(%+v) = %+v, %v, want nil", *options, page, err)
		case page.Items == nil:
			t.Errorf("List(%+v) = %+v, %v: Items nil, want a value", *options, page, err)
		case len(page.Items) > 0:
			t.Errorf("List(%+v) = %+v, %v: Items %v, want an empty list", *options, page, err, page.Items)
		}
		if ids, err := walked(t, site, options); err != nil || ids != nil {
			t.Errorf("All(%+v): ids %v, error %v, want none and nil", *options, ids, err)
		}
		for page, err := range site.Posts.Pages(t.Context(), options) {
			t.Errorf("Pages(%+v) yields %v, error %v, want no page", *options, page, err)
		}
		if n, err := site.Posts.Count(t.Context(), options); err != nil || n != 0 {
			t.Errorf("Count(%+v): %d, error %v, want 0 and nil", *options, n, err)
		}
	}
	switch page, err := site.Pages.List(t.Context(), &cms.PageListOptions{Parent: []int64{}}); {
	case err != nil:
		t.Errorf("Pages.List: error %v, want nil", err)
	case len(page.Items) > 0:
		t.Errorf("Pages.List: Items %v, want an empty list", page.Items)
	}
	if n := len(s.seen()); n > 0 {
		t.Fatalf("%d requests were sent, want at most 0", n)
	}
	for _, options := range []*cms.PostListOptions{
		{Exclude: []int64{}}, {AuthorExclude: []int64{}}, {SearchColumns: []cms.SearchColumn{}},
		{CategoriesExclude: cms.Terms()}, {TagsExclude: cms.Terms()},
	} {
		switch page, err := site.Posts.List(t.Context(), options); {
		case err != nil:
			t.Errorf("List(%+v) = %+v, %v, want nil", *options, page, err)
		case len(page.Items) != 1:
			t.Errorf("List(%+v) = %+v, %v: %d records, want 1", *options, page, err, len(page.Items))
		}
	}
	for _, request := range s.seen() {
		if request.Query != "" {
			t.Errorf("an empty exclusion was sent as %q, want an empty string", request.Query)
		}
	}
}
