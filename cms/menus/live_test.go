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
		{"Live  two  blanks", "live two blanks"}, {"Live\ttab", "Live tab"}, {" Live padded ", "Live padded"},
		{"Live AT&copy", "live at&amp;copy"}, {"Live R&D", "live r&amp;d"},
		{`Live back\slash`, `live BACK\slash`}, {`Live "q" it's`, `live "Q" it's`}, {"Live 7 > 6", "live 7 &gt; 6"},
		{"Live Ä é 字", "live ä É 字"},
	} {
		made, err := all.Ensure(ctx, names[0], &menus.Params{Description: new("A & B")})
		if err != nil {
			t.Errorf("%q: Menus.Ensure: %v", names[0], err)
			continue
		}
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID, menus.DeleteItems) })
		for _, name := range names {
			again, err := all.Ensure(ctx, name, &menus.Params{AutoAdd: new(true)})
			switch {
			case err != nil:
				t.Errorf("%q: Menus.Ensure: error %v, want nil", name, err)
			case again.ID != made.ID:
				t.Errorf("%q: Menus.Ensure: again.ID %d, want %d", name, again.ID, made.ID)
			case again.Name != made.Name:
				t.Errorf("%q: Menus.Ensure: again.Name %q, want %q", name, again.Name, made.Name)
			case again.Description != made.Description:
				t.Errorf("%q: Menus.Ensure: again.Description %q, want %q", name, again.Description, made.Description)
			}
		}
	}
	if other, err := all.Ensure(ctx, "Live A é 字", nil); !errors.Is(err, cms.ErrConflict) ||
		!errors.Is(err, menus.CodeMenuExists) {
		t.Errorf("Ensure of a name that only the site finds equal: %+v, error %v, want ErrConflict and CodeMenuExists", other,
			err)
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
		switch again, err := all.Ensure(ctx, name, params); {
		case err != nil:
			t.Errorf("%s: Menus.Ensure(name, params): error %v, want nil", name, err)
		case again.ID != made.ID || len(again.Locations) != 1:
			t.Errorf("%s: Menus.Ensure(name, params): again.ID %d, %d locations, want %d and 1", name, again.ID,
				len(again.Locations), made.ID)
		}
	}
	switch all, err := all.Ensure(ctx, "Live located", &menus.Params{Locations: free}); {
	case err != nil:
		t.Errorf("Menus.Ensure: error %v, want nil", err)
	case all.Description != "Above":
		t.Errorf("Menus.Ensure: all.Description %q, want %q", all.Description, "Above")
	case len(all.Locations) != len(free):
		t.Errorf("Menus.Ensure: %d locations, want %d", len(all.Locations), len(free))
	}
	if _, err := all.Ensure(ctx, "Live other", &menus.Params{Locations: free[:1]}); !errors.Is(err,
		menus.ErrLocationTaken) {
		t.Errorf("Menus.Ensure: error %v, want ErrLocationTaken", err)
	}
	if _, err := all.ByName(ctx, "Live other"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Menus.ByName: error %v, want ErrNotFound", err)
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
	switch {
	case made.Name != "Main &amp; Co" || made.Description != "Pairs":
		t.Errorf("Menus.Ensure: Name %q, Description %q, want %q and %q", made.Name, made.Description, "Main &amp; Co",
			"Pairs")
	case made.Extra != nil:
		t.Errorf("Menus.Ensure: Extra %v, want nil", made.Extra)
	}
	switch again, err := all.Ensure(ctx, "main & co", nil); {
	case err != nil:
		t.Errorf("Menus.Ensure: error %v, want nil", err)
	case again.ID != made.ID || again.Description != "Pairs":
		t.Errorf("Menus.Ensure: again.ID %d, again.Description %q, want %d and %q", again.ID, again.Description, made.ID,
			"Pairs")
	}
	switch again, err := all.Ensure(ctx, "Main & Co", &menus.Params{AutoAdd: new(true)}); {
	case err != nil:
		t.Errorf("Menus.Ensure: error %v, want nil", err)
	case again.ID != made.ID || again.Description != "Pairs":
		t.Errorf("Menus.Ensure: again.ID %d, again.Description %q, want %d and %q", again.ID, again.Description, made.ID,
			"Pairs")
	case !again.AutoAdd:
		t.Error("Menus.Ensure: AutoAdd false, want true")
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
		switch changed, err := all.Update(ctx, made.ID, params, cms.UpdateMethod(method)); {
		case err != nil:
			t.Errorf("%s: Menus.Update: error %v, want nil", method, err)
		case changed.Description != "Pairs":
			t.Errorf("%s: Menus.Update: changed.Description %q, want %q", method, changed.Description, "Pairs")
		case changed.Name != made.Name:
			t.Errorf("%s: Menus.Update: changed.Name %q, want %q", method, changed.Name, made.Name)
		case changed.AutoAdd != *params.AutoAdd:
			t.Errorf("%s: Menus.Update: changed.AutoAdd is %t, want %t", method, changed.AutoAdd, *params.AutoAdd)
		}
	}
	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new("Fonts"), URL: new("https://fonts.example"),
		Menus: &made.ID, Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	switch deleted, err := all.Delete(ctx, made.ID, menus.DeleteItems); {
	case err != nil:
		t.Errorf("Menus.Delete: error %v, want nil", err)
	case deleted.Previous.ID != made.ID:
		t.Errorf("Menus.Delete: Previous.ID %d, want %d", deleted.Previous.ID, made.ID)
	}
	if _, err := site.MenuItems.Get(ctx, item.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("the item is still there: %v, want ErrNotFound", err)
	}
	_, err = all.Get(ctx, made.ID)
	sitetest.Failed(t, err, 404, menus.CodeInvalidMenu, cms.ErrNotFound)
	_, err = menus.New(site).Locations.Get(ctx, "nope")
	sitetest.Failed(t, err, 404, menus.CodeInvalidLocation, cms.ErrNotFound)
	if list, err := menus.New(site).Locations.List(ctx, nil); err != nil {
		t.Errorf("%+v: Locations.List: %v", list, err)
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
	switch n, err := all.Count(ctx, &menus.ListOptions{Search: "walked"}); {
	case err != nil:
		t.Errorf("%d: Menus.Count: error %v, want nil", many, err)
	case n != 5:
		t.Errorf("Menus.Count: %d, want 5", n)
	case len(ids) != 5:
		t.Errorf("%d: %d ids, want 5", many, len(ids))
	case many != 5:
		t.Errorf("many %d, want 5", many)
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
	made, err := all.Ensure(ctx, "specimen-navigation", &menus.NavigationParams{Title: new("Specimen"),
		Content: new("<!-- wp:page-list /-->"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
	switch again, err := all.Ensure(ctx, "specimen-navigation", &menus.NavigationParams{Title: new("Specimens")}); {
	case err != nil:
		t.Errorf("Content.Ensure: error %v, want nil", err)
	case again.ID != made.ID || again.Title.Raw != "Specimens":
		t.Errorf("Content.Ensure: again.ID %d, again.Title.Raw %q, want %d and %q", again.ID, again.Title.Raw, made.ID,
			"Specimens")
	}
	read, err := all.Get(ctx, made.ID, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("Content.Get: error %v, want nil", err)
	case read.Extra != nil:
		t.Fatalf("Content.Get: Extra %v, want nil", read.Extra)
	}
	params, err := read.Params()
	if err != nil {
		t.Fatal(err)
	}
	switch same, err := all.Update(ctx, made.ID, params); {
	case err != nil:
		t.Errorf("Content.Update(made.ID, params): error %v, want nil", err)
	case same.Content.Raw != read.Content.Raw:
		t.Errorf("Content.Update(made.ID, params): same.Content.Raw %q, want %q", same.Content.Raw, read.Content.Raw)
	case same.Slug != read.Slug:
		t.Errorf("Content.Update(made.ID, params): same.Slug %q, want %q", same.Slug, read.Slug)
	}
	switch saved, err := all.Autosaves(made.ID).Create(ctx, &menus.NavigationParams{Title: new("Draft")}); {
	case err != nil:
		t.Errorf("Autosaves.Create: error %v, want nil", err)
	case saved.Parent != made.ID:
		t.Errorf("Autosaves.Create: Parent %d, want %d", saved.Parent, made.ID)
	}
	switch kept, err := all.Revisions(made.ID).List(ctx, nil); {
	case err != nil:
		t.Errorf("Revisions.List: error %v, want nil", err)
	case len(kept.Items) == 0:
		t.Error("Revisions.List: length of kept.Items 0, want more than 0")
	}
	switch trashed, err := all.Trash(ctx, made.ID); {
	case err != nil:
		t.Errorf("Content.Trash(made.ID): error %v, want nil", err)
	case trashed.Status != cms.StatusTrash:
		t.Errorf("Content.Trash(made.ID): trashed.Status %q, want %q", trashed.Status, cms.StatusTrash)
	}
	if _, err := all.Trash(ctx, made.ID); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Content.Trash(made.ID): error %v, want ErrGone", err)
	}
	if _, err := all.Delete(ctx, made.ID); err != nil {
		t.Error(err)
	}
	id, err := menus.New(site).MakeFallback(ctx)
	if errors.Is(err, cms.ErrNoRoute) { // 6.1
		index, err := cms.Do(ctx, site, cms.Request[cms.Raw]{Path: site.Prefix() + "-block-editor/v1"})
		switch {
		case err != nil:
			t.Errorf("the site has the route, %v, want nil", err)
		case strings.Contains(string(index.Body), "navigation-fallback"):
			t.Errorf("the site has the route, %v: Body %q, want no %q in it", err, string(index.Body), "navigation-fallback")
		}
		return
	}
	switch shown, lookup := all.Get(ctx, id); {
	case err != nil:
		t.Errorf("%d: Menus.MakeFallback: error %v, want nil", id, err)
	case lookup != nil:
		t.Errorf("%d: Content.Get(id): lookup error %v, want nil", id, lookup)
	case shown.Status != cms.StatusPublish:
		t.Errorf("%d: Content.Get(id): shown.Status %q, want %q", id, shown.Status, cms.StatusPublish)
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
