package posts

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// List returns a page of the records that match the query and all matchers in more.
func (s Plane) List(c *rest.Call, kind *content.Resource, more ...content.Matcher) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "The order relevance needs a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include",
			"The order include needs a list of ids in include.")
	}
	found := append(s.filters(c, kind), more...).Choose(s.All(kind))
	page, perPage, start := c.Page()
	total, offset := len(found), c.Get("offset") != nil
	if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // WordPress ignores the sign
	}
	window := rest.Window(s.Sort(c, found, start+perPage, content.KeepsDates(c)), start, perPage)
	if offset && len(window) == 0 {
		total = 0 // WordPress finds no records past the end, so the total is 0
	}
	if pages := (total + perPage - 1) / perPage; page > pages && total > 0 {
		return nil, rest.NewError(400, "rest_post_invalid_page_number",
			"The requested page number is larger than the number of pages.")
	}
	if kind.Sticky && c.Get("ignore_sticky") == false && s.isHome(c, kind) && (page <= 1 || offset) {
		window = s.withSticky(c, kind, window)
	}

	edit := c.Text("context") == "edit"
	return rest.Listed(c, window, total, page, perPage, func(it *content.Item) php.Object {
		if edit && !content.MayEdit(c.User, it) || !edit && !s.MayRead(c, it) {
			return nil
		}
		return s.Show(c, it)
	})
}

// filters returns the conditions of the query. A record must match all of them.
func (s Plane) filters(c *rest.Call, kind *content.Resource) rest.Filters[*content.Item] {
	filters := rest.Filters[*content.Item]{s.statusFilter(c, kind)}
	add := filters.Add
	id := func(it *content.Item) int64 { return it.ID }
	author := func(it *content.Item) int64 { return it.Author }
	parent := func(it *content.Item) int64 { return it.Parent }

	// If a query both includes and excludes values of a field, WordPress uses only one condition.
	// For ids and parents it uses the inclusion, for authors the exclusion.
	including := filters.In(c, "include", id)
	sticky, bySticky := c.Get("sticky").(bool)
	bySticky = bySticky && kind.Sticky
	if !including && !(bySticky && sticky) { // for WordPress, sticky=true is an inclusion of ids
		filters.NotIn(c, "exclude", id)
	}
	if kind.Article && !filters.NotIn(c, "author_exclude", author) {
		filters.In(c, "author", author)
	}
	if (kind.Tree || kind.Attachment) && !filters.In(c, "parent", parent) {
		filters.NotIn(c, "parent_exclude", parent)
	}
	if kind.Tree || kind.Menu {
		if c.Get("menu_order") != nil {
			order := max(c.Integer("menu_order"), -c.Integer("menu_order")) // WordPress ignores the sign
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
	filters.Between(c, "after", "before", s.Clock.Local, func(it *content.Item) string { return it.Date })
	filters.Between(c, "modified_after", "modified_before", s.Clock.Local,
		func(it *content.Item) string { return it.Modified })
	add(s.TaxonomyFilter(c, kind))
	s.ownFilters(c, kind, add)
	add(s.SearchFilter(c))
	return filters
}

func (s Plane) statusFilter(c *rest.Call, kind *content.Resource) content.Matcher {
	wanted, _ := c.Get("status").([]any)
	if len(wanted) == 0 {
		return func(it *content.Item) bool { return it.Status == kind.DefaultStatus() }
	}
	has := func(status string) bool { return slices.Contains(wanted, any(status)) }
	switch {
	case has("any"):
		return func(it *content.Item) bool {
			return it.Status != "trash" && it.Status != "auto-draft" || has(it.Status)
		}
	}
	return func(it *content.Item) bool { return has(it.Status) }
}

// isHome reports whether WordPress treats the query as a query for its blog page. Sticky posts come
// first only on the blog page.
func (s Plane) isHome(c *rest.Call, kind *content.Resource) bool {
	if c.Text("search") != "" || len(c.IDs("include")) > 0 {
		return false
	}
	// beside reports whether the query has tax_relation or excludes terms. In both cases the
	// argument format does not matter.
	beside := c.Text("tax_relation") != ""
	for _, tax := range kind.Taxonomies {
		if s.TermMatcher(c, tax, tax.Base) != nil {
			return false
		}
		beside = beside || s.TermMatcher(c, tax, tax.Base+"_exclude") != nil
	}
	return beside || len(c.Strings("format")) == 0
}

// withSticky moves the sticky posts of a page of the list to the front of that page. It also adds
// the sticky posts of other pages.
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
		for it := range s.All(kind) {
			if it.Sticky && it.Status == "publish" && !slices.Contains(first, it) && !slices.Contains(exclude, it.ID) {
				missing = append(missing, it)
			}
		}
	}
	slices.SortFunc(missing, func(a, b *content.Item) int { return -content.ByDate(a, b) })
	return slices.Concat(first, missing, rest)
}
