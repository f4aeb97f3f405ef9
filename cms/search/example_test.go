package search_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/search"
)

// Find the posts and pages with a word.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("posts", map[string]any{"title": "A new serif", "date_gmt": "2026-11-02T10:00:00"})
	server.Insert("pages", map[string]any{"title": "Serif or sans", "date_gmt": "2026-11-01T10:00:00"})
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}

	for result, err := range search.New(site).All(context.Background(), &search.ListOptions{Search: "serif"}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Subtype, result.Title)
	}
	// Output:
	// post A new serif
	// page Serif or sans
}
