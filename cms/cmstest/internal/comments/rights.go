package comments

import (
	"cmp"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s Plane) moderates(c *rest.Call) bool { return c.User.Can("moderate_comments") }

// mayReadPost reports whether the caller may read the record of a comment. The password of the
// record is accepted only in requests for one record or one comment.
func (s Plane) mayReadPost(c *rest.Call, it *content.Item) bool {
	if it.Password == "" || content.MayEdit(c.User, it) {
		return s.MayRead(c, it)
	}
	posts, isList := c.Get("post").([]any)
	one := c.Get("id") != nil || isList && len(posts) == 1 || !isList && php.Truthy(c.Get("post"))
	return one && c.Text("password") == it.Password && s.MayRead(c, it)
}

// mayRead reports whether the caller may read a comment. Approved comments are visible to all who
// may read the record. Notes, and comments that are not approved, are visible to editors of the
// record. Authors see their own comments.
func (s Plane) mayRead(c *rest.Call, m *Comment) bool {
	it := s.Items[m.post]
	if it != nil && m.typ != "note" && m.status == "approved" && s.mayReadPost(c, it) {
		return true
	}
	if c.User == nil || m.post == 0 && !s.moderates(c) {
		return false
	}
	return m.author == c.User.ID || s.mayEdit(c, m)
}

// mayEdit reports whether the caller may edit the record of a comment. Without a record the caller
// must be allowed to edit posts.
func (s Plane) mayEdit(c *rest.Call, m *Comment) bool {
	if it := s.Items[m.post]; it != nil {
		return content.MayEdit(c.User, it)
	}
	return c.User.Can("edit_posts")
}

func (s Plane) mayList(c *rest.Call) *rest.Error {
	var posts []any
	switch given := c.Get("post").(type) {
	case []any:
		posts = given
	// A request with an object here is refused. mayList then runs only to compute the Allow header.
	case map[string]any, php.Object:
		members, _ := php.ToObject(given)
		for _, m := range members {
			posts = append(posts, m.Value)
		}
	default:
		// If there is a single value, the request is a POST. mayList then runs only to compute the
		// Allow header.
		if php.Truthy(given) {
			posts = []any{given}
		}
	}
	for _, value := range posts {
		id, _ := php.ToInt(value)
		if it := s.Items[id]; it != nil && !s.mayReadPost(c, it) {
			return c.Forbidden("rest_cannot_read_post", "You may not read the post of these comments.")
		}
		if value == any(int64(0)) && !s.moderates(c) {
			return c.Forbidden("rest_cannot_read", "You may not read comments that have no post.")
		}
	}
	if c.Text("context") == "edit" && !s.moderates(c) {
		return c.Forbidden("rest_forbidden_context", "You may not read comments in the context edit.")
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

func noComment() *rest.Error {
	return rest.NewError(404, "rest_comment_invalid_id", "There is no comment with this id.")
}

func (s Plane) mayGet(c *rest.Call, m *Comment) *rest.Error {
	switch {
	case c.Text("context") == "edit" && !s.moderates(c) && (m.typ != "note" || c.User == nil || !s.mayEdit(c, m)):
		return c.Forbidden("rest_forbidden_context", "You may not read this comment in the context edit.")
	case !s.mayRead(c, m):
		return c.Forbidden("rest_cannot_read", "You may not read this comment.")
	}
	if it := s.Items[m.post]; it != nil && !s.mayReadPost(c, it) {
		return c.Forbidden("rest_cannot_read_post", "You may not read the post of this comment.")
	}
	return nil
}

func (s Plane) remoteIP(c *rest.Call) string {
	return cmp.Or(site.HostOf(c.Remote), "127.0.0.1")
}

func (s Plane) mayCreate(c *rest.Call) *rest.Error {
	if c.User == nil {
		return rest.NewError(401, "rest_comment_login_required", "You have to be logged in to comment.")
	}
	it, note := s.Items[c.Integer("post")], c.Get("type") == "note"
	switch moderates := s.moderates(c); {
	case !moderates && c.Get("author") != nil && c.Integer("author") != c.User.ID:
		return c.Forbidden("rest_comment_invalid_author", "You may not comment in the name of another user.")
	case !moderates && c.Get("author_ip") != nil && c.Text("author_ip") != s.remoteIP(c):
		return c.Forbidden("rest_comment_invalid_author_ip", "You may not set the IP address of a comment.")
	case note:
		return s.mayNote(c, it)
	case !moderates && c.Get("status") != nil:
		return c.Forbidden("rest_comment_invalid_status", "You may not set the status of a comment.")
	case it == nil:
		return rest.NewError(403, "rest_comment_invalid_post_id", "The post to comment on does not exist.")
	case it.Status == "draft":
		return rest.NewError(403, "rest_comment_draft_post", "A draft cannot have comments.")
	case it.Status == "trash":
		return rest.NewError(403, "rest_comment_trash_post", "A post in the trash cannot have comments.")
	case !s.mayReadPost(c, it):
		return c.Forbidden("rest_cannot_read_post", "You may not read the post to comment on.")
	case it.Comments != "open":
		return rest.NewError(403, "rest_comment_closed", "Comments on this post are closed.")
	}
	return nil
}

// mayNote returns an error unless the caller may edit the record. Notes are also allowed on drafts,
// and if comments are closed.
func (s Plane) mayNote(c *rest.Call, it *content.Item) *rest.Error {
	switch {
	case it == nil || !content.MayEdit(c.User, it):
		return c.Forbidden("rest_cannot_create_note", "You may not write notes on this post.")
	case it.Kind.Base != "posts" && it.Kind.Base != "pages":
		return rest.NewError(403, "rest_comment_not_supported_post_type", "Records of this type cannot have notes.")
	case it.Status == "trash":
		return rest.NewError(403, "rest_comment_trash_post", "A post in the trash cannot have notes.")
	}
	return nil
}

// mayChange returns an error unless the caller is a moderator or may edit the record of the
// comment.
func (s Plane) mayChange(c *rest.Call, m *Comment, code string) *rest.Error {
	return c.Unless(s.moderates(c) || c.User != nil && s.mayEdit(c, m), code, "You may not change this comment.")
}

func (s Plane) mayUpdate(c *rest.Call, m *Comment) *rest.Error {
	if why := s.mayChange(c, m, "rest_cannot_edit"); why != nil || !c.Has("post") {
		return why
	}
	it := s.Items[c.Integer("post")]
	if m.typ == "note" {
		return s.mayNote(c, it)
	}
	if !s.moderates(c) && (it == nil || !content.MayEdit(c.User, it)) {
		return c.Forbidden("rest_cannot_edit", "You may not move this comment.")
	}
	if it == nil {
		return rest.NewError(403, "rest_comment_invalid_post_id", "The post to comment on does not exist.")
	}
	return nil
}

func (s Plane) mayDelete(c *rest.Call, m *Comment) *rest.Error {
	return s.mayChange(c, m, "rest_cannot_delete")
}
