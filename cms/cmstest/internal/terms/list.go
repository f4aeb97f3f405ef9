package terms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) list(c *rest.Call, tax content.Taxonomy) (*rest.Response, *rest.Error) {
	found, include, slugs := s.FindTerms(c, tax), c.IDs("include"), c.Strings("slug")
	total := 0
	for _, t := range found {
		if !c.Flag("hide_empty") || s.IsUsed(t.ID) {
			total++ // WordPress does not count a term that is shown only because of its child terms
		}
	}
	place := s.Ties.Of(c)
	slices.SortFunc(found, func(a, b *content.Term) int {
		var order int
		switch by := c.Text("orderby"); {
		case by == "id":
			order = cmp.Compare(a.ID, b.ID)
		case by == "include" && len(include) > 0:
			order = cmp.Compare(slices.Index(include, a.ID), slices.Index(include, b.ID))
		case by == "include_slugs" && len(slugs) > 0:
			order = cmp.Compare(slices.Index(slugs, a.Slug), slices.Index(slugs, b.Slug))
		case by == "slug":
			order = strings.Compare(a.Slug, b.Slug)
		case by == "description":
			order = strings.Compare(php.SortKey(a.Description), php.SortKey(b.Description))
		case by == "term_group": // term_group is the same for all terms
		case by == "count":
			order = cmp.Compare(s.TermCount(a), s.TermCount(b))
		default:
			order = content.ByName(a, b)
		}
		if c.Text("order") == "desc" {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(place(a.ID), place(b.ID)))
	})
	page, perPage, start := c.Page()
	if offset := int(c.Integer("offset")); offset > 0 && !tax.Tree {
		start, page = offset, (offset+perPage-1)/perPage+1
	}
	return rest.Listed(c, rest.Window(found, start, perPage), total, page, perPage,
		func(t *content.Term) php.Object { return s.show(c, tax, t) })
}

func (s Plane) show(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
	like, out := "tags", php.Object{{"id", t.ID}, {"count", s.TermCount(t)}, {"description", t.Description},
		{"link", s.TermLink(tax, t)}, {"name", t.Name}, {"slug", t.Slug}, {"taxonomy", tax.Name}, {"parent", t.Parent},
		{"meta", php.Object{}}}
	switch {
	case tax.IsMenu():
		like, out = "menus", php.Object{{"id", t.ID}, {"description", t.Description}, {"name", t.Name}, {"slug", t.Slug},
			{"meta", php.Object{}}, {"locations", s.LocationsOf(t.ID)}, {"auto_add", t.AutoAdd}}
	case tax.Tree:
		like = "categories"
	}
	out.Add("_links", s.relations(c, tax, t))
	return s.Shown(c, like, out) // Shown drops the parent of a tag
}

func (s Plane) relations(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
	id := strconv.FormatInt(t.ID, 10)
	links := php.Object{
		{"self", rest.Self(s.TermsURL(tax, "/"+id, ""), s.TermHints(c, tax, t))},
		{"collection", rest.Link(s.TermsURL(tax, "", ""))},
		{"about", rest.Link(s.API.At("taxonomies/"+tax.Name, ""))},
	}
	if t.Parent != 0 {
		links.Add("up", rest.Embeddable(s.TermsURL(tax, "/"+strconv.FormatInt(t.Parent, 10), "")))
	}
	links.Add(s.API.Prefix+":post_type",
		rest.Link(s.API.Address("/"+s.HomeOf(tax)+"/"+tax.Records, tax.Base+"="+id)))
	if tax.IsMenu() {
		var places []php.Object
		for _, name := range s.LocationsOf(t.ID) {
			places = append(places, rest.Embeddable(s.API.At("menu-locations/"+name, ""))...)
		}
		if places != nil {
			links.Add(s.API.Prefix+":menu-location", places)
		}
	}
	links.Add("curies", s.API.Curies())
	return links
}

// menuNamed returns the menu with a name, or nil. Case does not matter.
func (s Plane) menuNamed(name string) *content.Term {
	for _, t := range s.TermsOf(content.Menus()) {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// prepareMenu applies rules that only menus have. The name must be unique. The slug is made from
// the name. The description is emptied if it was not sent.
func (s Plane) prepareMenu(c *rest.Call, next *content.Term) *rest.Error {
	if other := s.menuNamed(next.Name); other != nil && other.ID != next.ID {
		return &rest.Error{Status: 500, Code: "menu_exists", Message: "A menu with this name exists already.", Bare: true}
	}
	next.Slug, next.Description = "", c.Text("description")
	if c.Get("auto_add") != nil {
		next.AutoAdd = c.Flag("auto_add")
	}
	return nil
}

func (s Plane) freeLocations(menu int64) {
	for name, shown := range s.Places {
		if shown == menu {
			delete(s.Places, name)
		}
	}
}

// assignLocations sets the locations of a menu. If another menu has one of the locations, that
// location moves to this menu.
func (s Plane) assignLocations(c *rest.Call, t *content.Term) {
	if t.Taxonomy != content.Menus().Name || c.Get("locations") == nil {
		return
	}
	s.freeLocations(t.ID)
	for _, name := range c.Strings("locations") {
		s.Places[name] = t.ID
	}
}

func (s Plane) checkLocations(_ *rest.Call, p *rest.Param, value any) *rest.Problem {
	if why := p.Validate("locations", value); why != nil {
		return why
	}
	names, _ := php.ToList(value)
	for _, e := range names {
		if name, _ := e.(string); s.MenuPlace(name) == nil {
			return &rest.Problem{Code: "rest_invalid_menu_location", Message: "The theme has no menu location with this name.",
				Data: php.Object{{"location", name}}}
		}
	}
	return nil
}
