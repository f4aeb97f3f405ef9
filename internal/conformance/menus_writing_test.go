package conformance

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// menuFields are those of an item. The target of the updates has something in each.
func menuFields() []change {
	same := func(field, value string, becomes any) change {
		return change{field: field, value: value, answer: record{field: becomes}}
	}
	// What is shown is stored with its entities at the next update.
	text := func(field, value, shown, stored string) change {
		return change{field: field, value: value, answer: record{field: shown}, stored: record{field: stored}}
	}
	title := func(value, raw string) change {
		return change{field: "title", value: value, answer: record{"title.raw": raw}, stored: record{"title": raw}}
	}
	kept := func(field, value string) change {
		return change{field: field, value: value, answer: record{}, stored: record{}, not: "create"}
	}
	var out []change
	for _, field := range []string{"attr_title", "description"} {
		out = append(out,
			same(field, `"Words"`, "Words"), same(field, `""`, ""), same(field, "null", ""), same(field, `" some \n space "`, "some space"),
			same(field, `"a <b>tag</b> and %41 more"`, "a tag and more"), text(field, `"a \"quote\" & more"`, "a &#8220;quote&#8221; &#038; more", `a "quote" & more`))
	}
	for _, field := range []string{"classes", "xfn"} {
		list := func(value string, words ...string) change { return same(field, value, append([]string{}, words...)) }
		out = append(out, list(`["one","two"]`, "one", "two"), list(`["one two","t!w?o"]`, "onetwo", "two"), list(`"one two"`, "one", "two"), list(`[]`), list(`[""]`), list("null"))
	}
	for _, status := range []struct{ to, becomes string }{{`"publish"`, "publish"}, {`"draft"`, "draft"}, {`"pending"`, "draft"}, {`"private"`, "draft"}, {`"future"`, "draft"}, {"null", "draft"}} {
		out = append(out, change{field: "status", value: status.to, answer: record{"status": status.becomes}, touched: []string{"slug"}})
	}
	return append(out,
		title(`"Another"`, "Another"), title(`" spaces "`, "spaces"), title(`"A \"title\" & <em>more</em>"`, `A "title" & <em>more</em>`), title(`{"raw":"As an object"}`, "As an object"),
		kept("title", "null"), kept("title", `{"raw":""}`),
		same("url", `"/elsewhere"`, "/elsewhere"), same("url", `"https://fonts.example/a?b=c&d=e#f"`, "https://fonts.example/a?b=c&d=e#f"), same("url", `"fonts.example"`, "http://fonts.example"),
		same("url", `"HTTP://fonts.example/a b"`, "http://fonts.example/a%20b"), same("url", `"#top"`, "#top"), same("url", `"//fonts.example/x"`, "//fonts.example/x"), same("url", `"mailto:a@fonts.example"`, "mailto:a@fonts.example"),
		same("url", `"?a=b"`, "?a=b"), same("url", `"/a\"b<c>"`, "/abc"),
		same("target", `"_blank"`, "_blank"), same("target", `""`, ""), same("target", "null", ""),
		same("parent", "501", 501), same("parent", "0", 0), same("parent", `"504"`, 504), same("parent", "9999", 9999), same("parent", "null", 0),
		change{field: "parent", value: "502", answer: record{"parent": 0}, not: "create"}, // itself
		same("menu_order", "7", 7), same("menu_order", "1", 1), same("menu_order", `"12"`, 12), same("menu_order", "4.0", 4),
		// At the end: after the items of the menu that lead somewhere, drafts included.
		change{field: "menu_order", value: "null", answer: record{"menu_order": 9}, not: "create"},
		change{field: "menu_order", value: "null", answer: record{"menu_order": 7}, not: "update"},
		same("menus", "31", 31), same("menus", "32", 32), change{field: "menus", value: `"33"`, answer: record{"menus": 33}, not: "create"},
		kept("meta", "{}"), kept("meta", `{"nobody":"x"}`),
		change{unlisted: true, field: "object_id", value: "101", answer: record{"object": "custom"}, stored: record{"object": "custom"}},
	)
}

