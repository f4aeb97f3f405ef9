package fontlibrary_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
)

func TestLibraryOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	library, ctx := fontlibrary.New(site), t.Context()
	var families []*fontlibrary.Family
	for _, slug := range []string{"one", "two"} {
		made, err := library.Families.Create(ctx,
			&fontlibrary.FamilyParams{Name: new("Font"), Slug: &slug, FontFamily: new("My Font, serif")})
		if err != nil {
			t.Fatalf("Families.Create: error %v, want nil", err)
		}
		families = append(families, made)
	}
	_, err = library.Families.Create(ctx, &fontlibrary.FamilyParams{Name: new("a"), Slug: new("one"),
		FontFamily: new("a")})
	if !errors.Is(err, fontlibrary.CodeDuplicateFamily) {
		t.Errorf("Families.Create with a slug that is taken: error %v, want CodeDuplicateFamily", err)
	}
	file := fontlibrary.Bytes("a.woff2", []byte("wOF2 a"))
	face, err := library.Faces(families[0].ID).Create(ctx, regular("400", file))
	if err != nil {
		t.Fatalf("Faces.Create: error %v, want nil", err)
	}
	var content bytes.Buffer
	if _, err := site.Download(ctx, face.Settings.Src[0], &content); err != nil || content.String() != "wOF2 a" {
		t.Errorf("Download of %s: %q, error %v, want the file", face.Settings.Src[0], content.String(), err)
	}
	other := regular("500")
	other.Settings.Src = fontlibrary.Sources{server.URL + "/b.woff2"}
	if _, err := library.Faces(families[1].ID).Create(ctx, other); err != nil {
		t.Fatalf("Faces.Create of an address: error %v, want nil", err)
	}
	// The site lists the faces of both families at each address.
	found := 0
	for one, err := range library.Faces(families[0].ID).All(ctx) {
		if err != nil || one.ID != face.ID {
			t.Errorf("Faces.All: %+v, error %v, want only the face %d", one, err, face.ID)
		}
		found++
	}
	page, err := library.Faces(families[0].ID).List(ctx, nil)
	if err != nil || len(page.Items) != found {
		t.Errorf("Faces.List: %+v, error %v, want the same %d faces", page, err, found)
	}
	if _, err := library.Families.Delete(ctx, families[0].ID); err != nil {
		t.Errorf("Families.Delete: error %v, want nil", err)
	}
	if _, err := site.Download(ctx, face.Settings.Src[0], &content); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Download after the delete: error %v, want ErrNotFound", err)
	}
}
