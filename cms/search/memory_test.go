package search_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestSearchOfASiteInMemory goes the whole road on the server that programs are tested with.
func TestSearchOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	post := server.Insert("posts",
		map[string]any{"title": "Searchable serif", "date": "2026-05-01T10:00:00", "format": "aside"})
	page := server.Insert("pages",
		map[string]any{"title": "Serif", "content": "searchable", "date": "2026-06-01T10:00:00"})
	server.Insert("posts", map[string]any{"title": "Searchable draft", "status": "draft"})
	tag := server.Insert("tags", map[string]any{"name": "searchable tag"})
	var found []int64
	for r, err := range search.New(site).All(ctx, &search.ListOptions{Search: "searchable", PerPage: 1}) {
		if err != nil || r.Type != "post" {
			t.Fatalf("All: %+v, error %v, want a post", r, err)
		} else if r.Extra != nil {
			t.Fatalf("All: extra %v, want none", r.Extra)
		}
		found = append(found, r.Number())
	}
	if len(found) != 2 || found[0] != post {
		t.Errorf("All: %v, want %d first of two", found, post)
	} else if found[1] != page {
		t.Errorf("All: %v, want %d second", found, page)
	}
	if n, err := search.New(site).Count(ctx,
		&search.ListOptions{Search: "searchable", Subtype: []string{"page"}}); err != nil || n != 1 {
		t.Errorf("Count of pages: %d, error %v, want 1", n, err)
	}
	terms, err := search.New(site).List(ctx, &search.ListOptions{Search: "SEARCHABLE", Type: search.Terms})
	if err != nil || len(terms.Items) != 1 {
		t.Errorf("List of terms: %+v, error %v, want one", terms, err)
	} else if terms.Items[0].Number() != tag || terms.Items[0].Type != "post_tag" {
		t.Errorf("List of terms: %+v, want the tag %d", terms.Items, tag)
	}
	shapes, err := search.New(site).List(ctx, &search.ListOptions{Type: search.PostFormats})
	if err != nil || len(shapes.Items) != 1 {
		t.Errorf("List of post formats: %+v, error %v, want one", shapes, err)
	} else if shapes.Items[0].ID != "aside" {
		t.Errorf("List of post formats: %q, want aside", shapes.Items[0].ID)
	}
	if _, err := search.New(site).List(ctx,
		&search.ListOptions{Subtype: []string{"post_tag"}, Search: "draft"}); err != nil {
		t.Errorf("List that finds nothing: error %v, want none", err)
	}
	if _, err := search.New(site).List(ctx, &search.ListOptions{Subtype: []string{"post_tag"}}); !errors.Is(err,
		cms.ErrFilterIgnored) {
		t.Errorf("List of another subtype: error %v, want ErrFilterIgnored", err)
	}
	_, err = search.New(site).List(ctx, &search.ListOptions{Type: search.Terms, Page: 9})
	sitetest.Failed(t, err, http.StatusBadRequest, "rest_search_invalid_page_number", cms.ErrBadRequest)
}
