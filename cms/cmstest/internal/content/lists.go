package content

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// cleanStatuses checks the argument status. Statuses other than the default require the capability
// to edit records of the kind. For "private", the capability to read private records is enough.
func cleanStatuses(kind *Resource) func(*rest.Call, *rest.Param, any) (any, *rest.Problem) {
	return func(c *rest.Call, p *rest.Param, value any) (any, *rest.Problem) {
		raw, ok := php.ToList(value)
		if members, named := php.ToObject(value); !ok && named {
			for _, m := range members {
				raw = append(raw, m.Value)
			}
		}
		out := []any{}
		for _, e := range raw {
			word, _ := e.(string)
			word = php.SanitizeSlug(word)
			if slices.Contains(out, any(word)) {
				// The links to other pages show each status with its index. nil in place of a
				// duplicate keeps the indexes.
				out = append(out, nil)
				continue
			}
			if word != kind.DefaultStatus() {
				if !c.User.Can("edit_"+kind.Plural) && !(word == "private" && c.User.Can("read_private_"+kind.Plural)) {
					return nil, &rest.Problem{Code: "rest_forbidden_status", Message: "You may not list records with this status.",
						Data: php.Object{{"status", c.AuthStatus()}}}
				}
				if why := p.Validate("status", word); why != nil {
					return nil, why
				}
			}
			out = append(out, word)
		}
		return out, nil
	}
}

// DefaultStatus returns the status of the records in a list without the argument status.
func (r *Resource) DefaultStatus() string {
	if r.Attachment {
		return "inherit"
	}
	return "publish"
}

// IsStatus reports whether a status exists. Some statuses are never shown in the REST API.
func IsStatus(name string) bool { return slices.Contains(statuses, name) }

var (
	statuses = []string{"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit",
		"request-pending", "request-confirmed", "request-failed", "request-completed"}
	// Formats are the post formats.
	Formats = []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
)

// ListRules returns the rules for the arguments of a list.
func (r *Resource) ListRules() rest.Rules { return rest.Rules{"status": {Clean: cleanStatuses(r)}} }

// Matcher reports whether an item passes a filter.
type Matcher = func(*Item) bool

// SearchFilter returns the filter of the argument search, or nil if the argument is absent.
func (s *Site) SearchFilter(c *rest.Call) Matcher {
	search := c.Text("search")
	if search == "" {
		return nil
	}
	terms := php.SearchTerms(search)
	including := slices.ContainsFunc(terms, func(t php.SearchTerm) bool { return !t.Exclude })
	if c.Text("orderby") == "relevance" && !including {
		// Without a term to search for, for example with only excluded terms, WordPress finds
		// no records by relevance.
		return func(*Item) bool { return false }
	}
	exact := c.Text("search_semantics") == "exact"
	var columns []int
	for i, name := range []string{"post_title", "post_excerpt", "post_content"} {
		if wanted := c.Strings("search_columns"); len(wanted) == 0 || slices.Contains(wanted, name) {
			columns = append(columns, i)
		}
	}
	return func(it *Item) bool {
		if it.Password != "" && c.User == nil {
			return false // anonymous searches skip posts with a password
		}
		folded := it.folded()
		for _, t := range terms {
			has := slices.ContainsFunc(columns, func(i int) bool {
				return exact && folded[i] == t.Text || !exact && strings.Contains(folded[i], t.Text)
			})
			if it.Media != nil { // the file name is always searched
				file := php.Fold(it.Media.File)
				has = has || exact && file == t.Text || !exact && strings.Contains(file, t.Text)
			}
			if has == t.Exclude {
				return false
			}
		}
		return true
	}
}

// TaxonomyFilter returns the filter of the arguments for terms and formats, or nil if all are
// absent.
func (s *Site) TaxonomyFilter(c *rest.Call, kind *Resource) Matcher {
	var clauses []Matcher
	for _, tax := range kind.Taxonomies {
		if m := s.TermMatcher(c, tax, tax.Base); m != nil {
			clauses = append(clauses, m)
		}
		if m := s.TermMatcher(c, tax, tax.Base+"_exclude"); m != nil {
			clauses = append(clauses, func(it *Item) bool { return !m(it) })
		}
	}
	if wanted := c.Strings("format"); kind.Formats && len(wanted) > 0 {
		clauses = append(clauses, func(it *Item) bool { return slices.Contains(wanted, it.Format) })
	}
	if clauses == nil {
		return nil
	}
	either := c.Text("tax_relation") == "OR"
	return func(it *Item) bool {
		for _, m := range clauses {
			if m(it) == either {
				return either
			}
		}
		return !either
	}
}

