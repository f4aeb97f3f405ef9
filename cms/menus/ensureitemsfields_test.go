package menus_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// storedItem is an item of the menu aMenu.
func storedItem(id, parent int64) string {
	return fmt.Sprintf(`{"id":%d,"title":{"raw":"A","rendered":"A"},"status":"publish","url":"/a","attr_title":"",`+
		`"description":"","type":"custom","object":"custom","object_id":%[1]d,"parent":%d,"menu_order":1,"target":"",`+
		`"classes":[""],"xfn":[""],"invalid":false,"meta":[],"menus":%d}`, id, parent, aMenu)
}

// TestEnsureItemsNamesEachFieldThatTheSiteIgnores has a site that stores no update.
func TestEnsureItemsNamesEachFieldThatTheSiteIgnores(t *testing.T) {
	t.Parallel()
	badge := cms.MenuItemParams{}
	if err := badge.Extra.Set("badge", "new"); err != nil {
		t.Fatal(err)
	}
	for fields, params := range map[string]cms.MenuItemParams{
		"title": {Title: new("B")}, "status": {Status: new(cms.StatusDraft)}, "attr_title": {AttrTitle: new("B")},
		"classes": {Classes: []string{"b"}}, "description": {Description: new("B")}, "menu_order": {MenuOrder: new(2)},
		"target": {Target: new("_blank")}, "xfn": {XFN: []string{"b"}},
		"attr_title badge xfn": {AttrTitle: new("B"), XFN: []string{"b"}, Extra: badge.Extra},
		"meta":                 {Meta: &cms.MetaParams{Footnotes: new("[]")}}, "badge": badge, "parent": {},
	} {
		t.Run(fields, func(t *testing.T) {
			t.Parallel()
			item := storedItem(9, 0)
			if fields == "parent" {
				item = storedItem(9, 3)
			}
			tap, site := sitetest.NewTap(t, page("["+item+"]"), replay.Answer(http.StatusMultiStatus,
				`{"responses":[{"status":200,"headers":{},"body":`+item+`}]}`))
			params.URL = new("/a")
			if params.Title == nil {
				params.Title = new("A")
			}
			done, actions := ensured(t, menus.New(site), aMenu, []menus.WantedItem{{Params: &params}}, nil)
			if actions != "updated" || len(tap.Asked()) != 2 {
				t.Errorf("EnsureItems of another %s: %s, error %v, sent %q, want a list and an update", fields, actions,
					done[0].Err, tap.Asked())
			}
			if !slices.Equal(done[0].Rewritten, strings.Fields(fields)) {
				t.Errorf("EnsureItems of another %s: rewritten %q, want these fields", fields, done[0].Rewritten)
			}
		})
	}
}

func TestEnsureItemsTakesTheLowestIDOfAnUnorderedList(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Reply{Status: http.StatusOK,
		Body:   "[" + storedItem(12, 0) + "," + storedItem(9, 0) + "," + storedItem(11, 0) + "]",
		Header: map[string]string{"X-CMS-Total": "3", "X-CMS-TotalPages": "1"}})
	done, actions := ensured(t, menus.New(site), aMenu, []menus.WantedItem{link("A", "/a")}, nil)
	if actions != "unchanged" || done[0].Record.ID != 9 {
		t.Errorf("EnsureItems of three equal items: %s, record %+v, error %v, want the item 9 unchanged", actions,
			done[0].Record, done[0].Err)
	}
	if n := len(tap.Asked()); n != 1 {
		t.Errorf("EnsureItems of three equal items sent %d requests, want 1", n)
	}
}

