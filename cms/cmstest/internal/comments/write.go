package comments

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// cleanGuestMail refuses an invalid email address. It accepts an empty address, because comments
// need no address.
func cleanGuestMail(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	address, _ := value.(string)
	if !php.Truthy(value) || rest.MailForm.MatchString(address) {
		return value, nil
	}
	return nil, &rest.Problem{Code: "rest_invalid_email", Message: "author_email is not an address for mail."}
}

func (s Plane) create(c *rest.Call) (*rest.Response, *rest.Error) {
	given := c.Get("type")
	typ := ""
	if php.Truthy(given) { // PHP treats "0" as empty
		typ, _ = given.(string)
	}
	switch {
	case php.Truthy(c.Get("id")):
		return nil, rest.NewError(400, "rest_comment_exists", "A new comment must not have an id.")
	case php.Truthy(given) && typ != "comment" && typ != "note":
		return nil, rest.NewError(400, "rest_invalid_comment_type", "Comments of this type cannot be created.")
	}
	m := &Comment{post: c.Integer("post"), typ: cmp.Or(typ, "comment"), status: "hold"}
	m.date, m.dateGMT = s.Clock.Stamps()
	if why := s.set(c, m); why != nil {
		return nil, why
	}
	if m.content == "" && !(typ == "note" && s.sentNote(c) != nil) {
		return nil, rest.NewError(400, "rest_comment_content_invalid", "A comment needs a text.")
	}
	if m.author == 0 && m.name == "" && m.mail == "" && m.url == "" {
		m.sign(c.User)
		m.url = s.UserURL(c.User)
	}
	if m.name == "" || m.mail == "" {
		return nil, rest.NewError(400, "rest_comment_author_data_required",
			"A comment without a user needs a name and an e-mail address.")
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
		return nil, rest.NewError(500, "rest_comment_failed_create", "The comment was not stored.")
	}
	m.clean(*s.API.Base, c.User)
	m.ID = s.next
	s.next++
	s.Comments[m.ID] = m
	s.setStatus(c, m)
	if why := s.setNote(c, m); why != nil {
		return nil, why
	}
	c.SetContext("view")
	if s.moderates(c) {
		c.SetContext("edit")
	}
	return rest.Created(s.show(c, m),
		s.API.At(fmt.Sprintf("comments/%d", m.ID), "")), nil
}

func (s Plane) update(c *rest.Call, m *Comment) (*rest.Response, *rest.Error) {
	if typ := c.Get("type"); typ != nil && typ != m.typ {
		return nil, rest.NewError(404, "rest_comment_invalid_type", "The type of a comment cannot be changed.")
	}
	next := *m
	next.content = ""
	if why := s.set(c, &next); why != nil {
		return nil, why
	}
	if _, sent := s.sentContent(c); !sent {
		next.content = m.content
	} else if next.content == "" {
		return nil, rest.NewError(400, "rest_comment_content_invalid", "A comment needs a text.")
	}
	if why := next.tooLong(); why != nil {
		return nil, why
	}
	if len(next.agent) > 254 {
		return nil, rest.NewError(500, "rest_comment_failed_edit", "The comment was not stored.")
	}
	// clean keeps all HTML only if both the caller and the previous author may write it. m still is
	// the comment before the update, so m.author is the previous author.
	next.clean(*s.API.Base, c.User, s.UserByID(m.author))
	*m = next
	s.setStatus(c, m)
	if why := s.setNote(c, m); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.OK(s.show(c, m))
}

// sentContent returns the text, which was sent as a string or as an object with the member raw.
func (s Plane) sentContent(c *rest.Call) (string, bool) {
	value := c.Get("content")
	if text, ok := value.(string); ok {
		return strings.TrimSpace(text), true
	}
	members, _ := php.ToObject(value)
	text, ok := members.Get("raw").(string)
	return strings.TrimSpace(text), ok
}

func (m *Comment) sign(u *site.User) { m.author, m.name, m.mail, m.url = u.ID, u.Name, u.Mail, u.URL }

// set copies the arguments into m. Every update sets the IP address and user agent of the current
// request.
func (s Plane) set(c *rest.Call, m *Comment) *rest.Error {
	if text, ok := s.sentContent(c); ok {
		m.content = text
	}
	if c.Get("post") != nil {
		m.post = c.Integer("post")
	}
	if c.Get("parent") != nil {
		m.parent = max(c.Integer("parent"), 0)
	}
	if c.Get("author") != nil {
		u := s.UserByID(c.Integer("author"))
		if u == nil {
			return rest.NewError(400, "rest_comment_author_invalid", "The author does not exist: no user has this id.")
		}
		m.sign(u)
		m.url = s.UserURL(u)
	}
	c.Take(map[string]*string{"author_name": &m.name, "author_email": &m.mail, "author_url": &m.url})
	m.ip, m.agent = s.remoteIP(c), cmp.Or(c.Text("author_user_agent"), c.Header.Get("User-Agent"))
	if ip := c.Text("author_ip"); ip != "" && s.moderates(c) {
		m.ip = ip
	}
	if date, gmt := c.Text("date"), c.Text("date_gmt"); date != "" || gmt != "" {
		m.date, m.dateGMT = s.Clock.Twins(date, gmt)
	}
	return nil
}

// tooLong refuses texts that are too long for the columns of the database.
func (m *Comment) tooLong() *rest.Error {
	for _, column := range []struct {
		code, text string
		room       int
	}{
		{"comment_author_column_length", m.name, 245}, {"comment_author_email_column_length", m.mail, 100},
		{"comment_author_url_column_length", m.url, 200}, {"comment_content_column_length", m.content, 65525},
	} {
		if length := len([]rune(column.text)); length > column.room || column.room > 1000 && len(column.text) > column.room {
			return rest.NewError(400, column.code, fmt.Sprintf("A field is too long: it may have %d characters.", column.room))
		}
	}
	return nil
}

// clean converts the texts as WordPress does before it stores them. It keeps only basic tags,
// unless all users in the parameter by have the capability unfiltered_html.
func (m *Comment) clean(address string, by ...*site.User) {
	if slices.ContainsFunc(by, func(u *site.User) bool { return !u.Can("unfiltered_html") }) {
		m.content = php.PlainHTML(m.content)
	}
	m.content = php.UserLinks(m.content, address)
	m.name, m.mail = php.PersonName(m.name), php.Ampersands(strings.ReplaceAll(m.mail, ";", ""))
	m.url = php.Ampersands(php.CleanURL(m.url))
}

func (s Plane) remove(c *rest.Call, m *Comment) (*rest.Response, *rest.Error) {
	c.SetContext("edit")
	if c.Flag("force") {
		previous := s.show(c, m)
		s.drop(m)
		return rest.Deleted(previous)
	}
	if m.status == "trash" {
		return nil, rest.NewError(410, "rest_already_trashed", "This comment is in the trash already.")
	}
	s.putAway(m, "trash")
	return rest.OK(s.show(c, m))
}
