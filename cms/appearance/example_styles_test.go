package appearance_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Set the font of all pages.
func ExampleStyles_Edit() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, styles := context.Background(), appearance.New(site).Styles
	id, err := styles.ActiveID(ctx)
	if err != nil {
		log.Fatal(err)
	}
	after, err := styles.Edit(ctx, id, func(s *appearance.GlobalStyles) error {
		return s.Styles.Set("var:preset|font-family|inter", "typography", "fontFamily")
	})
	fmt.Println(after.Styles, err)
	// Output: {"typography":{"fontFamily":"var(--wp--preset--font-family--inter)"}} <nil>
}
