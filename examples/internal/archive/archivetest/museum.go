package archivetest

import (
	_ "embed" // for the description below
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// museum is what a real site says of the types of restore/testdata/museum.php, without
// its sentences: cmsgen -save has written it for
// -route wp/v2/room,wp/v2/floors,museum/v1/exhibits,museum/v1/eras,museum/v1/materials.
//
//go:embed museum.json
var museum []byte

// Ids of records of a museum.
const (
	Wing    = 901 // a room
	Hall    = 902 // below it
	Exhibit = 911 // refers to the others
	Menu    = 941 // a navigation
)

// Types gives a server the types and taxonomies of a museum, of both kinds.
func Types() cmstest.Option { return cmstest.WithType(museum) }

// Museum is [Site] with some records of its own types, and navigation.
func Museum(options ...cmstest.Option) *cmstest.Server {
	s := Site(append(options, Types())...)
	insert := func(kind string, id int64, record map[string]any) {
		record["id"] = id
		s.Insert(kind, record)
	}
	insert("eras", 21, map[string]any{"name": "Old"})
	insert("eras", 22, map[string]any{"name": "Bronze", "parent": 21})
	insert("materials", 23, map[string]any{"name": "Gold"})
	insert("materials", 24, map[string]any{"name": "Wood"})
	insert("floors", 25, map[string]any{"name": "Ground"})
	const date = "2026-03-01T10:00:00"
	insert("room", Wing, map[string]any{"title": "East wing", "menu_order": 4, "date": date})
	insert("room", Hall, map[string]any{"title": "Hall", "parent": Wing, "date": date, "floors": []int64{25},
		"featured_media": Image})
	insert("room", Hall+1, map[string]any{"title": "Hall", "parent": Hall, "date": date, "status": "private"})
	insert("room", Hall+2, map[string]any{"title": "Cellar", "parent": Wing, "date": date, "status": "trash",
		"slug": "cellar__trashed"})
	insert("exhibits", Exhibit, map[string]any{
		"title": "Vase", "date": date, "author": 9, "featured_media": Image, "eras": []int64{22},
		"materials": []int64{23, 24}, "shelf": "A 12", "comment_status": "closed",
		"content": fmt.Sprintf(`<!-- wp:image {"id":%[1]d} --><img src="%[2]s/cms-content/uploads/2026/05/cover.png"`+
			` class="wp-image-%[1]d"/><!-- /wp:image -->`, Image, s.URL),
		"excerpt": `Of "bronze"`, "meta": map[string]any{"weight": 1.5, "donors": []any{"Kim", "Ada"}},
	})
	insert("exhibits", Exhibit+1, map[string]any{"title": "Later", "status": "future", "date": "2041-01-01T10:00:00",
		"modified": "2041-01-01T10:00:00"})
	insert("exhibits", Exhibit+2, map[string]any{"title": "Idea", "status": "draft"})
	insert("exhibits", Exhibit+3, map[string]any{"title": "Locked", "password": "letmein", "date": date})
	insert("exhibits", Exhibit+4, map[string]any{"title": "Vase", "status": "trash", "slug": "vase__trashed",
		"date": date})
	for i := range int64(8) {
		insert("exhibits", Exhibit+10+i, map[string]any{"title": fmt.Sprintf("Coin %d", i), "date": date,
			"materials": []int64{23}})
	}
	insert("navigation", Menu, map[string]any{"title": "Main", "date": date, "content": fmt.Sprintf(
		`<!-- wp:navigation-link {"label":"Guide","type":"page","id":%d,"url":"%[5]s/guide/","kind":"post-type"} /-->
<!-- wp:navigation-submenu {"label":"East","type":"room","id":%[2]d,`+
			`"url":"%[5]s/room/east-wing/","kind":"post-type"} -->
<!-- wp:navigation-link {"label":"Bronze","type":"era","id":%[3]d,"url":"%[5]s/era/bronze/","kind":"taxonomy"} /-->
<!-- wp:navigation-link {"label":"Elsewhere","url":"https://elsewhere.example","kind":"custom","id":%[2]d} /-->
<!-- /wp:navigation-submenu -->
<!-- wp:page-list {"parentPageID":%[4]d} /-->`, Page, Wing, 22, Page, s.URL)})
	insert("navigation", Menu+1, map[string]any{"title": "Foot", "status": "draft"})
	insert("menu-items", 504, map[string]any{"type": "post_type", "object": "room", "object_id": Hall, "menus": 15,
		"menu_order": 4})
	insert("menu-items", 505, map[string]any{"type": "taxonomy", "object": "era", "object_id": 22, "menus": 15,
		"menu_order": 5})
	return s
}
