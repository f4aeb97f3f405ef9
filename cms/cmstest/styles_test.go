package cmstest_test

import (
	"strings"
	"testing"
)

func TestGlobalStylesAreReplacedWholeAndKeepRevisions(t *testing.T) {
	t.Parallel()
	c := start(t)
	expect(t, "before the theme is read", c.get("admin", "/global-styles/1"), 404,
		map[string]any{"code": "rest_global_styles_not_found"})
	c.site.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active", "name": "Plain"})
	c.site.Insert("themes", map[string]any{"stylesheet": "other", "status": "inactive"})
	list := c.get("admin", "/themes?status=active")
	if want := `"cms:user-global-styles":[{"href":"` + strings.ReplaceAll(c.root, "/",
		`\/`) + `\/global-styles\/1"}]`; !strings.Contains(list.body, want) {
		t.Fatalf("the active theme: %s, want the link %s", list.body, want)
	}
	const path = "/global-styles/1"
	expect(t, "read", c.get("contributor", path), 200, map[string]any{"id": 1.0, "title.raw": "Custom Styles"})
	if a := c.get("admin", path); !strings.Contains(a.body, `"settings":{},"styles":{}`) {
		t.Errorf("new styles: %s, want two empty objects", a.body)
	}
	expect(t, "a tree", c.do("admin", "POST", path, `{"styles":{"color":{"text":"red"},"colour":"x","spacing":"y"}}`),
		200,
		map[string]any{"styles.color.text": "red", "styles.colour": nil, "styles.spacing": nil})
	expect(t, "another tree", c.do("admin", "PUT", path,
		`{"styles":{"typography":{"fontFamily":"var:preset|font-family|a"}},
		"settings":{"typography":{"fontFamilies":[{"slug":"a"}]}}}`),
		200, map[string]any{"styles.color": nil, "styles.typography.fontFamily": "var(--wp--preset--font-family--a)"})
	if a := c.get("admin", path); !strings.Contains(a.body, `"fontFamilies":{"custom":[{"slug":"a"}]}`) {
		t.Errorf("a bare list of fonts: %s, want it below custom", a.body)
	}
	expect(t, "the same", c.do("admin", "PATCH", path, `{"title":"Mine"}`), 200, map[string]any{"title.raw": "Mine"})
	expect(t, "HTML in CSS", c.do("admin", "POST", path, `{"styles":{"css":"</style>"}}`), 400,
		map[string]any{"code": "rest_custom_css_illegal_markup"})
	if a := c.get("admin", path+"/revisions?_fields=id"); a.body != `[{"id":3},{"id":2}]` ||
		a.header.Get("X-Cms-Total") != "2" {
		t.Errorf("the revisions: %s, want two, newest first", a.body)
	}
	expect(t, "a revision", c.get("admin", path+"/revisions/2"), 200, map[string]any{"parent": 1.0,
		"styles.color.text": "red"})
	expect(t, "emptied", c.do("admin", "POST", path, `{"styles":{},"settings":[]}`), 200, map[string]any{"id": 1.0})
	if a := c.get("admin", path+"/revisions?per_page=1"); strings.Contains(a.body, "settings") {
		t.Errorf("the revision of empty trees: %s, want neither tree", a.body)
	}
	for name, row := range map[string]struct {
		user, method, path string
		status             int
		code               string
	}{
		"a write of an editor":    {"editor", "POST", path, 403, "rest_cannot_edit"},
		"a read of a subscriber":  {"subscriber", "GET", path, 403, "rest_cannot_view"},
		"revisions for an editor": {"editor", "GET", path + "/revisions", 403, "rest_cannot_read"},
		"revisions of no styles":  {"admin", "GET", "/global-styles/9/revisions", 404, "rest_post_invalid_parent"},
		"no revision":             {"admin", "GET", path + "/revisions/9", 404, "rest_post_invalid_id"},
		"an inactive theme":       {"admin", "GET", "/global-styles/themes/other", 404, "rest_theme_not_found"},
		"variations of it": {"admin", "GET", "/global-styles/themes/other/variations", 404,
			"rest_theme_not_found"},
		"a theme for a subscriber": {"subscriber", "GET", "/global-styles/themes/plain", 403,
			"rest_cannot_read_global_styles"},
	} {
		expect(t, name, c.do(row.user, row.method, row.path, ""), row.status, map[string]any{"code": row.code})
	}
	expect(t, "the theme", c.get("admin", "/global-styles/themes/plain"), 200,
		map[string]any{"settings.color.custom": true})
	if a := c.get("admin", "/global-styles/themes/plain/variations"); a.body != "[]" {
		t.Errorf("the variations: %s, want none", a.body)
	}
}

func TestPreviewOfAnotherThemeLinksToStylesAndMakesNone(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	c.site.Insert("themes", map[string]any{"stylesheet": "other", "status": "inactive"})
	const list = "/themes?status=inactive&cms_theme_preview=other"
	const link = "user-global-styles"
	a := c.get("admin", list)
	if !strings.Contains(a.body, `"stylesheet":"plain"`) || strings.Contains(a.body, `"stylesheet":"other"`) {
		t.Errorf("the inactive themes in a preview: %s, want the active one", a.body)
	}
	if strings.Contains(a.body, link) {
		t.Errorf("the inactive themes before there are styles: %s, want no link", a.body)
	}
	expect(t, "the styles after a preview", c.get("admin", "/global-styles/1"), 404,
		map[string]any{"code": "rest_global_styles_not_found"})
	c.get("admin", "/themes?status=active")
	if a = c.get("admin", list); !strings.Contains(a.body, link) {
		t.Errorf("the inactive themes in a preview: %s, want the link of the active one", a.body)
	}
	if a = c.get("admin", "/themes?status=inactive"); strings.Contains(a.body, `"plain"`) {
		t.Errorf("the inactive themes: %s, want the other one", a.body)
	}
}
