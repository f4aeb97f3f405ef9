package menus_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

// A menu with two items, in the location "primary" of the theme.
func ExampleMenus_Ensure() {
	server := cmstest.NewServer(cmstest.WithMenuLocation("primary", "Header"))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	menu, err := menus.New(site).Ensure(ctx, "Main", &menus.Params{Locations: []string{"primary"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, title := range []string{"Fonts", "Licences"} {
		params := &cms.MenuItemParams{Title: new(title), URL: new("https://docs.example.org/"), Menus: &menu.ID}
		if _, err := site.MenuItems.Create(ctx, params); err != nil {
			log.Fatal(err)
		}
	}
	items, err := site.MenuItems.Count(ctx, &cms.MenuItemListOptions{Menus: cms.Terms(menu.ID)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(menu.Name, menu.Locations, items)
	// Output: Main [primary] 2
}
