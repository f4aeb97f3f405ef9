package appearance_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Find the active theme.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active", "name": "Plain", "version": "1.2"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}

	active := &appearance.ThemeListOptions{Status: []appearance.ThemeStatus{appearance.ThemeActive}}
	themes, err := appearance.New(site).Themes.List(context.Background(), active)
	if err != nil {
		log.Fatal(err)
	}
	for _, theme := range themes {
		fmt.Println(theme.Stylesheet, theme.Version)
	}
	// Output: plain 1.2
}
