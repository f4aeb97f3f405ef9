package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

func newMuseum(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := archivetest.Museum(options...)
	t.Cleanup(server.Close)
	return server
}

func TestTypesTaxonomiesAndNavigationAreCopied(t *testing.T) {
	t.Parallel()
	server, folder := newMuseum(t), t.TempDir()
	mustTake(t, server, folder)
	files := content(t, folder)
	for name, text := range map[string]string{
		"type-exhibit/911.json": `"shelf": "A 12"`, "type-exhibit/912.json": `"status": "future"`,
		"type-exhibit/913.json": `"status": "draft"`,
		"type-exhibit/914.json": `"password": "letmein"`, "type-exhibit/915.json": `"status": "trash"`,
		"type-room/902.json":   `"parent": 901`,
		"taxonomy-era/22.json": `"parent": 21`, "taxonomy-material/23.json": `"name": "Gold"`,
		"taxonomy-floor/25.json": `"name": "Ground"`,
		"navigation/941.json":    `"type": "cms_navigation"`, "navigation/942.json": `"status": "draft"`,
	} {
		if !strings.Contains(files[name], text) {
			t.Errorf("mirror wrote %s as\n%s\nwant %s in it", name, files[name], text)
		}
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet && r.Method != http.MethodOptions || strings.Contains(r.Path, "navigation-fallback") {
			t.Errorf("mirror sent %s %s, which writes, want reading requests only", r.Method, r.Path)
		}
	}
}

func TestLaterRunReadsWhatChangedInOwnTypes(t *testing.T) {
	t.Parallel()
	server, folder := newMuseum(t), t.TempDir()
	mustTake(t, server, folder)
	exhibits := cms.NewContent[map[string]any, map[string]any, struct{}](client(t, server), "museum/v1/exhibits")
	change := func(id int64, to map[string]any) {
		t.Helper()
		if _, err := exhibits.Update(t.Context(), id, &to); err != nil {
			t.Fatal(err)
		}
	}
	change(archivetest.Exhibit, map[string]any{"shelf": "B 1", "materials": []int64{24}})
	if _, err := exhibits.Trash(t.Context(), archivetest.Exhibit+10); err != nil {
		t.Fatal(err)
	}
	if _, err := exhibits.Delete(t.Context(), archivetest.Exhibit+11); err != nil {
		t.Fatal(err)
	}
	server.Insert("exhibits", map[string]any{"id": 999, "title": "Imported", "date": "2001-01-01T00:00:00",
		"modified": "2001-01-01T00:00:00"})
	server.Insert("navigation", map[string]any{"id": 998, "title": "Imported", "date": "2001-01-01T00:00:00",
		"modified": "2001-01-01T00:00:00"})
	rooms := cms.NewCollection[map[string]any, map[string]any, struct{}](client(t, server), "cms/v2/room")
	if _, err := rooms.Delete(t.Context(), archivetest.Hall+1); err != nil {
		t.Fatal(err)
	}
	said := mustTake(t, server, folder, "-v")
	for _, line := range []string{
		"changed type-exhibit/911", "changed type-exhibit/921", "deleted type-exhibit/922", "added type-exhibit/999",
		"added navigation/998", "deleted type-room/903",
		"type-exhibit:        1 added, 2 changed, 1 deleted, 10 unchanged,",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("The later mirror printed\n%s\nwant %q", said, line)
		}
	}
	again := t.TempDir()
	mustTake(t, server, again)
	if !maps.Equal(content(t, folder), content(t, again)) {
		t.Error("The later mirror left another folder than a new mirror, want the same files")
	}
}

func TestRemovedTermOfAnOwnTaxonomyIsTakenFromItsRecords(t *testing.T) {
	t.Parallel()
	server, folder := newMuseum(t), t.TempDir()
	mustTake(t, server, folder)
	materials := cms.NewCollection[map[string]any, struct{}, struct{}](client(t, server), "museum/v1/materials")
	if _, err := materials.Delete(t.Context(), 23); err != nil {
		t.Fatal(err)
	}
	mustTake(t, server, folder)
	files := content(t, folder)
	var exhibit struct{ Materials []int64 }
	if err := json.Unmarshal([]byte(files["type-exhibit/911.json"]), &exhibit); err != nil {
		t.Fatal(err)
	}
	if files["taxonomy-material/23.json"] != "" || slices.Contains(exhibit.Materials, 23) {
		t.Errorf("After the term was deleted the record is\n%s\nand the term %q, want neither to have it",
			files["type-exhibit/911.json"], files["taxonomy-material/23.json"])
	}
}

func TestEmptyListOfACustomTypeDeletesNothing(t *testing.T) {
	t.Parallel()
	for _, route := range []string{"/museum/v1/exhibits", "/cms/v2/room", "/museum/v1/eras", "/cms/v2/navigation"} {
		server, folder := newMuseum(t), t.TempDir()
		mustTake(t, server, folder)
		before := content(t, folder)
		f := total(0, "[]")
		f.Route = route
		remove := server.Fail(f)
		if said, err := take(t, server, folder); err == nil ||
			!strings.Contains(said, "nothing was deleted: the site says that it has none") {
			t.Errorf("mirror with an empty list of %s: error %v, want that nothing was deleted\n%s", route, err, said)
		} else if !maps.Equal(before, content(t, folder)) {
			t.Errorf("mirror with an empty list of %s changed the folder, want the same files\n%s", route, said)
		}
		remove()
	}
}
