package menus

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

type aim struct {
	title   string // HTML title of the target; shown if the item has no title
	url     any    // false for an archive without an address
	label   string
	invalid bool
	post    *content.Item // target of type post_type, nil if there is none
	term    *content.Term
}

func (s Plane) aim(it *content.Item) aim {
	p := it.Pointer
	untitled := "#" + strconv.FormatInt(p.ObjectID, 10) + " (no title)"
	switch p.Type {
	case "post_type":
		out := aim{title: untitled, url: "", label: p.Object, post: s.Items[p.ObjectID]}
		labels, known := s.Catalogs.LabelsOf(p.Object)
		if one, ok := labels.Get("singular_name").(string); ok {
			out.label = one
		}
		out.invalid = !known || out.post == nil || out.post.Status == "trash"
		if out.post != nil {
			out.url = s.Link(out.post)
			if out.post.Title != "" {
				out.title = out.post.HTML().Title
			}
		}
		return out
	case "taxonomy":
		out := aim{title: untitled, url: "", label: p.Object, invalid: true, term: s.Terms[p.ObjectID]}
		for _, tax := range s.AllTaxonomies() {
			if tax.Name != p.Object {
				continue
			}
			out.label = tax.Label
			if t := s.TermOf(tax, p.ObjectID); t != nil {
				out.title, out.url, out.invalid = t.Name, s.TermLink(tax, t), false
			}
		}
		return out
	case "post_type_archive":
		out := aim{url: false, label: "Post Type Archive"}
		labels, _ := s.Catalogs.LabelsOf(p.Object)
		out.title, _ = labels.Get("archives").(string)
		if p.Object == "post" {
			out.url = *s.API.Base
		}
		return out
	}
	return aim{url: p.URL, label: "Custom Link"}
}

// titleOf returns the title of the item, or the HTML title of its target if the item has none.
func titleOf(it *content.Item, to aim) string {
	if it.Title != "" {
		return it.Title
	}
	return to.title
}

// Show returns the fields of a menu item in the context of the request.
func (s Plane) Show(c *rest.Call, it *content.Item) php.Object {
	to, p := s.aim(it), it.Pointer
	title := titleOf(it, to)
	html := title
	if it.Title != "" {
		html = php.RenderTitle(title)
	}
	out := php.Object{
		{"id", it.ID}, {"title", content.Text(title, html)}, {"status", it.Status}, {"url", to.url},
		{"attr_title", php.Texturize(it.Excerpt)}, {"description", php.Texturize(it.Content)}, {"type", p.Type},
		{"type_label", to.label}, {"object", p.Object}, {"object_id", p.ObjectID}, {"parent", p.Parent},
		{"menu_order", it.MenuOrder}, {"target", p.Target}, {"classes", blankList(p.Classes)},
		{"xfn", blankList(p.Xfns)}, {"invalid", to.invalid}, {"meta", php.Object{}},
	}
	if menu := it.Menu(); menu != 0 {
		out.Add("menus", menu)
	}
	out.Add("_links", s.links(c, it, to))
	return s.Shown(c, "menu-items", out)
}

// blankList returns a list as WordPress shows it: an empty list becomes a list with one empty
// string.
func blankList(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

func (s Plane) links(c *rest.Call, it *content.Item, to aim) php.Object {
	out := s.Posts.FirstLinks(c, it)
	out.Add(s.API.Prefix+":term", s.Posts.TermLinks(it))
	switch {
	case to.post != nil:
		out.Add(s.API.Prefix+":menu-item-object",
			[]php.Object{{{"post_type", to.post.Kind.Type}, {"embeddable", true}, {"href", s.ItemURL(to.post)}}})
	case to.term != nil:
		all := s.AllTaxonomies()
		tax := all[slices.IndexFunc(all, func(tax content.Taxonomy) bool { return tax.Name == to.term.Taxonomy })]
		href := s.TermsURL(tax, "/"+strconv.FormatInt(to.term.ID, 10), "")
		out.Add(s.API.Prefix+":menu-item-object",
			[]php.Object{{{"taxonomy", tax.Name}, {"embeddable", true}, {"href", href}}})
	}
	s.Posts.AddActions(c, &out, it, 0)
	return out
}

// remove deletes an item permanently; menu items have no trash. The child items still have the id
// of the deleted item as their parent.
func (s Plane) remove(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	if !c.Flag("force") {
		return nil, rest.NoTrash()
	}
	c.SetContext("view")
	previous := s.Posts.Show(c, it)
	delete(s.Items, it.ID)
	s.DropMenuItems("post_type", it.ID)
	return rest.Deleted(previous)
}
