package cmstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestStoredRouteReturnsWhatWasWritten(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.do("admin", "POST", "/templates", `{"slug":"home","title":"Home","content":{"raw":"<p>x</p>"}}`)
	expect(t, "create", made, 201, map[string]any{
		"id": "plain//home", "slug": "home", "theme": "plain", "title.raw": "Home", "content.rendered": "<p>x</p>",
		"status": "publish",
	})
	expect(t, "read", c.get("admin", "/templates/plain//home?context=edit"), 200,
		map[string]any{"content.raw": "<p>x</p>"})
	for context, want := range map[string]bool{"edit": true, "view": true, "embed": false} {
		if a := c.get("admin", "/templates/plain//home?context="+context); strings.Contains(a.body, `"modified":`) != want {
			t.Errorf("GET of a template in context %s: %s, want modified: %t", context, a.body, want)
		}
	}
	expect(t, "update", c.do("admin", "PUT", "/templates/plain//home", `{"title":"Start"}`), 200,
		map[string]any{"title.raw": "Start", "slug": "home"})
	c.do("admin", "POST", "/templates", `{"slug":"home"}`)
	if a := c.get("admin", "/templates?_fields=id"); a.body != `[{"id":"plain\/\/home"},{"id":"plain\/\/home-2"}]` {
		t.Errorf("GET of the templates: %s, want home and home-2", a.body)
	}
	expect(t, "delete", c.do("admin", "DELETE", "/templates/plain//home?force=true", ""), 200,
		map[string]any{"deleted": true, "previous.slug": "home"})
	expect(t, "gone", c.get("admin", "/templates/plain//home"), 404, map[string]any{"code": "rest_post_invalid_id"})
	expect(t, "wrong type", c.do("admin", "POST", "/templates", `{"slug":"x","status":"nope"}`), 400,
		map[string]any{"code": "rest_invalid_param"})
	expect(t, "anonymous", c.get("", "/templates"), 401, map[string]any{"code": "rest_forbidden"})
	expect(t, "write of an editor", c.do("editor", "POST", "/templates", `{"slug":"x"}`), 403,
		map[string]any{"code": "rest_forbidden"})
}

func TestFontFamiliesAreFilteredAndPaged(t *testing.T) {
	t.Parallel()
	c := start(t)
	for i, slug := range []string{"inter", "roboto", "lora"} {
		body := fmt.Sprintf(`{"font_family_settings":"{\"slug\":\"%s\",\"name\":\"F%d\",\"fontFamily\":\"F\"}"}`, slug, i)
		expect(t, slug, c.do("admin", "POST", "/font-families", body), 201, map[string]any{"font_family_settings.slug": slug})
	}
	for query, want := range map[string]string{
		"":                         `[{"id":3},{"id":2},{"id":1}]`,
		"include=3,1":              `[{"id":3},{"id":1}]`,
		"exclude=2":                `[{"id":3},{"id":1}]`,
		"per_page=2&page=2":        `[{"id":1}]`,
		"order=desc&orderby=id":    `[{"id":3},{"id":2},{"id":1}]`,
		"offset=1&per_page=1":      `[{"id":2}]`,
		"include=9":                `[]`,
		"order=asc&orderby=id":     `[{"id":1},{"id":2},{"id":3}]`,
		"include=2&_fields=id,sum": `[{"id":2}]`,
	} {
		a := c.get("admin", "/font-families?_fields=id&"+query)
		if a.body != want {
			t.Errorf("GET of the font families with %s: %s, want %s", query, a.body, want)
		}
	}
	if a := c.get("admin", "/font-families?per_page=2"); a.header.Get("X-Cms-Total") != "3" ||
		a.header.Get("X-Cms-Totalpages") != "2" {
		t.Errorf("GET of the font families: headers %v, want 3 in all and 2 pages", a.header)
	}
}

func TestStoredRecordsAreFilteredByAField(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("widgets", map[string]any{"id": "text-1", "sidebar": "left"})
	c.site.Insert("widgets", map[string]any{"id": "text-2", "sidebar": "right"})
	if a := c.get("admin", "/widgets?sidebar=right&_fields=id"); a.body != `[{"id":"text-2"}]` {
		t.Errorf("GET of the widgets of a sidebar: %s, want only text-2", a.body)
	}
}

func TestStoredRecordsAreSeededKeptAndPutBack(t *testing.T) {
	t.Parallel()
	c := start(t)
	number := c.site.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active", "name": "Plain"})
	expect(t, "inserted", c.get("admin", "/themes/plain"), 200,
		map[string]any{"status": "active", "name.rendered": "Plain"})
	if got := c.site.Record("themes", number)["stylesheet"]; got != "plain" {
		t.Errorf("Record of a theme: stylesheet %v, want plain", got)
	}
	kept := c.site.Snapshot()
	c.do("admin", "POST", "/widgets", `{"id_base":"text"}`)
	document := c.site.Document()
	c.site.Restore(kept)
	if a := c.get("admin", "/widgets"); a.body != "[]" {
		t.Errorf("GET of the widgets after Restore: %s, want none", a.body)
	}
	other := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithDocument(document))
	if got := string(other.Document()); got != string(document) {
		t.Errorf("Document of a site loaded from a document: %s, want %s", got, document)
	}
}

func TestStoredDocumentsAreThoseOfTheirSchemaUntilTheyAreWritten(t *testing.T) {
	t.Parallel()
	c := start(t)
	config := c.get("admin", "/view-config?kind=postType&name=post")
	expect(t, "a document", config, 200, map[string]any{"kind": "postType", "name": "post"})
	expect(t, "no route", c.do("admin", "PUT", "/themes", `{}`), 404, map[string]any{"code": "rest_no_route"})
}

func TestStoredResponsesAreMarked(t *testing.T) {
	t.Parallel()
	var told []string
	c := start(t, cmstest.WithStrict(func(format string,
		args ...any) {
		told = append(told, fmt.Sprintf(format, args...))
	}))
	if a := c.get("admin", "/themes"); a.header.Get(cmstest.StoredOnly) != "1" {
		t.Errorf("GET of the themes: headers %v, want StoredOnly", a.header)
	}
	if a := c.get("admin", "/posts"); a.header.Get(cmstest.StoredOnly) != "" {
		t.Errorf("GET of the posts: headers %v, want no StoredOnly", a.header)
	}
	if len(told) != 1 || !strings.Contains(told[0], "GET /cms/v2/themes") {
		t.Errorf("WithStrict reported %q, want only GET /cms/v2/themes", told)
	}
}
