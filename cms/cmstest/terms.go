package cmstest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

func (s termPlane) addTerm(taxonomy string, record map[string]any) (int64, error) {
	t := &content.Term{Taxonomy: taxonomy}
	var places []string
	isMenu := taxonomy == content.Menus().Name
	for _, name := range php.SortedKeys(record) {
		var err error
		switch value := record[name]; {
		case name == "id":
			t.ID, err = seed.Int(name, value)
		case name == "parent":
			t.Parent, err = seed.Int(name, value)
		case name == "name":
			t.Name, err = seed.Text(name, value)
			t.Name = php.Entity.ReplaceAllStringFunc(t.Name, php.Ampersand) // as the site stores it
		case name == "slug":
			t.Slug, err = seed.Text(name, value)
		case name == "description":
			t.Description, err = seed.Text(name, value)
		case isMenu && name == "auto_add":
			t.AutoAdd, err = seed.Bool(name, value)
		case isMenu && name == "locations":
			places, err = seed.Texts(name, value)
		default:
			err = seed.NoField(name)
		}
		if err != nil {
			return 0, err
		}
	}
	byDefault := t.ID == content.FirstCategory && taxonomy == "category"
	if t.ID == 0 {
		t.ID = s.NextTerm
	} else if s.Terms[t.ID] != nil && !byDefault {
		return 0, fmt.Errorf("id %d is taken", t.ID)
	}
	s.NextTerm = max(s.NextTerm, t.ID+1)
	if t.Slug == "" {
		t.Slug = php.SlugOr(t.Name, t.ID)
	}
	s.Terms[t.ID] = t
	for _, name := range places {
		s.Places[name] = t.ID
	}
	return t.ID, nil
}

func (s termPlane) termRecord(tax content.Taxonomy, id int64) map[string]any {
	t := s.TermOf(tax, id)
	if t == nil {
		return nil
	}
	out := map[string]any{"id": t.ID, "name": t.Name, "slug": t.Slug, "description": t.Description, "parent": t.Parent}
	if tax.IsMenu() {
		out["locations"], out["auto_add"] = s.menu.locationsOf(id), t.AutoAdd
	}
	return out
}

// taxonomyFilter combines what the query says about terms and formats; nil if it says nothing.
func (s termPlane) taxonomyFilter(c *rest.Call, kind *content.Resource) content.Matcher {
	var clauses []content.Matcher
	for _, tax := range kind.Taxonomies {
		if m := s.termMatcher(c, tax, tax.Base); m != nil {
			clauses = append(clauses, m)
		}
		if m := s.termMatcher(c, tax, tax.Base+"_exclude"); m != nil {
			clauses = append(clauses, func(it *content.Item) bool { return !m(it) })
		}
	}
	if wanted := c.Strings("format"); kind.Formats && len(wanted) > 0 {
		clauses = append(clauses, func(it *content.Item) bool { return slices.Contains(wanted, it.Format) })
	}
	if clauses == nil {
		return nil
	}
	either := c.Text("tax_relation") == "OR"
	return func(it *content.Item) bool {
		for _, m := range clauses {
			if m(it) == either {
				return either
			}
		}
		return !either
	}
}

func (s termPlane) termMatcher(c *rest.Call, tax content.Taxonomy, argument string) content.Matcher {
	value := c.Get(argument)
	all, below := false, false
	if members, ok := value.(php.Object); ok {
		value = members.Get("terms")
		all = members.Get("operator") == "AND"
		below = members.Get("include_children") == true
	}
	ids := php.ToIDs(value)
	if len(ids) == 0 {
		return nil
	}
	if below { // with AND a record needs those below as well
		slices.Sort(ids)
		var wider []int64
		for _, id := range slices.Compact(ids) {
			wider = append(wider, s.Children(id)...)
		}
		slices.Sort(wider)
		ids = slices.Compact(slices.Clone(wider))
		if all && len(ids) < len(wider) { // the site counts a term twice that it reaches twice
			return func(*content.Item) bool { return false }
		}
	}
	return func(it *content.Item) bool {
		for _, id := range ids {
			has := slices.Contains(it.Terms[tax.Name], id)
			if has != all {
				return has
			}
		}
		return all
	}
}

func (s termPlane) listTerms(c *rest.Call, tax content.Taxonomy) (*rest.Response, *rest.Error) {
	found, include, slugs := s.FindTerms(c, tax), c.IDs("include"), c.Strings("slug")
	total := 0
	for _, t := range found {
		if !c.Flag("hide_empty") || s.IsUsed(t.ID) {
			total++ // of what is shown for those below it alone the site does not know
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
		body = append(body, s.showTerm(c, tax, t))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

func (s termPlane) showTerm(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
	embed := c.Text("context") == "embed"
	if tax.IsMenu() {
		return append(s.menu.showMenu(c, t), php.Member{"_links", s.termRelations(c, tax, t)})
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
	return append(out, php.Member{"_links", s.termRelations(c, tax, t)})
}

// termRelations are the relations of a term.
func (s termPlane) termRelations(c *rest.Call, tax content.Taxonomy, t *content.Term) php.Object {
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
		for _, name := range s.menu.locationsOf(t.ID) {
			places = append(places, rest.Embeddable(s.API.Address(base+"menu-locations/"+name, ""))...)
		}
		if places != nil {
			links.Add(s.API.Prefix+":menu-location", places)
		}
	}
	links.Add("curies", s.API.Curies())
	return links
}
