// Command ensure publishes a file as the post whose slug is the name of the file. The first
// line of the file is the title, the rest is HTML. Run it again after each change of the
// file: the post is updated, and there is never a second one. If nothing differs, nothing is
// written.
//
//	go run ./examples/howto/ensure -site https://blog.example.org -user editor harbour.html
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_APP_PASSWORD")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range flag.Args() {
		content, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		slug := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		post, err := publish(context.Background(), site, slug, string(content))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(post.ID, cms.Line(post.Title.Raw, 60)) // without control characters
	}
}

// publish creates the post with the slug, or updates it.
func publish(ctx context.Context, site *cms.Client, slug, content string) (*cms.Post, error) {
	title, text, _ := strings.Cut(content, "\n")
	return site.Posts.Ensure(ctx, slug, &cms.PostParams{
		Title:   new(title),
		Content: new(text),
		Status:  new(cms.StatusPublish),
	})
}
