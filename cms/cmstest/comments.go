package cmstest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// comment is a comment, a ping or a note.
type comment struct {
	id, post, parent, author int64
	name, mail, url          string // as the site stores them
	ip, agent                string
	date, dateGMT            string
	content                  string // raw
	status, before           string // as they are read; before is that before spam or the trash, "" for none
	typ                      string
	note                     string // whether a note is resolved, "" for unset
}

const noteStatus = "_wp_note_status" // whatever the prefix of the site

// commentRoutes are those of comments.
func (s commentPlane) commentRoutes() []*rest.Route {
	namespace := s.API.Prefix + "/v2"
	password := rest.Param{Name: "password", Schema: rest.Text()}
	one := func(path string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/comments" + path, Namespace: namespace, Endpoints: endpoints}
	}
	return []*rest.Route{
		one("",
			rest.On([]string{"GET"}, commentListParams(), s.mayListComments, s.listComments),
			rest.On([]string{"POST"}, commentWriteParams(true), s.mayCreateComment, s.createComment)),
		one("/{id}",
			rest.On([]string{"GET"}, []rest.Param{rest.IDParam(), rest.ContextParam(), password}, s.mayGetComment, s.getComment),
			rest.On(rest.UpdateMethods, append([]rest.Param{rest.IDParam()}, commentWriteParams(false)...), s.mayUpdateComment,
				s.updateComment),
			rest.On([]string{"DELETE"}, append(content.DeleteParams(), password), s.mayDeleteComment, s.deleteComment)),
	}
}

func commentListParams() []rest.Param {
	params := append([]rest.Param{rest.ContextParam()}, rest.PageParams()...)
	add := func(name string, s rest.Schema, def any) {
		params = append(params, rest.Param{Name: name, Schema: s, Def: def})
	}
	word := func(name, def string) {
		params = append(params, rest.Param{Name: name, Schema: rest.Text(), Def: def, Early: true, Clean: cleanKey})
	}
	none := []any{}
	add("after", rest.DateTime(), nil)
	add("author", rest.List(rest.Integer()), nil)
	add("author_exclude", rest.List(rest.Integer()), nil)
	add("author_email", rest.Schema{Kind: "string", Format: "email"}, nil)
	add("before", rest.DateTime(), nil)
	add("exclude", rest.List(rest.Integer()), none)
	add("include", rest.List(rest.Integer()), none)
	add("offset", rest.Integer(), nil)
	add("order", rest.Text("asc", "desc"), "desc")
	add("orderby", rest.Text("date", "date_gmt", "id", "include", "post", "parent", "type"), "date_gmt")
	add("parent", rest.List(rest.Integer()), none)
	add("parent_exclude", rest.List(rest.Integer()), none)
	add("post", rest.List(rest.Integer()), none)
	word("status", "approve")
	word("type", "comment")
	add("password", rest.Text(), nil)
	return params
}

func (s commentPlane) comment(id int64) *comment { return s.comments[id] }

func (s commentPlane) moderates(c *rest.Call) bool { return c.User.Can("moderate_comments") }

// mayReadPost says whether the caller may read what comments are about. The password of a record opens it where the
// request is about one record or one comment.
func (s commentPlane) mayReadPost(c *rest.Call, it *content.Item) bool {
	if it.Password == "" || content.MayEdit(c.User, it) {
		return s.media.MayRead(c, it)
	}
	posts, isList := c.Get("post").([]any)
	one := c.Get("id") != nil || isList && len(posts) == 1 || !isList && php.Truthy(c.Get("post"))
	return one && c.Text("password") == it.Password && s.media.MayRead(c, it)
}

// mayReadComment shows what is approved to who may read the record, notes and the rest to who may edit it, and each to
// its author.
func (s commentPlane) mayReadComment(c *rest.Call, m *comment) bool {
	it := s.Items[m.post]
	if it != nil && m.typ != "note" && m.status == "approved" && s.mayReadPost(c, it) {
		return true
	}
	if c.User == nil || m.post == 0 && !s.moderates(c) {
		return false
	}
	return m.author == c.User.ID || s.mayEditComment(c, m)
}

// mayEditComment is for who may edit the record that a comment is about.
func (s commentPlane) mayEditComment(c *rest.Call, m *comment) bool {
	if it := s.Items[m.post]; it != nil {
		return content.MayEdit(c.User, it)
	}
	return c.User.Can("edit_posts")
}

func (s commentPlane) mayListComments(c *rest.Call) *rest.Error {
	posts, _ := c.Get("post").([]any)
	if posts == nil && php.Truthy(c.Get("post")) { // of a request that creates
		posts = []any{c.Get("post")}
	}
	for _, value := range posts {
		id, _ := php.ToInt(value)
		if it := s.Items[id]; it != nil && !s.mayReadPost(c, it) {
			return c.Forbidden("rest_cannot_read_post", "You may not read what these comments are about.")
		}
		if id == 0 && !s.moderates(c) {
			return c.Forbidden("rest_cannot_read", "You may not read comments on nothing.")
		}
	}
	if c.Text("context") == "edit" && !s.moderates(c) {
		return c.Forbidden("rest_forbidden_context", "You may not see comments as a moderator does.")
	}
	if c.User.Can("edit_posts") {
		return nil
	}
	for _, name := range []string{"author", "author_exclude", "author_email", "type", "status"} {
		allowed := map[string]string{"status": "approve", "type": "comment"}[name]
		if allowed == "" && php.Truthy(c.Get(name)) || allowed != "" && c.Get(name) != allowed {
			return c.Forbidden("rest_forbidden_param", "You may not choose comments by "+name+".")
		}
	}
	return nil
}

