// Package archivetest has what the tests of mirror and restore share: a small site with
// records of every kind. Only tests import it.
package archivetest

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Ids of records of the site that tests name.
const (
	Post      = 101 // published, refers to the others
	Scheduled = 103 // and so changed in the future
	Trashed   = 105
	Page      = 201
	Image     = 301
	Block     = 401
	Snippet   = 601
)

// Site starts a site with some fifty records.
func Site(options ...cmstest.Option) *cmstest.Server {
	s := Themes(cmstest.NewServer(options...))
	insert := func(kind string, id int64, record map[string]any) {
		record["id"] = id
		_, dated := record["date"]
		if texts := kind == "posts" || kind == "pages" || kind == "blocks"; texts && !dated && record["status"] != "draft" &&
			record["status"] != "pending" {
			// not now, which would be the date of the drafts that a restore creates first
			record["date"] = "2026-04-01T10:00:00"
		}
		s.Insert(kind, record)
	}
	insert("categories", 11, map[string]any{"name": "Tooling", "description": "For tools"})
	insert("categories", 12, map[string]any{"name": "Hinting", "parent": 11})
	insert("tags", 13, map[string]any{"name": "latin"})
	insert("cms_pattern_category", 14, map[string]any{"name": "Callouts"})
	insert("menus", 15, map[string]any{"name": "Main menu"})
	insert("users", 9, map[string]any{"username": "kim", "role": "author"})

	insert("media", Image, map[string]any{
		"title": "Cover", "alt_text": "A cover", "caption": "On wp-image-301", "width": 400, "height": 300,
		"filename": "2026/05/cover.png", "post": Post,
		"date": "2026-05-01T10:00:00",
	})
	insert("media", Image+1, map[string]any{"title": "Wide", "width": 2600, "height": 20,
		"filename": "2026/05/wide-640x480.png"})
	insert("media", Image+2, map[string]any{"title": "Notes", "filename": "notes.txt",
		"file": []byte("Notes on letters\n"), "author": 9})

	content := fmt.Sprintf(`<!-- wp:image {"id":%[1]d,"sizeSlug":"medium"} -->`+
		`<img src="%[2]s/cms-content/uploads/2026/05/cover-300x225.png" class="wp-image-%[1]d"/><!-- /wp:image -->
<a href="%[2]s/guide/">The guide</a> <a href="/cms-content/uploads/2026/05/wide-640x480-scaled.png">Wide</a>
<!-- wp:block {"ref":%[3]d} /-->`, Image, s.URL, Block)
	insert("posts", Post, map[string]any{
		"title": `Kerning & "friends"`, "content": content, "excerpt": "In short", "author": 9, "categories": []int64{11, 12},
		"tags": []int64{13}, "featured_media": Image, "sticky": true, "date": "2026-03-29T05:00:00",
		"modified": "2026-03-29T05:00:00", "format": "quote",
		"meta": map[string]any{"footnotes": `[{"id":"a","content":"Note"}]`},
	})
	insert("posts", Post+1, map[string]any{"title": "Hidden", "content": "For some", "password": "letmein",
		"comment_status": "closed"})
	insert("posts", Scheduled, map[string]any{"title": "Later", "status": "future", "date": "2041-01-01T10:00:00",
		"modified": "2041-01-01T10:00:00"})
	insert("posts", Post+3, map[string]any{"title": "Alone", "status": "private", "slug": "alone"})
	insert("posts", Trashed, map[string]any{"title": "Away", "status": "trash", "slug": "kerning__trashed"})
	insert("posts", Post+5, map[string]any{"title": "Kerning", "slug": "kerning"})
	insert("posts", Post+6, map[string]any{"title": "An idea", "status": "draft"})
	insert("posts", Post+7, map[string]any{"title": "An idea", "status": "draft", "date": "2026-02-01T08:00:00",
		"date_gmt": "2026-02-01T07:00:00", "slug": "an-idea"})
	insert("posts", Post+8, map[string]any{"title": "Waits", "status": "pending", "categories": []int64{12}})
	for i := range int64(20) {
		insert("posts", 120+i, map[string]any{"title": fmt.Sprintf("Note %d", i), "content": fmt.Sprintf("On letter %d", i),
			"categories": []int64{11}})
	}
	insert("pages", Page, map[string]any{"title": "Guide", "menu_order": 3})
	insert("pages", Page+1, map[string]any{"title": "Install", "parent": Page})
	insert("pages", Page+2, map[string]any{"title": "Install", "parent": Page + 1, "slug": "install"})
	insert("pages", Page+3, map[string]any{"title": "Plans", "status": "draft", "parent": Page})

	insert("blocks", Block, map[string]any{"title": "Callout", "content": "<p>Mind the gap.</p>",
		"cms_pattern_category": []int64{14}})
	insert("blocks", Block+1, map[string]any{"title": "Loose", "content": "<p>Loose</p>",
		"meta": map[string]any{"cms_pattern_sync_status": "unsynced"}})

	insert("menu-items", 501, map[string]any{"title": "Home", "url": s.URL + "/", "menus": 15, "menu_order": 1,
		"target": "_blank", "classes": []string{"hot"}})
	insert("menu-items", 502, map[string]any{"type": "post_type", "object": "page", "object_id": Page, "menus": 15,
		"menu_order": 2, "parent": 501})
	insert("menu-items", 503, map[string]any{"type": "taxonomy", "object": "category", "object_id": 12,
		"title": "On hints", "menus": 15, "menu_order": 3, "parent": 502})

	insert("snippets", Snippet, map[string]any{"name": "Title", "code": "add_filter('x', 'y');", "active": true,
		"tags": []string{"a"}, "modified": "2026-05-01 10:00:00"})
	insert("snippets", Snippet+1, map[string]any{"name": "Style", "code": "a { b: c }", "scope": "site-css", "priority": 5,
		"modified": "2026-05-01 10:00:00"})
	return s
}
