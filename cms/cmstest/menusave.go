package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s menuPlane) createMenuItem(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	next := newItem(kind)
	next.author = c.User.ID
	if why := s.saveMenuItem(c, &write{s: s.content, Call: c, next: next}); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	answer := &rest.Response{Status: 201, Body: s.content.show(c, next, true)}
	answer.Header.Add("Location", s.content.itemURL(next))
	return answer, nil
}

func (s menuPlane) updateMenuItem(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	prev := s.content.find(kind, c.Integer("id"))
	w := &write{s: s.content, Call: c, prev: prev, next: prev.clone()}
	// An update begins with what the item shows, not with what is stored: texts are stored with their entities then,
	// and a title that the item had from its object becomes its own when the object changes.
	to := s.aim(prev)
	w.next.title = menuItemTitle(prev, to)
	w.next.excerpt, w.next.content = php.Texturize(prev.excerpt), php.Texturize(prev.content)
	w.next.pointer.url, _ = to.url.(string)
	w.next.menuOrder = max(w.next.menuOrder, 1)
	if why := s.saveMenuItem(c, w); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return &rest.Response{Status: 200, Body: s.content.show(c, w.next, true)}, nil
}

func (s menuPlane) saveMenuItem(c *rest.Call, w *write) *rest.Error {
	s.takeMenuItem(c, w)
	if why := s.checkMenuItem(w.next); why != nil {
		return why
	}
	if why := s.place(w.next); why != nil {
		return why
	}
	next, p := w.next, &w.next.pointer
	next.title, next.parent, next.menuOrder = strings.TrimSpace(next.title), 0, orderWithin(next.menuOrder)
	if p.typ != "custom" {
		to := s.aim(next)
		p.url = ""
		if next.title == to.title || to.post != nil && next.title == to.post.title {
			next.title = "" // it follows that of the object from now on
		}
		if to.post != nil {
			next.parent = to.post.parent
		} else if to.term != nil {
			next.parent = to.term.parent
		}
	}
	if why := w.save(); why != nil {
		return why
	}
	if w.prev != nil {
		next.date, _ = s.clock.Stamps() // but not the date in GMT
	}
	if p.typ == "custom" {
		p.object, p.objectID = "custom", next.id
	}
	if p.parent == next.id {
		p.parent = 0
	}
	return nil
}

// takeMenuItem takes the arguments over. Null counts as "", 0 or an empty list but for the title.
func (s menuPlane) takeMenuItem(c *rest.Call, w *write) {
	next, p := w.next, &w.next.pointer
	if title, ok := c.Get("title").(string); ok {
		next.title = title
	} else if members, _ := php.ToObject(c.Get("title")); members != nil {
		if raw, ok := members.Get("raw").(string); ok && raw != "" {
			next.title = raw
		}
	}
	for name, to := range map[string]*string{
		"type": &p.typ, "object": &p.object, "target": &p.target, "url": &p.url, "attr_title": &next.excerpt,
		"description": &next.content,
	} {
		if value, ok := c.Get(name).(string); ok {
			*to = value
		}
	}
	for name, to := range map[string]*int64{"object_id": &p.objectID, "parent": &p.parent, "menu_order": &next.menuOrder} {
		if c.Get(name) != nil {
			*to = c.Integer(name)
		}
	}
	for name, to := range map[string]*[]string{"classes": &p.classes, "xfn": &p.xfns} {
		if c.Get(name) != nil {
			*to = c.Strings(name)
			if slices.Equal(*to, []string{""}) {
				*to = nil
			}
		}
	}
	if status, ok := c.Get("status").(string); ok {
		next.status = "draft"
		if status == "publish" {
			next.status = status
		}
	}
	if menu := c.Integer("menus"); menu != 0 {
		next.terms["nav_menu"] = []int64{menu}
	}
}

// checkMenuItem refuses an item that leads nowhere. Two things may be missing at once.
func (s menuPlane) checkMenuItem(next *item) *rest.Error {
	p := &next.pointer
	switch p.typ {
	case "post_type":
		if p.object == "" {
			post := s.items[p.objectID]
			if post == nil {
				return rest.NewError(400, "rest_post_invalid_id", "There is no record to lead to.")
			}
			p.object = post.kind.typ
		}
	case "taxonomy":
		if p.object == "" {
			t := s.terms[p.objectID]
			if t == nil {
				return rest.NewError(400, "rest_term_invalid_id", "There is no term to lead to.")
			}
			p.object = t.taxonomy
		}
	case "post_type_archive":
		if s.catalog.recordType(p.object) == nil {
			return rest.NewError(400, "rest_post_invalid_type", "There is no type of records of this name.")
		}
	case "custom":
		var missing []*rest.Error
		if next.title == "" {
			missing = append(missing, rest.NewError(400, "rest_title_required", "An item of its own needs a title."))
		}
		if p.url == "" {
			missing = append(missing, rest.NewError(400, "rest_url_required", "An item of its own needs an address."))
		}
		if missing != nil {
			missing[0].Others = missing[1:]
			return missing[0]
		}
	}
	return nil
}

// place puts an item into its menu: at the end unless a place is asked for. Without a menu the first place is the only
// one.
func (s menuPlane) place(next *item) *rest.Error {
	menu := next.menu()
	if menu == 0 {
		next.menuOrder = 1
		return nil
	}
	if s.term.termOf(menus(), menu) == nil {
		return rest.NewError(400, "invalid_menu_id", "There is no such menu.")
	}
	if next.menuOrder != 0 {
		return nil
	}
	for _, it := range s.items {
		if it.kind.menu && it.menu() == menu && (it.status == "publish" || it.status == "draft") && !s.aim(it).invalid {
			next.menuOrder++
		}
	}
	if next.menuOrder > 0 {
		next.menuOrder++
	}
	return nil
}
