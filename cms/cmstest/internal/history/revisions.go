package history

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func noParent() *rest.Error {
	return rest.NewError(404, "rest_post_invalid_parent", "The record of these revisions does not exist.")
}

// mayRead returns an error unless the caller may edit the record.
func (s Plane) mayRead(c *rest.Call, parent *content.Item) *rest.Error {
	return c.Unless(content.MayEdit(c.User, parent), "rest_cannot_read", "You may not read the revisions of this record.")
}

func (s Plane) mayDeleteRevision(c *rest.Call, parent *content.Item) *rest.Error {
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

func (s Plane) getRevision(c *rest.Call, parent *content.Item) (*rest.Response, *rest.Error) {
	of, r := s.FindRevision(c.Integer("id"))
	switch {
	case r == nil:
		return nil, rest.InvalidID()
	case of != parent:
		return nil, rest.NewError(404, "rest_revision_parent_id_mismatch", "The revision belongs to another record.")
	}
	return s.showOne(c, parent, r), nil
}

// deleteRevision deletes a revision. The revision may belong to another record, because WordPress
// ignores the id of the record in the path.
func (s Plane) deleteRevision(c *rest.Call, _ *content.Item) (*rest.Response, *rest.Error) {
	parent, r := s.FindRevision(c.Integer("id"))
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	previous := s.showRevision(c, parent, r)
	parent.Forget(r.ID)
	return rest.Deleted(previous)
}

// listRevisions returns revisions and autosaves. Without per_page it returns all of them and
// ignores offset.
func (s Plane) listRevisions(c *rest.Call, parent *content.Item) (*rest.Response, *rest.Error) {
	if c.Text("orderby") == "relevance" && c.Text("search") == "" {
		return nil, rest.NewError(400, "rest_no_search_term_defined", "The order relevance needs a search.")
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 {
		return nil, rest.NewError(400, "rest_orderby_include_missing_include",
			"The order include needs a list of ids in include.")
	}
	found := s.chosenRevisions(c, parent)
	page, perPage, start := c.Page()
	total, offset := len(found), c.Get("offset") != nil
	if perPage == 0 {
		perPage = max(total, 1)
	} else if offset {
		start = max(int(c.Integer("offset")), -int(c.Integer("offset"))) // WordPress ignores the sign
	}
	if total > 0 {
		switch pages := (total + perPage - 1) / perPage; {
		case offset && int(c.Integer("offset")) >= total:
			return nil, rest.NewError(400, "rest_revision_invalid_offset_number",
				"The offset is larger than the number of revisions.")
		case !offset && page > pages:
			return nil, rest.NewError(400, "rest_revision_invalid_page_number",
				"The requested page number is larger than the number of pages.")
		}
	}
	return rest.Listed(c, rest.Window(found, start, perPage), total, page, perPage,
		func(r *content.Revision) php.Object { return s.showRevision(c, parent, r) })
}

// chosenRevisions returns the revisions that match the arguments, in order. It copies the revisions
// into items, because the functions that filter and order records need items.
func (s Plane) chosenRevisions(c *rest.Call, parent *content.Item) []*content.Revision {
	c.JSON.Set("search_semantics", "") // revisions ignore this argument; a value in c.JSON overrides the query
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
	found = s.Sort(c, found, len(found), true) // true: WordPress orders revisions with equal dates by id
	out := make([]*content.Revision, len(found))
	for i, it := range found {
		out[i] = laid[it]
	}
	return out
}

// showRevision returns the fields of a revision or an autosave in the context of the request.
func (s Plane) showRevision(c *rest.Call, parent *content.Item, r *content.Revision) php.Object {
	guid := *s.API.Base + "/?p=" + strconv.FormatInt(r.ID, 10)
	dateGMT := s.Clock.Shown(r.DateGMT)
	out := php.Object{
		{"author", r.Author}, {"date", r.Date}, {"date_gmt", dateGMT}, {"id", r.ID}, {"modified", r.Date},
		{"modified_gmt", dateGMT}, {"parent", parent.ID}, {"slug", r.Slug(parent)}, {"guid", content.Text(guid, guid)},
		{"title", content.Text(r.Title, php.RenderTitle(r.Title))},
		{"content", content.Text(r.Content, php.RenderContent(r.Content))},
		{"excerpt", content.Text(r.Excerpt, php.RenderExcerpt(r.Excerpt, "", 0))},
		{"meta", revisionMeta(parent.Kind, r.Meta)},
	}
	path := parent.Kind.Base
	if !parent.Kind.Revisions || strings.Contains(c.Route.Pattern, "autosaves") {
		path += `/(?P<id>[\d]+)/autosaves`
	} else {
		path += `/(?P<parent>[\d]+)/revisions`
	}
	if r.Auto {
		out.Add("preview_link", s.previewLink(parent, c.User))
	}
	if rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(s.ItemURL(parent))}})
	}
	shown := s.Shown(c, path, slices.Clone(out))
	for i, m := range shown {
		if texts, ok := m.Value.(php.Object); ok && parent.Kind.RawTexts && (m.Name == "title" || m.Name == "content") {
			// WordPress also shows the member rendered, although the schema does not have it.
			html := out.Get(m.Name).(php.Object)[1]
			shown[i].Value = append(texts, html)
		}
	}
	return shown
}

// showOne returns the response with one revision. The response contains its links even if _fields
// does not name _links. The link parent is only present if _fields includes parent or is absent.
func (s Plane) showOne(c *rest.Call, parent *content.Item, r *content.Revision) *rest.Response {
	body := s.showRevision(c, parent, r)
	s.keepLinks(c)
	return &rest.Response{Status: 200, Body: body}
}

func (s Plane) keepLinks(c *rest.Call) {
	fields := php.TextList(c.Get("_fields"))
	if len(fields) == 0 {
		return
	}
	wanted := []any{"_links"}
	for _, name := range fields {
		wanted = append(wanted, name)
	}
	c.JSON.Set("_fields", wanted) // a value in c.JSON overrides the query
}

// revisionMeta returns the meta fields of a revision. All fields except footnotes are null.
func revisionMeta(kind *content.Resource, meta map[string]string) any {
	out := php.Object{}
	for _, field := range kind.Meta {
		if field.Name == "footnotes" {
			out.Add(field.Name, meta[field.Name])
		} else {
			out.Add(field.Name, nil)
		}
	}
	return out
}

// previewLink returns the address of a preview. The preview shows the autosave of the user u, or
// the record itself if u is nil.
func (s Plane) previewLink(it *content.Item, u *site.User) string {
	if it.Kind.RawTexts || it.Kind.Menu || it.Kind.TextOnly {
		return ""
	}
	address, query := s.Link(it), "preview=true"
	if u != nil {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", u.Login, it.ID))
		query = fmt.Sprintf("preview_id=%d&preview_nonce=%s&%s", it.ID, hex.EncodeToString(sum[:5]), query)
	}
	if strings.Contains(address, "?") {
		return address + "&" + query
	}
	return address + "?" + query
}