// listComments drops what the caller may not read only after counting.
func (s commentPlane) listComments(c *rest.Call) (*rest.Response, *rest.Error) {
	filters := s.commentFilters(c)
	var found []*comment
	for _, m := range s.comments {
		if !slices.ContainsFunc(filters, func(passes func(*comment) bool) bool { return !passes(m) }) {
			found = append(found, m)
		}
	}
	s.sortComments(c, found)
	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	start := rest.PageStart(page, perPage)
	if offset := int(c.Integer("offset")); offset != 0 {
		start = max(offset, -offset) // the site drops the sign
	}
	if c.Text("orderby") == "include" && len(c.IDs("include")) == 0 { // the query of the site fails
		start = len(found)
	}
	body := []php.Object{}
	for _, m := range rest.Window(found, start, perPage) {
		if s.mayReadComment(c, m) {
			body = append(body, s.showComment(c, m))
		}
	}
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(len(found), page, perPage)}, nil
}

// commentFilters are the conditions of a list, each of which must hold.
func (s commentPlane) commentFilters(c *rest.Call) []func(*comment) bool {
	filters := []func(*comment) bool{s.commentStatus(c), s.commentType(c)}
	add := func(f func(*comment) bool) { filters = append(filters, f) }
	for _, by := range []struct {
		argument string
		field    func(*comment) int64
	}{
		{"include", func(m *comment) int64 { return m.id }},
		{"author", func(m *comment) int64 { return m.author }},
		{"parent", func(m *comment) int64 { return m.parent }},
		{"post", func(m *comment) int64 { return m.post }},
	} {
		if ids := c.IDs(by.argument); len(ids) > 0 {
			add(func(m *comment) bool { return slices.Contains(ids, by.field(m)) })
		}
		without := by.argument + "_exclude"
		if by.argument == "include" {
			without = "exclude"
		}
		if ids := c.IDs(without); len(ids) > 0 {
			add(func(m *comment) bool { return !slices.Contains(ids, by.field(m)) })
		}
	}
	if mail := c.Text("author_email"); mail != "" {
		add(func(m *comment) bool { return strings.EqualFold(m.mail, mail) })
	}
	if after := c.Text("after"); after != "" {
		limit := s.Clock.Local(after)
		add(func(m *comment) bool { return m.date > limit })
	}
	if before := c.Text("before"); before != "" {
		limit := s.Clock.Local(before)
		add(func(m *comment) bool { return m.date < limit })
	}
	if search := php.Fold(c.Text("search")); search != "" {
		add(func(m *comment) bool {
			return slices.ContainsFunc([]string{m.name, m.mail, m.url, m.ip, m.content},
				func(column string) bool { return strings.Contains(php.Fold(column), search) })
		})
	}
	return filters
}

// commentStatus reads the filter, whose words are not those that comments have.
func (s commentPlane) commentStatus(c *rest.Call) func(*comment) bool {
	wanted := c.Text("status")
	return func(m *comment) bool {
		switch wanted {
		case "approve", "1":
			return m.status == "approved"
		case "hold", "0":
			return m.status == "hold"
		case "", "all":
			return m.status == "approved" || m.status == "hold"
		case "any":
			return true
		case "approved":
			return false
		}
		return m.status == wanted
	}
}

func (s commentPlane) commentType(c *rest.Call) func(*comment) bool {
	wanted := c.Text("type")
	return func(m *comment) bool {
		switch wanted {
		case "all":
			return true
		case "":
			return m.typ != "note"
		case "comments":
			return m.typ == "comment"
		case "pings":
			return m.typ == "pingback" || m.typ == "trackback"
		}
		return m.typ == wanted
	}
}

// sortComments orders equals by their ids, in the direction of a sort by date, and the newest first in any other.
func (s commentPlane) sortComments(c *rest.Call, found []*comment) {
	include, by := c.IDs("include"), c.Text("orderby")
	ascending := c.Text("order") == "asc"
	slices.SortFunc(found, func(a, b *comment) int {
		var order int
		switch by {
		case "include":
			return cmp.Or(cmp.Compare(slices.Index(include, a.id), slices.Index(include, b.id)), cmp.Compare(a.id, b.id))
		case "post":
			order = cmp.Compare(a.post, b.post)
		case "parent":
			order = cmp.Compare(a.parent, b.parent)
		case "type":
			order = strings.Compare(a.typ, b.typ)
		case "id":
			order = cmp.Compare(a.id, b.id)
		case "date":
			order = cmp.Or(strings.Compare(a.date, b.date), cmp.Compare(a.id, b.id))
		default:
			order = cmp.Or(strings.Compare(a.dateGMT, b.dateGMT), cmp.Compare(a.id, b.id))
		}
		if !ascending {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(b.id, a.id))
	})
}

