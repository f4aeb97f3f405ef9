package cmstest

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// pointer is what an item of a menu leads to. Its title is that of the item, its attr_title the excerpt and its
// description the content; the parent of the item is that of its object, which the interface does not show.
type pointer struct {
	typ           string // "custom", "post_type", "taxonomy", "post_type_archive"
	object        string // the type of the record, the taxonomy of the term
	objectID      int64
	parent        int64
	target, url   string
	classes, xfns []string // never changed in place
}

// aim is what the object of a menu item makes of the item.
type aim struct {
	title   string // HTML; that of the item, if it has one, comes before it
	url     any    // false for the archive of what has none
	label   string
	invalid bool
	post    *item // what it points to, if that exists
	term    *term
}

func (s menuPlane) aim(it *item) aim {
	p := it.pointer
	untitled := "#" + strconv.FormatInt(p.objectID, 10) + " (no title)"
	switch p.typ {
	case "post_type":
		out := aim{title: untitled, url: "", label: p.object, post: s.items[p.objectID]}
		typ := s.catalog.recordType(p.object)
		if typ != nil {
			out.label = typ.one
		}
		out.invalid = typ == nil || out.post == nil || out.post.status == "trash"
		if out.post != nil {
			out.url = s.content.link(out.post)
			if out.post.title != "" {
				out.title = out.post.html().title
			}
		}
		return out
	case "taxonomy":
		out := aim{title: untitled, url: "", label: p.object, invalid: true, term: s.terms[p.objectID]}
		for _, tax := range s.kind.allTaxonomies() {
			if tax.name != p.object {
				continue
			}
			out.label = tax.label
			if t := s.term.termOf(tax, p.objectID); t != nil {
				out.title, out.url, out.invalid = t.name, s.term.termLink(tax, t), false
			}
		}
		return out
	case "post_type_archive":
		out := aim{url: false, label: "Post Type Archive"}
		if typ := s.catalog.recordType(p.object); typ != nil {
			out.title = typ.archive
		}
		if p.object == "post" {
			out.url = s.URL
		}
		return out
	}
	return aim{url: p.url, label: "Custom Link"}
}

// menuItemTitle is the title as the interface has it: the item's own, or else that of its object, as HTML.
func menuItemTitle(it *item, to aim) string {
	if it.title != "" {
		return it.title
	}
	return to.title
}

func (s menuPlane) showMenuItem(c *rest.Call, it *item, links bool) php.Object {
	context, to, p := c.Text("context"), s.aim(it), it.pointer
	title := menuItemTitle(it, to)
	html := title
	if it.title != "" {
		html = php.RenderTitle(title)
	}
	out := php.Object{
		{"id", it.id}, {"title", withRaw(context == "edit", title, html, true)}, {"status", it.status}, {"url", to.url},
		{"attr_title", php.Texturize(it.excerpt)}, {"description", php.Texturize(it.content)},
		{"type", p.typ}, {"type_label", to.label}, {"object", p.object}, {"object_id", p.objectID}, {"parent", p.parent},
		{"menu_order", it.menuOrder}, {"target", p.target}, {"classes", blankList(p.classes)}, {"xfn", blankList(p.xfns)},
		{"invalid", to.invalid},
	}
	if context != "embed" {
		out.Add("meta", php.Object{})
		if menu := it.menu(); menu != 0 {
			out.Add("menus", menu)
		}
	}
	if links {
		out.Add("_links", s.menuItemLinks(c, it, to))
	}
	return out
}

// blankList is a list of words as the site shows it: an empty one holds an empty word.
func blankList(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// menu is the menu that holds the item, 0 for none.
func (it *item) menu() int64 {
	if ids := it.terms["nav_menu"]; len(ids) > 0 {
		return ids[0]
	}
	return 0
}

func (s menuPlane) menuItemLinks(c *rest.Call, it *item, to aim) php.Object {
	base := "/" + s.api.Prefix + "/v2/"
	out := php.Object{
		{"self", []php.Object{s.content.selfLink(c, it)}},
		{"collection", rest.Link(s.api.Address(base+it.kind.base, ""))},
		{"about", rest.Link(s.api.Address(base+"types/"+it.kind.typ, ""))},
		{s.api.Prefix + ":term", s.content.termLinks(it)},
	}
	switch {
	case to.post != nil:
		out.Add(s.api.Prefix+":menu-item-object",
			[]php.Object{{{"post_type", to.post.kind.typ}, {"embeddable", true}, {"href", s.content.itemURL(to.post)}}})
	case to.term != nil:
		all := s.kind.allTaxonomies()
		tax := all[slices.IndexFunc(all, func(tax taxonomy) bool { return tax.name == to.term.taxonomy })]
		href := s.term.termsURL(tax, "/"+strconv.FormatInt(to.term.id, 10), "")
		out.Add(s.api.Prefix+":menu-item-object",
			[]php.Object{{{"taxonomy", tax.name}, {"embeddable", true}, {"href", href}}})
	}
	s.content.addActions(c, &out, it)
	return out
}

// removeMenuItem destroys an item: menus have no trash. What hung below it keeps its parent.
func (s menuPlane) removeMenuItem(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	it := s.content.find(kind, c.Integer("id"))
	if !c.Flag("force") {
		return nil, rest.NewError(501, "rest_trash_not_supported", "Items of menus have no trash; delete them with force.")
	}
	c.SetContext("view")
	previous := s.content.show(c, it, false)
	delete(s.items, it.id)
	s.dropMenuItems("post_type", it.id)
	return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}

// dropMenuItems removes the items that lead to a record which was destroyed.
func (s menuPlane) dropMenuItems(typ string, id int64) {
	for _, it := range s.items {
		if it.kind.menu && it.pointer.typ == typ && it.pointer.objectID == id {
			delete(s.items, it.id)
		}
	}
}
