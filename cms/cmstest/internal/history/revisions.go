package history

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) mayReadRevisions(c *rest.Call, kind *content.Resource) *rest.Error {
	return s.mayReadHistory(c, kind, "parent")
}

// mayReadHistory wants the right to edit the record, which an argument names.
func (s Plane) mayReadHistory(c *rest.Call, kind *content.Resource, argument string) *rest.Error {
	parent := s.Find(kind, c.Integer(argument))
	if parent == nil {
		return rest.NewError(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	if !content.MayEdit(c.User, parent) {
		return c.Forbidden("rest_cannot_read", "You may not see the history of this record.")
	}
	return nil
}

func (s Plane) mayDeleteRevision(c *rest.Call, kind *content.Resource) *rest.Error {
	parent := s.Find(kind, c.Integer("parent"))
	if parent == nil {
		return rest.NewError(404, "rest_post_invalid_parent", "There is no record whose history this would be.")
	}
	refused := c.Forbidden("rest_cannot_delete", "You may not delete this revision.")
	if !content.MayDelete(c.User, parent) {
		return refused
	}
	if _, r := s.FindRevision(c.Integer("id")); r == nil {
		return rest.InvalidID()
	}
	if !s.Deletes {
		return refused
	}
	return nil
}

func (s Plane) getRevision(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	parent, r := s.FindRevision(c.Integer("id"))
	switch {
	case r == nil:
		return nil, rest.InvalidID()
	case parent != s.Find(kind, c.Integer("parent")):
		return nil, rest.NewError(404, "rest_revision_parent_id_mismatch", "This revision is one of another record.")
	}
	return s.showOne(c, parent, r), nil
}

// deleteRevision does not ask whose revision it is: one of another record goes too.
func (s Plane) deleteRevision(c *rest.Call, _ *content.Resource) (*rest.Response, *rest.Error) {
	parent, r := s.FindRevision(c.Integer("id"))
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	previous := s.showRevision(c, parent, r, false)
	parent.Forget(r.ID)
	return rest.Deleted(previous)
}

// listRevisions lists autosaves too. Without per_page all come at once, whatever the offset.
func (s Plane) listRevisions(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "Ordering by relevance takes a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include", "Ordering by include takes an include.")
	}
	parent := s.Find(kind, c.Integer("parent"))
	found := s.chosenRevisions(c, parent)
	total, page, perPage := len(found), int(c.Integer("page")), int(c.Integer("per_page"))
	offset, start := c.Get("offset") != nil, 0
	if perPage == 0 {
		perPage = max(total, 1)
	} else if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // the site drops the sign
	} else {
		start = rest.PageStart(page, perPage)
	}
	if total > 0 {
		switch pages := (total + perPage - 1) / perPage; {
		case offset && int(c.Integer("offset")) >= total:
			return nil, rest.NewError(400, "rest_revision_invalid_offset_number", "The history is shorter than that.")
		case !offset && page > pages:
			return nil, rest.NewError(400, "rest_revision_invalid_page_number", "The history has fewer pages than that.")
		}
	}
	body := []php.Object{}
	for _, r := range rest.Window(found, start, perPage) {
		body = append(body, s.showRevision(c, parent, r, true))
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(total, page, perPage)}, nil
}

// chosenRevisions are those that the arguments choose, in order. To search and sort them they are laid out as records.
func (s Plane) chosenRevisions(c *rest.Call, parent *content.Item) []*content.Revision {
	c.JSON.Set("search_semantics", "") // the strongest source: a history does not know the argument
	search := s.SearchFilter(c)
	include, exclude := c.IDs("include"), c.IDs("exclude")
	laid := map[*content.Item]*content.Revision{}
	var found []*content.Item
	for _, r := range parent.Revisions {
		it := &content.Item{ID: r.ID, Kind: parent.Kind, Date: r.Date, Title: r.Title, Content: r.Content, Excerpt: r.Excerpt,
			Slug: r.Slug(parent)}
		switch {
		case len(include) > 0 && !slices.Contains(include, r.ID):
		case len(include) == 0 && slices.Contains(exclude, r.ID):
		case search != nil && !search(it):
		default:
			laid[it] = r
			found = append(found, it)
		}
	}
	s.Sort(c, found)
	out := make([]*content.Revision, len(found))
	for i, it := range found {
		out[i] = laid[it]
	}
	return out
}
