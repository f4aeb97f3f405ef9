package cmstest

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s contentPlane) read(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	it := s.find(kind, c.Integer("id"))
	answer := &rest.Response{Status: 200, Body: s.show(c, it, true)}
	if !it.kind.article {
		return answer, nil
	}
	answer.Header.Add("Link", fmt.Sprintf("<%s>; rel=\"alternate\"; type=text/html", s.media.address(c, it)))
	return answer, nil
}

// remove moves a record to the trash, or with force destroys it.
func (s contentPlane) remove(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	it := s.find(kind, c.Integer("id"))
	force := c.Flag("force")
	c.SetContext("edit")
	if force {
		previous := s.show(c, it, false)
		s.destroy(it)
		return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
	}
	if it.status == "trash" {
		return nil, rest.NewError(410, "rest_already_trashed", "This record is in the trash already.")
	}
	next, why := s.trash(c, it)
	if why != nil {
		return nil, why
	}
	return &rest.Response{Status: 200, Body: s.show(c, next, true)}, nil
}

// destroy deletes a record for good. What was below it moves up.
func (s contentPlane) destroy(it *item) {
	delete(s.items, it.id)
	for _, m := range s.comment.commentsOf(it.id) {
		delete(s.comments, m.id)
	}
	s.menu.dropMenuItems("post_type", it.id)
	for _, child := range s.items {
		if (child.kind.tree || child.kind.attachment) && child.parent == it.id {
			child.parent = it.parent
		}
	}
}

// trash moves a record to the trash.
func (s contentPlane) trash(c *rest.Call, it *item) (*item, *rest.Error) {
	w := &write{s: s, Call: c, prev: it, next: it.clone()}
	w.next.status, w.next.beforeTrash, w.next.sticky = "trash", it.status, false
	if why := w.save(); why != nil {
		return nil, why
	}
	w.keepRevision()
	for _, m := range s.comment.commentsOf(it.id) {
		m.status = "post-trashed" // and so it stays: only the administration brings comments back
	}
	return w.next, nil
}
