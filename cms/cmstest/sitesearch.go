package cmstest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// anySubtype stands for all types, or all taxonomies, that a search looks through.
const anySubtype = "any"

// searchable are the taxonomies and the kinds of records that a search finds: those that the pages of the site show.
func (s searchPlane) searchable() (kinds []*resource, terms []taxonomy) {
	for _, kind := range s.kind.allResources() {
		if kind.article {
			kinds = append(kinds, kind)
		}
	}
	return kinds, append(taxonomies(), s.described...)
}

// subtypes are the words that say more of what a search looks through.
func (s searchPlane) subtypes(typ string) []string {
	kinds, terms := s.searchable()
	var out []string
	for _, kind := range kinds {
		if typ == "post" || typ == "" {
			out = append(out, kind.typ)
		}
	}
	for _, tax := range terms {
		if typ == "term" || typ == "" {
			out = append(out, tax.name)
		}
	}
	return out
}

func (s searchPlane) searchRoutes() []*route {
	namespace := s.api.prefix + "/v2"
	words := list(text(append(s.subtypes(""), anySubtype)...))
	params := append([]param{{name: "context", schema: text("view", "embed"), def: "view", early: true}}, pageParams()...)
	params = append(params,
		param{name: "type", schema: text("post", "term", "post-format"), def: "post", early: true},
		param{name: "subtype", schema: words, def: anySubtype, clean: s.cleanSubtypes(words)},
		param{name: "exclude", schema: list(integer()), def: []any{}, early: true},
		param{name: "include", schema: list(integer()), def: []any{}, early: true})
	return []*route{{pattern: "/" + namespace + "/search", namespace: namespace, endpoints: []endpoint{
		{[]string{"GET"}, params, everyone, s.searchSite},
	}}}
}

// cleanSubtypes drops without a word what is no subtype of the type that is searched.
func (s searchPlane) cleanSubtypes(words schema) func(*call, any) (any, *problem) {
	return func(c *call, value any) (any, *problem) {
		if why := words.validate("subtype", value); why != nil {
			return nil, why
		}
		given, _ := php.ToList(value)
		if slices.Contains(given, any(anySubtype)) {
			return []any{anySubtype}, nil
		}
		known := s.subtypes(c.text("type"))
		return slices.DeleteFunc(slices.Clone(given), func(word any) bool {
			text, _ := word.(string)
			return !slices.Contains(known, text)
		}), nil
	}
}

// searchSite looks through records, terms or formats. Records past the last page are none, and then there seem to be none at all.
func (s searchPlane) searchSite(c *call) (*response, *fault) {
	if c.text("search") == "0" {
		c.json.Set("search", "") // as everywhere where the site asks whether there is one
	}
	var found []php.Object
	wants := func(subtype string) bool {
		given, ok := c.get("subtype").([]any)
		return !ok || slices.Contains(given, any(anySubtype)) || slices.Contains(given, any(subtype))
	}
	kind := c.text("type")
	switch kind {
	case "term":
		found = s.searchTerms(c, wants)
	case "post-format":
		found = s.searchFormats(c)
	default:
		found = s.searchRecords(c, wants)
	}
	page, perPage := int(c.integer("page")), int(c.integer("per_page"))
	total := len(found)
	if pages := (total + perPage - 1) / perPage; page > pages && total > 0 {
		if kind != "post" {
			return nil, newFault(400, "rest_search_invalid_page_number", "The list has fewer pages than that.")
		}
		total = 0
	}
	body := append([]php.Object{}, window(found, pageStart(page, perPage), perPage)...)
	return &response{status: 200, body: body, header: c.totalsBefore(total, page, perPage, page-1)}, nil
}

// result is something that was found. The relation to itself is what can be embedded.
func (s searchPlane) result(c *call, id any, title, address, typ string, about php.Object, more ...php.Member) php.Object {
	out := append(php.Object{{"id", id}, {"title", title}, {"url", address}, {"type", typ}}, more...)
	about.Add("collection", link(s.api.restURL("/"+s.api.prefix+"/v2/search", "")))
	return append(out, php.Member{"_links", about})
}

