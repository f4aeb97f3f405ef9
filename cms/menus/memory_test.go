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
	if err != nil || !slices.Equal(made.Locations, []string{"primary"}) {
		t.Fatalf("%+v, %v", made, err)
	}
	if again, err := all.Ensure(ctx, "MAIN & co", nil); err != nil || again.ID != made.ID {
		t.Errorf("%+v, %v", again, err)
	}
	shown, err := menus.New(site).Locations.Get(ctx, "primary")
	if err != nil || shown.Menu != made.ID || shown.Description != "Primary menu" {
		t.Errorf("%+v, %v", shown, err)
	}
	params, err := made.Params()
	if err != nil {
		t.Fatal(err)
	}
	params.Name = new("Top")
	if changed, err := all.Update(ctx, made.ID, params); err != nil || changed.Slug != "top" || changed.Description != "Above" {
		t.Errorf("%+v, %v", changed, err)
	}
	if found, err := all.List(ctx, &menus.ListOptions{Search: "TOP"}); err != nil || found.Total != 1 || found.Items[0].ID != made.ID {
		t.Errorf("%+v, %v", found, err)
	}
	_, err = all.Create(ctx, &menus.Params{Name: new("top")})
	sitetest.Failed(t, err, http.StatusBadRequest, menus.CodeMenuExists, cms.ErrBadRequest)
	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"), Menus: &made.ID})
	if err != nil {
		t.Fatal(err)
	}
	if gone, err := all.Delete(ctx, made.ID, menus.DeleteItems); err != nil || gone.Previous.ID != made.ID {
		t.Errorf("%+v, %v", gone, err)
	}
	if server.Record("menu-items", item.ID) != nil {
		t.Error("the item is still there")
	}
	if free, err := menus.New(site).Locations.List(ctx, nil); err != nil || len(free) != 1 || free[0].Menu != 0 {
		t.Errorf("%+v, %v", free, err)
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
	if err != nil || server.Record("navigation", first)["title"] != "Navigation" {
		t.Fatalf("%d, %v", first, err)
	}
	made, err := all.Ensure(ctx, "top", &menus.NavigationParams{Title: new("Top"), Content: new("<!-- wp:paragraph --><p>Fonts</p><!-- /wp:paragraph -->"), Status: new(cms.StatusPublish)})
	if err != nil || made.ID == first || made.Extra != nil {
		t.Fatalf("%+v, %v", made, err)
	}
	if changed, err := all.Update(ctx, made.ID, &menus.NavigationParams{Title: new("At the top")}); err != nil || changed.Title.Raw != "At the top" || changed.Content.Raw != made.Content.Raw {
		t.Errorf("%+v, %v", changed, err)
	}
	if kept, err := all.Revisions(made.ID).List(ctx, nil); err != nil || len(kept.Items) != 2 {
		t.Errorf("%+v, %v", kept, err)
	}
	if found, err := all.List(ctx, &menus.NavigationListOptions{Search: "top"}); err != nil || found.Total != 1 || found.Items[0].ID != made.ID {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := all.Trash(ctx, made.ID); err != nil {
		t.Error(err)
	}
	if _, err := all.Trash(ctx, made.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("%v", err)
	}
	if gone, err := all.Delete(ctx, made.ID); err != nil || gone.Previous.ID != made.ID {
		t.Errorf("%+v, %v", gone, err)
	}
	editor, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = menus.New(editor).Navigations.Create(ctx, &menus.NavigationParams{Title: new("Mine")})
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeCannotCreate, cms.ErrForbidden)
}
