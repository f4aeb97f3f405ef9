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

func TestLiveSearchFindsRecordsAndTerms(t *testing.T) {
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
		if err != nil || r.Number() == 0 {
			t.Fatalf("All: %+v, error %v, want a result with a number", r, err)
		} else if r.Type != "post" || r.Subtype != "post" {
			t.Fatalf("All: type %q, subtype %q, want post twice", r.Type, r.Subtype)
		} else if r.Extra != nil {
			t.Fatalf("All: extra %v, want none", r.Extra)
		}
		n++
	}
	if total, err := search.New(site).Count(ctx, &search.ListOptions{Search: "searchable"}); n != 3 || total != 3 {
		t.Errorf("All and Count: %d and %d results, want 3 of each", n, total)
	} else if err != nil {
		t.Errorf("Count: error %v, want none", err)
	}
	found, err := search.New(site).List(ctx,
		&search.ListOptions{Search: "searchable", Type: search.Terms, Subtype: []string{"post_tag"}})
	if err != nil || len(found.Items) != 1 {
		t.Errorf("List of terms: %+v, error %v, want one", found, err)
	} else if found.Items[0].Number() != term.ID {
		t.Errorf("List of terms: %d, want %d", found.Items[0].Number(), term.ID)
	}
	if _, err := search.New(site).List(ctx,
		&search.ListOptions{Search: "searchable", Subtype: []string{"category"}}); !errors.Is(err, cms.ErrFilterIgnored) &&
		!errors.Is(err, cms.ErrBadRequest) {
		t.Errorf("List of another subtype: error %v, want ErrFilterIgnored or ErrBadRequest", err)
	}
	if past, err := search.New(site).List(ctx, &search.ListOptions{Search: "searchable", Page: 9}); err != nil ||
		len(past.Items) != 0 {
		t.Errorf("List of page 9: %+v, error %v, want no results", past, err)
	} else if past.Total != 0 {
		t.Errorf("List of page 9: total %d, want 0", past.Total)
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
		t.Errorf("Details of the front page: %+v, error %v, want a title", details, err)
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
