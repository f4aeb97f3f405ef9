package connect_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
)

func ExampleDiscover() {
	server := cmstest.NewServer(cmstest.WithPrefix("wp"), cmstest.WithPath("/developer"))
	defer server.Close()

	site, err := connect.Discover(context.Background(), server.URL+"/guides/first-steps/")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("root: ", strings.TrimPrefix(site.Root(), server.URL))
	fmt.Println("prefix:", site.Prefix())
	// Output:
	// root:  /wp-json/
	// prefix: wp
}

func ExampleDiagnose() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("contributor", server.AppPassword("contributor")))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := connect.Diagnose(context.Background(), site, "edit_posts", "publish_posts")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(strings.ReplaceAll(fmt.Sprint(d), ". ", ".\n")) // a sentence a line
	// Output:
	// yes  does the REST API respond with JSON? (GET index: 200)
	// yes  does it accept the login? (GET cms/v2/users/me: 200)
	// yes  does DELETE reach the site? (DELETE cms/v2/posts/0: 404)
	// The site knows you as contributor (user 4, contributor).
	// user without the capability: contributor (contributor) has no publish_posts.
	// Give the user the role author or a higher one, or use a user with this role.
}
