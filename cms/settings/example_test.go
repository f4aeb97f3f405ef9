package settings_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// A summary of a site: its users, held comments, largest category, search results and
// time zone.
func Example() {
	server := cmstest.NewServer(cmstest.WithSample())
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	people, err := users.New(site).Count(ctx, nil)
	held, err2 := comments.New(site).Count(ctx, &comments.ListOptions{Status: comments.FilterHold})
	categories, err3 := terms.Categories(site).List(ctx, &terms.ListOptions{OrderBy: terms.ByCount, Order: cms.Descending})
	hits, err4 := search.New(site).List(ctx, &search.ListOptions{Search: "font"})
	s, err5 := settings.New(site).Get(ctx)
	if err := errors.Join(err, err2, err3, err4, err5); err != nil {
		log.Fatal(err)
	}
	fmt.Println(people, "users,", held, "comments wait,", categories.Items[0].Count, "posts in the largest category,",
		hits.Total, "pages about fonts,", s.Timezone)
	// Output: 5 users, 0 comments wait, 199 posts in the largest category, 88 pages about fonts, Europe/Berlin
}

func ExampleService_Edit() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}

	s, err := settings.New(site).Edit(context.Background(), func(s *settings.Settings) error {
		s.Title, s.PostsPerPage = "Type & Letters", 20
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Title, s.PostsPerPage)
	// Output: Type &amp; Letters 20
}
