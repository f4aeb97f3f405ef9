package plugins_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/plugins"
)

// Activate the plugins that are installed but inactive.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("plugins", map[string]any{"plugin": "ligatures/ligatures", "status": "inactive", "name": "Ligatures"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, all := context.Background(), plugins.New(site)

	inactive, err := all.List(ctx, &plugins.ListOptions{Status: []plugins.Status{plugins.Inactive}})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range inactive {
		activated, err := all.Activate(ctx, p.Plugin)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(activated.Name, activated.Status)
	}
	// Output: Ligatures active
}
