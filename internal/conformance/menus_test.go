package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func menuItems() collection[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions] {
	return collection[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions]{
		name: "menu-items",
		of: func(c *cms.Client) sitetest.Records[cms.MenuItem, cms.MenuItemParams, cms.MenuItemListOptions] {
			return c.MenuItems
		},
		id: func(m *cms.MenuItem) int64 { return m.ID },
		// All items of the documents are in a menu, which the context "embed" does not show.
		context:    func(m *cms.MenuItem) cms.Context { return contextOf(m.Title.Raw != "", m.Menus != 0) },
		setContext: func(l *cms.MenuItemListOptions, c cms.Context) { l.Context = c },
		setPage:    func(l *cms.MenuItemListOptions, page, perPage int) { l.Page, l.PerPage = page, perPage },
		setOrder:   func(l *cms.MenuItemListOptions, by cms.OrderBy, o cms.Order) { l.OrderBy, l.Order = by, o },
		listed:     published,
		reader:     writersRead,
	}
}

func menuScenarios() []scenario {
	type options = cms.MenuItemListOptions
	of := chosen{
		ids: [3]int64{502, 509, 512}, slugs: [2]string{"ff-serif", "oo-imprint"}, bySlugs: []int64{503, 512},
		summer: moment("2025-07-04T18:18:42"), winter: moment("2025-02-14T14:02:14"),
		modified: [2]time.Time{moment("2026-08-01T11:15:07"), moment("2026-01-25T15:15:27")},
		// Both have the word in the title, or both elsewhere.
		zebrafish: []int64{513, 502, 503, 504}, narrow: []int64{503},
	}
	c, on := menuItems(), menuItemTargets()
	fill := func(p *cms.MenuItemParams) { p.Title, p.URL, p.Menus = new("New"), new("/new"), new(int64(32)) }
	given := slices.DeleteFunc(givenOrders[options](of),
		func(one listCase[options]) bool { return strings.Contains(one.name, "of words") })
	return slices.Concat(
		c.listing(idLists[options](of)), c.listing(dateLists[options](of)), c.listing(given),
		c.listing(statusLists[options]([]cms.Status{"any"})), c.listing(menuLists()),
		c.orders(menuOrders()), c.fields(on, fill, fieldRows("menu-items")), c.courses(on), menuDeletes(), menuObjects(),
		c.deeds(), c.wrongBodies(on), wrongQueries("menu-items"), refusalRows("menu-items", on),
	)
}

func menuOrders() []ordering {
	out := slices.DeleteFunc(dated(), func(o ordering) bool { return o.by == cms.ByParent })
	return append(out,
		ordering{cms.ByMenuOrder, func(r record) any { return r.int("menu_order") }},
		ordering{cms.ByParent, func(r record) any { return r.int("post_parent") }}) // of the object
}

func menuLists() []listCase[cms.MenuItemListOptions] {
	type options = cms.MenuItemListOptions
	var out []listCase[options]
	in := func(r record, ids ...int64) bool { return slices.Contains(ids, r.int("menus")) }
	object := func(operator cms.TaxRelation, ids ...int64) cms.TermFilter {
		return cms.TermFilter{Terms: ids, Operator: operator, Object: true}
	}
	for _, one := range []struct {
		name   string
		filter cms.TermFilter
		ids    []int64
	}{
		{"[31]", cms.Terms(31), []int64{31}}, {"[32 33]", cms.Terms(32, 33), []int64{32}},
		{"{[32]}", object("", 32), []int64{32}},
		{"{[31 33] OR}", object(cms.TaxOr, 31, 33), []int64{31}}, {"{[31] AND}", object(cms.TaxAnd, 31), []int64{31}},
	} {
		out = append(out, listCase[options]{
			name: "menus=" + one.name, argument: "menus", match: func(r record) bool { return in(r, one.ids...) },
			set: func(l *options) { l.Menus = one.filter },
		})
		if one.filter.Operator == "" {
			out = append(out, listCase[options]{
				name: "menus_exclude=" + one.name, argument: "menus_exclude",
				match: func(r record) bool { return !in(r, one.ids...) },
				set:   func(l *options) { l.MenusExclude = one.filter },
			})
		}
	}
	out = append(out, listCase[options]{
		name: "menus and menus_exclude, tax_relation=AND", argument: "tax_relation",
		match: func(r record) bool { return in(r, 32) },
		set: func(l *options) {
			l.TaxRelation, l.Menus, l.MenusExclude = cms.TaxAnd, cms.Terms(31, 32), cms.Terms(31)
		},
	})
	for _, order := range []int{1, 2, 9} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("menu_order=%d", order), argument: "menu_order", set: func(l *options) { l.MenuOrder = &order },
			match: func(r record) bool { return r.int("menu_order") == int64(order) },
		})
	}
	// The columns of a search are those of posts: the content is the description, the excerpt the attribute.
	columns := map[cms.SearchColumn]string{cms.SearchTitle: "title", cms.SearchContent: "description",
		cms.SearchExcerpt: "attr_title"}
	for _, wanted := range [][]cms.SearchColumn{nil, texts[:1], texts[1:2], texts[2:], texts} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("search=zebrafish&search_columns=%v", wanted), argument: "search_columns",
			set: func(l *options) { l.Search, l.SearchColumns = "zebrafish", wanted },
			match: func(r record) bool {
				look := wanted
				if look == nil {
					look = texts
				}
				return slices.ContainsFunc(look, func(c cms.SearchColumn) bool {
					return strings.Contains(strings.ToLower(r.text(columns[c])), "zebrafish")
				})
			},
		})
	}
	return append(out,
		listCase[options]{
			name: "search_semantics=exact", argument: "search_semantics",
			match: func(r record) bool { return r.text("title") == "zebrafish" },
			set:   func(l *options) { l.Search, l.SearchSemantics = `"zebrafish"`, cms.SearchExact },
		},
		listCase[options]{
			name: "without arguments, by menu_order", argument: "menu_order",
			key: func(r record) any { return r.int("menu_order") }, set: func(*options) {},
		})
}

