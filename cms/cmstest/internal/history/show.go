package history

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// showRevision is a revision or an autosave in the shape of the request's context.
func (s Plane) showRevision(c *rest.Call, parent *content.Item, r *content.Revision, links bool) php.Object {
	guid := *s.API.Base + "/?p=" + strconv.FormatInt(r.ID, 10)
	out := php.Object{
		{"author", r.Author}, {"date", r.Date}, {"date_gmt", r.DateGMT}, {"id", r.ID}, {"modified", r.Date},
		{"modified_gmt", r.DateGMT}, {"parent", parent.ID}, {"slug", r.Slug(parent)}, {"guid", content.Text(guid, guid)},
		{"title", content.Text(r.Title, php.RenderTitle(r.Title))},
		{"content", content.Text(r.Content, php.RenderContent(r.Content))},
		{"excerpt", content.Text(r.Excerpt, php.RenderExcerpt(r.Excerpt, "", 0))},
		{"meta", revisionMeta(parent.Kind, r.Meta)},
	}
	path := `/(?P<parent>[\d]+)/revisions`
	if !parent.Kind.Revisions || strings.Contains(c.Route.Pattern, "autosaves") {
		path = `/(?P<id>[\d]+)/autosaves`
	}
	if r.Auto {
		out.Add("preview_link", s.previewLink(parent, c.User))
	}
	if links && rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(s.ItemURL(parent))}})
	}
	shown := s.Shown(c, parent.Kind.Base+path, out)
	for i, m := range shown {
		if texts, ok := m.Value.(php.Object); ok && parent.Kind.RawTexts && (m.Name == "title" || m.Name == "content") {
			html := out.Get(m.Name).(php.Object)[1] // shown, although the schema does not name it
			shown[i].Value = append(texts, html)
		}
	}
	return shown
}

// showOne is the response with a single one. Its link comes with the field parent, as in a list, but whether _fields
// names links or not.
func (s Plane) showOne(c *rest.Call, parent *content.Item, r *content.Revision) *rest.Response {
	body := s.showRevision(c, parent, r, true)
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
	c.JSON.Set("_fields", wanted) // the strongest source
}

// revisionMeta shows of the fields of meta the one that is kept, and null for the others.
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

// previewLink shows a record with the autosave of a user, or without one the record itself.
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
