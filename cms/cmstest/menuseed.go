package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// assignMenuItem sets the fields that menu items have of their own, and says whether this is one of them.
func assignMenuItem(it *item, name string, value any, err *error) bool {
	p := &it.pointer
	words := map[string]*[]string{"classes": &p.classes, "xfn": &p.xfns}
	texts := map[string]*string{
		"attr_title": &it.excerpt, "description": &it.content, "type": &p.typ, "object": &p.object, "target": &p.target,
		"url": &p.url,
	}
	numbers := map[string]*int64{"object_id": &p.objectID, "parent": &p.parent}
	switch {
	case texts[name] != nil:
		*texts[name], *err = seed.Text(name, value)
	case numbers[name] != nil:
		*numbers[name], *err = seed.Int(name, value)
	case words[name] != nil:
		*words[name], *err = seed.Texts(name, value)
	case name == "menus":
		var id int64
		if id, *err = seed.Int(name, value); id != 0 {
			it.terms["nav_menu"] = []int64{id}
		}
	case name == "post_parent":
		it.parent, *err = seed.Int(name, value)
	case slices.Contains([]string{"content", "excerpt", "meta", "sticky", "format", "featured_media", "template",
		"password"}, name):
		*err = seed.NoField(name)
	default:
		return false
	}
	return true
}

// settlePointer gives an inserted item what follows from the rest.
func settlePointer(it *item, record map[string]any) {
	if it.pointer.typ == "" {
		it.pointer.typ = "custom"
	}
	if it.pointer.typ == "custom" {
		it.pointer.object, it.pointer.objectID = "custom", it.id
	}
	if _, given := record["menu_order"]; !given {
		it.menuOrder = 1
	}
}

func menuItemRecord(it *item) map[string]any {
	p := it.pointer
	return map[string]any{
		"id": it.id, "date": it.date, "date_gmt": it.dateGMT, "modified": it.modified, "modified_gmt": it.modifiedGMT,
		"slug": it.slug, "status": it.status, "title": it.title, "attr_title": it.excerpt, "description": it.content,
		"author": it.author,
		"type":   p.typ, "object": p.object, "object_id": p.objectID, "parent": p.parent, "menu_order": it.menuOrder,
		"target": p.target, "url": p.url, "classes": append([]string{}, p.classes...), "xfn": append([]string{}, p.xfns...),
		"menus": it.menu(), "comment_status": it.comments, "ping_status": it.pings,
	}
}

// exportMenuItem adds the parent of the object, by which lists can be ordered.
func exportMenuItem(it *item, record map[string]any) {
	if it.parent != 0 {
		record["post_parent"] = it.parent
	}
}
