package cmstest_test

import (
	"maps"
	"slices"
	"testing"
)

// TestInsertedMenuItemHasDefaults gives as little as may be, and each field once.
func TestInsertedMenuItemHasDefaults(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"id": 9, "title": "Nine"})
	for name, tc := range map[string]struct{ given, want map[string]any }{
		"nothing": {map[string]any{"title": "x", "url": "/a"},
			map[string]any{"type": "custom", "object": "custom", "menu_order": int64(1), "menus": int64(0), "url": "/a",
				"status": "publish"}},
		"a place":  {map[string]any{"title": "x", "menu_order": 4}, map[string]any{"menu_order": int64(4)}},
		"no place": {map[string]any{"title": "x", "menu_order": 0}, map[string]any{"menu_order": int64(0)}},
		"a record": {map[string]any{"type": "post_type", "object": "post", "object_id": 9},
			map[string]any{"type": "post_type", "object": "post", "object_id": int64(9), "menu_order": int64(1)}},
		"texts": {map[string]any{"title": "x", "attr_title": "a", "description": "d", "target": "_blank"},
			map[string]any{"attr_title": "a", "description": "d", "target": "_blank"}},
		"numbers": {map[string]any{"title": "x", "parent": 3, "menus": 5},
			map[string]any{"parent": int64(3), "menus": int64(5)}},
	} {
		id := c.site.Insert("menu-items", tc.given)
		got := c.site.Record("menu-items", id)
		for field, want := range tc.want {
			if got[field] != want {
				t.Errorf("%s: field %s is %#v, want %#v", name, field, got[field], want)
			}
		}
		if tc.want["object"] == "custom" && got["object_id"] != id {
			t.Errorf("%s: object_id %v, want %d", name, got["object_id"], id)
		}
	}
	id := c.site.Insert("menu-items", map[string]any{"title": "x", "classes": []string{"a", "b"}, "xfn": []string{"me"}})
	if got := c.site.Record("menu-items", id); !slices.Equal(got["classes"].([]string), []string{"a", "b"}) ||
		!slices.Equal(got["xfn"].([]string), []string{"me"}) {
		t.Errorf("Insert of a menu item: classes %v, xfn %v, want those that were given", got["classes"], got["xfn"])
	}
	for field, value := range map[string]any{
		"content": "x", "excerpt": "x", "meta": map[string]any{}, "sticky": true, "format": "aside", "featured_media": 1,
		"template": "x", "password": "x",
		"url": 5, "object_id": "x", "parent": "x", "classes": 5, "menus": "x", "attr_title": 5, "menu_order": "x",
	} {
		record := map[string]any{"title": "x"}
		maps.Copy(record, map[string]any{field: value})
		if why := mistake(c, "menu-items", record); why == "" {
			t.Errorf("Insert of a menu item with %s %v succeeded, want a panic", field, value)
		}
	}
}

// TestLabelsAreDerivedFromTheirNames reads the labels that are made of their names.
func TestLabelsAreDerivedFromTheirNames(t *testing.T) {
	t.Parallel()
	c := start(t)
	expect(t, "a type", c.get("editor", "/types/page?context=edit"), 200, map[string]any{
		"labels.name": "Pages", "labels.singular_name": "Page", "labels.add_new_item": "add new item",
		"labels.item_reverted_to_draft": "item reverted to draft",
		"labels.parent_item_colon":      "Parent Page:", "labels.template_name": nil,
	})
	expect(t, "a taxonomy", c.get("editor", "/taxonomies/category?context=edit"), 200, map[string]any{
		"labels.name": "Categories", "labels.singular_name": "Category", "labels.add_new_item": "add new item",
		"labels.popular_items": nil, "labels.menu_name": "Categories",
		"labels.template_name": "Category Archives",
	})
	expect(t, "another", c.get("editor", "/taxonomies/post_tag?context=edit"), 200, map[string]any{
		"labels.name": "Tags", "labels.parent_item": nil, "labels.popular_items": "popular items",
		"labels.name_admin_bar": "post_tag",
	})
}
