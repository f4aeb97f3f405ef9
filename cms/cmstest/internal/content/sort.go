package content

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// ByDate compares records by their dates, and those of one date by their ids.
func ByDate(a, b *Item) int {
	return cmp.Or(strings.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
}

// Sort orders what was found. The site leaves the order of equals open; here it is that of their ids.
func (s *Site) Sort(c *rest.Call, found []*Item) {
	compare := s.comparison(c)
	descending := c.Text("order") == "desc"
	switch c.Text("orderby") {
	case "include", "include_slugs":
		descending = false // these keep the order in which the caller named the records
	}
	slices.SortFunc(found, func(a, b *Item) int {
		order := cmp.Or(compare(a, b), cmp.Compare(a.ID, b.ID))
		if descending {
			return -order
		}
		return order
	})
}

func (s *Site) comparison(c *rest.Call) func(a, b *Item) int {
	switch c.Text("orderby") {
	case "id":
		return func(a, b *Item) int { return cmp.Compare(a.ID, b.ID) }
	case "author":
		return func(a, b *Item) int { return cmp.Compare(a.Author, b.Author) }
	case "modified":
		return func(a, b *Item) int { return strings.Compare(a.Modified, b.Modified) }
	case "parent":
		return func(a, b *Item) int { return cmp.Compare(a.Parent, b.Parent) }
	case "menu_order":
		return func(a, b *Item) int { return cmp.Compare(a.MenuOrder, b.MenuOrder) }
	case "slug":
		return func(a, b *Item) int { return strings.Compare(a.Slug, b.Slug) }
	case "title":
		return func(a, b *Item) int { return strings.Compare(a.folded()[0], b.folded()[0]) }
	case "relevance":
		return s.relevance(c)
	case "include":
		ids := c.IDs("include")
		return func(a, b *Item) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) }
	case "include_slugs":
		if slugs := c.Strings("slug"); len(slugs) > 0 {
			return func(a, b *Item) int { return cmp.Compare(slices.Index(slugs, a.Slug), slices.Index(slugs, b.Slug)) }
		}
	}
	return ByDate
}

// relevance puts those first whose title holds the whole search, then all of its words, then any, then excerpts
// and contents with the whole of it; of one word, only titles count. The order of the query is that of the dates among
// equals.
func (s *Site) relevance(c *rest.Call) func(a, b *Item) int {
	phrase := php.Fold(c.Text("search"))
	terms := php.SearchTerms(phrase)
	score := func(it *Item) int {
		folded := it.folded()
		inTitle := func(t php.SearchTerm) bool { return strings.Contains(folded[0], t.Text) }
		switch {
		case strings.Contains(folded[0], phrase):
			return 1
		case !slices.ContainsFunc(terms, func(t php.SearchTerm) bool { return !inTitle(t) }):
			return 2
		case slices.ContainsFunc(terms, inTitle):
			return 3
		case len(terms) == 1:
			return 6
		case strings.Contains(folded[1], phrase):
			return 4
		case strings.Contains(folded[2], phrase):
			return 5
		}
		return 6
	}
	descending := c.Text("order") == "desc"
	return func(a, b *Item) int {
		order := cmp.Compare(score(a), score(b))
		if descending { // the best come first whatever the order says
			order = -order
		}
		return cmp.Or(order, ByDate(a, b))
	}
}
