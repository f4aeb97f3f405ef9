package comments

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of comments.
func (s Plane) Routes() []*rest.Route {
	word := rest.Rule{Early: true, Clean: rest.CleanKey}
	list := rest.Rules{"status": word, "type": word}
	write := rest.Rules{
		"author_email": {Late: true, Clean: cleanGuestMail}, "author_name": {Clean: rest.CleanLine},
		"author_user_agent": {Clean: rest.CleanLine}, "author_url": {Clean: rest.CleanURL}, "status": {Clean: rest.CleanKey},
	}
	one := rest.One[*Comment]{Find: func(c *rest.Call) *Comment { return s.Comments[c.Integer("id")] }, Missing: noComment}
	return []*rest.Route{
		s.API.Route("/comments",
			rest.On([]string{"GET"}, list, s.mayList, s.list),
			rest.On([]string{"POST"}, write, s.mayCreate, s.create)),
		s.API.Route("/comments/{id}",
			one.On([]string{"GET"}, nil, s.mayGet, s.get),
			one.On(rest.UpdateMethods, write, s.mayUpdate, s.update),
			one.On([]string{"DELETE"}, nil, s.mayDelete, s.remove)),
	}
}

func (s Plane) get(c *rest.Call, m *Comment) (*rest.Response, *rest.Error) {
	return rest.OK(s.show(c, m))
}

// list returns a page of comments. The total also counts comments that the caller may not read.
func (s Plane) list(c *rest.Call) (*rest.Response, *rest.Error) {
	found := s.filters(c).Choose(maps.Values(s.Comments))
	s.sort(c, found)
	page, perPage, start := c.Page()
	if offset := int(c.Integer("offset")); offset != 0 {
		start = max(offset, -offset) // WordPress ignores the sign
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 { // WordPress then returns an empty list
		start = len(found)
	}
	return rest.Listed(c, rest.Window(found, start, perPage), len(found), page, perPage, func(m *Comment) php.Object {
		if !s.mayRead(c, m) {
			return nil
		}
		return s.show(c, m)
	})
}

// filters returns the conditions of a list. A comment must match all of them.
func (s Plane) filters(c *rest.Call) rest.Filters[*Comment] {
	filters := rest.Filters[*Comment]{s.statusFilter(c), s.typeFilter(c)}
	for _, by := range []struct {
		argument, without string
		field             func(*Comment) int64
	}{
		{"include", "exclude", func(m *Comment) int64 { return m.ID }},
		{"author", "author_exclude", func(m *Comment) int64 { return m.author }},
		{"parent", "parent_exclude", func(m *Comment) int64 { return m.parent }},
		{"post", "post_exclude", func(m *Comment) int64 { return m.post }},
	} {
		filters.In(c, by.argument, by.field)
		filters.NotIn(c, by.without, by.field)
	}
	if mail := c.Text("author_email"); mail != "" {
		filters.Add(func(m *Comment) bool { return strings.EqualFold(m.mail, mail) })
	}
	filters.Between(c, "after", "before", s.Clock.Local, func(m *Comment) string { return m.date })
	if search := php.Fold(c.Text("search")); search != "" {
		filters.Add(func(m *Comment) bool {
			return slices.ContainsFunc([]string{m.name, m.mail, m.url, m.ip, m.content},
				func(column string) bool { return strings.Contains(php.Fold(column), search) })
		})
	}
	return filters
}

// statusWords and typeWords map words of the filter arguments to the statuses and types of
// comments.
var (
	statusWords = map[string][]string{"approve": {"approved"}, "1": {"approved"}, "hold": {"hold"}, "0": {"hold"},
		"": {"approved", "hold"}, "all": {"approved", "hold"}, "approved": nil}
	typeWords = map[string][]string{"comments": {"comment"}, "pings": {"pingback", "trackback"}}
)

func (s Plane) statusFilter(c *rest.Call) func(*Comment) bool {
	wanted := c.Text("status")
	words, known := statusWords[wanted]
	return func(m *Comment) bool {
		return wanted == "any" || slices.Contains(words, m.status) || !known && m.status == wanted
	}
}

func (s Plane) typeFilter(c *rest.Call) func(*Comment) bool {
	wanted := c.Text("type")
	return func(m *Comment) bool {
		return wanted == "all" || wanted == "" && m.typ != "note" || m.typ == wanted ||
			slices.Contains(typeWords[wanted], m.typ)
	}
}

// sort orders comments. Comments that are equal in this order are sorted by id. The ids have the
// direction of the list if the list is ordered by date. In any other list the ids descend.
func (s Plane) sort(c *rest.Call, found []*Comment) {
	include, by := c.IDs("include"), c.Text("orderby")
	ascending := c.Text("order") == "asc"
	slices.SortFunc(found, func(a, b *Comment) int {
		var order int
		switch by {
		case "include":
			return cmp.Or(cmp.Compare(slices.Index(include, a.ID), slices.Index(include, b.ID)), cmp.Compare(a.ID, b.ID))
		case "post":
			order = cmp.Compare(a.post, b.post)
		case "parent":
			order = cmp.Compare(a.parent, b.parent)
		case "type":
			order = strings.Compare(a.typ, b.typ)
		case "id":
			order = cmp.Compare(a.ID, b.ID)
		case "date":
			order = cmp.Or(strings.Compare(a.date, b.date), cmp.Compare(a.ID, b.ID))
		default:
			order = cmp.Or(strings.Compare(a.dateGMT, b.dateGMT), cmp.Compare(a.ID, b.ID))
		}
		if !ascending {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(b.ID, a.ID))
	})
}
