package cms_test

import (
	"errors"
	"net/http"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

var recordedMenuItems = recordedKind[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions]{
	of: func(c *cms.Client) sitetest.Records[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions] {
		return c.MenuItems
	},
	fields:  menuItemFields,
	extra:   func(m *cms.MenuItem) cms.Extra { return m.Extra },
	spelled: spellMenuItem,
}

// menuItemFields are the fields of a menu item by where the specification has
// them.
func menuItemFields(m *cms.MenuItem) map[string]any {
	fields := map[string]any{
		"id": m.ID, "status": m.Status, "url": m.URL, "attr_title": m.AttrTitle, "description": m.Description,
		"type": m.Type, "type_label": m.TypeLabel, "object": m.Object, "object_id": m.ObjectID, "parent": m.Parent,
		"menu_order": m.MenuOrder, "target": m.Target, "classes": m.Classes, "xfn": m.XFN, "invalid": m.Invalid,
		"menus": m.Menus, "meta.footnotes": m.Meta.Footnotes,
	}
	textFields("title", m.Title, fields)
	return fields
}

// spellMenuItem reads [""], which is how the site writes an empty list.
func spellMenuItem(record map[string]any) {
	for _, name := range []string{"classes", "xfn"} {
		if reflect.DeepEqual(record[name], []any{""}) {
			record[name] = []any{}
		}
	}
}

func TestRecordedMenuItemsAreReadAndWrittenWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, menuItemCases())
}

func TestRecordedListsOfMenuItemsAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, menuItemLists())
}

func TestRecordedRefusalsOfMenuItemsAreErrors(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(menuItemFailures()))
}

