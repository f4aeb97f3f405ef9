package terms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestTermsOfASiteInMemory goes the whole road on the server that programs are tested with.
func TestTermsOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all, ctx := terms.Categories(site), t.Context()
	deep, err := all.EnsurePath(ctx, "Type/Serif & co")
	if err != nil {
		t.Fatal(err)
	}
	read, err := all.Get(ctx, deep.ID, cms.InContext(cms.ContextEdit))
	if err != nil || read.Name != "Serif &amp; co" || read.Parent == 0 || read.Extra != nil {
		t.Errorf("%+v, %v", read, err)
	}
	below, err := all.List(ctx, &terms.ListOptions{Parent: &read.Parent})
	if err != nil || below.Total != 1 || below.Items[0].ID != deep.ID {
		t.Errorf("%+v, %v", below, err)
	}
	changed, err := all.Update(ctx, deep.ID, &terms.Params{Name: new("Serifs"), Description: new("With feet"), Parent: new(int64(0))})
	if err != nil || changed.Name != "Serifs" || changed.Parent != 0 || changed.Slug != deep.Slug {
		t.Errorf("%+v, %v", changed, err)
	}
	if again, err := all.Ensure(ctx, "Serifs", nil); err != nil || again.ID != deep.ID {
		t.Errorf("%+v, %v", again, err)
	}
	_, err = all.Create(ctx, &terms.Params{Name: new("Serifs")})
	sitetest.Failed(t, err, http.StatusBadRequest, terms.CodeTermExists, cms.ErrBadRequest)
	_, err = all.Delete(ctx, 1)
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeCannotDelete, cms.ErrForbidden)
	post := server.Insert("posts", map[string]any{"title": "Serifs", "categories": []int64{deep.ID}})
	if gone, err := all.Delete(ctx, deep.ID); err != nil || gone.Previous.ID != deep.ID || gone.Previous.Count != 1 {
		t.Errorf("%+v, %v", gone, err)
	}
	if left := server.Record("posts", post)["categories"]; left.([]int64)[0] != 1 {
		t.Errorf("the post is in %v", left)
	}
	author, err := cms.New(server.URL, cms.WithApplicationPassword("author", server.AppPassword("author")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = terms.Categories(author).Create(ctx, &terms.Params{Name: new("Mine")})
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeCannotCreate, cms.ErrForbidden)
}

func TestTaxonomiesOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("author", server.AppPassword("author")))
	if err != nil {
		t.Fatal(err)
	}
	all, ctx := terms.Taxonomies(site), t.Context()
	list, err := all.List(ctx, &terms.TaxonomyListOptions{Context: cms.ContextEdit, Type: "post"})
	if err != nil || len(list) != 2 || list[0].Slug != "category" || list[1].Capabilities["edit_terms"] != "edit_post_tags" || list[0].Extra != nil {
		t.Fatalf("%+v, %v", list, err)
	}
	if found, err := list[1].Terms(site).List(ctx, nil); err != nil || found.Total != 0 {
		t.Errorf("%+v, %v", found, err)
	}
	_, err = all.Get(ctx, "nosuch")
	sitetest.Failed(t, err, http.StatusNotFound, "rest_taxonomy_invalid", cms.ErrNotFound)
	_, err = all.Get(ctx, "nav_menu", cms.InContext(cms.ContextEdit))
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeForbiddenContext, cms.ErrForbidden)
}

func TestEnsureOfTagsAcceptsParentZeroOnly(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	made, err := terms.Tags(site).Ensure(t.Context(), "Latin", &terms.Params{Parent: new(int64(0))})
	if err != nil || made.Taxonomy != "post_tag" {
		t.Fatalf("%+v, %v", made, err)
	}
	if _, err := terms.Tags(site).Ensure(t.Context(), "Greek", &terms.Params{Parent: &made.ID}); !errors.Is(err, cms.ErrBadRequest) {
		t.Errorf("below another tag: %v", err)
	}
}

func TestEnsureFindsARenamedTermInAnotherCase(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	all := terms.Categories(site)
	made, err := all.Create(t.Context(), &terms.Params{Name: new("Retired")})
	if err != nil {
		t.Fatal(err)
	}
	if made, err = all.Update(t.Context(), made.ID, &terms.Params{Name: new("Serifs")}); err != nil || made.Slug != "retired" {
		t.Fatalf("%+v, %v", made, err)
	}
	if found, err := all.Ensure(t.Context(), "SERIFS", nil); err != nil || found.ID != made.ID {
		t.Errorf("%+v, %v, not %d", found, err, made.ID)
	}
}
