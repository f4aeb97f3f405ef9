// Command picture publishes a post with a picture. It does not change a picture that the library has:
//
//	go run ./examples/howto/picture -site https://blog.example.org -user editor -file harbour.jpg
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func main() {
	address, user := flag.String("site", "", "address of the site"), flag.String("user", "", "an author of it")
	name := flag.String("file", "harbour.jpg", "the picture")
	flag.Parse()
	ctx := context.Background()
	site, err := cms.New(*address, cms.WithPrefix("wp"), // the routes of WordPress begin with wp
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")), cms.WithVerifiedLogin())
	if err != nil {
		log.Fatal(err)
	}
	file, err := media.LocalFile(*name)
	if err != nil {
		log.Fatal(err)
	}
	picture, err := media.New(site).Ensure(ctx, file, &media.Params{AltText: new("A harbour")})
	if errors.Is(err, cms.ErrUnauthorized) {
		log.Fatal("check -user and FONTCMS_APP_PASSWORD: ", err)
	} else if err != nil {
		log.Fatal(err)
	}
	// Ensure creates the post. A later run finds it by its slug, and updates it if something differs.
	post, err := site.Posts.Ensure(ctx, "harbour", &cms.PostParams{
		Title:         new("The harbour"), // Go 1.26: new takes a value
		Content:       new("<p>It was quiet.</p>"),
		Status:        new(cms.StatusPublish),
		FeaturedMedia: &picture.ID,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(post.Link)
}
