package cmstest_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// startMenus is a site with two menus and something to lead to.
func startMenus(t *testing.T) *client {
	t.Helper()
	c := start(t)
	c.site.Insert("menus", map[string]any{"id": 2, "name": "Main"})
	c.site.Insert("menus", map[string]any{"id": 3, "name": "Footer"})
	c.site.Insert("posts", map[string]any{"id": 10, "title": "Kerning & more", "date": "2026-05-01T10:00:00"})
	return c
}

func TestMenuItemsTakeTitleAndAddressFromTheirObject(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	for _, tc := range []struct {
		body string
		want map[string]any
	}{
		{`{"type":"post_type","object":"post","object_id":10}`, map[string]any{
			"title.raw": "Kerning &#038; more", "url": c.site.URL + "/2026/05/kerning-more/", "type_label": "Post",
			"invalid": false, "menus": nil,
		}},
		{`{"type":"post_type","object_id":10,"title":"Mine"}`, map[string]any{"title.raw": "Mine", "object": "post"}},
		{`{"type":"post_type","object":"post","object_id":99}`,
			map[string]any{"title.raw": "#99 (no title)", "url": "", "invalid": true}},
		{`{"type":"taxonomy","object":"category","object_id":1}`,
			map[string]any{"title.raw": "Uncategorized", "type_label": "Category"}},
		{`{"type":"taxonomy","object":"post_tag","object_id":1}`,
			map[string]any{"title.raw": "#1 (no title)", "invalid": true}},
		{`{"type":"post_type_archive","object":"post"}`,
			map[string]any{"title.raw": "Post Archives", "url": c.site.URL, "object_id": 0.0}},
		{`{"type":"post_type_archive","object":"page"}`, map[string]any{"url": false}},
		{`{"title":" Home ","url":"HTTP://example.org/a b","menus":2,"menu_order":5,"object":"post","object_id":10}`,
			map[string]any{
				"title.raw": "Home", "url": "http://example.org/a%20b", "menus": 2.0, "menu_order": 5.0, "object": "custom",
			}},
		{`{"title":"x","url":"/x","menu_order":5,"status":"private"}`, map[string]any{"menu_order": 1.0, "status": "draft"}},
		{`{"title":"x","url":"example.org","attr_title":"a <b>b</b>  \"c\" %41","classes":["a b","!"]}`, map[string]any{
			"url": "http://example.org", "attr_title": "a b &#8220;c&#8221;",
		}},
	} {
		expect(t, tc.body, c.do("admin", "POST", "/menu-items", tc.body), 201, tc.want)
	}
}

func TestMenuItemsKnowAllTypes(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	for _, tc := range []struct{ object, archive, label string }{
		{"post", "Post Archives", "Post"},
		{"page", "Page Archives", "Page"},
		{"attachment", "Media", "Media"},
		{"cms_block", "All Patterns", "Pattern"},
		{"nav_menu_item", "Navigation Menu Items", "Navigation Menu Item"},
	} {
		body := `{"type":"post_type_archive","object":"` + tc.object + `","menus":2}`
		address := any(false)
		if tc.object == "post" {
			address = c.site.URL
		}
		expect(t, body, c.do("admin", "POST", "/menu-items", body), 201, map[string]any{
			"title.rendered": tc.archive, "url": address, "type_label": "Post Type Archive", "invalid": false,
			"object": tc.object,
		})
		body = `{"type":"post_type","object":"` + tc.object + `","object_id":99,"title":"T"}`
		expect(t, body, c.do("admin", "POST", "/menu-items", body), 201,
			map[string]any{"title.rendered": "T", "url": "", "type_label": tc.label, "invalid": true})
	}
	for _, name := range []string{"Main", "main"} {
		a := c.do("admin", "POST", "/menus", `{"name":"`+name+`"}`)
		expect(t, name, a, 400, map[string]any{"code": "menu_exists", "data.status": 400.0, "data.term_id": 2.0})
	}
}

func TestMenuItemsAreRefused(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	for _, tc := range []struct {
		user, body string
		status     int
		code       string
	}{
		{"admin", `{}`, 400, "rest_title_required"},
		{"admin", `{"title":"x"}`, 400, "rest_url_required"},
		{"admin", `{"title":"x","url":"javascript:x"}`, 400, "rest_invalid_param"},
		{"admin", `{"title":"x","url":"/x","menus":9}`, 400, "invalid_menu_id"},
		{"admin", `{"title":"x","url":"/x","menus":null}`, 403, "rest_cannot_assign_term"},
		{"admin", `{"title":"x","url":"/x","menu_order":0}`, 400, "rest_invalid_param"},
		{"admin", `{"title":"x","url":"/x","parent":-1}`, 400, "rest_invalid_param"},
		{"admin", `{"title":5,"url":"/x"}`, 400, "rest_invalid_param"},
		{"admin", `{"type":"post_type","object_id":99}`, 400, "rest_post_invalid_id"},
		{"admin", `{"type":"taxonomy","object_id":99}`, 400, "rest_term_invalid_id"},
		{"admin", `{"type":"post_type_archive","object":"nope"}`, 400, "rest_post_invalid_type"},
		{"admin", `{"id":4,"title":"x","url":"/x"}`, 400, "rest_post_exists"},
		{"editor", `{"title":"x","url":"/x"}`, 403, "rest_cannot_create"},
		{"", `{"title":"x","url":"/x"}`, 401, "rest_cannot_create"},
	} {
		a := c.do(tc.user, "POST", "/menu-items", tc.body)
		if a.status != tc.status || a.code(t) != tc.code {
			t.Errorf("User %q sent POST of the menu item %s: status %d, code %s, want %d %s", tc.user, tc.body, a.status,
				a.code(t), tc.status, tc.code)
		}
	}
	if a := c.do("admin", "POST", "/menu-items", `{}`); !strings.Contains(a.body,
		`"additional_errors":[{"code":"rest_url_required"`) {
		t.Errorf("POST of an empty menu item: %s, want rest_url_required as the additional error", a.body)
	}
}

