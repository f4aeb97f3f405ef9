package menus_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestMenusOfASiteInMemory goes the whole road on the server that programs are tested with.
func TestMenusOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithMenuLocation("primary", "Primary menu"))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, ctx := menus.New(site), t.Context()
	made, err := all.Ensure(ctx, "Main & co", &menus.Params{Description: new("Above"), Locations: []string{"primary"}})
	switch {
	case err != nil:
		t.Fatalf("Menus.Ensure: error %v, want nil", err)
	case !slices.Equal(made.Locations, []string{"primary"}):
		t.Fatalf("Menus.Ensure: Locations %q, want %q", made.Locations, []string{"primary"})
	}
	switch again, err := all.Ensure(ctx, "MAIN & co", nil); {
	case err != nil:
		t.Errorf("Menus.Ensure: error %v, want nil", err)
	case again.ID != made.ID:
		t.Errorf("Menus.Ensure: again.ID %d, want %d", again.ID, made.ID)
	}
	shown, err := menus.New(site).Locations.Get(ctx, "primary")
	switch {
	case err != nil:
		t.Errorf("Locations.Get: error %v, want nil", err)
	case shown.Menu != made.ID || shown.Description != "Primary menu":
		t.Errorf("Locations.Get: shown.Menu %d, shown.Description %q, want %d and %q", shown.Menu, shown.Description, made.ID,
			"Primary menu")
	}
	params, err := made.Params()
	if err != nil {
		t.Fatal(err)
	}
	params.Name = new("Top")
	switch changed, err := all.Update(ctx, made.ID, params); {
	case err != nil:
		t.Errorf("Menus.Update(made.ID, params): error %v, want nil", err)
	case changed.Slug != "top" || changed.Description != "Above":
		t.Errorf("Menus.Update(made.ID, params): changed.Slug %q, changed.Description %q, want %q and %q", changed.Slug,
			changed.Description, "top", "Above")
	}
	switch found, err := all.List(ctx, &menus.ListOptions{Search: "TOP"}); {
	case err != nil:
		t.Errorf("Menus.List: error %v, want nil", err)
	case found.Total != 1:
		t.Errorf("Menus.List: Total %d, want 1", found.Total)
	case found.Items[0].ID != made.ID:
		t.Errorf("Menus.List: found.Items[0].ID %d, want %d", found.Items[0].ID, made.ID)
	}
	_, err = all.Create(ctx, &menus.Params{Name: new("top")})
	sitetest.Failed(t, err, http.StatusBadRequest, menus.CodeMenuExists, cms.ErrBadRequest)
	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"), Menus: &made.ID})
	if err != nil {
		t.Fatal(err)
	}
	switch gone, err := all.Delete(ctx, made.ID, menus.DeleteItems); {
	case err != nil:
		t.Errorf("Menus.Delete: error %v, want nil", err)
	case gone.Previous.ID != made.ID:
		t.Errorf("Menus.Delete: gone.Previous.ID %d, want %d", gone.Previous.ID, made.ID)
	}
	if server.Record("menu-items", item.ID) != nil {
		t.Errorf(`the item is still there: server.Record("menu-items", item.ID) %v, want nil`,
			server.Record("menu-items", item.ID))
	}
	switch free, err := menus.New(site).Locations.List(ctx, nil); {
	case err != nil:
		t.Errorf("Locations.List: error %v, want nil", err)
	case len(free) != 1:
		t.Errorf("Locations.List: %d locations, want 1", len(free))
	case free[0].Menu != 0:
		t.Errorf("Locations.List: free[0].Menu %d, want 0", free[0].Menu)
	}
}

func TestNavigationOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, ctx := menus.New(site).Navigations, t.Context()
	first, err := menus.New(site).MakeFallback(ctx)
	switch {
	case err != nil:
		t.Fatalf("%d: Menus.MakeFallback: error %v, want nil", first, err)
	case server.Record("navigation", first)["title"] != "Navigation":
		t.Fatalf("MakeFallback: title %v, want %q", server.Record("navigation", first)["title"], "Navigation")
	}
	made, err := all.Ensure(ctx, "top", &menus.NavigationParams{Title: new("Top"),
		Content: new("<!-- wp:paragraph --><p>Fonts</p><!-- /wp:paragraph -->"), Status: new(cms.StatusPublish)})
	switch {
	case err != nil:
		t.Fatalf("Content.Ensure: error %v, want nil", err)
	case made.ID == first:
		t.Fatalf("Content.Ensure: ID %d, want a value other than %d", made.ID, first)
	case made.Extra != nil:
		t.Fatalf("Content.Ensure: Extra %v, want nil", made.Extra)
	}
	switch changed, err := all.Update(ctx, made.ID, &menus.NavigationParams{Title: new("At the top")}); {
	case err != nil:
		t.Errorf("Content.Update: error %v, want nil", err)
	case changed.Title.Raw != "At the top":
		t.Errorf("Content.Update: changed.Title.Raw %q, want %q", changed.Title.Raw, "At the top")
	case changed.Content.Raw != made.Content.Raw:
		t.Errorf("Content.Update: changed.Content.Raw %q, want %q", changed.Content.Raw, made.Content.Raw)
	}
	switch kept, err := all.Revisions(made.ID).List(ctx, nil); {
	case err != nil:
		t.Errorf("Revisions.List: error %v, want nil", err)
	case len(kept.Items) != 2:
		t.Errorf("Revisions.List: %d records, want 2", len(kept.Items))
	}
	switch found, err := all.List(ctx, &menus.NavigationListOptions{Search: "top"}); {
	case err != nil:
		t.Errorf("Content.List: error %v, want nil", err)
	case found.Total != 1:
		t.Errorf("Content.List: Total %d, want 1", found.Total)
	case found.Items[0].ID != made.ID:
		t.Errorf("Content.List: found.Items[0].ID %d, want %d", found.Items[0].ID, made.ID)
	}
	if _, err := all.Trash(ctx, made.ID); err != nil {
		t.Error(err)
	}
	if _, err := all.Trash(ctx, made.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Content.Trash(made.ID): error %v, want ErrGone", err)
	}
	switch gone, err := all.Delete(ctx, made.ID); {
	case err != nil:
		t.Errorf("Content.Delete(made.ID): error %v, want nil", err)
	case gone.Previous.ID != made.ID:
		t.Errorf("Content.Delete(made.ID): gone.Previous.ID %d, want %d", gone.Previous.ID, made.ID)
	}
	editor, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = menus.New(editor).Navigations.Create(ctx, &menus.NavigationParams{Title: new("Mine")})
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeCannotCreate, cms.ErrForbidden)
}
