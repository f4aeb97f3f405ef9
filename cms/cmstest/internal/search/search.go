// Package search has the search over records, terms and formats. It does not find media and
// users, and ranks nothing.
package search

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Plane has the search of a site.
type Plane struct{ *content.Site }

// anySubtype means all types, or all taxonomies.
const anySubtype = "any"

// searchable returns the kinds and taxonomies with public pages: the search includes only these.
func (s Plane) searchable() (kinds []*content.Resource, terms []content.Taxonomy) {
	for _, kind := range s.AllResources() {
		if kind.Article {
			kinds = append(kinds, kind)
		}
	}
	return kinds, append(content.Taxonomies(), s.Described...)
}

func (s Plane) subtypes(typ string) []string {
	kinds, terms := s.searchable()
	var out []string
	for _, kind := range kinds {
		if typ == "post" || typ == "" {
			out = append(out, kind.Type)
		}
	}
	for _, tax := range terms {
		if typ == "term" || typ == "" {
			out = append(out, tax.Name)
		}
	}
	return out
}

// Routes returns the route of the search.
func (s Plane) Routes() []*rest.Route {
	early := rest.Rule{Early: true}
	rules := rest.Rules{"type": early, "exclude": early, "include": early,
		"subtype": {Clean: s.cleanSubtypes},
	}
	return []*rest.Route{s.API.Route("/search", rest.On([]string{"GET"}, rules, rest.Everyone, s.search))}
}

// cleanSubtypes drops the subtypes that the searched type does not have, without an error.
func (s Plane) cleanSubtypes(c *rest.Call, p *rest.Param, value any) (any, *rest.Problem) {
	words := *p.Items
	words.Enum = append(s.subtypes(""), anySubtype)
	list := rest.Schema{Kind: "array", Items: &words}
	if why := list.Validate("subtype", value); why != nil {
		return nil, why
	}
	given, _ := php.ToList(value)
	if slices.Contains(given, any(anySubtype)) {
		return []any{anySubtype}, nil
	}
	known, kept := s.subtypes(c.Text("type")), []any{}
	for i, word := range given {
		if text, _ := word.(string); slices.Contains(known, text) {
			// The links to other pages show each subtype with its index. nil in place of a
			// dropped subtype keeps the indexes.
			kept = append(kept, make([]any, i-len(kept))...)
			kept = append(kept, word)
		}
	}
	return kept, nil
}

// search serves the route. Past the last page, a search for records returns an empty list with a
// total of 0. A search for terms or post formats then returns an error.
func (s Plane) search(c *rest.Call) (*rest.Response, *rest.Error) {
	if c.Text("search") == "0" {
		c.JSON.Set("search", "") // PHP treats "0" as empty
	}
	var found []php.Object
	wants := func(subtype string) bool {
		given, ok := c.Get("subtype").([]any)
		return !ok || slices.Contains(given, any(anySubtype)) || slices.Contains(given, any(subtype))
	}
	kind := c.Text("type")
	switch kind {
	case "term":
		found = s.terms(c, wants)
	case "post-format":
		found = s.formats(c)
	default:
		found = s.records(c, wants)
	}
	page, perPage, start := c.Page()
	total := len(found)
	if pages := (total + perPage - 1) / perPage; page > pages && total > 0 {
		if kind != "post" {
			return nil, rest.NewError(400, "rest_search_invalid_page_number",
				"The requested page number is larger than the number of pages.")
		}
		total = 0
	}
	body := append([]php.Object{}, rest.Window(found, start, perPage)...)
	for name, below := range rest.ParseFields(c.Get("_fields")) {
		// WordPress takes a name such as "title.x" as one name here. So it does not show the
		// field title.
		if below != nil && !strings.HasPrefix(name, "_") {
			for i := range body {
				body[i] = slices.DeleteFunc(body[i], func(m php.Member) bool { return m.Name == name })
			}
		}
	}
	return &rest.Response{Status: 200, Body: body, Header: c.TotalsBefore(total, page, perPage, page-1)}, nil
}

