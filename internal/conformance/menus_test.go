package conformance

import (
	"fmt"
	"net/url"
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
	c := menuItems()
	fill := func(p *cms.MenuItemParams) { p.Title, p.URL, p.Menus = new("New"), new("/new"), new(int64(32)) }
	given := slices.DeleteFunc(givenOrders[options](of), func(one listCase[options]) bool { return strings.Contains(one.name, "of words") })
	return slices.Concat(
		c.listing(idLists[options](of)), c.listing(dateLists[options](of)), c.listing(given), c.listing(statusLists[options]([]cms.Status{"any"})), c.listing(menuLists()),
		c.orders(menuOrders()), c.fields(502, fill, c.changing(redated(menuFields()))), c.courses(menuCourses()), menuDeletes(), menuObjects(),
		c.deeds(menuDeeds()), c.wrongBodies(targets{plain: 503}, wrongMenuFields()), wrongQueries("menu-items", wrongMenuListArguments()), c.failures(menuFailures()),
	)
}

// redated says that an update gives an item the date of the request.
func redated(list []change) []change {
	for i := range list {
		list[i].touched = append(list[i].touched, "date")
	}
	return list
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
		{"[31]", cms.Terms(31), []int64{31}}, {"[32 33]", cms.Terms(32, 33), []int64{32}}, {"{[32]}", object("", 32), []int64{32}},
		{"{[31 33] OR}", object(cms.TaxOr, 31, 33), []int64{31}}, {"{[31] AND}", object(cms.TaxAnd, 31), []int64{31}},
	} {
		out = append(out, listCase[options]{
			name: "menus=" + one.name, argument: "menus", match: func(r record) bool { return in(r, one.ids...) },
			set: func(l *options) { l.Menus = one.filter },
		})
		if one.filter.Operator == "" {
			out = append(out, listCase[options]{
				name: "menus_exclude=" + one.name, argument: "menus_exclude", match: func(r record) bool { return !in(r, one.ids...) },
				set: func(l *options) { l.MenusExclude = one.filter },
			})
		}
	}
	out = append(out, listCase[options]{
		name: "menus and menus_exclude, tax_relation=AND", argument: "tax_relation", match: func(r record) bool { return in(r, 32) },
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
	columns := map[cms.SearchColumn]string{cms.SearchTitle: "title", cms.SearchContent: "description", cms.SearchExcerpt: "attr_title"}
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
			name: "search_semantics=exact", argument: "search_semantics", match: func(r record) bool { return r.text("title") == "zebrafish" },
			set: func(l *options) { l.Search, l.SearchSemantics = `"zebrafish"`, cms.SearchExact },
		},
		listCase[options]{
			name: "without arguments, by menu_order", argument: "menu_order", key: func(r record) any { return r.int("menu_order") }, set: func(*options) {},
		})
}

func menuDeeds() []deed {
	admins := func(code cms.ErrorCode) outcomes { return outcomes{may, code, code, code, code, code} }
	const cannotView cms.ErrorCode = "rest_cannot_view"
	readers := outcomes{4: cannotView, 5: cannotView}
	return []deed{
		{name: "create", body: `{"title":"x","url":"/x"}`, refused: admins(cannotCreate)},
		{name: "create with nothing", body: `{"status":"draft"}`, refused: admins(cannotCreate)},
		{name: "update", target: 502, body: `{"title":"x"}`, refused: admins(cannotEdit)},
		{name: "delete", method: "DELETE", target: 502, query: url.Values{"force": {"true"}}, refused: admins(cannotDelete)},
		{name: "read an item", method: "GET", target: 502, refused: readers},
		{name: "read an item as embedded", method: "GET", target: 502, query: url.Values{"context": {"embed"}}, refused: readers},
		{name: "read a draft", method: "GET", target: 514, refused: admins(forbidden)},
		{name: "read an item to edit it", method: "GET", target: 502, query: inEdit, refused: admins(forbiddenInEdit)},
		{name: "list", method: "GET", refused: readers},
		{name: "list to edit", method: "GET", query: inEdit, refused: admins(forbiddenInEdit)},
	}
}

func wrongMenuListArguments() []wrong {
	return []wrong{
		{param: "per_page", value: "0", detail: badRange}, {param: "per_page", value: "101", detail: badRange}, {param: "page", value: "0", detail: badRange},
		{param: "order", value: "up", detail: badWord}, {param: "orderby", value: "menus", detail: badWord}, {param: "menus", value: "abc", detail: badSchema},
		{param: "menus_exclude", value: "abc", detail: badSchema}, {param: "menu_order", value: "first", detail: badType}, {param: "tax_relation", value: "NOT", detail: badWord},
		{param: "status", value: "draft", detail: "rest_forbidden_status", role: editor}, {param: "status", value: "private", detail: "rest_forbidden_status", role: contributor},
		{param: "status", value: "any", detail: "rest_forbidden_status"}, {param: "status", value: "nonsense", detail: badWord, role: admin},
		{param: "context", value: "help", detail: badWord}, {param: "after", value: "soon", detail: badDate}, {param: "slug", value: "", detail: ""},
	}[:15]
}

