package changes_test

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func Example() {
	ctx, site := context.Background(), exampleSite()
	feed := changes.New(site, new(changes.Memory), changes.Type("cms/v2/posts"))
	for _, err := range feed.All(ctx, nil) { // begins from now on
		fmt.Println(err)
	}
	post, _ := site.Posts.Create(ctx, &cms.PostParams{Title: new("News")})
	_, _ = site.Posts.Trash(ctx, post.ID)
	for change, err := range feed.All(ctx, nil) {
		fmt.Println(change.Op, change.Kind, change.Status, err)
	}
	// Output: created posts trash <nil>
}

// A store in a folder continues in another process.
func ExampleOpenFolder() {
	store, err := changes.OpenFolder("state")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { fmt.Println(store.Close()) }()
	feed := changes.New(exampleSite(), store) // posts, pages, blocks, media, terms, comments, users
	for change, err := range feed.All(context.Background(), nil) {
		fmt.Println(change, err)
	}
}

// Get reads the record of a change, here for its title.
func ExampleChange() {
	ctx, site := context.Background(), exampleSite()
	_, _ = site.Posts.Create(ctx, &cms.PostParams{Title: new("News")})
	feed := changes.New(site, new(changes.Memory), changes.Type("cms/v2/posts"))
	for change, err := range feed.All(ctx, nil) {
		if err != nil {
			fmt.Println(err)
			break
		}
		if change.Op == changes.Deleted { // the record is gone
			continue
		}
		post, err := site.Posts.Get(ctx, change.ID)
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(change.Op, post.Title.Plain())
	}
	// Output: created News
}

// Records has the whole record of each change.
func ExampleFeed_All() {
	feed := changes.New(exampleSite(), new(changes.Memory), changes.Taxonomy("cms/v2/categories"))
	for change, err := range feed.All(context.Background(), &changes.Options{Records: true}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		var category struct {
			Name string `json:"name"`
		}
		err = cms.Unmarshal(change.Record, &category)
		fmt.Println(change.Op, category.Name, err)
	}
	// Output: created Uncategorized <nil>
}

func exampleSite() *cms.Client {
	server := cmstest.NewServer()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		panic(err)
	}
	return site
}
