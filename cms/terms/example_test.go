package terms_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// Create a post in a category with a given path and with a tag of a given name. Both
// are created if they do not exist.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	serif, err := terms.Categories(site).EnsurePath(ctx, "Type/Serif")
	if err != nil {
		log.Fatal(err)
	}
	tag, err := terms.Tags(site).Ensure(ctx, "R&D", nil)
	if err != nil {
		log.Fatal(err)
	}
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Bodoni"), Categories: []int64{serif.ID},
		Tags: []int64{tag.ID}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(serif.Name, tag.Name, len(post.Categories), len(post.Tags))
	// Output: Serif R&amp;D 1 1
}