func TestMenuItemsAreOrderedWithinTheirMenu(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	for i, want := range []float64{0, 2, 3, 7, 5} {
		order := "null"
		if want == 7 {
			order = "7"
		}
		got := c.create("admin", "/menu-items", `{"title":"x","url":"/x","menus":2,"menu_order":`+order+`}`)["menu_order"]
		if got != want {
			t.Errorf("item %d is at %v, want %v", i, got, want)
		}
	}
}

func TestUpdateOfAMenuItemKeepsTheShownTitle(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	id := str(c.site.Insert("menu-items",
		map[string]any{"type": "post_type", "object": "post", "object_id": 10, "menus": 2, "attr_title": `"q"`, "parent": 7}))
	expect(t, "own title", c.do("admin", "PATCH", "/menu-items/"+id, `{"object_id":99,"parent":`+id+`}`),
		200, map[string]any{
			"title.raw": "Kerning &#038; more", "invalid": true, "parent": 0.0,
		})
	expect(t, "no title", c.do("admin", "PUT", "/menu-items/"+id, `{"title":""}`), 200,
		map[string]any{"title.raw": "#99 (no title)"})
	expect(t, "other menu", c.do("admin", "POST", "/menu-items/"+id, `{"menus":3}`), 200,
		map[string]any{"menus": 3.0, "menu_order": 1.0})
	rec := c.site.Record("menu-items", 11)
	if rec["attr_title"] != "&#8220;q&#8221;" || rec["title"] != "" {
		t.Errorf("Record of an updated menu item: %v, want the escaped attr_title and no title", rec)
	} else if rec["menus"] != int64(3) {
		t.Errorf("Record of an updated menu item: %v, want menu 3", rec)
	}
}

func TestMenuItemsHaveNoTrashAndFollowTheirObject(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	id := c.site.Insert("menu-items", map[string]any{"title": "x", "url": "/x"})
	if a := c.do("admin", "DELETE", "/menu-items/"+str(id), ""); a.status != 501 ||
		a.code(t) != "rest_trash_not_supported" {
		t.Errorf("DELETE of a menu item without force: status %d, body %s, want 501 rest_trash_not_supported", a.status,
			a.body)
	}
	a := c.do("admin", "DELETE", "/menu-items/"+str(id)+"?force=true", "")
	expect(t, "delete", a, 200, map[string]any{"deleted": true, "previous.title.raw": nil, "previous.title.rendered": "x",
		"previous._links": nil})
	follower := c.site.Insert("menu-items", map[string]any{"type": "post_type", "object": "post", "object_id": 10})
	c.do("admin", "DELETE", "/posts/10", "")
	expect(t, "trashed", c.get("admin", "/menu-items/"+str(follower)), 200,
		map[string]any{"invalid": true, "url": c.site.URL + "/?p=10"})
	c.do("admin", "DELETE", "/posts/10?force=true", "")
	if c.site.Record("menu-items", follower) != nil {
		t.Errorf("Record of a menu item whose post was deleted: %v, want none", c.site.Record("menu-items", follower))
	}
}

func TestRightsOfMenuItemsByRole(t *testing.T) {
	t.Parallel()
	c := startMenus(t)
	id := str(c.site.Insert("menu-items", map[string]any{"title": "x", "url": "/x", "menus": 2}))
	draft := str(c.site.Insert("menu-items", map[string]any{"title": "d", "url": "/d", "status": "draft"}))
	for _, tc := range []struct {
		user, path string
		status     int
		code       string
	}{
		{"", "/menu-items", 401, "rest_cannot_view"},
		{"subscriber", "/menu-items/" + id, 403, "rest_cannot_view"},
		{"subscriber", "/menus", 403, "rest_cannot_view"},
		{"contributor", "/menu-items/" + id + "?_embed", 200, ""},
		{"contributor", "/menu-items/" + draft, 403, "rest_forbidden"},
		{"editor", "/menu-items?context=edit", 403, "rest_forbidden_context"},
		{"editor", "/menu-items?status=draft", 400, "rest_invalid_param"},
		{"admin", "/menu-items?context=edit&status=draft", 200, ""},
		{"admin", "/menu-items/10", 404, "rest_post_invalid_id"},
		{"editor", "/menus/2?context=edit", 403, "rest_forbidden_context"},
		{"admin", "/menus/9", 404, "rest_term_invalid"},
	} {
		a := c.get(tc.user, tc.path)
		if a.status != tc.status || tc.code != "" && a.code(t) != tc.code {
			t.Errorf("User %q sent GET %s: status %d, body %s, want %d %s", tc.user, tc.path, a.status, a.body, tc.status,
				tc.code)
		}
	}
}

