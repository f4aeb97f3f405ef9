// Command token logs in with tokens of a plugin, such as JWT Authentication for WP REST API,
// and prints the drafts of a site. A token is fetched for the first call, before it expires,
// and after the site has refused it:
//
//	go run ./examples/howto/token -site https://blog.example.org -user editor
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_PASSWORD")
	flag.Parse()

	anonymous, err := cms.New(*address, cms.WithPrefix("wp"))
	if err != nil {
		log.Fatal(err)
	}
	site, err := anonymous.With(cms.WithCredentials(login(anonymous, *user, os.Getenv("FONTCMS_PASSWORD"))))
	if err != nil {
		log.Fatal(err)
	}
	if err := drafts(context.Background(), site); err != nil {
		log.Fatal(err)
	}
}

// login returns a source of tokens. It requests them as an anonymous caller: a client that
// logs in with the source would wait for itself.
func login(anonymous *cms.Client, user, password string) cms.Renewer {
	type response struct {
		Token string `json:"token"`
	}
	return cms.CacheCredentials(func(ctx context.Context) (cms.Credentials, error) {
		got, err := cms.Do(ctx, anonymous, cms.Request[response]{
			Method: "POST", Path: "jwt-auth/v1/token",
			Body:   map[string]string{"username": user, "password": password},
			Secret: true, // no error holds the response
		})
		if err != nil {
			return cms.Credentials{}, err
		}
		// The plugin gives tokens for 7 days. Without Expires a token is used until it is refused.
		return cms.Credentials{Token: got.Token, Expires: time.Now().Add(7 * 24 * time.Hour)}, nil
	})
}

func drafts(ctx context.Context, site *cms.Client) error {
	me, err := site.Verify(ctx)
	if err != nil {
		return err
	}
	fmt.Println("drafts that", cms.Line(me.Name, 60), "may read:")
	options := &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}
	for post, err := range site.Posts.All(ctx, options) {
		if err != nil {
			return err
		}
		fmt.Println(post.ID, cms.Line(post.Title.Plain(), 60))
	}
	return nil
}
