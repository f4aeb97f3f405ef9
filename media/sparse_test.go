package media_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

// TestEachFieldAloneIsRead reads and writes records with one field each, of which many
// hold nothing, or are left out by the site.
func TestEachFieldAloneIsRead(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	ids := []int64{
		server.Insert("media", map[string]any{"filename": "a.txt", "mime_type": "text/plain"}),
		server.Insert("media", map[string]any{"filename": "b.png", "width": 20, "height": 10}),
	}
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	library := media.New(site)
	for field := range reflect.TypeFor[media.Media]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		for _, id := range ids {
			switch m, err := library.Get(t.Context(), id, cms.Fields(name), cms.InContext(cms.ContextEdit)); {
			case err != nil:
				t.Errorf("Get of %s: error %v, want nil", name, err)
			case m.ID != id:
				t.Errorf("Get of %s: ID %d, want %d", name, m.ID, id)
			}
			switch m, err := library.Update(t.Context(), id, &media.Params{AltText: new("alt")}, cms.Fields(name)); {
			case err != nil:
				t.Errorf("Update of %s: error %v, want nil", name, err)
			case m.ID != id:
				t.Errorf("Update of %s: ID %d, want %d", name, m.ID, id)
			}
			page, err := library.List(t.Context(), &media.ListOptions{Include: []int64{id}}, cms.Fields(name))
			switch {
			case err != nil:
				t.Errorf("List of %s: error %v, want nil", name, err)
			case len(page.Items) != 1:
				t.Errorf("List of %s: %d records, want 1", name, len(page.Items))
			case page.Items[0].ID != id:
				t.Errorf("List of %s: ID %d, want %d", name, page.Items[0].ID, id)
			}
		}
	}
}
