package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// described is what the description has in one of its lists: types, taxonomies or statuses, as an editor sees them.
type described struct {
	list     php.Object // each a [php.Object], by its name
	contexts rest.Contexts
}

// describedList reads a list of the description. What a description of the test adds is made of what is there.
func describedList(site *stock.Site, list php.Object, path string, more func(php.Object) php.Object) *described {
	out := &described{contexts: rest.ReadContexts(site.Schema(path))}
	for _, m := range list {
		out.list.Add(m.Name, site.Read(m.Value))
	}
	out.list = append(out.list, more(out.list)...)
	return out
}

func (d *described) get(name string) php.Object {
	one, _ := d.list.Get(name).(php.Object)
	return one
}

// renamed is a type or a taxonomy with other words for people.
func renamed(one php.Object, plural, singular string) php.Object {
	labels, _ := one.Get("labels").(php.Object)
	for _, name := range []string{"name", "menu_name", "archives"} {
		labels = labels.With(name, plural)
	}
	labels = labels.With("singular_name", singular).With("name_admin_bar", singular)
	return one.With("name", plural).With("labels", labels)
}

// ownTypes are the types of [WithType], each like the posts of a stock site.
func (s catalogPlane) ownTypes(list php.Object) php.Object {
	var out php.Object
	post, _ := list.Get("post").(php.Object)
	for _, kind := range s.Types {
		taxonomies := []any{}
		for _, tax := range kind.Taxonomies {
			taxonomies = append(taxonomies, tax.Name)
		}
		supports, _ := post.Get("supports").(php.Object)
		supports = slices.DeleteFunc(slices.Clone(supports), func(m php.Member) bool {
			return !slices.Contains([]string{"title", "editor", "autosave"}, m.Name)
		})
		out.Add(kind.Type, renamed(post, kind.Type, kind.Type).With("slug", kind.Type).With("icon", nil).
			With("hierarchical", kind.Tree).With("supports", supports).With("taxonomies", taxonomies).
			With("rest_base", kind.Base).With("rest_namespace", kind.Own.Namespace))
	}
	return out
}

// typeNames are all types, in the order of the site.
func (s catalogPlane) typeNames() []string { return s.described.types().names() }

func (d *described) names() []string {
	var out []string
	for _, m := range d.list {
		out = append(out, m.Name)
	}
	return out
}

// labelsOf are what people read of a type.
func (s catalogPlane) labelsOf(name string) (labels php.Object, known bool) {
	one := s.described.types().get(name)
	labels, _ = one.Get("labels").(php.Object)
	return labels, one != nil
}

// typesCatalog are the types of records.
func (s catalogPlane) typesCatalog() *catalog {
	editable := func(c *rest.Call, name string) bool {
		rights, _ := s.described.types().get(name).Get("capabilities").(php.Object)
		right, _ := rights.Get("edit_posts").(string)
		return !c.In("edit") || c.User.Can(right)
	}
	names := func(c *rest.Call) []string {
		return slices.DeleteFunc(s.typeNames(), func(name string) bool { return !editable(c, name) })
	}
	return &catalog{
		base: "types", variable: "type", mayGet: rest.Everyone, names: names, none: php.Object{},
		mayList: func(c *rest.Call) *rest.Error {
			if len(names(c)) == 0 {
				return c.Forbidden("rest_cannot_view", "You may not edit records of any type.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			known := s.described.types().get(name) != nil
			switch {
			case !known && slices.Contains(hiddenTypes, name):
				return c.Forbidden("rest_cannot_read_type", "This type is not for the interface.")
			case !known:
				return rest.NewError(404, "rest_type_invalid", "There is no such type.")
			case !editable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not edit records of this type.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object {
			types := s.described.types()
			return append(types.contexts.Filter(types.get(name), c.Text("context")), s.itemsLinks("types", types.get(name)))
		},
	}
}

// hiddenTypes are those that every site has and the interface does not show.
var hiddenTypes = []string{"revision", "custom_css", "customize_changeset", "oembed_cache", "user_request"}

// itemsLinks lead to the catalog, and to the records or terms of what it lists.
func (s catalogPlane) itemsLinks(base string, one php.Object) php.Member {
	namespace, _ := one.Get("rest_namespace").(string)
	items, _ := one.Get("rest_base").(string)
	return php.Member{"_links", php.Object{
		{"collection", rest.Link(s.API.Address("/"+s.API.Namespace()+"/"+base, ""))},
		{s.API.Prefix + ":items", rest.Link(s.API.Address("/"+namespace+"/"+items, ""))},
		{"curies", s.API.Curies()},
	}}
}

// ownTaxonomies are the taxonomies of [WithType], each like one of the posts of a stock site.
func (s catalogPlane) ownTaxonomies(list php.Object) php.Object {
	var out php.Object
	rights, _ := list.Get(s.PatternCategories().Name).(php.Object)
	for _, tax := range s.Described {
		like, _ := list.Get("post_tag").(php.Object)
		if tax.Tree {
			like, _ = list.Get("category").(php.Object)
		}
		out.Add(tax.Name, renamed(like, tax.Label+"s", tax.Label).With("slug", tax.Name).
			With("capabilities", rights.Get("capabilities")).With("types", []string{s.ResourceOf(tax)}).
			With("rest_base", tax.Base).With("rest_namespace", s.HomeOf(tax)))
	}
	return out
}

// statusesCatalog are the statuses of records.
func (s catalogPlane) statusesCatalog() *catalog {
	mayRead := func(c *rest.Call, name string) bool {
		one := s.described.statuses().get(name)
		return one.Get("public") == true || one != nil && (c.User.Can("edit_posts") || c.User.Can("edit_pages"))
	}
	return &catalog{
		base: "statuses", variable: "status", none: php.Object{}, linked: true,
		names: func(c *rest.Call) []string {
			all := s.described.statuses().names()
			return slices.DeleteFunc(all, func(name string) bool { return !mayRead(c, name) })
		},
		mayList: func(c *rest.Call) *rest.Error {
			if c.In("edit") && !c.User.Can("edit_posts") {
				return c.Forbidden("rest_cannot_view", "You may not see how statuses are set up.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("status"); {
			case !content.IsStatus(name):
				return rest.NewError(404, "rest_status_invalid", "There is no such status.")
			case !mayRead(c, name):
				return c.Forbidden("rest_cannot_read_status", "You may not see this status.")
			}
			return nil
		},
		find: func(*rest.Call, string) *rest.Error { return nil },
		show: func(c *rest.Call, name string) php.Object {
			statuses := s.described.statuses()
			one, query := statuses.get(name), "" // a list without a status is of what is published
			if one.Get("public") != true {
				query = "status=" + name
			}
			archives := php.Object{{"archives", rest.Link(s.API.Address("/"+s.API.Namespace()+"/posts", query))}}
			return append(statuses.contexts.Filter(one, c.Text("context")), php.Member{"_links", archives})
		},
	}
}