// TermMatcher returns the filter of one argument with term ids, or nil if it has no ids.
func (s *Site) TermMatcher(c *rest.Call, tax Taxonomy, argument string) Matcher {
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
	// Add the ids of all terms below the given terms. With the operator AND, a record must have
	// all these terms.
	if below {
		slices.Sort(ids)
		var wider []int64
		for _, id := range slices.Compact(ids) {
			wider = append(wider, s.Children(id)...)
		}
		slices.Sort(wider)
		ids = slices.Compact(slices.Clone(wider))
		// If a given term is below another given term, its id is in wider twice. WordPress counts
		// it twice, and then requires more terms than a record can have. So no record fits.
		if all && len(ids) < len(wider) {
			return func(*Item) bool { return false }
		}
	}
	return func(it *Item) bool {
		for _, id := range ids {
			has := slices.Contains(it.Terms[tax.Name], id)
			if has != all {
				return has
			}
		}
		return all
	}
}

// Sort returns the first n of the found records, in order. Equal records are ordered by id if
// WordPress keeps that order, otherwise by [Ties]. datesKept is the result of [KeepsDates]: whether
// WordPress keeps the order of ids for equal dates.
func (s *Site) Sort(c *rest.Call, found []*Item, n int, datesKept bool) []*Item {
	compare, kept := s.comparison(c, datesKept)
	descending := c.Text("order") == "desc"
	switch c.Text("orderby") {
	case "include", "include_slugs":
		descending = false // the argument order has no effect here
	}
	place := s.Ties.Of(c)
	order := func(a, b *Item) int {
		order := compare(a, b)
		if order == 0 && !kept {
			order = cmp.Compare(place(a.ID), place(b.ID))
		}
		order = cmp.Or(order, cmp.Compare(a.ID, b.ID))
		if descending {
			return -order
		}
		return order
	}
	first := found[:min(max(n, 0), len(found))]
	slices.SortFunc(first, order)
	// A page is mostly a small part of the found records. So only the first n records are sorted:
	// it is faster to insert each of the other records into them than to sort all records.
	for _, it := range found[len(first):] {
		if at, _ := slices.BinarySearchFunc(first, it, order); at < len(first) {
			copy(first[at+1:], first[at:])
			first[at] = it
		}
	}
	return first
}

// comparison returns the function that compares records by the argument orderby. kept reports
// whether WordPress orders equal records by id. For equal titles the database guarantees no order,
// but every site seen so far orders them by id.
func (s *Site) comparison(c *rest.Call, datesKept bool) (compare func(a, b *Item) int, kept bool) {
	switch c.Text("orderby") {
	case "id":
		return func(a, b *Item) int { return cmp.Compare(a.ID, b.ID) }, true
	case "author":
		return func(a, b *Item) int { return cmp.Compare(a.Author, b.Author) }, false
	case "modified":
		return func(a, b *Item) int { return strings.Compare(a.Modified, b.Modified) }, false
	case "parent":
		return func(a, b *Item) int { return cmp.Compare(a.Parent, b.Parent) }, false
	case "menu_order":
		return func(a, b *Item) int { return cmp.Compare(a.MenuOrder, b.MenuOrder) }, false
	case "slug":
		return func(a, b *Item) int { return strings.Compare(a.Slug, b.Slug) }, true
	case "title":
		return func(a, b *Item) int { return strings.Compare(php.SortKey(a.Title), php.SortKey(b.Title)) }, true
	case "relevance":
		return s.relevance(c), false
	case "include":
		ids := c.IDs("include")
		return func(a, b *Item) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) }, true
	case "include_slugs":
		if slugs := c.Strings("slug"); len(slugs) > 0 {
			return func(a, b *Item) int {
				return cmp.Compare(slices.Index(slugs, a.Slug), slices.Index(slugs, b.Slug))
			}, true
		}
	}
	return byDate, datesKept
}

func byDate(a, b *Item) int { return strings.Compare(a.Date, b.Date) }

// ByDate compares records by date. Equal dates are compared by id.
func ByDate(a, b *Item) int { return cmp.Or(byDate(a, b), cmp.Compare(a.ID, b.ID)) }

// relevance returns the function that compares records by relevance. The ranks, best first:
//   - the title contains the whole search text
//   - the title contains all words of the search
//   - the title contains a word of the search
//   - the search has several words, and the excerpt contains the whole search text
//   - the search has several words, and the content contains the whole search text
//   - all other records
//
// Records of equal rank are ordered by date, in the direction of the argument order.
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
		// Sort reverses the order of a descending list. The ranks are reversed here, so that the
		// best matches come first in both directions.
		if descending {
			order = -order
		}
		return cmp.Or(order, byDate(a, b))
	}
}
