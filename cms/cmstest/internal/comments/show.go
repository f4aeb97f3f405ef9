package comments

import (
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s Plane) show(c *rest.Call, m *Comment) php.Object {
	var note any
	if m.note != "" {
		note = m.note
	}
	return s.Shown(c, "comments", php.Object{
		{"id", m.ID}, {"post", m.post}, {"parent", m.parent}, {"author", m.author}, {"author_name", m.name},
		{"author_email", m.mail}, {"author_url", m.url}, {"author_ip", m.ip}, {"author_user_agent", m.agent},
		{"date", m.date}, {"date_gmt", s.Clock.Shown(m.dateGMT)},
		{"content", content.Text(m.content, php.Paragraphs(clickable(m.content)))}, {"link", s.link(m)},
		{"status", m.status}, {"type", m.typ}, {"author_avatar_urls", s.avatars(m)},
		{"meta", php.Object{{noteStatus, note}}}, {"_links", s.relations(c, m)},
	})
}

// avatars returns the avatars of the user, or of the email address of a guest. Pings have no
// avatars.
func (s Plane) avatars(m *Comment) php.Object {
	if m.typ != "comment" && m.typ != "note" {
		return php.Object{{"24", false}, {"48", false}, {"96", false}}
	}
	if u := s.UserByID(m.author); u != nil {
		return site.Avatars(u.Mail)
	}
	return site.Avatars(m.mail)
}

func (s Plane) link(m *Comment) string {
	address := ""
	if it := s.Items[m.post]; it != nil {
		address = s.Link(it)
	}
	if !s.API.Plain && !strings.HasSuffix(address, "/") {
		address += "/"
	}
	return address + "#comment-" + strconv.FormatInt(m.ID, 10)
}

func (s Plane) relations(c *rest.Call, m *Comment) php.Object {
	comments := func(query string) string { return s.API.At("comments", query) }
	id := func(n int64) string { return strconv.FormatInt(n, 10) }
	var allow []string
	it := s.Items[m.post]
	// The link lists the methods that are allowed without the password of the record. So a password
	// in this request does not count here.
	if s.mayRead(c, m) &&
		(it == nil || (it.Password == "" || content.MayEdit(c.User, it)) && s.MayRead(c, it)) {
		allow = append(allow, "GET")
	}
	if s.moderates(c) || c.User != nil && s.mayEdit(c, m) {
		allow = append(append(allow, rest.UpdateMethods...), "DELETE")
	}
	self := s.API.At("comments/"+id(m.ID), "")
	links := php.Object{{"self", rest.Self(self, allow)}, {"collection", rest.Link(comments(""))}}
	if m.author != 0 {
		links.Add("author", rest.Embeddable(s.API.At("users/"+id(m.author), "")))
	}
	if it != nil {
		links.Add("up", []php.Object{{{"embeddable", true}, {"post_type", it.Kind.Type}, {"href", s.ItemURL(it)}}})
	}
	if m.parent != 0 {
		links.Add("in-reply-to", rest.Embeddable(s.API.At("comments/"+id(m.parent), "")))
	}
	for _, child := range s.Comments {
		if child.parent != m.ID || child.status != "approved" && child.status != "hold" {
			continue
		}
		query := "parent=" + id(m.ID)
		if m.typ == "note" {
			query += "&type=note&status=all"
		}
		links.Add("children", rest.Embeddable(comments(query)))
		break
	}
	return links
}
