// Command list prints the published posts of a site that contain some words. It needs no
// login:
//
//	go run ./examples/howto/list -site https://blog.example.org -search "old harbour"
package main

import (
	"context"
	"flag"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	search := flag.String("search", "", "words that the posts contain")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp")) // the routes of WordPress begin with wp
	if err != nil {
		log.Fatal(err)
	}
	if err := list(context.Background(), site, *search); err != nil {
		log.Fatal(err)
	}
}

// list prints the number of posts, and then each of them, in pages of 100. Fields makes the
// site send only what is printed.
func list(ctx context.Context, site *cms.Client, search string) error {
	options := &cms.PostListOptions{Search: search}
	n, err := site.Posts.Count(ctx, options)
	if err != nil {
		return err
	}
	fmt.Println(n, "posts")
	for post, err := range site.Posts.All(ctx, options, cms.Fields("id", "title", "link")) {
		if err != nil {
			return err
		}
		fmt.Println(post.ID, cms.Line(post.Title.Plain(), 60), post.Link)
	}
	return nil
}
