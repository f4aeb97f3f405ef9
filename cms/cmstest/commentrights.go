package cmstest

func (c *call) mayCreateComment() *fault {
	if c.user == nil {
		return newFault(401, "rest_comment_login_required", "You have to be logged in to comment.")
	}
	it, note := c.s.items[c.integer("post")], c.isNote()
	switch moderates := c.moderates(); {
	case !moderates && c.get("author") != nil && c.integer("author") != c.user.id:
		return c.forbidden("rest_comment_invalid_author", "You may not comment in the name of another user.")
	case !moderates && c.get("author_ip") != nil && c.text("author_ip") != c.remoteIP():
		return c.forbidden("rest_comment_invalid_author_ip", "You may not name another address.")
	case note:
		return c.mayNote(it)
	case !moderates && c.get("status") != nil:
		return c.forbidden("rest_comment_invalid_status", "You may not set the status of a comment.")
	case it == nil:
		return newFault(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	case it.status == "draft":
		return newFault(403, "rest_comment_draft_post", "There are no comments on drafts.")
	case it.status == "trash":
		return newFault(403, "rest_comment_trash_post", "There are no comments on what is in the trash.")
	case !c.mayReadPost(it):
		return c.forbidden("rest_cannot_read_post", "You may not read what this would be about.")
	case it.comments != "open":
		return newFault(403, "rest_comment_closed", "Comments are closed here.")
	}
	return nil
}

// mayNote is for who may edit the record: notes are written on drafts, too, and where comments are closed.
func (c *call) mayNote(it *item) *fault {
	switch {
	case it == nil || !c.user.mayEdit(it):
		return c.forbidden("rest_cannot_create_note", "You may not write notes here.")
	case it.kind.base != "posts" && it.kind.base != "pages":
		return newFault(403, "rest_comment_not_supported_post_type", "These records take no notes.")
	case it.status == "trash":
		return newFault(403, "rest_comment_trash_post", "There are no notes on what is in the trash.")
	}
	return nil
}

// mayChangeComment is for moderators, and for who may edit the record.
func (c *call) mayChangeComment(code string) *fault {
	m := c.s.comment(c.integer("id"))
	if m == nil {
		return noComment()
	}
	if c.moderates() || c.user != nil && c.mayEditComment(m) {
		return nil
	}
	return c.forbidden(code, "You may not change this comment.")
}

// mayUpdateComment also looks at the record that the comment is to belong to.
func (c *call) mayUpdateComment() *fault {
	if why := c.mayChangeComment("rest_cannot_edit"); why != nil || !c.has("post") {
		return why
	}
	it := c.s.items[c.integer("post")]
	if c.s.comment(c.integer("id")).typ == "note" {
		return c.mayNote(it)
	}
	if !c.moderates() && (it == nil || !c.user.mayEdit(it)) {
		return c.forbidden("rest_cannot_edit", "You may not move this comment.")
	}
	if it == nil {
		return newFault(403, "rest_comment_invalid_post_id", "There is no such record to comment on.")
	}
	return nil
}

func (c *call) mayDeleteComment() *fault { return c.mayChangeComment("rest_cannot_delete") }
