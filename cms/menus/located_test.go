package menus_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestErrorOfAnUnknownLocationNamesThoseThatExist(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithMenuLocation("primary", "Primary menu"),
		cmstest.WithMenuLocation("social", "Social links"))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, params := menus.New(site), &menus.Params{Name: new("A"), Locations: []string{"sidebar"}}
	_, created := all.Create(t.Context(), params)
	_, ensured := all.Ensure(t.Context(), "B", &menus.Params{Locations: []string{"sidebar"}, TakeLocations: true})
	const want = `choose one of the menu locations of the theme: "primary", "social"`
	for call, err := range map[string]error{"Create": created, "Ensure": ensured} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of a menu in a location that does not exist: error %v, want %q in it", call, err, want)
		}
	}
}

func TestErrorOfAnUnknownLocationStaysIfNoneCanBeNamed(t *testing.T) {
	t.Parallel()
	const hint = "the active theme has no menu locations: leave Locations empty"
	for name, c := range map[string]struct {
		reply replay.Reply
		hints bool
	}{
		"a theme without locations": {ok(`[]`), true},
		"a list that is refused": {replay.Answer(http.StatusForbidden,
			`{"code":"rest_cannot_view","message":"m"}`), false},
	} {
		_, site := sitetest.NewTap(t, replay.Answer(http.StatusBadRequest, `{"code":"rest_invalid_param","message":"m",`+
			`"data":{"status":400,"params":{"locations":"No such location."}}}`), c.reply)
		menu, err := menus.New(site).Create(t.Context(), &menus.Params{Name: new("A"), Locations: []string{"sidebar"},
			TakeLocations: true})
		if menu != nil || !errors.Is(err, cms.CodeInvalidParam) {
			t.Errorf("Create with %s: menu %+v, error %v, want none and CodeInvalidParam", name, menu, err)
			continue
		}
		if strings.Contains(err.Error(), hint) != c.hints || strings.Contains(err.Error(), "choose one of") {
			t.Errorf("Create with %s: error %v, want %q in it: %t", name, err, hint, c.hints)
		}
	}
}

func TestErrorOfATakenLocationNamesItsMenu(t *testing.T) {
	t.Parallel()
	locations := ok(strings.Replace(held, `"menu":7`, `"menu":1234`, 1))
	tap, site := sitetest.NewTap(t, listed(), locations, listed())
	_, err := menus.New(site).Ensure(t.Context(), "Main", &menus.Params{Locations: []string{"primary"}})
	const reason = `"primary" is the location of the menu 1234:`
	if !errors.Is(err, menus.ErrLocationTaken) || !strings.Contains(err.Error(), reason) {
		t.Errorf("Ensure in the location of another menu: error %v, want ErrLocationTaken with the menu 1234", err)
	}
	tap.Sent(listMenus, "GET "+root+"menu-locations", listMenus)
}

func TestEnsureComparesLocationsInAnyOrder(t *testing.T) {
	t.Parallel()
	two := strings.Replace(one, `["primary"]`, `["primary","social"]`, 1)
	for _, wanted := range [][]string{{"primary", "social"}, {"social", "primary"}, {"social", "primary", "social"}} {
		tap, site := sitetest.NewTap(t, listed(two))
		menu, err := menus.New(site).Ensure(t.Context(), "A & B", &menus.Params{Locations: wanted})
		if err != nil || menu.ID != 2 {
			t.Errorf("Ensure with the locations %q: menu %+v, error %v, want the menu 2", wanted, menu, err)
		}
		tap.Sent(listMenus)
	}
}
