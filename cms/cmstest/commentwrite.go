package cmstest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func commentWriteParams(create bool) []param {
	number := func(name string) param {
		p := param{name: name, schema: integer(), early: true}
		if create && name != "author" {
			p.def = int64(0)
		}
		return p
	}
	object := schema{kind: "object"}
	return []param{
		number("author"),
		{name: "author_email", schema: schema{kind: "string", format: "email"}, clean: cleanGuestMail},
		{name: "author_ip", schema: schema{kind: "string", format: "ip"}, early: true},
		{name: "author_name", schema: text(), early: true, clean: cleanLine},
		{name: "author_url", schema: schema{kind: "string", format: "uri"}, early: true, clean: cleanURLParam},
		{name: "author_user_agent", schema: text(), early: true, clean: cleanLine},
		{name: "content", schema: object, raw: true},
		{name: "date", schema: dateTime(), early: true}, {name: "date_gmt", schema: dateTime(), early: true},
		number("parent"), number("post"),
		{name: "status", schema: text(), early: true, clean: cleanKey},
		{name: "meta", schema: object, early: true, check: checkMeta, raw: true},
	}
}

// cleanGuestMail lets nothing pass: comments may do without an address.
func cleanGuestMail(_ *call, value any) (any, *problem) {
	address, _ := value.(string)
	if !php.Truthy(value) || mailForm.MatchString(address) {
		return value, nil
	}
	return nil, &problem{"rest_invalid_email", "author_email is not an address for mail.", nil}
}

func (s commentPlane) isNote(c *call) bool { return c.get("type") == "note" }

// remoteIP is where the request came from.
func (s commentPlane) remoteIP(c *call) string { return cmp.Or(site.HostOf(c.remote), "127.0.0.1") }

func (s commentPlane) createComment(c *call) (*response, *fault) {
	typ, _ := c.get("type").(string)
	switch {
	case php.Truthy(c.get("id")):
		return nil, newFault(400, "rest_comment_exists", "A new comment cannot bring an id.")
	case typ != "" && typ != "comment" && typ != "note":
		return nil, newFault(400, "rest_invalid_comment_type", "Comments of this type cannot be created.")
	}
	m := &comment{post: c.integer("post"), typ: cmp.Or(typ, "comment"), status: "hold"}
	m.date, m.dateGMT = s.now()
	if why := s.setComment(c, m); why != nil {
		return nil, why
	}
	if m.content == "" && !(typ == "note" && s.sentNote(c) != nil) {
		return nil, newFault(400, "rest_comment_content_invalid", "A comment needs a text.")
	}
	if m.author == 0 && m.name == "" && m.mail == "" && m.url == "" {
		m.sign(c.user)
		m.url = s.user.urlOf(c.user)
	}
	if m.name == "" || m.mail == "" {
		return nil, newFault(400, "rest_comment_author_data_required", "A guest needs a name and an address.")
	}
	if why := m.tooLong(); why != nil {
		return nil, why
	}
	if m.typ == "note" {
		m.status = "approved"
	} else if why := s.receive(c, m); why != nil {
		return nil, why
	}
	if len(m.agent) > 254 {
		return nil, newFault(500, "rest_comment_failed_create", "The comment was not stored.")
	}
	s.filterComment(c, m, c.user)
	m.id = s.nextComment
	s.nextComment++
	s.comments[m.id] = m
	s.setStatus(c, m)
	if why := s.setNote(c, m); why != nil {
		return nil, why
	}
	c.setContext("view")
	if s.moderates(c) {
		c.setContext("edit")
	}
	answer := &response{status: 201, body: s.showComment(c, m)}
	answer.header.Add("Location", s.api.restURL(fmt.Sprintf("/%s/v2/comments/%d", s.api.prefix, m.id), ""))
	return answer, nil
}

func (s commentPlane) updateComment(c *call) (*response, *fault) {
	m := s.comment(c.integer("id"))
	if typ := c.get("type"); typ != nil && typ != m.typ {
		return nil, newFault(404, "rest_comment_invalid_type", "The type of a comment cannot be changed.")
	}
	next := *m
	next.content = ""
	if why := s.setComment(c, &next); why != nil {
		return nil, why
	}
	if _, sent := s.sentContent(c); !sent {
		next.content = m.content
	} else if next.content == "" {
		return nil, newFault(400, "rest_comment_content_invalid", "A comment needs a text.")
	}
	if why := next.tooLong(); why != nil {
		return nil, why
	}
	if len(next.agent) > 254 {
		return nil, newFault(500, "rest_comment_failed_edit", "The comment was not stored.")
	}
	s.filterComment(c, &next, c.user, s.userByID(m.author)) // the author that it had
	*m = next
	s.setStatus(c, m)
	if why := s.setNote(c, m); why != nil {
		return nil, why
	}
	c.setContext("edit")
	return &response{status: 200, body: s.showComment(c, m)}, nil
}

