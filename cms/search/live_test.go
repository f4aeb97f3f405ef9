package search_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveASearchFindsRecordsAndTerms(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	for i := range 3 {
		post, err := site.Posts.Create(ctx,
			&cms.PostParams{Title: new(fmt.Sprintf("searchable specimen %d", i)), Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _, _ = site.Posts.Delete(ctx, post.ID) }()
	}
	term, err := terms.Tags(site).Ensure(ctx, "searchable term", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = terms.Tags(site).Delete(ctx, term.ID) }()
	n := 0
	for r, err := range search.New(site).All(ctx, &search.ListOptions{Search: "searchable", PerPage: 2}) {
		if err != nil || r.Number() == 0 || r.Type != "post" || r.Subtype != "post" || r.Extra != nil {
			t.Fatalf("%+v, %v", r, err)
		}
		n++
	}
	if total, err := search.New(site).Count(ctx, &search.ListOptions{Search: "searchable"}); n != 3 ||
		total != 3 || err != nil {
		t.Errorf("%d of %d, %v", n, total, err)
	}
	found, err := search.New(site).List(ctx,
		&search.ListOptions{Search: "searchable", Type: search.Terms, Subtype: []string{"post_tag"}})
	if err != nil || len(found.Items) != 1 || found.Items[0].Number() != term.ID {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := search.New(site).List(ctx,
		&search.ListOptions{Search: "searchable", Subtype: []string{"category"}}); !errors.Is(err, cms.ErrFilterIgnored) &&
		!errors.Is(err, cms.ErrBadRequest) {
		t.Errorf("%v", err)
	}
	if past, err := search.New(site).List(ctx, &search.ListOptions{Search: "searchable", Page: 9}); err != nil ||
		len(past.Items) != 0 || past.Total != 0 {
		t.Errorf("%+v, %v", past, err)
	}
	_, err = search.New(site).List(ctx, &search.ListOptions{Search: "searchable", Type: search.Terms, Page: 9})
	sitetest.Failed(t, err, 400, "rest_search_invalid_page_number", cms.ErrBadRequest)
	_, err = search.New(site).List(ctx, &search.ListOptions{Subtype: []string{"attachment"}})
	sitetest.Failed(t, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
	_, err = search.New(site).List(ctx, &search.ListOptions{Type: search.PostFormats})
	if err != nil {
		t.Error(err)
	}
	details, err := search.New(site).Details(ctx, site.Site()+"/")
	if err != nil || details.Title == "" {
		t.Errorf("%+v, %v", details, err)
	}
	_, err = search.New(site).Details(ctx, site.Site()+"/no-such-page-here.html")
	sitetest.Failed(t, err, 404, "no_response", cms.ErrNotFound)
}

func TestLiveRightsOfSearch(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "search", Least: "nobody", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := search.New(s).List(ctx, nil)
			return err
		}},
		{Name: "details", Least: "contributor", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := search.New(s).Details(ctx, site.Site()+"/")
			return err
		}},
	}))
}
