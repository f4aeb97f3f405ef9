package fontlibrary_test

import (
	"context"
	"fmt"
	"log"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

// Add a family with one face. The global styles have to name the family before a page
// uses it: see the example of package appearance.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, library := context.Background(), fontlibrary.New(site)
	inter, err := library.Families.Create(ctx, &fontlibrary.FamilyParams{
		Name: new("Inter"), Slug: new("inter"), FontFamily: new("Inter, sans-serif")})
	if err != nil {
		log.Fatal(err)
	}
	bold, err := library.Faces(inter.ID).Create(ctx, &fontlibrary.FaceParams{
		Settings: fontlibrary.FaceSettings{FontFamily: "Inter", FontWeight: "700"},
		Files:    []fontlibrary.File{fontlibrary.Bytes("Inter-Bold.woff2", []byte("wOF2 …"))}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(inter.Settings.Slug, bold.Settings.FontWeight, len(bold.Settings.Src))
	// Output: inter 700 1
}
