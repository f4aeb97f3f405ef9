package posts

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// List is a page of the records that the query chooses, and all further conditions.
func (s Plane) List(c *rest.Call, kind *content.Resource, more ...content.Matcher) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "Ordering by relevance takes a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include", "Ordering by include takes an include.")
	}
	filters := append(s.filters(c, kind), more...)
	var found []*content.Item
next:
	for _, it := range s.Sorted(kind) {
		for _, passes := range filters {
			if !passes(it) {
				continue next
			}
		}
		found = append(found, it)
	}
	s.Sort(c, found)

	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	total, start := len(found), rest.PageStart(page, perPage)
	offset := c.Get("offset") != nil
	if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // the site drops the sign
	}
	window := rest.Window(found, start, perPage)
	if offset && len(window) == 0 {
		total = 0 // the query finds nothing, so the total is 0
	}
	if pages := (total + perPage - 1) / perPage; page > pages && total > 0 {
		return nil, rest.NewError(400, "rest_post_invalid_page_number", "The list has fewer pages than that.")
	}
	if kind.Sticky && c.Get("ignore_sticky") == false && s.isHome(c, kind) && (page <= 1 || offset) {
		window = s.withSticky(c, kind, window)
	}

	edit := c.Text("context") == "edit"
	body := []php.Object{}
	for _, it := range window {
		// Dropped only here, after counting: the totals include what the caller may not read.
		if edit && !content.MayEdit(c.User, it) || !edit && !s.MayRead(c, it) {
			continue
		}
		body = append(body, s.Show(c, it))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

// filters are the conditions of the query, each of them must hold.
func (s Plane) filters(c *rest.Call, kind *content.Resource) []content.Matcher {
	filters := []content.Matcher{s.statusFilter(c, kind)}
	add := func(m content.Matcher) {
		if m != nil {
			filters = append(filters, m)
		}
	}
	in := func(argument string, field func(*content.Item) int64) bool {
		ids := c.IDs(argument)
		if len(ids) == 0 {
			return false
		}
		add(func(it *content.Item) bool { return slices.Contains(ids, field(it)) })
		return true
	}
	notIn := func(argument string, field func(*content.Item) int64) bool {
		ids := c.IDs(argument)
		if len(ids) == 0 {
			return false
		}
		add(func(it *content.Item) bool { return !slices.Contains(ids, field(it)) })
		return true
	}
	id := func(it *content.Item) int64 { return it.ID }
	author := func(it *content.Item) int64 { return it.Author }
	parent := func(it *content.Item) int64 { return it.Parent }

	// Of an inclusion and an exclusion of the same field the site obeys one: of ids and parents the inclusion,
	// of authors the exclusion.
	including := in("include", id)
	sticky, bySticky := c.Get("sticky").(bool)
	bySticky = bySticky && kind.Sticky
	if !including && !(bySticky && sticky) { // WordPress treats sticky posts as an inclusion
		notIn("exclude", id)
	}
	if kind.Article && !notIn("author_exclude", author) {
		in("author", author)
	}
	if (kind.Tree || kind.Attachment) && !in("parent", parent) {
		notIn("parent_exclude", parent)
	}
	if kind.Tree || kind.Menu {
		if c.Get("menu_order") != nil {
			order := max(c.Integer("menu_order"), -c.Integer("menu_order")) // without its sign, as with offset
			add(func(it *content.Item) bool { return it.MenuOrder == order })
		}
	}
	if slugs := c.Strings("slug"); len(slugs) > 0 {
		for i, slug := range slugs {
			slugs[i] = php.SanitizeSlug(slug)
		}
		add(func(it *content.Item) bool { return slices.Contains(slugs, it.Slug) })
	}
	if bySticky && (sticky || !including) {
		add(func(it *content.Item) bool { return it.Sticky == sticky })
	}
	s.dateFilters(c, add)
	add(s.TaxonomyFilter(c, kind))
	s.ownFilters(c, kind, add)
	add(s.SearchFilter(c))
	return filters
}

func (s Plane) dateFilters(c *rest.Call, add func(content.Matcher)) {
	for _, f := range []struct {
		argument string
		after    bool
		field    func(*content.Item) string
	}{
		{"after", true, func(it *content.Item) string { return it.Date }},
		{"before", false, func(it *content.Item) string { return it.Date }},
		{"modified_after", true, func(it *content.Item) string { return it.Modified }},
		{"modified_before", false, func(it *content.Item) string { return it.Modified }},
	} {
		text := c.Text(f.argument)
		if text == "" {
			continue
		}
		limit := s.Clock.Local(text)
		add(func(it *content.Item) bool {
			if f.after {
				return f.field(it) > limit
			}
			return f.field(it) < limit
		})
	}
}

func (s Plane) statusFilter(c *rest.Call, kind *content.Resource) content.Matcher {
	wanted, _ := c.Get("status").([]any)
	if len(wanted) == 0 {
		return func(it *content.Item) bool { return it.Status == kind.DefaultStatus() }
	}
	has := func(status string) bool { return slices.Contains(wanted, any(status)) }
	switch {
	case has("any"):
		return func(it *content.Item) bool { return it.Status != "trash" || has("trash") }
	}
	return func(it *content.Item) bool { return has(it.Status) }
}

// isHome says whether the query is still what the site calls its blog page; only there do sticky posts come first.
func (s Plane) isHome(c *rest.Call, kind *content.Resource) bool {
	if c.Text("search") != "" || len(c.IDs("include")) > 0 {
		return false
	}
	beside := c.Text("tax_relation") != "" // a format beside other conditions on terms is not checked
	for _, tax := range kind.Taxonomies {
		if s.TermMatcher(c, tax, tax.Base) != nil {
			return false
		}
		beside = beside || s.TermMatcher(c, tax, tax.Base+"_exclude") != nil
	}
	return beside || len(c.Strings("format")) == 0
}

// withSticky moves the sticky posts of a page to its front and adds those that it does not hold.
func (s Plane) withSticky(c *rest.Call, kind *content.Resource, window []*content.Item) []*content.Item {
	var first, missing, rest []*content.Item
	exclude := c.IDs("exclude")
	for _, it := range window {
		if it.Sticky {
			first = append(first, it)
		} else {
			rest = append(rest, it)
		}
	}
	if c.Get("sticky") != false {
		for _, it := range s.Sorted(kind) {
			if it.Sticky && it.Status == "publish" && !slices.Contains(first, it) && !slices.Contains(exclude, it.ID) {
				missing = append(missing, it)
			}
		}
	}
	slices.SortFunc(missing, func(a, b *content.Item) int { return -content.ByDate(a, b) })
	return slices.Concat(first, missing, rest)
}
