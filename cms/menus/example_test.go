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

// The last item of a menu moves to the first place.
func ExampleMenus_Arrange() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	menu, err := menus.New(site).Ensure(ctx, "Main", nil)
	if err != nil {
		log.Fatal(err)
	}
	var last int64
	for i, title := range []string{"Fonts", "Licences", "Start"} {
		item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{Title: new(title), Menus: &menu.ID,
			URL: new("https://docs.example.org/"), MenuOrder: new(i + 1), Status: new(cms.StatusPublish)})
		if err != nil {
			log.Fatal(err)
		}
		last = item.ID
	}
	items, err := menus.New(site).Arrange(ctx, menu.ID, []int64{last})
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range items {
		fmt.Println(item.MenuOrder, item.Title.Raw)
	}
	// Output:
	// 1 Start
	// 2 Fonts
	// 3 Licences
}

// EnsureItems brings a menu to what a list says. The second call writes only the item that
// differs.
func ExampleMenus_EnsureItems() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	menu, err := menus.New(site).Ensure(ctx, "Main", nil)
	if err != nil {
		log.Fatal(err)
	}
	wanted := []menus.WantedItem{
		{Params: &cms.MenuItemParams{Title: new("Fonts"), URL: new("/fonts"), MenuOrder: new(1)}},
		{Depth: 1, Params: &cms.MenuItemParams{Title: new("Sans"), URL: new("/fonts/sans"), MenuOrder: new(2)}},
	}
	for range 2 {
		for i, done := range menus.New(site).EnsureItems(ctx, menu.ID, wanted, nil) {
			if done.Err != nil {
				fmt.Println(i, done.Err)
				continue
			}
			fmt.Println(done.Record.Title.Raw, done.Action)
		}
		wanted[1].Params.Title = new("Sans serif")
	}
	// Output:
	// Fonts created
	// Sans created
	// Fonts unchanged
	// Sans serif updated
}