func TestEnsureItemsNamesTheArgumentThatItRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wanted   menus.WantedItem
		options  []cms.CallOption
		argument string
		reason   string
	}{
		"a depth below nothing": {menus.WantedItem{Depth: 1, Params: link("A", "/").Params}, nil, "wanted", "item 0"},
		"a negative depth":      {menus.WantedItem{Depth: -1, Params: link("A", "/").Params}, nil, "wanted", "item 0"},
		"no params":             {menus.WantedItem{}, nil, "wanted", "item 0"},
		"no URL":                {menus.WantedItem{Params: &cms.MenuItemParams{}}, nil, "wanted", "item 0"},
		"an invalid value": {menus.WantedItem{Params: &cms.MenuItemParams{Title: new("A"), URL: new("/"),
			MenuOrder: new(0)}}, nil, "menu_order", "item 0: must be 1"},
		"some fields": {link("A", "/"), []cms.CallOption{cms.Fields("id")}, "fields", "whole item"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t)
			done, _ := ensured(t, menus.New(site), aMenu, []menus.WantedItem{c.wanted}, nil, c.options...)
			tap.Refused(done[0].Err, c.argument)
			if err := fmt.Sprint(done[0].Err); !strings.Contains(err, c.reason) {
				t.Errorf("EnsureItems of %s: error %s, want %q in it", name, err, c.reason)
			}
		})
	}
}

// TestEnsureItemsPlacesItemsPastARefusedOne has an item whose depth is too great. It counts as an item
// below the one before it.
func TestEnsureItemsPlacesItemsPastARefusedOne(t *testing.T) {
	t.Parallel()
	_, site, menu := emptyMenu(t)
	done, actions := ensured(t, menus.New(site), menu, []menus.WantedItem{link("A", "/a"), link("          Bad", "/bad"),
		link("    Below bad", "/below"), link("  Below A", "/b")}, nil)
	if want := "created   created"; actions != want {
		t.Errorf("EnsureItems: %q, error %v, want %q", actions, done[3].Err, want)
	}
	if !errors.Is(done[1].Err, cms.ErrInvalidArgument) || !errors.Is(done[2].Err, cms.ErrNotTried) {
		t.Errorf("EnsureItems: errors %v and %v, want ErrInvalidArgument and ErrNotTried", done[1].Err, done[2].Err)
	}
	isShown(t, site, menu, []string{"A /a", "  Below A /b"}, "after EnsureItems")
}

// TestEnsureItemsKeepsTwoItemsThatHaveOneTitleInTheEnd has an item without a title, which has the title of
// its target.
func TestEnsureItemsKeepsTwoItemsThatHaveOneTitleInTheEnd(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	post := server.Insert("posts", map[string]any{"title": "Kerning", "slug": "kerning"})
	target := cms.MenuItemParams{Type: new(cms.MenuItemPostType), Object: new("post"), ObjectID: &post}
	titled := target
	titled.Title = new("Kerning")
	for _, want := range []string{"created created", "unchanged unchanged"} {
		done, actions := ensured(t, menus.New(site), menu, []menus.WantedItem{{Params: &target}, {Params: &titled}}, nil)
		if actions != want || done[0].Record.ID == done[1].Record.ID {
			t.Errorf("EnsureItems of two items with the title Kerning: %s, errors %v and %v, want %s, two items", actions,
				done[0].Err, done[1].Err, want)
		}
	}
}

// TestEnsureItemsNamesAnItemThatItCannotDelete has an item whose target the site changes.
func TestEnsureItemsNamesAnItemThatItCannotDelete(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		hint   string
	}{"deleted": {0, "write the target as the site stores it"}, "forbidden": {http.StatusForbidden, "delete the item 1"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, site, menu := emptyMenu(t)
			if c.status != 0 {
				refuses(server, http.MethodDelete, itemsRoute+"/{id}", 0)
			}
			done, _ := ensured(t, menus.New(site), menu, []menus.WantedItem{link("A", "HTTP://example.org/a")}, nil)
			err := done[0].Err
			if !errors.Is(err, cms.ErrConflict) || errors.Is(err, cms.ErrForbidden) != (c.status != 0) {
				t.Errorf("EnsureItems: error %v, want ErrConflict, and ErrForbidden: %t", err, c.status != 0)
			}
			for _, part := range []string{"menus.EnsureItems (POST cms/v2/menu-items)", c.hint} {
				if !strings.Contains(fmt.Sprint(err), part) {
					t.Errorf("EnsureItems: error %v, want %q in it", err, part)
				}
			}
			if left := server.Record("menu-items", 1) != nil; left != (c.status != 0) {
				t.Errorf("EnsureItems: the item is there: %t, want %t", left, c.status != 0)
			}
		})
	}
}