func noComment() *rest.Error {
	return rest.NewError(404, "rest_comment_invalid_id", "There is no comment with this id.")
}

func (s commentPlane) mayGetComment(c *rest.Call) *rest.Error {
	m := s.comment(c.Integer("id"))
	switch {
	case m == nil:
		return noComment()
	case c.Text("context") == "edit" && !s.moderates(c) && (m.typ != "note" || c.User == nil || !s.mayEditComment(c, m)):
		return c.Forbidden("rest_forbidden_context", "You may not see this comment as a moderator does.")
	case !s.mayReadComment(c, m):
		return c.Forbidden("rest_cannot_read", "You may not read this comment.")
	}
	if it := s.Items[m.post]; it != nil && !s.mayReadPost(c, it) {
		return c.Forbidden("rest_cannot_read_post", "You may not read what this comment is about.")
	}
	return nil
}

func (s commentPlane) getComment(c *rest.Call) (*rest.Response, *rest.Error) {
	return &rest.Response{Status: 200, Body: s.showComment(c, s.comment(c.Integer("id")))}, nil
}

func (s commentPlane) showComment(c *rest.Call, m *comment) php.Object {
	context := c.Text("context")
	edit, embed := context == "edit", context == "embed"
	out := php.Object{{"id", m.id}}
	if !embed {
		out.Add("post", m.post)
	}
	out = append(out, php.Member{"parent", m.parent}, php.Member{"author", m.author}, php.Member{"author_name", m.name})
	if edit {
		out.Add("author_email", m.mail)
	}
	out.Add("author_url", m.url)
	if edit {
		out = append(out, php.Member{"author_ip", m.ip}, php.Member{"author_user_agent", m.agent})
	}
	out.Add("date", m.date)
	if !embed {
		out.Add("date_gmt", m.dateGMT)
	}
	out = append(out, php.Member{"content", content.WithRaw(edit, m.content, php.RenderComment(m.content), false)},
		php.Member{"link", s.commentLink(m)})
	if !embed {
		out.Add("status", m.status)
	}
	out = append(out, php.Member{"type", m.typ}, php.Member{"author_avatar_urls", s.commentAvatars(m)})
	if !embed {
		var note any
		if m.note != "" {
			note = m.note
		}
		out.Add("meta", php.Object{{noteStatus, note}})
	}
	return append(out, php.Member{"_links", s.commentRelations(c, m)})
}

// commentAvatars are those of the user, or else of the address. A ping has none.
func (s commentPlane) commentAvatars(m *comment) php.Object {
	if m.typ != "comment" && m.typ != "note" {
		return php.Object{{"24", false}, {"48", false}, {"96", false}}
	}
	if u := s.UserByID(m.author); u != nil {
		return avatars(u.Mail)
	}
	return avatars(m.mail)
}

func (s commentPlane) commentLink(m *comment) string {
	address := ""
	if it := s.Items[m.post]; it != nil {
		address = s.content.Link(it)
	}
	if !s.API.Plain && !strings.HasSuffix(address, "/") {
		address += "/"
	}
	return address + "#comment-" + strconv.FormatInt(m.id, 10)
}

// commentRelations are the relations of a comment.
func (s commentPlane) commentRelations(c *rest.Call, m *comment) php.Object {
	base := "/" + s.API.Prefix + "/v2/"
	comments := func(query string) string { return s.API.Address(base+"comments", query) }
	id := func(n int64) string { return strconv.FormatInt(n, 10) }
	self := php.Object{{"href", s.API.Address(base+"comments/"+id(m.id), "")}}
	var allow []string
	it := s.Items[m.post]
	// a link carries no password
	if s.mayReadComment(c, m) &&
		(it == nil || (it.Password == "" || content.MayEdit(c.User, it)) && s.media.MayRead(c, it)) {
		allow = append(allow, "GET")
	}
	if s.moderates(c) || c.User != nil && s.mayEditComment(c, m) {
		allow = append(append(allow, rest.UpdateMethods...), "DELETE")
	}
	if allow != nil {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	links := php.Object{{"self", []php.Object{self}}, {"collection", rest.Link(comments(""))}}
	if m.author != 0 {
		links.Add("author", rest.Embeddable(s.API.Address(base+"users/"+id(m.author), "")))
	}
	if it != nil {
		links.Add("up", []php.Object{{{"embeddable", true}, {"post_type", it.Kind.Type}, {"href", s.content.ItemURL(it)}}})
	}
	if m.parent != 0 {
		links.Add("in-reply-to", rest.Embeddable(s.API.Address(base+"comments/"+id(m.parent), "")))
	}
	for _, child := range s.comments {
		if child.parent != m.id || child.status != "approved" && child.status != "hold" {
			continue
		}
		query := "parent=" + id(m.id)
		if m.typ == "note" {
			query += "&type=note&status=all"
		}
		links.Add("children", rest.Embeddable(comments(query)))
		break
	}
	return links
}
