package menus

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// assign sets the fields that menu items have of their own, and says whether this is one of them.
func assign(it *content.Item, name string, value any) (known bool, err error) {
	p := &it.Pointer
	words := map[string]*[]string{"classes": &p.Classes, "xfn": &p.Xfns}
	texts := map[string]*string{
		"attr_title": &it.Excerpt, "description": &it.Content, "type": &p.Type, "object": &p.Object, "target": &p.Target,
		"url": &p.URL,
	}
	numbers := map[string]*int64{"object_id": &p.ObjectID, "parent": &p.Parent}
	switch {
	case texts[name] != nil:
		*texts[name], err = seed.Text(name, value)
	case numbers[name] != nil:
		*numbers[name], err = seed.Int(name, value)
	case words[name] != nil:
		*words[name], err = seed.Texts(name, value)
	case name == "menus":
		var id int64
		if id, err = seed.Int(name, value); id != 0 {
			it.Terms["nav_menu"] = []int64{id}
		}
	case name == "post_parent":
		it.Parent, err = seed.Int(name, value)
	case slices.Contains([]string{"content", "excerpt", "meta", "sticky", "format", "featured_media", "template",
		"password"}, name):
		err = seed.NoField(name)
	default:
		return false, nil
	}
	return true, err
}

// settlePointer gives an inserted item what follows from the rest.
func settlePointer(it *content.Item, record map[string]any) {
	if it.Pointer.Type == "" {
		it.Pointer.Type = "custom"
	}
	if it.Pointer.Type == "custom" {
		it.Pointer.Object, it.Pointer.ObjectID = "custom", it.ID
	}
	if _, given := record["menu_order"]; !given {
		it.MenuOrder = 1
	}
}

func record(it *content.Item) map[string]any {
	p := it.Pointer
	return map[string]any{
		"id": it.ID, "date": it.Date, "date_gmt": it.DateGMT, "modified": it.Modified, "modified_gmt": it.ModifiedGMT,
		"slug": it.Slug, "status": it.Status, "title": it.Title, "attr_title": it.Excerpt, "description": it.Content,
		"author": it.Author,
		"type":   p.Type, "object": p.Object, "object_id": p.ObjectID, "parent": p.Parent, "menu_order": it.MenuOrder,
		"target": p.Target, "url": p.URL, "classes": append([]string{}, p.Classes...), "xfn": append([]string{}, p.Xfns...),
		"menus": it.Menu(), "comment_status": it.Comments, "ping_status": it.Pings,
	}
}

// Kind is how tests insert and read the items of menus.
func (s Plane) Kind() seed.Kind {
	res := s.Resource("menu-items")
	kind := s.Posts.Kind(res)
	kind.Insert = func(record map[string]any) (int64, error) {
		id, err := s.Posts.Insert(res, record, assign)
		if err == nil {
			settlePointer(s.Items[id], record)
		}
		return id, err
	}
	kind.Record = func(id int64) map[string]any {
		if it := s.Find(res, id); it != nil {
			return record(it)
		}
		return nil
	}
	export := kind.Export
	kind.Export = func(record map[string]any) map[string]any {
		record = export(record)
		if parent := s.Items[record["id"].(int64)].Parent; parent != 0 { // that of the object; lists can be ordered by it
			record["post_parent"] = parent
		}
		return record
	}
	return kind
}
