package cmstest

func (s commentPlane) mayCreateComment(c *call) *fault {
	if c.user == nil {
		return newFault(401, "rest_comment_login_required", "You have to be logged in to comment.")
	}
	it, note := s.items[c.integer("post")], s.isNote(c)
	switch moderates := s.moderates(c); {
	case !moderates && c.get("author") != nil && c.integer("author") != c.user.ID:
		return c.forbidden("rest_comment_invalid_author", "You may not comment in the name of another user.")
	case !moderates && c.get("author_ip") != nil && c.text("author_ip") != s.remoteIP(c):
		return c.forbidden("rest_comment_invalid_author_ip", "You may not name another address.")
	case note:
		return s.mayNote(c, it)
	case !moderates && c.get("status") != nil:
		return c.forbidden("rest_comment_invalid_status", "You may not set the status of a comment.")
	case it == nil:
		return newFault(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	case it.status == "draft":
		return newFault(403, "rest_comment_draft_post", "There are no comments on drafts.")
	case it.status == "trash":
		return newFault(403, "rest_comment_trash_post", "There are no comments on what is in the trash.")
	case !s.mayReadPost(c, it):
		return c.forbidden("rest_cannot_read_post", "You may not read what this would be about.")
	case it.comments != "open":
		return newFault(403, "rest_comment_closed", "Comments are closed here.")
	}
	return nil
}

// mayNote is for who may edit the record: notes are written on drafts, too, and where comments are closed.
func (s commentPlane) mayNote(c *call, it *item) *fault {
	switch {
	case it == nil || !mayEdit(c.user, it):
		return c.forbidden("rest_cannot_create_note", "You may not write notes here.")
	case it.kind.base != "posts" && it.kind.base != "pages":
		return newFault(403, "rest_comment_not_supported_post_type", "These records take no notes.")
	case it.status == "trash":
		return newFault(403, "rest_comment_trash_post", "There are no notes on what is in the trash.")
	}
	return nil
}

// mayChangeComment is for moderators, and for who may edit the record.
func (s commentPlane) mayChangeComment(c *call, code string) *fault {
	m := s.comment(c.integer("id"))
	if m == nil {
		return noComment()
	}
	if s.moderates(c) || c.user != nil && s.mayEditComment(c, m) {
		return nil
	}
	return c.forbidden(code, "You may not change this comment.")
}

// mayUpdateComment also looks at the record that the comment is to belong to.
func (s commentPlane) mayUpdateComment(c *call) *fault {
	if why := s.mayChangeComment(c, "rest_cannot_edit"); why != nil || !c.has("post") {
		return why
	}
	it := s.items[c.integer("post")]
	if s.comment(c.integer("id")).typ == "note" {
		return s.mayNote(c, it)
	}
	if !s.moderates(c) && (it == nil || !mayEdit(c.user, it)) {
		return c.forbidden("rest_cannot_edit", "You may not move this comment.")
	}
	if it == nil {
		return newFault(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	}
	return nil
}

func (s commentPlane) mayDeleteComment(c *call) *fault {
	return s.mayChangeComment(c, "rest_cannot_delete")
}