// menuCourses are what items take from their object, and what becomes of that.
func menuCourses() []course {
	one := func(name, body string, answer, stored record) course {
		return course{name: "create " + name, steps: []step{{body: body, answer: answer}}, stored: stored}
	}
	return []course{
		one("for a post", `{"type":"post_type","object":"post","object_id":101,"menus":33}`,
			record{"title.raw": "Kerning in practice", "type_label": "Post", "object_id": 101, "menus": 33, "menu_order": 1}, record{"title": "", "url": "", "object": "post", "type": "post_type"}),
		one("for a post under another title", `{"type":"post_type","object":"post","object_id":101,"title":"Mine"}`, record{"title.raw": "Mine"}, record{"title": "Mine"}),
		one("for a post under its own title", `{"type":"post_type","object":"post","object_id":101,"title":"Kerning in practice"}`, record{"title.raw": "Kerning in practice"}, record{"title": ""}),
		one("for a record whose type is not said", `{"type":"post_type","object_id":203}`, record{"title.raw": "Install", "object": "page"}, record{"object": "page"}),
		one("for an unknown post", `{"type":"post_type","object":"post","object_id":9999}`, record{"title.raw": "#9999 (no title)", "invalid": true, "url": ""}, record{"object_id": 9999}),
		one("for a record of an unknown type", `{"type":"post_type","object":"nobody","object_id":101}`, record{"title.raw": "Kerning in practice", "invalid": true, "type_label": "nobody"}, record{"object": "nobody"}),
		one("for a post in the trash", `{"type":"post_type","object":"post","object_id":136}`, record{"invalid": true}, record{"object_id": 136}),
		one("for a category", `{"type":"taxonomy","object":"category","object_id":4}`, record{"title.raw": "Spacing", "type_label": "Category", "invalid": false}, record{"title": ""}),
		one("for a term whose taxonomy is not said", `{"type":"taxonomy","object_id":11}`, record{"title.raw": "css", "object": "post_tag"}, record{"object": "post_tag"}),
		one("for a term of another taxonomy", `{"type":"taxonomy","object":"category","object_id":11}`, record{"title.raw": "#11 (no title)", "invalid": true}, record{"object_id": 11}),
		one("for the archive of posts", `{"type":"post_type_archive","object":"post"}`, record{"title.raw": "Post Archives", "object_id": 0, "type_label": "Post Type Archive"}, record{"object": "post"}),
		one("for the archive of posts under a title", `{"type":"post_type_archive","object":"post","title":"News"}`, record{"title.raw": "News"}, record{"title": "News"}),
		one("a link with an object, which it does not have", `{"title":"x","url":"/x","object":"post","object_id":101}`, record{"object": "custom", "type": "custom"}, record{"object": "custom", "url": "/x"}),
		one("without a menu has the first place", `{"title":"x","url":"/x","menu_order":5}`, record{"menu_order": 1, "menus": nil}, record{"menu_order": 1, "menus": 0}),
		one("the first of a menu at the end", `{"title":"x","url":"/x","menus":33,"menu_order":null}`, record{"menu_order": 0}, record{"menu_order": 0}),
		one("at a place that is taken", `{"title":"x","url":"/x","menus":31,"menu_order":2}`, record{"menu_order": 2}, record{"menu_order": 2}),
		one("without a status is published", `{"title":"Of the title","url":"/x"}`, record{"status": "publish"}, record{"status": "publish", "slug": "of-the-title"}),
		one("a draft has no slug", `{"title":"Of the title","url":"/x","status":"draft"}`, record{"status": "draft"}, record{"slug": "", "date_gmt": ""}),
		one("with the title of another", `{"title":"Home","url":"/x"}`, record{"title.raw": "Home"}, record{"slug": "home"}),
		{
			name: "twice the same title", stored: record{"slug": "twice-2"},
			steps: []step{{body: `{"title":"Twice","url":"/x"}`, answer: record{"title.raw": "Twice"}}, {body: `{"title":"Twice","url":"/y"}`, answer: record{"title.raw": "Twice"}, fresh: true}},
		},
		{
			name: "another object leaves the title of the old one", target: 505, stored: record{"title": "Kerning in practice", "object_id": 9999},
			steps: []step{{body: `{"object_id":9999}`, answer: record{"title.raw": "Kerning in practice", "invalid": true}}},
		},
		{
			name: "a title taken away is that of the object", target: 507, stored: record{"title": ""},
			steps: []step{{body: `{"title":""}`, method: "PUT", answer: record{"title.raw": "Reference"}}},
		},
		{
			name: "a post becomes a link", target: 505, stored: record{"type": "custom", "object": "custom", "url": "/c", "object_id": 505},
			steps: []step{{body: `{"type":"custom","title":"c","url":"/c"}`, method: "PATCH", answer: record{"type": "custom", "title.raw": "c", "url": "/c"}}},
		},
		{
			name: "a link becomes a post and loses its address", target: 502, stored: record{"type": "post_type", "url": "", "object_id": 101},
			steps: []step{{body: `{"type":"post_type","object":"post","object_id":101}`, answer: record{"type": "post_type", "object": "post", "title.raw": `Zebrafish "fonts" & more`}}},
		},
		{
			name: "an update stores entities", target: 501, stored: record{"attr_title": "a &#8220;quote&#8221;"},
			steps: []step{{body: `{"attr_title":"a \"quote\""}`, answer: record{"attr_title": "a &#8220;quote&#8221;"}}, {body: `{"title":"Later"}`, answer: record{"attr_title": "a &#8220;quote&#8221;"}}},
		},
		{
			name: "moved to another menu it keeps its place", target: 504, stored: record{"menus": 32, "menu_order": 4}, alone: true, touched: []string{"date"},
			steps: []step{{body: `{"menus":32}`, answer: record{"menus": 32, "menu_order": 4}}},
		},
	}
}

// menuDeletes are what is gone with an item, or takes the item with it.
func menuDeletes() []scenario {
	return []scenario{
		{
			collection: "menu-items", kind: writing, role: admin, name: "deleted for good, its children keep their parent",
			run: func(t *testing.T, s *site, c *cms.Client) {
				was, err := c.MenuItems.Delete(t.Context(), 502)
				if err != nil {
					t.Fatal(err)
				}
				if was.Previous.ID != 502 || was.Previous.Title.Raw != "" || was.Previous.Menus != 31 || s.stored(t, "menu-items", 502) != nil {
					t.Errorf("it was %s", asJSON(t, was))
				}
				if r := s.stored(t, "menu-items", 503); r.int("parent") != 502 {
					t.Errorf("its child is %s", asJSON(t, r))
				}
			},
		},
		{
			collection: "menu-items", kind: writing, role: admin, name: "an item goes with its post",
			run: func(t *testing.T, s *site, c *cms.Client) {
				if _, err := c.Posts.Trash(t.Context(), 101); err != nil {
					t.Fatal(err)
				}
				m, err := c.MenuItems.Get(t.Context(), 505)
				if err != nil {
					t.Fatal(err)
				}
				if !m.Invalid || m.Title.Rendered != "Kerning in practice" {
					t.Errorf("with its post in the trash it is %s", asJSON(t, m))
				}
				if _, err := c.Posts.Delete(t.Context(), 101); err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "menu-items", 505); r != nil {
					t.Errorf("without its post it is %s", asJSON(t, r))
				}
			},
		},
	}
}
