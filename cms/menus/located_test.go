package menus_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
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