func wrongMenuFields() []wrong {
	return []wrong{
		{param: "title", value: "5", detail: badType}, {param: "title", value: "true", detail: badType}, {param: "type", value: `"link"`, detail: badWord},
		{param: "type", value: `""`, detail: badWord}, {param: "type", value: "5", detail: badType}, {param: "status", value: `"trash"`, detail: badWord},
		{param: "status", value: `""`, detail: badWord}, {param: "parent", value: "-1", detail: badRange}, {param: "parent", value: `"x"`, detail: badType},
		{param: "menu_order", value: "0", detail: badRange}, {param: "menu_order", value: "-3", detail: badRange}, {param: "menu_order", value: `"x"`, detail: badType},
		{param: "object", value: "5", detail: badType}, {param: "object_id", value: "-1", detail: badRange}, {param: "object_id", value: `"x"`, detail: badType},
		{param: "target", value: `"_self"`, detail: badWord}, {param: "url", value: `"javascript:alert(1)"`, detail: "rest_invalid_url"},
		{param: "url", value: `"data:text/plain,x"`, detail: "rest_invalid_url"}, {param: "url", value: `"nobody:x"`, detail: "rest_invalid_url"},
		{param: "attr_title", value: "5", detail: badType}, {param: "description", value: "5", detail: badType}, {param: "classes", value: "[5]", detail: badType},
		{param: "classes", value: `{"a":"b"}`, detail: badType}, {param: "xfn", value: "[5]", detail: badType}, {param: "menus", value: `"x"`, detail: badType},
		{param: "menus", value: "[31]", detail: badType}, {param: "menus", value: `{"a":31}`, detail: badType}, {param: "meta", value: `"x"`}, {param: "meta", value: "5"},
	}
}

func menuFailures() []failure {
	create := func(name, body string, status int, code cms.ErrorCode) failure {
		return failure{name: "create " + name, method: "POST", body: body, status: status, code: code}
	}
	update := func(name, body string, status int, code cms.ErrorCode) failure {
		return failure{name: "update " + name, method: "PATCH", path: "/502", body: body, status: status, code: code, untouched: 502}
	}
	missing := slices.DeleteFunc(append(menuItems().missing(targets{plain: 503, rich: 502}, 101), menuItems().malformed(targets{plain: 503})...), func(one failure) bool {
		return strings.Contains(one.name, "page") || strings.Contains(one.name, "password") || strings.Contains(one.name, "excerpt") || strings.Contains(one.name, "by ") ||
			one.param == "date" || one.name == "create with the id 0" || one.param == "author" || strings.Contains(one.name, "of two")
	})
	return append(missing,
		create("with nothing", `{"status":"publish"}`, 400, "rest_title_required"),
		create("without an address", `{"title":"x"}`, 400, "rest_url_required"),
		create("without a title", `{"url":"/x"}`, 400, "rest_title_required"),
		create("with a title that is rendered", `{"title":{"rendered":"x"},"url":"/x"}`, 400, "rest_title_required"),
		create("for no record", `{"type":"post_type"}`, 400, "rest_post_invalid_id"),
		create("for an unknown record of no type", `{"type":"post_type","object_id":9999}`, 400, "rest_post_invalid_id"),
		create("for no term", `{"type":"taxonomy"}`, 400, "rest_term_invalid_id"),
		create("for an unknown term of no taxonomy", `{"type":"taxonomy","object_id":9999}`, 400, "rest_term_invalid_id"),
		create("for the archive of nothing", `{"type":"post_type_archive"}`, 400, "rest_post_invalid_type"),
		create("for the archive of an unknown type", `{"type":"post_type_archive","object":"nobody"}`, 400, "rest_post_invalid_type"),
		create("in an unknown menu", `{"title":"x","url":"/x","menus":9999}`, 400, "invalid_menu_id"),
		create("in a menu that is a tag", `{"title":"x","url":"/x","menus":11}`, 400, "invalid_menu_id"),
		create("in the menu 0", `{"title":"x","url":"/x","menus":0}`, 403, "rest_cannot_assign_term"),
		create("in the menu null", `{"title":"x","url":"/x","menus":null}`, 403, "rest_cannot_assign_term"),
		update("with no title", `{"title":""}`, 400, "rest_title_required"),
		update("with no address", `{"url":""}`, 400, "rest_url_required"),
		update("with the address null", `{"url":null}`, 400, "rest_url_required"),
		update("into an unknown menu", `{"menus":9999}`, 400, "invalid_menu_id"),
		update("into the menu 0", `{"menus":0}`, 403, "rest_cannot_assign_term"),
		update("to the archive of an unknown type", `{"type":"post_type_archive","object":"nobody"}`, 400, "rest_post_invalid_type"),
		failure{name: "trash", method: "DELETE", path: "/502", status: 501, code: "rest_trash_not_supported", untouched: 502},
		failure{name: "trash with force=false", method: "DELETE", path: "/502", query: url.Values{"force": {"false"}}, status: 501, code: "rest_trash_not_supported", untouched: 502},
		failure{name: "its revisions", path: "/502/revisions", status: 404, code: cms.CodeNoRoute},
	)
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
		{501, "Home", "Custom Link", false}, {505, "Kerning in practice", "Post", false}, {506, "Install", "Page", false}, {507, "Own words", "Page", false},
		{508, "Spacing", "Category", false}, {509, "css", "Tag", false}, {510, "Gone", "Post", true}, {511, "All posts", "Post Type Archive", false},
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
					if m.Title.Rendered != one.title || m.Title.Raw != raw || m.TypeLabel != one.label || m.Invalid != one.invalid || m.Parent != r.int("parent") ||
						m.MenuOrder != int(r.int("menu_order")) || string(m.Type) != r.text("type") || menuItems().context(m) != in {
						t.Errorf("it is %s", asJSON(t, m))
					}
				},
			})
		}
	}
	// Menus are read whole: the site's own page is of a hundred, not of ten.
	out = append(out, scenario{
		collection: "menu-items", kind: reading, role: writersRead(cms.ContextView), name: "a list that says nothing of its size",
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
				t.Errorf("%d items of %d, on %d pages", len(page.Items), want, page.TotalPages)
			}
		},
	})
	return out
}
