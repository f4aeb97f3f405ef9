package install_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/cms/fontlibrary/install"
)

// Install a family, and take it back.
func Example() {
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	receipt := filepath.Join(os.TempDir(), "inter.receipt.json")
	installer, ctx := install.New(site, install.File(receipt)), context.Background()
	report, err := installer.Install(ctx, install.Family{Name: "Inter", Faces: []install.Face{
		{File: fontlibrary.Bytes("Inter-Bold.woff2", []byte("wOF2 …"))}}})
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range report.Steps {
		fmt.Println(step.Action, step.Part)
	}
	undone, err := installer.Undo(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(undone.Writes(), "steps back")
	// Output:
	// created family inter
	// created face 700 normal
	// changed styles
	// 3 steps back
}