func menuItemCases() []replayCase {
	view := says{
		"id": 1469, "title.rendered": "Guide 3", "status": cms.StatusPublish, "url": replayHost + "/guide-3/",
		"type": cms.MenuItemPostType, "type_label": "Page", "object": "page", "object_id": 1317, "parent": 1468,
		"menu_order": 2, "target": "", "classes": []string{}, "xfn": []string{}, "invalid": false, "menus": 28,
	}
	// What the type of the params does not take.
	type object struct {
		cms.MenuItemParams
		Title map[string]string `json:"title"`
	}
	byHand := &object{cms.MenuItemParams{URL: new("https://fonts.example/x"), Menus: new(int64(29))},
		map[string]string{"raw": "Obj title"}}
	objects := recordedKind[cms.MenuItem, object, cms.MenuItemListOptions]{
		of: func(c *cms.Client) sitetest.Records[cms.MenuItem, object, cms.MenuItemListOptions] {
			return cms.NewCollection[cms.MenuItem, object, cms.MenuItemListOptions](c, "cms/v2/menu-items")
		},
		fields: menuItemFields, extra: recordedMenuItems.extra, spelled: spellMenuItem,
	}
	return []replayCase{
		recordedMenuItems.get("menu_items_get", 1469, view, func(r *replay, m *cms.MenuItem) {
			object := m.Links.Get("cms:menu-item-object")
			switch {
			case len(object) != 1:
				r.Errorf("links cms:menu-item-object %+v, want 1", object)
			case object[0].PostType != "page":
				r.Errorf("cms:menu-item-object: %+v, HasRaw %v: object[0].PostType %q, want %q", object, m.Title.HasRaw(),
					object[0].PostType, "page")
			case object[0].Href != replayHost+"/wp-json/wp/v2/pages/1317":
				r.Errorf("cms:menu-item-object: %+v, HasRaw %v: object[0].Href %q, want %q", object, m.Title.HasRaw(),
					object[0].Href, replayHost+"/wp-json/wp/v2/pages/1317")
			case m.Title.HasRaw():
				r.Errorf("menu item: title %+v with its raw text, want it without", m.Title)
			}
			switch {
			case m.Classes == nil:
				r.Error("an empty list of the site is taken for none: Classes nil, want a value")
			case m.XFN == nil:
				r.Error("an empty list of the site is taken for none: XFN nil, want a value")
			}
			_, err := m.Params()
			exactly(r, err, cms.ErrIncomplete, cms.ErrInvalidArgument)
		}),
		recordedMenuItems.get("menu_items_get_edit", 1469, says{"title.raw": "Guide 3", "classes": []string{}, "menus": 28},
			func(r *replay, m *cms.MenuItem) {
				params, err := m.Params()
				r.ok(err)
				// The address of what an item points to is not written.
				want := &cms.MenuItemParams{
					Title: new("Guide 3"), Type: new(cms.MenuItemPostType), Status: new(cms.StatusPublish), Parent: new(int64(1468)),
					AttrTitle: new(""), Classes: []string{}, Description: new(""), MenuOrder: new(2), Object: new("page"),
					ObjectID: new(int64(1317)), Target: new(""), XFN: []string{}, Menus: new(int64(28)),
				}
				if !reflect.DeepEqual(params, want) {
					r.Errorf("params %v, want %v", r.asJSON(params), r.asJSON(want))
				}
			}, cms.InContext(cms.ContextEdit)),
		recordedMenuItems.create("menu_items_create_201", &cms.MenuItemParams{
			Title: new("Changelog"), URL: new("https://fonts.example/changelog"), Menus: new(int64(29)),
			Status: new(cms.StatusPublish),
		}, says{
			"id": 1579, "title.raw": "Changelog", "type": cms.MenuItemCustom, "object": "custom", "object_id": 1579,
			"url": "https://fonts.example/changelog", "menus": 29, "menu_order": 1, "classes": []string{}, "xfn": []string{},
		}),
		recordedMenuItems.create("menu_items_create_post_type_201", &cms.MenuItemParams{
			Type: new(cms.MenuItemPostType), Object: new("page"), ObjectID: new(int64(1318)), Menus: new(int64(29)),
		}, says{"id": 1580, "title.raw": "Guide 4", "url": replayHost + "/guide-4/", "object_id": 1318, "invalid": false}),
		recordedMenuItems.create("menu_items_create_bad_object_201_invalid", &cms.MenuItemParams{
			Title: new("x"), Type: new(cms.MenuItemPostType), Object: new("page"), ObjectID: new(int64(99999999)),
			Menus: new(int64(29)),
		}, says{"id": 1581, "invalid": true, "url": "", "object_id": 99999999}),
		objects.create("menu_items_create_title_object_201", byHand, says{"id": 1582, "title.raw": "Obj title",
			"title.rendered": "Obj title"}),
		recordedMenuItems.update("menu_items_update", 1579, &cms.MenuItemParams{
			Title: new("Changes"), Classes: []string{"a", "b"}, Target: new("_blank"),
		}, says{"title.raw": "Changes", "classes": []string{"a", "b"}, "xfn": []string{}, "target": "_blank"},
			cms.UpdateMethod(http.MethodPatch)),
		// What was deleted comes in the shape of the context "view".
		recordedMenuItems.delete("menu_items_delete_force_200", 1579, says{
			"id": 1579, "title.raw": "", "title.rendered": "Changes", "classes": []string{"a", "b"}, "xfn": []string{},
			"menus": 29,
		}),
	}
}

func menuItemLists() []replayCase {
	first := says{
		"title.rendered": "Link 1", "url": "https://fonts.example/link-1", "type": cms.MenuItemCustom, "object_id": 1468,
		"classes": []string{"hot", "item-1"}, "xfn": []string{"nofollow"}, "menus": 28,
	}
	brief := says{"title.rendered": "Link 1", "menu_order": 1, "menus": 28, "classes": []string{}, "status": ""}
	return []replayCase{
		recordedMenuItems.list("menu_items_list", &cms.MenuItemListOptions{PerPage: 4},
			listed{total: 32, pages: 8, ids: []int64{1468, 1484, 1469, 1485}, first: first}),
		recordedMenuItems.list("menu_items_list_by_menu", &cms.MenuItemListOptions{Menus: cms.Terms(28), PerPage: 5},
			listed{total: 16, pages: 4, ids: []int64{1468, 1469, 1470, 1471, 1472}, first: brief},
			cms.Fields("id", "menus", "menu_order", "type", "title")).
			asking("menus[]=28&_fields=id,menus,menu_order,type,title&per_page=5", "lists are sent with brackets"),
		{fixture: "menu_items_list_author_200", run: func(r *replay) {
			page, err := r.site.MenuItems.List(r.Context(), nil)
			r.ok(err)
			recordedMenuItems.items(r, page, listed{total: 32, pages: 1, first: first, ids: []int64{
				1468, 1484, 1485, 1469, 1486, 1470, 1487, 1471, 1488, 1472, 1489, 1473, 1490, 1474, 1491, 1475,
				1492, 1476, 1477, 1493, 1478, 1494, 1479, 1495, 1496, 1480, 1481, 1497, 1498, 1482, 1483, 1499,
			}})
			treeOfMenu28(r, page.Items)
		}},
	}
}

