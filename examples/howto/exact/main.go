// Command exact prints the address of every published post, each exactly once, while
// authors create and delete posts. A walk without cms.Exact counts positions, and misses
// posts that move to another page meanwhile.
//
//	go run ./examples/howto/exact -site https://blog.example.org
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	perPage := flag.Int("per-page", 100, "posts on a page")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"))
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	unreadable, err := addresses(ctx, site, *perPage)
	stop()
	if err != nil {
		log.Fatal("the list is not complete: ", err)
	}
	if unreadable > 0 {
		log.Fatalf("the list is complete except for %d posts that the site cannot read", unreadable)
	}
}

// addresses prints the posts in the order of their ids, and returns how many of them the
// site could not read, for example because a plugin fails on them.
func addresses(ctx context.Context, site *cms.Client, perPage int) (unreadable int, err error) {
	options := &cms.PostListOptions{PerPage: perPage}
	for post, err := range site.Posts.All(ctx, options, cms.Exact(), cms.Fields("id", "link")) {
		if broken, ok := errors.AsType[*cms.BrokenRecordError](err); ok { // the walk continues after it
			log.Print(broken)
			unreadable++
			continue
		}
		if err != nil {
			return unreadable, err
		}
		fmt.Println(post.ID, post.Link)
	}
	return unreadable, nil
}
