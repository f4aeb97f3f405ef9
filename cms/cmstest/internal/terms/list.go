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
			total++ // the site does not count a term that is shown only for those below it
		}
	}
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
			order = strings.Compare(strings.ToLower(a.Description), strings.ToLower(b.Description))
		case by == "term_group": // nothing belongs to any
		case by == "count":
			order = cmp.Compare(s.TermCount(a), s.TermCount(b))
		default:
			order = content.ByName(a, b)
		}
		if c.Text("order") == "desc" {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(a.ID, b.ID)) // of equals the older one comes first, whatever the order
	})
	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	start := rest.PageStart(page, perPage)
	if offset := int(c.Integer("offset")); offset > 0 && !tax.Tree {
		start, page = offset, (offset+perPage-1)/perPage+1
	}
	body := []php.Object{}
	for _, t := range rest.Window(found, start, perPage) {
		body = append(body, s.show(c, tax, t))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

func (s Plane) show(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
	embed := c.Text("context") == "embed"
	if tax.IsMenu() {
		return append(s.showMenu(c, t), php.Member{"_links", s.relations(c, tax, t)})
	}
	out := php.Object{{"id", t.ID}}
	if !embed {
		out.Add("count", s.TermCount(t))
		out.Add("description", t.Description)
	}
	out = append(out, php.Member{"link", s.TermLink(tax, t)}, php.Member{"name", t.Name}, php.Member{"slug", t.Slug},
		php.Member{"taxonomy", tax.Name})
	if !embed {
		if tax.Tree {
			out.Add("parent", t.Parent)
		}
		out.Add("meta", php.Object{})
	}
	return append(out, php.Member{"_links", s.relations(c, tax, t)})
}

func (s Plane) relations(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
	id := strconv.FormatInt(t.ID, 10)
	base := "/" + s.API.Prefix + "/v2/"
	links := php.Object{
		{"self", []php.Object{{{"href", s.TermsURL(tax, "/"+id, "")},
			{"targetHints", php.Object{{"allow", s.TermHints(c, tax, t)}}}}}},
		{"collection", []php.Object{{{"href", s.TermsURL(tax, "", "")}}}},
		{"about", []php.Object{{{"href", s.API.Address(base+"taxonomies/"+tax.Name, "")}}}},
	}
	if t.Parent != 0 {
		links.Add("up", []php.Object{{{"embeddable", true},
			{"href", s.TermsURL(tax, "/"+strconv.FormatInt(t.Parent, 10), "")}}})
	}
	links.Add(s.API.Prefix+":post_type",
		[]php.Object{{{"href", s.API.Address("/"+s.HomeOf(tax)+"/"+tax.Records, tax.Base+"="+id)}}})
	if tax.IsMenu() {
		var places []php.Object
		for _, name := range s.LocationsOf(t.ID) {
			places = append(places, rest.Embeddable(s.API.Address(base+"menu-locations/"+name, ""))...)
		}
		if places != nil {
			links.Add(s.API.Prefix+":menu-location", places)
		}
	}
	links.Add("curies", s.API.Curies())
	return links
}
