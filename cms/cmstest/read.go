package cmstest

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s contentPlane) read(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	it := s.Find(kind, c.Integer("id"))
	answer := &rest.Response{Status: 200, Body: s.show(c, it, true)}
	if !it.Kind.Article {
		return answer, nil
	}
	answer.Header.Add("Link", fmt.Sprintf("<%s>; rel=\"alternate\"; type=text/html", s.Address(c, it)))
	return answer, nil
}

// remove moves a record to the trash, or with force destroys it.
func (s contentPlane) remove(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	it := s.Find(kind, c.Integer("id"))
	force := c.Flag("force")
	c.SetContext("edit")
	if force {
		previous := s.show(c, it, false)
		s.Destroy(it)
		return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
	}
	if it.Status == "trash" {
		return nil, rest.NewError(410, "rest_already_trashed", "This record is in the trash already.")
	}
	next, why := s.trash(c, it)
	if why != nil {
		return nil, why
	}
	return &rest.Response{Status: 200, Body: s.show(c, next, true)}, nil
}

// trash moves a record to the trash.
func (s contentPlane) trash(c *rest.Call, it *content.Item) (*content.Item, *rest.Error) {
	w := &write{s: s, Call: c, prev: it, next: it.Clone()}
	w.next.Status, w.next.BeforeTrash, w.next.Sticky = "trash", it.Status, false
	if why := w.save(); why != nil {
		return nil, why
	}
	w.keepRevision()
	for _, hook := range s.Trashed {
		hook(it)
	}
	return w.next, nil
}
