// Package menus has the routes and records of menu items. The menus themselves are terms. Menu
// locations are in package catalogs.
package menus

import (
	"cmp"
	"maps"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/catalogs"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plane has the menu items of a site.
type Plane struct {
	*content.Site
	Posts    posts.Plane
	Catalogs catalogs.Plane
}

// places adds the fields that only menu items have. It removes the fields that menu items do not
// have.
func places(it *content.Item, fields seed.Places) {
	for _, name := range strings.Fields("content excerpt meta sticky format featured_media template password") {
		delete(fields, name)
	}
	p := &it.Pointer
	maps.Copy(fields, seed.Places{
		"attr_title": &it.Excerpt, "description": &it.Content, "type": &p.Type, "object": &p.Object, "target": &p.Target,
		"url": &p.URL, "object_id": &p.ObjectID, "parent": &p.Parent, "classes": &p.Classes, "xfn": &p.Xfns,
		"post_parent": &it.Parent,
		"menus": func(value any) error {
			id, err := seed.Int("menus", value)
			if id != 0 {
				it.Terms["nav_menu"] = []int64{id}
			}
			return err
		},
	})
}

// Kind returns the kind "menu-items" of [Server.Insert].
func (s Plane) Kind() seed.Kind {
	res := s.Resource("menu-items")
	kind := s.Posts.Kind(res)
	kind.Insert = func(record map[string]any) (int64, error) { return s.insert(res, record) }
	read := kind.Record
	kind.Record = func(id int64) map[string]any {
		out := read(id)
		if it := s.Find(res, id); it != nil {
			fields := seed.Places{}
			places(it, fields)
			maps.Copy(out, fields.Record())
			out["menus"], out["menu_order"] = it.Menu(), it.MenuOrder
			for _, name := range strings.Fields("content excerpt meta featured_media template password revisions post_parent") {
				delete(out, name)
			}
		}
		return out
	}
	export := kind.Export
	kind.Export = func(record map[string]any) map[string]any {
		record = export(record)
		// Documents must keep post_parent: responses do not have this field, but a list can be
		// ordered by it.
		if parent := s.Items[record["id"].(int64)].Parent; parent != 0 {
			record["post_parent"] = parent
		}
		return record
	}
	return kind
}

func (s Plane) insert(res *content.Resource, record map[string]any) (int64, error) {
	it, err := s.Posts.Fill(res, record, places)
	if err != nil {
		return 0, err
	}
	id := s.Posts.Keep(it)
	it.Pointer.Type = cmp.Or(it.Pointer.Type, "custom")
	if it.Pointer.Type == "custom" {
		it.Pointer.Object, it.Pointer.ObjectID = "custom", id
	}
	if _, given := record["menu_order"]; !given {
		it.MenuOrder = 1
	}
	return id, nil
}
