package appearance_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Edit a template. If it is a file of the theme, the site makes a row for it, and a delete
// of the row brings the file back.
func ExampleService_templates() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("templates", map[string]any{"id": "plain//single", "theme": "plain", "slug": "single",
		"content": "<!-- wp:post-content /-->"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, templates := context.Background(), appearance.New(site).Templates
	single, err := templates.Get(ctx, "plain//single", cms.InContext(cms.ContextEdit))
	if err != nil {
		log.Fatal(err)
	}
	single, err = templates.Update(ctx, single.ID, &appearance.TemplateParams{
		Content: new("<!-- wp:post-title /-->" + single.Content.Raw)})
	fmt.Println(single.Content.Raw, err)
	// Output: <!-- wp:post-title /--><!-- wp:post-content /--> <nil>
}
