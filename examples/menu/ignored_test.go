package main

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
)

func TestItemsOfOtherMenusAreNotPrunedWhereTheSiteIgnoresTheMenu(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, "menu: Other\nitems:\n- title: Theirs\n  url: https://docs.example.org/theirs\n")
	must(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n")
	before := records(t, server)
	out, err := updated(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n", "-prune",
		"-site", ignoring.New(t, server.URL, "/menu-items", "menus").URL)
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "menus" {
		t.Errorf("menu -prune on a site that ignores the menu: error %v, want an ArgumentError of menus\n%s", err, out)
	}
	if after := records(t, server); before != 2 || after != before {
		t.Errorf("menu -prune on a site that ignores the menu left %d items of %d, want both", after, before)
	}
}

func TestPruneKeepsOtherMenusIfTheSiteListsAllItems(t *testing.T) {
	t.Parallel()
	const ours = "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n"
	for _, argument := range []string{"menus", "status"} {
		server := start(t)
		must(t, server, "menu: Other\nitems:\n- title: Theirs\n  url: https://docs.example.org/theirs\n")
		must(t, server, ours)
		site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
		if err != nil {
			t.Fatal(err)
		}
		for it, err := range site.MenuItems.All(t.Context(), nil) { // one of our own that was not asked for
			if err == nil && it.Title.Rendered == "Ours" {
				_, err = site.MenuItems.Create(t.Context(), &cms.MenuItemParams{
					Title: new("Private"), URL: new("https://docs.example.org/private"), Menus: &it.Menus,
					Status: new(cms.StatusPrivate),
				})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		before := records(t, server)
		out, err := updated(t, server, ours, "-prune", "-site", ignoring.Knowing(t, server.URL, "/menu-items", argument).URL)
		if after := records(t, server); before != 3 || after != before {
			t.Errorf("menu -prune on a site that ignores %s left %d items of %d, want all 3\n%s", argument, after, before, out)
		}
		if argument == "menus" && !errors.Is(err, cms.ErrFilterIgnored) {
			t.Errorf("menu -prune on a site that ignores %s: error %v, want ErrFilterIgnored\n%s", argument, err, out)
		}
	}
}

func TestItemsThatDoNotNameTheirMenuAreNotPruned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		item cms.MenuItem
		fits bool
	}{
		"of the menu":         {cms.MenuItem{ID: 5, Menus: 3, Status: cms.StatusPublish}, true},
		"a draft":             {cms.MenuItem{ID: 5, Menus: 3, Status: cms.StatusDraft}, true},
		"of another menu":     {cms.MenuItem{ID: 5, Menus: 4, Status: cms.StatusPublish}, false},
		"of no menu":          {cms.MenuItem{ID: 5, Status: cms.StatusPublish}, false},
		"of a status":         {cms.MenuItem{ID: 5, Menus: 3, Status: cms.StatusPrivate}, false},
		"of no status at all": {cms.MenuItem{ID: 5, Menus: 3}, false},
	} {
		if err := belongs(&c.item, 3); (err == nil) != c.fits || !c.fits && !errors.Is(err, cms.ErrFilterIgnored) {
			t.Errorf("belongs of an item %s: error %v, want none: %t, or ErrFilterIgnored", name, err, c.fits)
		}
	}
}

// records is how many menu items the site has.
func records(t *testing.T, server *cmstest.Server) int {
	t.Helper()
	var document struct {
		Items []json.RawMessage `json:"menu-items"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	return len(document.Items)
}
