package describe_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// List the routes of a namespace.
func ExampleOf() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	oembed, err := describe.Of(context.Background(), site.Read, cms.NamespaceOEmbed)
	if err != nil {
		log.Fatal(err)
	}
	for _, route := range slices.Sorted(maps.Keys(oembed.Routes)) {
		fmt.Println(route)
	}
	// Output:
	// /oembed/1.0
	// /oembed/1.0/embed
	// /oembed/1.0/proxy
}

// Print the arguments that a create requires. Schema of the route describes its
// records. It is nil if the site sends none, such as the server in memory.
func ExampleOfRoute() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	tags, err := describe.OfRoute(context.Background(), site.Read, "cms/v2/tags")
	if err != nil {
		log.Fatal(err)
	}
	for _, arg := range tags.Takes(http.MethodPost).Args {
		if arg.Schema.Required {
			fmt.Println("a create requires", arg.Name)
		}
	}
	// Output:
	// a create requires name
}