// sentContent is the text, given by itself or as an object with raw.
func (s commentPlane) sentContent(c *call) (string, bool) {
	value := c.get("content")
	if text, ok := value.(string); ok {
		return strings.TrimSpace(text), true
	}
	if _, isList := value.([]any); isList {
		return "", false
	}
	members, _ := php.ToObject(value)
	text, ok := members.Get("raw").(string)
	return strings.TrimSpace(text), ok
}

// sign makes a user the author of a comment.
func (m *comment) sign(u *site.User) { m.author, m.name, m.mail, m.url = u.ID, u.Name, u.Mail, u.URL }

// setComment takes the arguments over. Whatever is changed, the address and the program are those of this request.
func (s commentPlane) setComment(c *call, m *comment) *fault {
	if text, ok := s.sentContent(c); ok {
		m.content = text
	}
	if c.get("post") != nil {
		m.post = c.integer("post")
	}
	if c.get("parent") != nil {
		m.parent = max(c.integer("parent"), 0)
	}
	if c.get("author") != nil {
		u := s.userByID(c.integer("author"))
		if u == nil {
			return newFault(400, "rest_comment_author_invalid", "There is no such author.")
		}
		m.sign(u)
		m.url = s.user.urlOf(u)
	}
	for name, field := range map[string]*string{"author_name": &m.name, "author_email": &m.mail, "author_url": &m.url} {
		if value, ok := c.get(name).(string); ok {
			*field = value
		}
	}
	m.ip, m.agent = s.remoteIP(c), cmp.Or(c.text("author_user_agent"), c.header.Get("User-Agent"))
	if ip := c.text("author_ip"); ip != "" && s.moderates(c) {
		m.ip = ip
	}
	if date := c.text("date"); date != "" {
		m.date, m.dateGMT = s.twins(date, s.location)
	} else if date := c.text("date_gmt"); date != "" {
		m.date, m.dateGMT = s.twins(date+zoneSuffix(date), s.location)
	}
	return nil
}

// tooLong refuses what the columns have no room for.
func (m *comment) tooLong() *fault {
	for _, column := range []struct {
		code, text string
		room       int
	}{
		{"comment_author_column_length", m.name, 245}, {"comment_author_email_column_length", m.mail, 100},
		{"comment_author_url_column_length", m.url, 200}, {"comment_content_column_length", m.content, 65525},
	} {
		if length := len([]rune(column.text)); length > column.room || column.room > 1000 && len(column.text) > column.room {
			return newFault(400, column.code, fmt.Sprintf("There is room for %d characters.", column.room))
		}
	}
	return nil
}

// filterComment makes of the texts what the site stores: not any HTML, unless all of these may post that.
func (s commentPlane) filterComment(c *call, m *comment, by ...*site.User) {
	m.name, m.mail = personName(m.name), php.Entity.ReplaceAllStringFunc(m.mail, php.Ampersand)
	m.url = php.Entity.ReplaceAllStringFunc(php.CleanURL(m.url), php.Ampersand)
	if slices.ContainsFunc(by, func(u *site.User) bool { return !u.Can("unfiltered_html") }) {
		m.content = php.CommentHTML(m.content)
	}
	m.content = php.UGCLinks(m.content)
}

func (s commentPlane) deleteComment(c *call) (*response, *fault) {
	m := s.comment(c.integer("id"))
	c.setContext("edit")
	if c.flag("force") {
		previous := slices.DeleteFunc(s.showComment(c, m), func(member php.Member) bool { return member.Name == "_links" })
		s.dropComment(m)
		return &response{status: 200, body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
	}
	if m.status == "trash" {
		return nil, newFault(410, "rest_already_trashed", "This comment is in the trash already.")
	}
	s.putAway(m, "trash")
	return &response{status: 200, body: s.showComment(c, m)}, nil
}

// dropComment deletes a comment for good. The answers to it move up.
func (s commentPlane) dropComment(m *comment) {
	delete(s.comments, m.id)
	for _, child := range s.comments {
		if child.parent == m.id {
			child.parent = m.parent
		}
	}
}

// commentsOf are those on a record.
func (s commentPlane) commentsOf(post int64) []*comment {
	var out []*comment
	for _, m := range s.comments {
		if m.post == post {
			out = append(out, m)
		}
	}
	return out
}