func TestBlocksHaveAShapeOfTheirOwn(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPrefix("wp"))
	c.root = c.site.URL + "/wp-json/wp/v2"
	category := c.site.Insert("cms_pattern_category", map[string]any{"name": "Heroes"})
	id := c.site.Insert("blocks", map[string]any{
		"title": "A & B", "content": "secret", "password": "letmein", "cms_pattern_category": []int64{category},
		"meta": map[string]any{"cms_pattern_sync_status": "unsynced"},
	})
	path := "/blocks/" + str(id)
	for query, want := range map[string]string{
		"title,content,meta,wp_pattern_sync_status,wp_pattern_category": `{"title":{"raw":"A & B"},` +
			`"content":{"raw":"secret","protected":true},` +
			`"meta":{"footnotes":""},"wp_pattern_category":[2],"wp_pattern_sync_status":"unsynced"}`,
		"wp_pattern_sync_status":                 `{"wp_pattern_sync_status":""}`,
		"title,meta,type&context=embed":          `{"type":"wp_block","title":[]}`,
		"content.block_version&context=edit":     `{"content":{"block_version":0}}`,
		"author,comment_status,featured_media":   `[]`,
		"generated_slug,class_list&context=edit": `[]`,
	} {
		if a := c.get("admin", path+"?_fields="+query); a.body != want {
			t.Errorf("GET of a block with the fields %s: %s, want %s", query, a.body, want)
		}
	}
	a := c.do("admin", "PATCH", path, `{"meta":{"wp_pattern_sync_status":null,"footnotes":"[]"},`+
		`"wp_pattern_category":[],"author":3,"status":"pending"}`)
	expect(t, "update", a, 200, map[string]any{"wp_pattern_sync_status": "", "meta.footnotes": "[]",
		"slug": "", "author": nil})
	if a := c.do("admin", "PATCH", path, `{"meta":{"wp_pattern_sync_status":""}}`); a.code(t) != "rest_not_in_enum" {
		t.Errorf("PATCH of an empty sync status: %s, want rest_not_in_enum", a.body)
	}
	if got := c.site.Record("blocks", id)["meta"].(map[string]any)["cms_pattern_sync_status"]; got != nil {
		t.Errorf("Record after PATCH of sync status null: %v, want none", got)
	}
}

func TestRightsOfBlocksByRole(t *testing.T) {
	t.Parallel()
	c := start(t)
	id := str(c.site.Insert("blocks", map[string]any{"title": "x"}))
	for _, tc := range []struct {
		user, method, path, body string
		status                   int
		want                     string
	}{
		{"", "GET", "/blocks?_fields=id", "", 200, "[]"},
		{"subscriber", "GET", "/blocks?_fields=id", "", 200, "[]"},
		{"contributor", "GET", "/blocks?_fields=id", "", 200, `[{"id":` + id + `}]`},
		{"contributor", "GET", "/blocks?_fields=id&context=edit", "", 200, "[]"},
		{"", "GET", "/blocks/" + id, "", 401, "rest_forbidden"},
		{"contributor", "POST", "/blocks", `{"title":"x"}`, 403, "rest_cannot_create"},
		{"contributor", "POST", "/blocks", `{"title":"x","sticky":true}`, 403, "rest_cannot_assign_sticky"},
		{"author", "POST", "/blocks?_fields=status", `{"title":"x"}`, 201, `{"status":"draft"}`},
		{"author", "DELETE", "/blocks/" + id, "", 403, "rest_cannot_delete"},
		{"admin", "POST", "/blocks", `{"title":"x","cms_pattern_category":[0]}`, 403, "rest_cannot_assign_term"},
		{"admin", "GET", "/blocks?author=3&_fields=id", "", 200, `[{"id":` + id + `}]`},
	} {
		a := c.do(tc.user, tc.method, tc.path, tc.body)
		if a.status != tc.status || !strings.Contains(a.body, tc.want) {
			t.Errorf("User %q sent %s %s %s: status %d, body %s, want %d with %s", tc.user, tc.method, tc.path, tc.body,
				a.status, a.body, tc.status, tc.want)
		}
	}
	if a := c.get("", "/blocks"); a.header.Get("X-CMS-Total") != "1" {
		t.Errorf("GET of the blocks by nobody: total %s, want 1", a.header.Get("X-CMS-Total"))
	}
}
