package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestEmptyInclusionSendsNothing(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[{"id":1}]`))
	site := s.Client(t)
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
	if n := len(s.Seen()); n > 0 {
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
	for _, request := range s.Seen() {
		if request.Query != "" {
			t.Errorf("an empty exclusion was sent as %q, want an empty string", request.Query)
		}
	}
}
