package cmstest

import "fmt"

func (c *call) read(kind *resource) (*response, *fault) {
	it := c.s.find(kind, c.integer("id"))
	answer := &response{status: 200, body: c.show(it, true)}
	if !it.kind.article {
		return answer, nil
	}
	answer.header.add("Link", fmt.Sprintf("<%s>; rel=\"alternate\"; type=text/html", c.address(it)))
	return answer, nil
}

// remove moves a record to the trash, or with force destroys it.
func (c *call) remove(kind *resource) (*response, *fault) {
	it := c.s.find(kind, c.integer("id"))
	force := c.flag("force")
	c.setContext("edit")
	if force {
		previous := c.show(it, false)
		delete(c.s.items, it.id)
		c.s.dropMenuItems("post_type", it.id)
		for _, child := range c.s.items {
			if (child.kind.tree || child.kind.attachment) && child.parent == it.id {
				child.parent = it.parent
			}
		}
		return &response{status: 200, body: object{{"deleted", true}, {"previous", previous}}}, nil
	}
	if it.status == "trash" {
		return nil, newFault(410, "rest_already_trashed", "This record is in the trash already.")
	}
	w := &write{call: c, prev: it, next: it.clone()}
	w.next.status, w.next.beforeTrash, w.next.sticky = "trash", it.status, false
	if why := w.save(); why != nil {
		return nil, why
	}
	w.keepRevision()
	return &response{status: 200, body: c.show(w.next, true)}, nil
}
