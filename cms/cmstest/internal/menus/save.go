package menus

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) create(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	next := content.NewItem(kind)
	next.Author = c.User.ID
	if why := s.save(c, s.Posts.Change(c, nil, next)); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.Created(s.Posts.Show(c, next), s.ItemURL(next)), nil
}

func (s Plane) update(c *rest.Call, prev *content.Item) (*rest.Response, *rest.Error) {
	w := s.Posts.Change(c, prev, prev.Clone())
	// WordPress starts from the values that responses show, not from the stored values. So an
	// update stores texts with HTML entities. If the target changes, the item keeps the title of
	// the old target.
	to := s.aim(prev)
	w.Next.Title = titleOf(prev, to)
	w.Next.Excerpt, w.Next.Content = php.Texturize(prev.Excerpt), php.Texturize(prev.Content)
	w.Next.Pointer.URL, _ = to.url.(string)
	w.Next.MenuOrder = max(w.Next.MenuOrder, 1)
	if why := s.save(c, w); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.OK(s.Posts.Show(c, w.Next))
}

func (s Plane) save(c *rest.Call, w *posts.Write) *rest.Error {
	s.take(c, w)
	if why := s.check(w.Next); why != nil {
		return why
	}
	if why := s.place(w.Next); why != nil {
		return why
	}
	next, p := w.Next, &w.Next.Pointer
	next.Title, next.Parent, next.MenuOrder = strings.TrimSpace(next.Title), 0, posts.OrderWithin(next.MenuOrder)
	if p.Type != "custom" {
		to := s.aim(next)
		p.URL = ""
		if next.Title == to.title || to.post != nil && next.Title == to.post.Title {
			next.Title = "" // an item without a title shows the title of its target
		}
		if to.post != nil {
			next.Parent = to.post.Parent
		} else if to.term != nil {
			next.Parent = to.term.Parent
		}
	}
	if why := w.Save(); why != nil {
		return why
	}
	if w.Prev != nil {
		next.Date, _ = s.Clock.Stamps() // only the local date: WordPress does not change date_gmt
	}
	if p.Type == "custom" {
		p.Object, p.ObjectID = "custom", next.ID
	}
	if p.Parent == next.ID {
		p.Parent = 0
	}
	return nil
}

// take copies the arguments into Next. null sets a field to "", 0 or an empty list. A title that
// is null is ignored.
func (s Plane) take(c *rest.Call, w *posts.Write) {
	next, p := w.Next, &w.Next.Pointer
	if title, ok := c.Get("title").(string); ok {
		next.Title = title
	} else if members, _ := php.ToObject(c.Get("title")); members != nil {
		if raw, ok := members.Get("raw").(string); ok && raw != "" {
			next.Title = raw
		}
	}
	c.Take(map[string]*string{
		"type": &p.Type, "object": &p.Object, "target": &p.Target, "url": &p.URL, "attr_title": &next.Excerpt,
		"description": &next.Content,
	})
	for name, to := range map[string]*int64{"object_id": &p.ObjectID, "parent": &p.Parent, "menu_order": &next.MenuOrder} {
		if c.Get(name) != nil {
			*to = c.Integer(name)
		}
	}
	for name, to := range map[string]*[]string{"classes": &p.Classes, "xfn": &p.Xfns} {
		if c.Get(name) != nil {
			*to = c.Strings(name)
			if slices.Equal(*to, []string{""}) {
				*to = nil
			}
		}
	}
	if status, ok := c.Get("status").(string); ok {
		next.Status = "draft"
		if status == "publish" {
			next.Status = status
		}
	}
	if menu := c.Integer("menus"); menu != 0 {
		next.Terms["nav_menu"] = []int64{menu}
	}
}

// check refuses an item without a valid target. For a custom item the error may name two missing
// fields.
func (s Plane) check(next *content.Item) *rest.Error {
	p := &next.Pointer
	switch p.Type {
	case "post_type":
		if p.Object == "" {
			post := s.Items[p.ObjectID]
			if post == nil {
				return rest.NewError(400, "rest_post_invalid_id", "The record that the item links to does not exist.")
			}
			p.Object = post.Kind.Type
		}
	case "taxonomy":
		if p.Object == "" {
			t := s.Terms[p.ObjectID]
			if t == nil {
				return rest.NewError(400, "rest_term_invalid_id", "The term that the item links to does not exist.")
			}
			p.Object = t.Taxonomy
		}
	case "post_type_archive":
		if _, known := s.Catalogs.LabelsOf(p.Object); !known {
			return rest.NewError(400, "rest_post_invalid_type", "No post type has this name.")
		}
	case "custom":
		var missing []*rest.Error
		if next.Title == "" {
			missing = append(missing, rest.NewError(400, "rest_title_required", "A custom item needs a title."))
		}
		if p.URL == "" {
			missing = append(missing, rest.NewError(400, "rest_url_required", "A custom item needs an address: url."))
		}
		if missing != nil {
			missing[0].Others = missing[1:]
			return missing[0]
		}
	}
	return nil
}

// place puts an item at the end of its menu, unless it already has a menu_order. An item without a
// menu gets the menu_order 1.
func (s Plane) place(next *content.Item) *rest.Error {
	menu := next.Menu()
	if menu == 0 {
		next.MenuOrder = 1
		return nil
	}
	if s.TermOf(content.Menus(), menu) == nil {
		return rest.NewError(400, "invalid_menu_id", "No menu has this id.")
	}
	if next.MenuOrder != 0 {
		return nil
	}
	for _, it := range s.Items {
		if it.Kind.Menu && it.Menu() == menu && (it.Status == "publish" || it.Status == "draft") && !s.aim(it).invalid {
			next.MenuOrder++
		}
	}
	if next.MenuOrder > 0 {
		next.MenuOrder++
	}
	return nil
}
