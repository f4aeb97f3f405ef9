package menus_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveEnsureMakesAMenuOnceHoweverItsNameIsSpelled(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := menus.New(site), t.Context()
	for _, names := range [][2]string{
		{"Live  two  blanks", "live two blanks"}, {"Live\ttab", "Live tab"}, {" Live padded ", "Live padded"}, {"Live AT&copy", "live at&amp;copy"}, {"Live R&D", "live r&amp;d"},
		{`Live back\slash`, `live BACK\slash`}, {`Live "q" it's`, `live "Q" it's`}, {"Live 7 > 6", "live 7 &gt; 6"}, {"Live Ä é 字", "live ä É 字"},
	} {
		made, err := all.Ensure(ctx, names[0], &menus.Params{Description: new("A & B")})
		if err != nil {
			t.Errorf("%q: %v", names[0], err)
			continue
		}
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID, menus.DeleteItems) })
		for _, name := range names {
			again, err := all.Ensure(ctx, name, &menus.Params{AutoAdd: new(true)})
			if err != nil || again.ID != made.ID || again.Name != made.Name || again.Description != made.Description {
				t.Errorf("%q: %+v, %v", name, again, err)
			}
		}
	}
	if other, err := all.Ensure(ctx, "Live A é 字", nil); !errors.Is(err, cms.ErrConflict) || !errors.Is(err, menus.CodeMenuExists) {
		t.Errorf("a name that is the same for the site alone: %+v, %v", other, err)
	}
}

func TestLiveEnsureTwiceKeepsTheLocationsOfTheMenu(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := menus.New(site), t.Context()
	locations, err := menus.New(site).Locations.List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var free []string
	for _, l := range locations {
		if l.Menu == 0 {
			free = append(free, l.Name)
		}
	}
	if len(free) == 0 {
		t.Skip("the theme has no free location")
	}
	params := &menus.Params{Description: new("Above"), Locations: free[:1]}
	made, err := all.Ensure(ctx, "Live located", params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID, menus.DeleteItems) })
	for _, name := range []string{"Live located", "live  LOCATED"} {
		if again, err := all.Ensure(ctx, name, params); err != nil || again.ID != made.ID || len(again.Locations) != 1 {
			t.Errorf("%s: %+v, %v", name, again, err)
		}
	}
	if all, err := all.Ensure(ctx, "Live located", &menus.Params{Locations: free}); err != nil || all.Description != "Above" || len(all.Locations) != len(free) {
		t.Errorf("%+v, %v", all, err)
	}
	if other, err := all.Ensure(ctx, "Live other", &menus.Params{Locations: free[:1]}); !errors.Is(err, menus.ErrLocationTaken) {
		t.Errorf("%+v, %v", other, err)
	}
	if _, err := all.ByName(ctx, "Live other"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

func TestLiveMenusAreWrittenAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := menus.New(site), t.Context()
	made, err := all.Ensure(ctx, "Main & Co", &menus.Params{Description: new("Pairs")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID, menus.DeleteItems) })
	if made.Name != "Main &amp; Co" || made.Description != "Pairs" || made.Extra != nil {
		t.Errorf("%+v", made)
	}
	if again, err := all.Ensure(ctx, "main & co", nil); err != nil || again.ID != made.ID || again.Description != "Pairs" {
		t.Errorf("%+v, %v", again, err)
	}
	if again, err := all.Ensure(ctx, "Main & Co", &menus.Params{AutoAdd: new(true)}); err != nil || again.ID != made.ID || again.Description != "Pairs" || !again.AutoAdd {
		t.Errorf("%+v, %v", again, err)
	}
	_, err = all.Create(ctx, &menus.Params{Name: new("Main & Co")})
	sitetest.Failed(t, err, 400, menus.CodeMenuExists, cms.ErrBadRequest)
	_, err = all.Create(ctx, &menus.Params{Name: new("Nowhere"), Locations: []string{"nope"}})
	sitetest.Failed(t, err, 400, cms.CodeInvalidParam, cms.ErrBadRequest)
	read, err := all.Get(ctx, made.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := read.Params()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		params.AutoAdd = new(method == "PUT")
		if changed, err := all.Update(ctx, made.ID, params, cms.UpdateMethod(method)); err != nil || changed.Description != "Pairs" || changed.Name != made.Name || changed.AutoAdd != *params.AutoAdd {
			t.Errorf("%s: %+v, %v", method, changed, err)
		}
	}
	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("https://fonts.example"), Menus: &made.ID, Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	if deleted, err := all.Delete(ctx, made.ID, menus.DeleteItems); err != nil || deleted.Previous.ID != made.ID {
		t.Errorf("%+v, %v", deleted, err)
	}
	if _, err := site.MenuItems.Get(ctx, item.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("the item is still there: %v", err)
	}
	_, err = all.Get(ctx, made.ID)
	sitetest.Failed(t, err, 404, menus.CodeInvalidMenu, cms.ErrNotFound)
	_, err = menus.New(site).Locations.Get(ctx, "nope")
	sitetest.Failed(t, err, 404, menus.CodeInvalidLocation, cms.ErrNotFound)
	if list, err := menus.New(site).Locations.List(ctx, nil); err != nil {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestLiveMenusAreWalkedExactlyAndInABatch(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := menus.New(site), t.Context()
	requests := batch.New(site)
	for i := range 5 {
		requests.Add(all.CreateRequest(&menus.Params{Name: new(fmt.Sprintf("walked %d", i))}))
	}
	if _, err := requests.Do(ctx); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for menu, err := range all.All(ctx, &menus.ListOptions{PerPage: 2, Search: "walked"}, cms.Exact(), cms.Prefetch(2)) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, menu.ID)
	}
	many := 0
	for _, err := range all.GetMany(ctx, ids, nil) {
		if err != nil {
			t.Fatal(err)
		}
		many++
	}
	if n, err := all.Count(ctx, &menus.ListOptions{Search: "walked"}); err != nil || n != 5 || len(ids) != 5 || many != 5 {
		t.Errorf("%d, %d of %d, %v", many, len(ids), n, err)
	}
	for _, id := range ids {
		if _, err := all.Delete(ctx, id, menus.DeleteItems); err != nil {
			t.Error(err)
		}
	}
}

func TestLiveNavigationIsWrittenAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := menus.New(site).Navigations, t.Context()
	made, err := all.Ensure(ctx, "specimen-navigation", &menus.NavigationParams{Title: new("Specimen"), Content: new("<!-- wp:page-list /-->"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
	if again, err := all.Ensure(ctx, "specimen-navigation", &menus.NavigationParams{Title: new("Specimens")}); err != nil || again.ID != made.ID || again.Title.Raw != "Specimens" {
		t.Errorf("%+v, %v", again, err)
	}
	read, err := all.Get(ctx, made.ID, cms.InContext(cms.ContextEdit))
	if err != nil || read.Extra != nil {
		t.Fatalf("%+v, %v", read, err)
	}
	params, err := read.Params()
	if err != nil {
		t.Fatal(err)
	}
	if same, err := all.Update(ctx, made.ID, params); err != nil || same.Content.Raw != read.Content.Raw || same.Slug != read.Slug {
		t.Errorf("%+v, %v", same, err)
	}
	if saved, err := all.Autosaves(made.ID).Create(ctx, &menus.NavigationParams{Title: new("Draft")}); err != nil || saved.Parent != made.ID {
		t.Errorf("%+v, %v", saved, err)
	}
	if kept, err := all.Revisions(made.ID).List(ctx, nil); err != nil || len(kept.Items) == 0 {
		t.Errorf("%+v, %v", kept, err)
	}
	if trashed, err := all.Trash(ctx, made.ID); err != nil || trashed.Status != cms.StatusTrash {
		t.Errorf("%+v, %v", trashed, err)
	}
	if _, err := all.Trash(ctx, made.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("%v", err)
	}
	if _, err := all.Delete(ctx, made.ID); err != nil {
		t.Error(err)
	}
	id, err := menus.New(site).MakeFallback(ctx)
	if errors.Is(err, cms.ErrNoRoute) { // 6.1
		index, err := cms.Do(ctx, site, cms.Request[cms.Raw]{Path: site.Prefix() + "-block-editor/v1"})
		if err != nil || strings.Contains(string(index.Body), "navigation-fallback") {
			t.Errorf("the site has the route, %v", err)
		}
		return
	}
	if shown, lookup := all.Get(ctx, id); err != nil || lookup != nil || shown.Status != cms.StatusPublish {
		t.Errorf("%d: %+v, %v, %v", id, shown, err, lookup)
	}
}

func TestLiveRightsOfMenus(t *testing.T) {
	t.Parallel()
	sitetest.Live(t)
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "list menus", Least: "contributor", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := menus.New(s).List(ctx, nil)
			return err
		}},
		{Name: "edit menus", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := menus.New(s).List(ctx, &menus.ListOptions{Context: cms.ContextEdit})
			return err
		}},
		{Name: "create menus", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			made, err := menus.New(s).Create(ctx, &menus.Params{Name: new("Of a role")})
			if err == nil {
				_, err = menus.New(s).Delete(ctx, made.ID, menus.DeleteItems)
			}
			return err
		}},
		{Name: "locations", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := menus.New(s).Locations.List(ctx, nil)
			return err
		}},
		{Name: "list navigation", Least: "nobody", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := menus.New(s).Navigations.List(ctx, nil)
			return err
		}},
		{Name: "create navigation", Least: "admin", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			made, err := menus.New(s).Navigations.Create(ctx, &menus.NavigationParams{Title: new("Of a role")})
			if err == nil {
				_, err = menus.New(s).Navigations.Delete(ctx, made.ID)
			}
			return err
		}},
	}))
}