// treeOfMenu28 checks the tree of the items of this menu: sixteen, of which four
// stand below another.
func treeOfMenu28(r *replay, items []cms.MenuItem) {
	r.Helper()
	var menu []*cms.MenuItem
	for i := range items {
		if items[i].Menus == 28 {
			menu = append(menu, &items[i])
		}
	}
	var top []int64
	below := map[int64]int64{}
	for _, node := range menus.Tree(menu) {
		top = append(top, node.Item.ID)
		for _, child := range node.Children {
			below[child.Item.ID] = node.Item.ID
		}
	}
	if want := []int64{1468, 1470, 1471, 1472, 1474, 1475, 1476, 1478, 1479, 1480, 1482, 1483}; !reflect.DeepEqual(top,
		want) {
		r.Errorf("menu items at the top %v, want %v", top, want)
	}
	if want := map[int64]int64{1469: 1468, 1473: 1472, 1477: 1476, 1481: 1480}; !reflect.DeepEqual(below, want) {
		r.Errorf("parents of the menu items below %v, want %v", below, want)
	}
}

func menuItemFailures() []failure {
	create := func(params *cms.MenuItemParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.MenuItems.Create(r.Context(), params)
			return err
		}
	}
	bad := []error{cms.ErrBadRequest}
	return []failure{
		{fixture: "menu_items_list_401", call: func(r *replay) error {
			_, err := r.site.MenuItems.List(r.Context(), nil)
			return err
		}, code: "rest_cannot_view", is: []error{cms.ErrUnauthorized}},
		{fixture: "menu_items_create_no_title_400", call: func(r *replay) error {
			err := create(&cms.MenuItemParams{Menus: new(int64(29))})(r)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				r.Errorf("error %v, want a *cms.Error as the second", err)
			case len(e.Additional) != 1:
				r.Errorf("the second error of %v is lost: %d additional errors, want 1", err, len(e.Additional))
			case e.Additional[0].Code != "rest_url_required":
				r.Errorf("second error has the code %v, want %v", e.Additional[0].Code, "rest_url_required")
			}
			return err
		}, code: "rest_title_required", is: bad},
		{fixture: "menu_items_create_no_url_400", call: create(&cms.MenuItemParams{Title: new("x"), Menus: new(int64(29))}),
			code: "rest_url_required", is: bad},
		{fixture: "menu_items_create_target_400", call: create(&cms.MenuItemParams{
			Title: new("x"), URL: new("https://fonts.example/o"), Target: new("_top"), Menus: new(int64(29)),
		}), code: cms.CodeInvalidParam, is: bad, params: []string{"target"}},
		{fixture: "menu_items_delete_no_force_501", call: func(r *replay) error {
			_, err := menuItemContent(r.site).Trash(r.Context(), 1579)
			return err
		}, code: cms.CodeTrashNotSupported, is: []error{cms.ErrTrashUnsupported}},
		{fixture: "menu_items_revisions_absent_404", call: func(r *replay) error {
			_, err := menuItemContent(r.site).Revisions(1468).List(r.Context(), nil)
			return err
		}, code: cms.CodeNoRoute, is: []error{cms.ErrNoRoute}},
	}
}

// menuItemContent has the verbs that menu items lack, for the answers that a site gives to them.
func menuItemContent(site *cms.Client) *cms.Content[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions] {
	return cms.NewContent[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions](site, "cms/v2/menu-items")
}