// result returns the fields of a search result. The parameter about contains all links of the
// result except collection.
func (s Plane) result(id any, title, address, typ string, about php.Object,
	more ...php.Member) php.Object {
	out := append(php.Object{{"id", id}, {"title", title}, {"url", address}, {"type", typ}}, more...)
	about.Add("collection", rest.Link(s.API.At("search", "")))
	return append(out, php.Member{"_links", about})
}

func (s Plane) aboutResult(href string, allow []string, about string) php.Object {
	self := append(php.Object{{"embeddable", true}}, rest.Self(href, allow)[0]...)
	return php.Object{{"self", []php.Object{self}}, {"about", rest.Link(s.API.At(about, ""))}}
}

// asked returns a call for a list. The call has the arguments search, include and exclude of c,
// and the arguments in more.
func (s Plane) asked(c *rest.Call, more php.Object) *rest.Call {
	inner := c.Inner("", "", &php.Values{})
	for _, name := range []string{"search", "include", "exclude"} {
		inner.JSON.Set(name, c.Get(name))
	}
	for _, m := range more {
		inner.JSON.Set(m.Name, m.Value)
	}
	return inner
}

func (s Plane) records(c *rest.Call, wants func(string) bool) []php.Object {
	inner := s.asked(c, php.Object{{"order", "desc"}})
	if c.Text("search") != "" {
		inner = s.asked(c, php.Object{{"order", "desc"}, {"orderby", "relevance"}})
	}
	include, exclude, matches := c.IDs("include"), c.IDs("exclude"), s.SearchFilter(inner)
	kinds, _ := s.searchable()
	if given, ok := c.Get("subtype").([]any); ok && len(given) == 0 { // no valid subtype: WordPress searches posts
		kinds, wants = kinds[:1], func(string) bool { return true }
	}
	var items []*content.Item
	for _, kind := range kinds {
		for it := range s.All(kind) {
			switch {
			case !wants(kind.Type), it.Status != "publish",
				len(include) > 0 && !slices.Contains(include, it.ID), len(include) == 0 && slices.Contains(exclude, it.ID),
				matches != nil && !matches(it):
				continue
			}
			items = append(items, it)
		}
	}
	items = s.Sort(inner, items, len(items), false)
	var out []php.Object
	for _, it := range items {
		about := s.aboutResult(s.ItemURL(it), s.Hints(c, it), "types/"+it.Kind.Type)
		out = append(out, s.result(it.ID, it.HTML().Title, s.Address(c, it), "post", about,
			php.Member{"subtype", it.Kind.Type}))
	}
	return out
}

// terms returns the terms that match. If no subtype was valid, WordPress searches all
// taxonomies, including hidden taxonomies.
func (s Plane) terms(c *rest.Call, wants func(string) bool) []php.Object {
	_, wanted := s.searchable()
	if given, ok := c.Get("subtype").([]any); ok && len(given) == 0 {
		wanted, wants = s.AllTaxonomies(), func(string) bool { return true }
	}
	var terms []*content.Term
	for _, tax := range wanted {
		if wants(tax.Name) {
			asked := s.asked(c, nil)
			terms = append(terms, s.FindTerms(asked, tax)...)
		}
	}
	place := s.Ties.Of(c)
	slices.SortFunc(terms, func(a, b *content.Term) int {
		return cmp.Or(content.ByName(a, b), cmp.Compare(place(a.ID), place(b.ID)))
	})
	var out []php.Object
	for _, t := range terms {
		tax := *s.Taxonomy(t.Taxonomy)
		self := s.TermsURL(tax, "/"+strconv.FormatInt(t.ID, 10), "")
		out = append(out, s.result(t.ID, t.Name, s.TermLink(tax, t), t.Taxonomy,
			s.aboutResult(self, s.TermHints(c, tax, t), "taxonomies/"+t.Taxonomy)))
	}
	return out
}

func (s Plane) formats(c *rest.Call) []php.Object {
	var out []php.Object
	for _, format := range content.Formats[1:] {
		used := false
		for _, it := range s.Items {
			used = used || it.Format == format
		}
		if title := strings.ToUpper(format[:1]) + format[1:]; used &&
			strings.Contains(php.ASCIILower(title), php.ASCIILower(c.Text("search"))) {
			out = append(out, s.result(format, title, *s.API.Base+"/type/"+format+"/", "post-format", nil))
		}
	}
	return out
}
