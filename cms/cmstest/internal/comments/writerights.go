package comments

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) mayCreate(c *rest.Call) *rest.Error {
	if c.User == nil {
		return rest.NewError(401, "rest_comment_login_required", "You have to be logged in to comment.")
	}
	it, note := s.Items[c.Integer("post")], s.isNote(c)
	switch moderates := s.moderates(c); {
	case !moderates && c.Get("author") != nil && c.Integer("author") != c.User.ID:
		return c.Forbidden("rest_comment_invalid_author", "You may not comment in the name of another user.")
	case !moderates && c.Get("author_ip") != nil && c.Text("author_ip") != s.remoteIP(c):
		return c.Forbidden("rest_comment_invalid_author_ip", "You may not name another address.")
	case note:
		return s.mayNote(c, it)
	case !moderates && c.Get("status") != nil:
		return c.Forbidden("rest_comment_invalid_status", "You may not set the status of a comment.")
	case it == nil:
		return rest.NewError(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	case it.Status == "draft":
		return rest.NewError(403, "rest_comment_draft_post", "There are no comments on drafts.")
	case it.Status == "trash":
		return rest.NewError(403, "rest_comment_trash_post", "There are no comments on what is in the trash.")
	case !s.mayReadPost(c, it):
		return c.Forbidden("rest_cannot_read_post", "You may not read what this would be about.")
	case it.Comments != "open":
		return rest.NewError(403, "rest_comment_closed", "Comments are closed here.")
	}
	return nil
}

// mayNote is for who may edit the record: notes are written on drafts, too, and where comments are closed.
func (s Plane) mayNote(c *rest.Call, it *content.Item) *rest.Error {
	switch {
	case it == nil || !content.MayEdit(c.User, it):
		return c.Forbidden("rest_cannot_create_note", "You may not write notes here.")
	case it.Kind.Base != "posts" && it.Kind.Base != "pages":
		return rest.NewError(403, "rest_comment_not_supported_post_type", "These records take no notes.")
	case it.Status == "trash":
		return rest.NewError(403, "rest_comment_trash_post", "There are no notes on what is in the trash.")
	}
	return nil
}

// mayChange is for moderators, and for who may edit the record.
func (s Plane) mayChange(c *rest.Call, code string) *rest.Error {
	m := s.find(c.Integer("id"))
	if m == nil {
		return noComment()
	}
	if s.moderates(c) || c.User != nil && s.mayEdit(c, m) {
		return nil
	}
	return c.Forbidden(code, "You may not change this comment.")
}

func (s Plane) mayUpdate(c *rest.Call) *rest.Error {
	if why := s.mayChange(c, "rest_cannot_edit"); why != nil || !c.Has("post") {
		return why
	}
	it := s.Items[c.Integer("post")]
	if s.find(c.Integer("id")).typ == "note" {
		return s.mayNote(c, it)
	}
	if !s.moderates(c) && (it == nil || !content.MayEdit(c.User, it)) {
		return c.Forbidden("rest_cannot_edit", "You may not move this comment.")
	}
	if it == nil {
		return rest.NewError(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	}
	return nil
}

func (s Plane) mayDelete(c *rest.Call) *rest.Error {
	return s.mayChange(c, "rest_cannot_delete")
}
