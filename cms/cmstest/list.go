package cmstest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// cleanStatuses reads the status filter. Only who may edit records of the kind may ask for other statuses than
// "publish"; "private" is enough with the right to read private ones.
func cleanStatuses(kind *resource) func(*rest.Call, any) (any, *rest.Problem) {
	one := rest.List(rest.Text(kind.listStatuses()...))
	return func(c *rest.Call, value any) (any, *rest.Problem) {
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
				out = append(out, nil) // the others keep their numbers in links
				continue
			}
			if word != kind.defaultStatus() {
				if !c.User.Can("edit_"+kind.plural) && !(word == "private" && c.User.Can("read_private_"+kind.plural)) {
					return nil, &rest.Problem{Code: "rest_forbidden_status", Message: "You may not ask for this status.",
						Data: php.Object{{"status", c.AuthStatus()}}}
				}
				if why := one.Validate("status", word); why != nil {
					return nil, why
				}
			}
			out = append(out, word)
		}
		return out, nil
	}
}

func (s contentPlane) list(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "Ordering by relevance takes a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include", "Ordering by include takes an include.")
	}
	filters := s.filters(c, kind)
	var found []*item
next:
	for _, it := range s.sorted(kind) {
		for _, passes := range filters {
			if !passes(it) {
				continue next
			}
		}
		found = append(found, it)
	}
	s.sort(c, found)

	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	total, start := len(found), rest.PageStart(page, perPage)
	offset := c.Get("offset") != nil
	if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // the site drops the sign
	}
	window := rest.Window(found, start, perPage)
	if offset && len(window) == 0 {
		total = 0 // the site counts what a query finds, and this one finds nothing
	}
	if pages := (total + perPage - 1) / perPage; page > pages && total > 0 {
		return nil, rest.NewError(400, "rest_post_invalid_page_number", "The list has fewer pages than that.")
	}
	if kind.sticky && c.Get("ignore_sticky") == false && s.isHome(c, kind) && (page <= 1 || offset) {
		window = s.withSticky(c, kind, window)
	}

	edit := c.Text("context") == "edit"
	body := []php.Object{}
	for _, it := range window {
		// Dropped only here, after counting: the totals include what the caller may not read.
		if edit && !mayEdit(c.User, it) || !edit && !s.media.mayRead(c, it) {
			continue
		}
		body = append(body, s.show(c, it, true))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

// filters are the conditions of the query, each of them must hold.
func (s contentPlane) filters(c *rest.Call, kind *resource) []matcher {
	filters := []matcher{s.statusFilter(c, kind)}
	add := func(m matcher) {
		if m != nil {
			filters = append(filters, m)
		}
	}
	in := func(argument string, field func(*item) int64) bool {
		ids := c.IDs(argument)
		if len(ids) == 0 {
			return false
		}
		add(func(it *item) bool { return slices.Contains(ids, field(it)) })
		return true
	}
	notIn := func(argument string, field func(*item) int64) bool {
		ids := c.IDs(argument)
		if len(ids) == 0 {
			return false
		}
		add(func(it *item) bool { return !slices.Contains(ids, field(it)) })
		return true
	}
	id := func(it *item) int64 { return it.id }
	author := func(it *item) int64 { return it.author }
	parent := func(it *item) int64 { return it.parent }

	// Of an inclusion and an exclusion of the same field the site obeys one: of ids and parents the inclusion,
	// of authors the exclusion.
	including := in("include", id)
	sticky, bySticky := c.Get("sticky").(bool)
	bySticky = bySticky && kind.sticky
	if !including && !(bySticky && sticky) { // to the site what is sticky is an inclusion, too
		notIn("exclude", id)
	}
	if kind.article && !notIn("author_exclude", author) {
		in("author", author)
	}
	if (kind.tree || kind.attachment) && !in("parent", parent) {
		notIn("parent_exclude", parent)
	}
	if kind.tree || kind.menu {
		if c.Get("menu_order") != nil {
			order := max(c.Integer("menu_order"), -c.Integer("menu_order")) // without its sign, as with offset
			add(func(it *item) bool { return it.menuOrder == order })
		}
	}
	if slugs := c.Strings("slug"); len(slugs) > 0 {
		for i, slug := range slugs {
			slugs[i] = php.SanitizeSlug(slug)
		}
		add(func(it *item) bool { return slices.Contains(slugs, it.slug) })
	}
	if bySticky && (sticky || !including) {
		add(func(it *item) bool { return it.sticky == sticky })
	}
	s.dateFilters(c, add)
	add(s.term.taxonomyFilter(c, kind))
	s.kind.ownFilters(c, kind, add)
	add(s.media.mediaFilter(c, kind))
	add(s.searchFilter(c))
	return filters
}

func (s contentPlane) dateFilters(c *rest.Call, add func(matcher)) {
	for _, f := range []struct {
		argument string
		after    bool
		field    func(*item) string
	}{
		{"after", true, func(it *item) string { return it.date }},
		{"before", false, func(it *item) string { return it.date }},
		{"modified_after", true, func(it *item) string { return it.modified }},
		{"modified_before", false, func(it *item) string { return it.modified }},
	} {
		text := c.Text(f.argument)
		if text == "" {
			continue
		}
		limit := s.clock.Local(text)
		add(func(it *item) bool {
			if f.after {
				return f.field(it) > limit
			}
			return f.field(it) < limit
		})
	}
}

func (s contentPlane) statusFilter(c *rest.Call, kind *resource) matcher {
	wanted, ok := c.Get("status").([]any)
	if !ok {
		return func(it *item) bool { return it.status == kind.defaultStatus() }
	}
	has := func(status string) bool { return slices.Contains(wanted, any(status)) }
	switch {
	case len(wanted) == 0 && kind.attachment:
		return func(it *item) bool { return it.status == kind.defaultStatus() }
	case len(wanted) == 0: // status= : what the caller may read without asking
		return func(it *item) bool {
			return it.status == "publish" ||
				it.status == "private" && c.User != nil && (it.author == c.User.ID || c.User.Can("read_private_"+kind.plural))
		}
	case !slices.ContainsFunc(wanted, php.Truthy): // status[]= : no condition at all
		return func(*item) bool { return true }
	case has("any"):
		return func(it *item) bool { return it.status != "trash" || has("trash") }
	}
	return func(it *item) bool { return has(it.status) }
}

// isHome says whether the query is still what the site calls its blog page; only there do sticky posts come first.
func (s contentPlane) isHome(c *rest.Call, kind *resource) bool {
	if c.Text("search") != "" || len(c.IDs("include")) > 0 {
		return false
	}
	beside := c.Text("tax_relation") != "" // a format beside other conditions on terms is not looked at
	for _, tax := range kind.taxonomies {
		if s.term.termMatcher(c, tax, tax.base) != nil {
			return false
		}
		beside = beside || s.term.termMatcher(c, tax, tax.base+"_exclude") != nil
	}
	return beside || len(c.Strings("format")) == 0
}

// withSticky moves the sticky posts of a page to its front and adds those that it does not hold.
func (s contentPlane) withSticky(c *rest.Call, kind *resource, window []*item) []*item {
	var first, missing, rest []*item
	exclude := c.IDs("exclude")
	for _, it := range window {
		if it.sticky {
			first = append(first, it)
		} else {
			rest = append(rest, it)
		}
	}
	if c.Get("sticky") != false {
		for _, it := range s.sorted(kind) {
			if it.sticky && it.status == "publish" && !slices.Contains(first, it) && !slices.Contains(exclude, it.id) {
				missing = append(missing, it)
			}
		}
	}
	slices.SortFunc(missing, func(a, b *item) int { return -byDate(a, b) })
	return slices.Concat(first, missing, rest)
}

func byDate(a, b *item) int {
	return cmp.Or(strings.Compare(a.date, b.date), cmp.Compare(a.id, b.id))
}

// sort orders what was found. The site leaves the order of equals open; here it is that of their ids.
func (s *records) sort(c *rest.Call, found []*item) {
	compare := s.comparison(c)
	descending := c.Text("order") == "desc"
	switch c.Text("orderby") {
	case "include", "include_slugs":
		descending = false // these keep the order in which the caller named the records
	}
	slices.SortFunc(found, func(a, b *item) int {
		order := cmp.Or(compare(a, b), cmp.Compare(a.id, b.id))
		if descending {
			return -order
		}
		return order
	})
}

func (s *records) comparison(c *rest.Call) func(a, b *item) int {
	switch c.Text("orderby") {
	case "id":
		return func(a, b *item) int { return cmp.Compare(a.id, b.id) }
	case "author":
		return func(a, b *item) int { return cmp.Compare(a.author, b.author) }
	case "modified":
		return func(a, b *item) int { return strings.Compare(a.modified, b.modified) }
	case "parent":
		return func(a, b *item) int { return cmp.Compare(a.parent, b.parent) }
	case "menu_order":
		return func(a, b *item) int { return cmp.Compare(a.menuOrder, b.menuOrder) }
	case "slug":
		return func(a, b *item) int { return strings.Compare(a.slug, b.slug) }
	case "title":
		return func(a, b *item) int { return strings.Compare(a.folded()[0], b.folded()[0]) }
	case "relevance":
		return s.relevance(c)
	case "include":
		ids := c.IDs("include")
		return func(a, b *item) int { return cmp.Compare(slices.Index(ids, a.id), slices.Index(ids, b.id)) }
	case "include_slugs":
		if slugs := c.Strings("slug"); len(slugs) > 0 {
			return func(a, b *item) int { return cmp.Compare(slices.Index(slugs, a.slug), slices.Index(slugs, b.slug)) }
		}
	}
	return byDate
}