// menuObjects read items of each type, and what they take from their object.
func menuObjects() []scenario {
	var out []scenario
	for _, one := range []struct {
		id      int64
		title   string
		label   string
		invalid bool
	}{
		{501, "Home", "Custom Link", false}, {505, "Kerning in practice", "Post", false}, {506, "Install", "Page", false},
		{507, "Own words", "Page", false},
		{508, "Spacing", "Category", false}, {509, "css", "Tag", false}, {510, "Gone", "Post", true},
		{511, "All posts", "Post Type Archive", false},
	} {
		for _, in := range contexts {
			out = append(out, scenario{
				collection: "menu-items", kind: reading, role: writersRead(in), name: fmt.Sprintf("item %d in %s", one.id, in),
				run: func(t *testing.T, s *site, c *cms.Client) {
					m, err := c.MenuItems.Get(t.Context(), one.id, cms.InContext(in))
					if err != nil {
						t.Fatal(err)
					}
					r := s.record(t, "menu-items", one.id)
					raw := ""
					if in == cms.ContextEdit {
						raw = one.title
					}
					if m.Title.Rendered != one.title || m.Title.Raw != raw {
						t.Errorf("Get of a menu item: %s, want the title %q, raw %q", asJSON(t, m), one.title, raw)
					} else if m.TypeLabel != one.label || m.Invalid != one.invalid {
						t.Errorf("Get of a menu item: %s, want the label %q, invalid: %t", asJSON(t, m), one.label, one.invalid)
					} else if m.Parent != r.int("parent") || m.MenuOrder != int(r.int("menu_order")) {
						t.Errorf("Get of a menu item: %s, want the parent and the order of %v", asJSON(t, m), r)
					} else if string(m.Type) != r.text("type") || menuItems().context(m) != in {
						t.Errorf("Get of a menu item: %s, want the type of %v in context %s", asJSON(t, m), r, in)
					}
				},
			})
		}
	}
	// Menus are read whole: the site's own page is of a hundred, not of ten.
	out = append(out, scenario{
		collection: "menu-items", kind: reading, role: writersRead(cms.ContextView),
		name: "a list that says nothing of its size",
		run: func(t *testing.T, s *site, c *cms.Client) {
			page, err := c.MenuItems.List(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for _, r := range s.kinds["menu-items"] {
				if published(r) {
					want++
				}
			}
			if len(page.Items) != want || page.TotalPages != 1 {
				t.Errorf("List of menu items: %d of %d, on %d pages, want all on one", len(page.Items), want, page.TotalPages)
			}
		},
	})
	return out
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
				if was.Previous.ID != 502 || was.Previous.Title.Raw != "" {
					t.Errorf("Delete of a menu item: %s, want item 502 without a title", asJSON(t, was))
				} else if was.Previous.Menus != 31 {
					t.Errorf("Delete of a menu item: %s, want menu 31", asJSON(t, was))
				} else if s.stored(t, "menu-items", 502) != nil {
					t.Errorf("Delete of a menu item: %s, want none stored", asJSON(t, was))
				}
				if r := s.stored(t, "menu-items", 503); r.int("parent") != 502 {
					t.Errorf("Delete of a menu item: its child is %s, want the same parent", asJSON(t, r))
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
					t.Errorf("Get of a menu item whose post is in the trash: %s, want it invalid with its title", asJSON(t, m))
				}
				if _, err := c.Posts.Delete(t.Context(), 101); err != nil {
					t.Fatal(err)
				}
				if r := s.stored(t, "menu-items", 505); r != nil {
					t.Errorf("Delete of a post: its menu item is %s, want none", asJSON(t, r))
				}
			},
		},
	}
}
