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

// showRevision is a revision or an autosave in the shape of the request's context.
func (s Plane) showRevision(c *rest.Call, parent *content.Item, r *content.Revision, links bool) php.Object {
	context, id := c.Text("context"), strconv.FormatInt(r.ID, 10)
	edit := context == "edit"
	raw := edit || parent.Kind.RawTexts && context != "embed" || parent.Kind.TextOnly && context == "embed"
	title := php.Member{"title", content.WithRaw(raw, r.Title, php.RenderTitle(r.Title), true)}
	excerpt := php.Member{"excerpt", content.WithRaw(edit, r.Excerpt, php.RenderExcerpt(r.Excerpt, "", 0), true)}
	var out php.Object
	if context == "embed" {
		out = php.Object{{"author", r.Author}, {"date", r.Date}, {"id", r.ID}, {"parent", parent.ID},
			{"slug", r.Slug(parent)}, title, excerpt}
	} else {
		guid := *s.API.Base + "/?p=" + id
		out = php.Object{
			{"author", r.Author}, {"date", r.Date}, {"date_gmt", r.DateGMT}, {"id", r.ID}, {"modified", r.Date},
			{"modified_gmt", r.DateGMT},
			{"parent", parent.ID}, {"slug", r.Slug(parent)},
			{"guid", content.WithRaw(edit || parent.Kind.Menu, guid, guid, false)},
			title, {"content", content.WithRaw(raw, r.Content, php.RenderContent(r.Content), true)}, excerpt,
			{"meta", revisionMeta(parent.Kind, r.Meta)},
		}
		if edit && r.Auto && strings.Contains(c.Route.Pattern, "autosaves") {
			out.Add("preview_link", s.previewLink(parent, c.User))
		}
	}
	if parent.Kind.Menu {
		out = slices.DeleteFunc(out, func(m php.Member) bool { return m.Name == "content" || m.Name == "excerpt" })
	}
	if parent.Kind.TextOnly {
		out = slices.DeleteFunc(out, func(m php.Member) bool { return m.Name == "excerpt" })
		if context == "embed" {
			out.Add("content", content.WithRaw(raw, r.Content, php.RenderContent(r.Content), true))
		}
	}
	if links && rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(s.ItemURL(parent))}})
	}
	return out
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
