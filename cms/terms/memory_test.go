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
	switch {
	case err != nil:
		t.Errorf("Terms.Get: error %v, want nil", err)
	case read.Name != "Serif &amp; co":
		t.Errorf("Terms.Get: Name %q, want %q", read.Name, "Serif &amp; co")
	case read.Parent == 0:
		t.Error("Terms.Get: read.Parent 0, want more than 0")
	case read.Extra != nil:
		t.Errorf("Terms.Get: Extra %v, want nil", read.Extra)
	}
	below, err := all.List(ctx, &terms.ListOptions{Parent: &read.Parent})
	switch {
	case err != nil:
		t.Errorf("Terms.List: error %v, want nil", err)
	case below.Total != 1:
		t.Errorf("Terms.List: below.Total %d, want 1", below.Total)
	case below.Items[0].ID != deep.ID:
		t.Errorf("Terms.List: below.Items[0].ID %d, want %d", below.Items[0].ID, deep.ID)
	}
	changed, err := all.Update(ctx, deep.ID, &terms.Params{Name: new("Serifs"), Description: new("With feet"),
		Parent: new(int64(0))})
	switch {
	case err != nil:
		t.Errorf("Terms.Update: error %v, want nil", err)
	case changed.Name != "Serifs" || changed.Parent != 0:
		t.Errorf("Terms.Update: changed.Name %q, changed.Parent %d, want %q and 0", changed.Name, changed.Parent, "Serifs")
	case changed.Slug != deep.Slug:
		t.Errorf("Terms.Update: changed.Slug %q, want %q", changed.Slug, deep.Slug)
	}
	switch again, err := all.Ensure(ctx, "Serifs", nil); {
	case err != nil:
		t.Errorf("Terms.Ensure: error %v, want nil", err)
	case again.ID != deep.ID:
		t.Errorf("Terms.Ensure: again.ID %d, want %d", again.ID, deep.ID)
	}
	_, err = all.Create(ctx, &terms.Params{Name: new("Serifs")})
	sitetest.Failed(t, err, http.StatusBadRequest, terms.CodeTermExists, cms.ErrBadRequest)
	_, err = all.Delete(ctx, 1)
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeCannotDelete, cms.ErrForbidden)
	post := server.Insert("posts", map[string]any{"title": "Serifs", "categories": []int64{deep.ID}})
	switch gone, err := all.Delete(ctx, deep.ID); {
	case err != nil:
		t.Errorf("Terms.Delete(deep.ID): error %v, want nil", err)
	case gone.Previous.ID != deep.ID || gone.Previous.Count != 1:
		t.Errorf("Terms.Delete(deep.ID): gone.Previous.ID %d, gone.Previous.Count %d, want %d and 1", gone.Previous.ID,
			gone.Previous.Count, deep.ID)
	}
	if left := server.Record("posts", post)["categories"]; left.([]int64)[0] != 1 {
		t.Errorf("the post is in %v: left.([]int64)[0] %d, want 1", left, left.([]int64)[0])
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
	switch {
	case err != nil:
		t.Fatalf("Catalog.List: error %v, want nil", err)
	case len(list) != 2:
		t.Fatalf("Catalog.List: %d taxonomies, want 2", len(list))
	case list[0].Slug != "category":
		t.Fatalf("Catalog.List: list[0].Slug %q, want %q", list[0].Slug, "category")
	case list[1].Capabilities["edit_terms"] != "edit_post_tags":
		t.Fatalf(`Catalog.List: list[1].Capabilities["edit_terms"] %q, want %q`, list[1].Capabilities["edit_terms"],
			"edit_post_tags")
	case list[0].Extra != nil:
		t.Fatalf("Catalog.List: list[0].Extra %v, want nil", list[0].Extra)
	}
	switch found, err := list[1].Terms(site).List(ctx, nil); {
	case err != nil:
		t.Errorf("Terms.List: error %v, want nil", err)
	case found.Total != 0:
		t.Errorf("Terms.List: Total %d, want 0", found.Total)
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
	switch {
	case err != nil:
		t.Fatalf("Terms.Ensure: error %v, want nil", err)
	case made.Taxonomy != "post_tag":
		t.Fatalf("Terms.Ensure: Taxonomy %q, want %q", made.Taxonomy, "post_tag")
	}
	if _, err := terms.Tags(site).Ensure(t.Context(), "Greek", &terms.Params{Parent: &made.ID}); !errors.Is(err,
		cms.ErrBadRequest) {
		t.Errorf("below another tag: %v, want ErrBadRequest", err)
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
	switch made, err = all.Update(t.Context(), made.ID, &terms.Params{Name: new("Serifs")}); {
	case err != nil:
		t.Fatalf("Terms.Update: error %v, want nil", err)
	case made.Slug != "retired":
		t.Fatalf("Terms.Update: Slug %q, want %q", made.Slug, "retired")
	}
	switch found, err := all.Ensure(t.Context(), "SERIFS", nil); {
	case err != nil:
		t.Errorf("Terms.Ensure: error %v, want nil", err)
	case found.ID != made.ID:
		t.Errorf("Terms.Ensure: term %d, want %d", found.ID, made.ID)
	}
}

func TestEnsureSlugOfANewTagAcceptsParentZero(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	params := &terms.Params{Name: new("Latin"), Parent: new(int64(0))}
	for range 2 {
		made, err := terms.Tags(site).EnsureSlug(t.Context(), "latin", params)
		if err != nil || made.Slug != "latin" {
			t.Errorf("EnsureSlug of a tag with Parent 0: %+v, error %v, want it with the slug latin", made, err)
		}
	}
}
