package cmstest_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// past is a site with a post of the author's that has three revisions and an autosave.
func past(t *testing.T, opts ...cmstest.Option) *client {
	t.Helper()
	c := start(t, append([]cmstest.Option{atNoon()}, opts...)...)
	c.site.Insert("posts", map[string]any{"id": 10, "title": "Now", "content": "c", "author": 3,
		"date": "2026-01-01T00:00:00"})
	c.site.Insert("posts", map[string]any{"id": 11, "title": "Other", "date": "2026-01-01T00:00:00"})
	for i, title := range []string{"Beta", "Zebra", "Alpha"} {
		c.site.Insert("revisions", map[string]any{"id": 20 + i, "parent": 10, "author": 3, "title": title,
			"content": "was " + title,
			"date":    fmt.Sprintf("2026-01-0%dT00:00:00", i+2)})
	}
	c.site.Insert("autosaves", map[string]any{"id": 23, "parent": 10, "author": 2, "title": "Zebra soon",
		"date": "2026-01-05T00:00:00"})
	c.site.Insert("revisions", map[string]any{"id": 30, "parent": 11, "title": "Other"})
	return c
}

func TestHistoryIsListed(t *testing.T) {
	t.Parallel()
	c := past(t)
	for query, want := range map[string][]int64{
		"":                                {23, 22, 21, 20},
		"?order=asc":                      {20, 21, 22, 23},
		"?orderby=title&order=asc":        {22, 20, 21, 23},
		"?orderby=include&include=21,20":  {21, 20},
		"?exclude=21":                     {23, 22, 20},
		"?search=zebra":                   {23, 21},
		"?per_page=2&page=2":              {21, 20},
		"?offset=1":                       {23, 22, 21, 20},
		"?offset=1&per_page=2":            {22, 21},
		"?search=nothing&page=4":          {},
		"?orderby=relevance&search=zebra": {23, 21},
	} {
		if got := c.get("author", "/posts/10/revisions"+query).ids(t); !slices.Equal(got, want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	a := c.get("admin", "/posts/10/revisions?per_page=3")
	if got, want := a.header.Get("Link"),
		fmt.Sprintf("<%s/posts/10/revisions?per_page=3&page=2>; rel=\"next\"", c.root); got != want {
		t.Errorf("the link to the next page is %s, want %s", got, want)
	}
}

func TestHistoryNeedsRightsAndAValidParent(t *testing.T) {
	t.Parallel()
	c := past(t)
	for _, one := range []struct {
		user, method, path string
		status             int
		code               string
	}{
		{"", "GET", "/posts/10/revisions", 401, "rest_cannot_read"},
		{"contributor", "GET", "/posts/10/revisions/20", 403, "rest_cannot_read"},
		{"contributor", "GET", "/posts/10/autosaves", 403, "rest_cannot_read"},
		{"contributor", "POST", "/posts/10/autosaves", 403, "rest_cannot_edit"},
		{"admin", "GET", "/posts/99/revisions", 404, "rest_post_invalid_parent"},
		{"admin", "GET", "/pages/10/revisions", 404, "rest_post_invalid_parent"},
		{"admin", "GET", "/posts/10/revisions/99", 404, "rest_post_invalid_id"},
		{"admin", "GET", "/posts/10/revisions/30", 404, "rest_revision_parent_id_mismatch"},
		{"admin", "GET", "/posts/11/autosaves/30", 404, "rest_post_no_autosave"},
		{"admin", "GET", "/posts/10/revisions?page=2", 400, "rest_revision_invalid_page_number"},
		{"admin", "GET", "/posts/10/revisions?offset=4", 400, "rest_revision_invalid_offset_number"},
		{"admin", "GET", "/posts/10/revisions?orderby=relevance", 400, "rest_no_search_term_defined"},
		{"admin", "GET", "/posts/10/revisions?orderby=include", 400, "rest_orderby_include_missing_include"},
		{"admin", "DELETE", "/posts/10/revisions/20?force=true", 403, "rest_cannot_delete"},
		{"admin", "DELETE", "/posts/10/revisions/99?force=true", 404, "rest_post_invalid_id"},
	} {
		a := c.do(one.user, one.method, one.path, "")
		if a.status != one.status || a.code(t) != one.code {
			t.Errorf("Sent %s %s as %q: status %d, body %s, want %d %s", one.method, one.path, one.user, a.status, a.body,
				one.status, one.code)
		}
	}
}

func TestRevisionsAreDeletedWhereAPluginAllowsIt(t *testing.T) {
	t.Parallel()
	c := past(t, cmstest.WithRevisionDeletes())
	if a := c.do("author", "DELETE", "/posts/10/revisions/21", ""); a.status != 501 ||
		a.code(t) != "rest_trash_not_supported" {
		t.Errorf("DELETE of a revision without force: status %d, body %s, want 501 rest_trash_not_supported", a.status,
			a.body)
	}
	expect(t, "with force", c.do("author", "DELETE", "/posts/10/revisions/21?force=true", ""), 200,
		map[string]any{"deleted": true, "previous.title.rendered": "Zebra"})
	if c.site.Record("revisions", 21) != nil || c.site.Record("posts", 10)["revisions"] != 2 {
		t.Error("Record after DELETE of a revision: it is stored or not counted off, want it gone and 2 left")
	}
}

func TestUpdatesMakeARevisionOnlyForRevisedFields(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	id := c.site.Insert("posts", map[string]any{"title": "One", "content": "a b"})
	for i, one := range []struct {
		body string
		want int
	}{
		{`{"slug":"first-update"}`, 1},
		{`{"slug":"nothing-revised"}`, 1},
		{`{"title":"Two"}`, 2},
		{`{"content":"a \t b\n"}`, 2},
		{`{"meta":{"footnotes":""}}`, 3},
		{`{"meta":{"footnotes":null}}`, 4},
		{`{"excerpt":"e"}`, 5},
	} {
		c.do("editor", "POST", fmt.Sprintf("/posts/%d", id), one.body)
		if got := c.site.Record("posts", id)["revisions"]; got != one.want {
			t.Fatalf("after update %d there are %v revisions, want %d", i, got, one.want)
		}
	}
	got := c.site.Record("revisions", id+5)
	want := map[string]any{"id": id + 5, "parent": id, "author": int64(2), "slug": fmt.Sprintf("%d-revision-v1", id),
		"date": "2026-11-21T12:00:00", "date_gmt": "2026-11-21T11:00:00", "modified": "2026-11-21T12:00:00",
		"modified_gmt": "2026-11-21T11:00:00",
		"title":        "Two", "content": "a \t b\n", "excerpt": "e", "meta": map[string]any{}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the last revision is %v, want %v", got, want)
	}
}

func TestAutosavesDoNotChangeThePost(t *testing.T) {
	t.Parallel()
	c := past(t)
	save := func(user, body string) answer { return c.do(user, "POST", "/posts/10/autosaves", body) }
	expect(t, "the first", save("author", `{"title":"Soon"}`), 200, map[string]any{
		"title.raw": "Soon", "content.raw": "", "parent": float64(10), "slug": "10-autosave-v1", "author": float64(3)})
	id := save("author", `{"content":"later"}`).field(t, "id").(float64)
	expect(t, "the second", save("author", `{"excerpt":"e"}`), 200,
		map[string]any{"id": id, "title.raw": "Soon", "content.raw": "later"})
	expect(t, "what the record says", save("author", `{"title":"Now","content":" c"}`), 200,
		map[string]any{"id": id, "title.raw": "Soon"})
	if got := c.site.Record("posts", 10); got["title"] != "Now" || got["revisions"] != 3 {
		t.Errorf("Record of a published post after its autosaves: %v, want the title Now and 3 revisions", got)
	}
	if got := c.get("author", "/posts/10/autosaves").ids(t); !slices.Equal(got, []int64{int64(id), 23}) {
		t.Errorf("GET of the autosaves: ids %v, want those of two users", got)
	}
	expect(t, "the newest for everyone", c.get("editor", "/posts/10/autosaves/23"), 200, map[string]any{"id": id})
}

func TestAutosavingOnesOwnDraftChangesIt(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	id := int64(c.create("contributor", "/posts", `{"title":"Draft","content":"c"}`)["id"].(float64))
	path := fmt.Sprintf("/posts/%d/autosaves", id)
	expect(t, "own", c.do("contributor", "POST", path, `{"title":"Mine"}`), 200, map[string]any{
		"id": float64(id), "parent": float64(0), "date": nil, "title.raw": "Mine", "content.raw": "c"})
	expect(t, "what an update would refuse", c.do("contributor", "POST", path, `{"title":"Out","status":"publish"}`), 200,
		map[string]any{"title.raw": "Mine"})
	if a := c.do("contributor", "POST", path, `{"title":"","content":""}`); a.status != 500 ||
		a.code(t) != "empty_content" {
		t.Errorf("POST of an autosave without title and content: status %d, body %s, want 500 empty_content", a.status,
			a.body)
	} else if a.field(t, "data") != nil {
		t.Errorf("POST of an autosave without title and content: body %s, want data null", a.body)
	}
	if got := c.site.Record("posts", id); got["title"] != "Mine" || got["revisions"] != 0 {
		t.Errorf("Record of a draft after its autosaves: %v, want the title Mine and no revision", got)
	}
}

func TestAutosavesOfMenuItemsSayNothing(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	id := int64(c.create("admin", "/menu-items",
		`{"title":"Home","url":"http://home.example/","status":"publish"}`)["id"].(float64))
	path := fmt.Sprintf("/menu-items/%d/autosaves", id)
	a := c.do("admin", "POST", path, `{"title":"Soon"}`)
	expect(t, "the answer", a, 200, map[string]any{"title.raw": "", "preview_link": "", "parent": float64(id)})
	if got := c.get("admin", path).ids(t); !slices.Equal(got, []int64{int64(a.field(t, "id").(float64))}) {
		t.Errorf("GET of the autosaves of a menu item: ids %v, want only the new one", got)
	}
	expect(t, "a history", c.get("admin", fmt.Sprintf("/menu-items/%d/revisions", id)), 404,
		map[string]any{"code": "rest_no_route"})
}

func TestRevisionsOfBlocksShowRawTexts(t *testing.T) {
	t.Parallel()
	c := start(t, atNoon())
	id := c.site.Insert("blocks", map[string]any{"title": "Pattern", "content": "one"})
	c.do("admin", "POST", fmt.Sprintf("/blocks/%d", id), `{"content":"two"}`)
	expect(t, "view", c.get("admin", fmt.Sprintf("/blocks/%d/revisions/%d", id, id+1)), 200, map[string]any{
		"title.raw": "Pattern", "content.raw": "two", "meta.cms_pattern_sync_status": nil, "meta.footnotes": ""})
}
