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

// Install a family.
func Example() {
	folder, err := os.MkdirTemp("", "receipt")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	installer := install.New(site, install.File(filepath.Join(folder, "receipt.json")))
	report, err := installer.Install(context.Background(), install.Family{Name: "Inter", Faces: []install.Face{
		{File: fontlibrary.Bytes("Inter-Bold.woff2", []byte("wOF2 …"))}}})
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range report.Steps {
		fmt.Println(step.Action, step.Part)
	}
	// Output:
	// created family inter
	// created face 700 normal
	// changed styles
}

// Install a family, and take it back.
func ExampleInstaller_Undo() {
	folder, err := os.MkdirTemp("", "receipt")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	server := cmstest.NewServer()
	defer server.Close()
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		log.Fatal(err)
	}
	installer := install.New(site, install.File(filepath.Join(folder, "receipt.json")))
	ctx := context.Background()
	_, err = installer.Install(ctx, install.Family{Name: "Inter", Faces: []install.Face{
		{File: fontlibrary.Bytes("Inter-Bold.woff2", []byte("wOF2 …"))}}})
	if err != nil {
		log.Fatal(err)
	}
	undone, err := installer.Undo(ctx)
	fmt.Println(undone.Writes(), "steps back", err)
	// Output: 3 steps back <nil>
}