func (s searchPlane) aboutResult(c *call, href string, allow []string, about string) php.Object {
	self := php.Object{{"embeddable", true}, {"href", href}}
	if len(allow) > 0 {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	return php.Object{
		{"self", []php.Object{self}},
		{"about", link(s.api.restURL("/"+s.api.prefix+"/v2/"+about, ""))},
	}
}

// asked is a list with the search and the ids of this one, which knows no other arguments.
func (s searchPlane) asked(c *call, more php.Object) *call {
	inner := c.inner("", "", &php.Values{})
	for _, name := range []string{"search", "include", "exclude"} {
		inner.json.Set(name, c.get(name))
	}
	for _, m := range more {
		inner.json.Set(m.Name, m.Value)
	}
	return inner
}

func (s searchPlane) searchRecords(c *call, wants func(string) bool) []php.Object {
	inner := s.asked(c, php.Object{{"order", "desc"}})
	if c.text("search") != "" {
		inner = s.asked(c, php.Object{{"order", "desc"}, {"orderby", "relevance"}})
	}
	include, exclude, matches := c.ids("include"), c.ids("exclude"), s.content.searchFilter(inner)
	kinds, _ := s.searchable()
	if given, ok := c.get("subtype").([]any); ok && len(given) == 0 { // what is left when nothing fits
		kinds, wants = kinds[:1], func(string) bool { return true }
	}
	var items []*item
	for _, kind := range kinds {
		for _, it := range s.content.sorted(kind) {
			switch {
			case !wants(kind.typ), it.status != "publish",
				len(include) > 0 && !slices.Contains(include, it.id), len(include) == 0 && slices.Contains(exclude, it.id),
				matches != nil && !matches(it):
				continue
			}
			items = append(items, it)
		}
	}
	s.content.sort(inner, items)
	var out []php.Object
	for _, it := range items {
		about := s.aboutResult(c, s.content.itemURL(it), s.content.hints(c, it), "types/"+it.kind.typ)
		out = append(out, s.result(c, it.id, it.html().title, s.media.address(c, it), "post", about, php.Member{"subtype", it.kind.typ}))
	}
	return out
}

// searchTerms finds those of all taxonomies if a subtype is none of theirs, hidden ones too.
func (s searchPlane) searchTerms(c *call, wants func(string) bool) []php.Object {
	_, wanted := s.searchable()
	if given, ok := c.get("subtype").([]any); ok && len(given) == 0 {
		wanted, wants = s.kind.allTaxonomies(), func(string) bool { return true }
	}
	var terms []*term
	for _, tax := range wanted {
		if wants(tax.name) {
			asked := s.asked(c, nil)
			terms = append(terms, s.term.findTerms(asked, tax)...)
		}
	}
	slices.SortFunc(terms, byName)
	var out []php.Object
	for _, t := range terms {
		tax := *s.catalog.taxonomy(t.taxonomy)
		self := s.term.termsURL(tax, "/"+strconv.FormatInt(t.id, 10), "")
		out = append(out, s.result(c, t.id, t.name, s.term.termLink(tax, t), t.taxonomy, s.aboutResult(c, self, s.term.termHints(c, tax, t), "taxonomies/"+t.taxonomy)))
	}
	return out
}

// searchFormats finds the formats that posts have.
func (s searchPlane) searchFormats(c *call) []php.Object {
	var out []php.Object
	for _, format := range formats[1:] {
		used := false
		for _, it := range s.items {
			used = used || it.format == format
		}
		if title := strings.ToUpper(format[:1]) + format[1:]; used && strings.Contains(php.Fold(title), php.Fold(c.text("search"))) {
			out = append(out, s.result(c, format, title, s.URL+"/type/"+format+"/", "post-format", nil))
		}
	}
	return out
}
