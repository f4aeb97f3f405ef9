package comments

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of comments.
func (s Plane) Routes() []*rest.Route {
	word := rest.Rule{Early: true, Clean: rest.CleanKey}
	list := rest.Rules{"status": word, "type": word}
	write := rest.Rules{
		"author_email": {Late: true, Clean: cleanGuestMail}, "author_name": {Clean: rest.CleanLine},
		"author_user_agent": {Clean: rest.CleanLine}, "author_url": {Clean: rest.CleanURL}, "status": {Clean: rest.CleanKey},
	}
	return []*rest.Route{
		s.API.Route("/comments",
			rest.On([]string{"GET"}, list, s.mayList, s.list),
			rest.On([]string{"POST"}, write, s.mayCreate, s.create)),
		s.API.Route("/comments/{id}",
			rest.On([]string{"GET"}, nil, s.mayGet, s.get),
			rest.On(rest.UpdateMethods, write, s.mayUpdate, s.update),
			rest.On([]string{"DELETE"}, nil, s.mayDelete, s.remove)),
	}
}

func (s Plane) get(c *rest.Call) (*rest.Response, *rest.Error) {
	return rest.OK(s.show(c, s.find(c.Integer("id"))))
}

// list drops what the caller may not read only after counting.
func (s Plane) list(c *rest.Call) (*rest.Response, *rest.Error) {
	filters := s.filters(c)
	var found []*Comment
	for _, m := range s.Comments {
		if !slices.ContainsFunc(filters, func(passes func(*Comment) bool) bool { return !passes(m) }) {
			found = append(found, m)
		}
	}
	s.sort(c, found)
	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	start := rest.PageStart(page, perPage)
	if offset := int(c.Integer("offset")); offset != 0 {
		start = max(offset, -offset) // the site drops the sign
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 { // WordPress then returns no comments
		start = len(found)
	}
	body := []php.Object{}
	for _, m := range rest.Window(found, start, perPage) {
		if s.mayRead(c, m) {
			body = append(body, s.show(c, m))
		}
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(len(found), page, perPage)}, nil
}

// filters are the conditions of a list, each of which must hold.
func (s Plane) filters(c *rest.Call) []func(*Comment) bool {
	filters := []func(*Comment) bool{s.statusFilter(c), s.typeFilter(c)}
	add := func(f func(*Comment) bool) { filters = append(filters, f) }
	for _, by := range []struct {
		argument string
		field    func(*Comment) int64
	}{
		{"include", func(m *Comment) int64 { return m.ID }},
		{"author", func(m *Comment) int64 { return m.author }},
		{"parent", func(m *Comment) int64 { return m.parent }},
		{"post", func(m *Comment) int64 { return m.post }},
	} {
		if ids := c.IDs(by.argument); len(ids) > 0 {
			add(func(m *Comment) bool { return slices.Contains(ids, by.field(m)) })
		}
		without := by.argument + "_exclude"
		if by.argument == "include" {
			without = "exclude"
		}
		if ids := c.IDs(without); len(ids) > 0 {
			add(func(m *Comment) bool { return !slices.Contains(ids, by.field(m)) })
		}
	}
	if mail := c.Text("author_email"); mail != "" {
		add(func(m *Comment) bool { return strings.EqualFold(m.mail, mail) })
	}
	if after := c.Text("after"); after != "" {
		limit := s.Clock.Local(after)
		add(func(m *Comment) bool { return m.date > limit })
	}
	if before := c.Text("before"); before != "" {
		limit := s.Clock.Local(before)
		add(func(m *Comment) bool { return m.date < limit })
	}
	if search := php.Fold(c.Text("search")); search != "" {
		add(func(m *Comment) bool {
			return slices.ContainsFunc([]string{m.name, m.mail, m.url, m.ip, m.content},
				func(column string) bool { return strings.Contains(php.Fold(column), search) })
		})
	}
	return filters
}

// The words of the filters are not those that comments have.
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

// sort orders equals by their ids, in the direction of a sort by date, and the newest first in any other.
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
