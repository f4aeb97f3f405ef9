// Package catalogs has the lists of named things that a site describes: its types, taxonomies and statuses, and the
// places of its menus. What a stock site has of them is read from its description.
package catalogs

import (
	"slices"
	"sync"

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

func (d *described) names() []string {
	var out []string
	for _, m := range d.list {
		out = append(out, m.Name)
	}
	return out
}

// Plane has the lists of named things that a site describes: its types, taxonomies and statuses, and the places of
// its menus.
type Plane struct {
	*content.Site
	types, taxonomies, statuses func() *described // read when they are first asked for
}

// New reads the lists of the description of a stock site. What a description of the test adds is made of what is
// there.
func New(s *content.Site, from *stock.Site) Plane {
	read := func(list php.Object, base string, more func(*content.Site, php.Object) php.Object) func() *described {
		return sync.OnceValue(func() *described {
			out := &described{contexts: rest.ReadContexts(from.Schema("/" + s.API.Namespace() + "/" + base))}
			for _, m := range list {
				out.list.Add(m.Name, from.Read(m.Value))
			}
			out.list = append(out.list, more(s, out.list)...)
			return out
		})
	}
	none := func(*content.Site, php.Object) php.Object { return nil }
	return Plane{s, read(from.Types, "types", ownTypes), read(from.Taxonomies, "taxonomies", ownTaxonomies),
		read(from.Statuses, "statuses", none)}
}

// TypeNames are all types, in the order of the site.
func (s Plane) TypeNames() []string { return s.types().names() }

// LabelsOf are what people read of a type.
func (s Plane) LabelsOf(name string) (labels php.Object, known bool) {
	one := s.types().list.Child(name)
	return one.Child("labels"), one != nil
}

// itemsLinks lead to the catalog, and to the records or terms of what it lists.
func (s Plane) itemsLinks(base string, one php.Object) php.Member {
	namespace, _ := one.Get("rest_namespace").(string)
	items, _ := one.Get("rest_base").(string)
	return php.Member{"_links", php.Object{
		{"collection", rest.Link(s.API.At(base, ""))},
		{s.API.Prefix + ":items", rest.Link(s.API.Address("/"+namespace+"/"+items, ""))},
		{"curies", s.API.Curies()},
	}}
}

func renamed(one php.Object, plural, singular string) php.Object {
	labels := one.Child("labels")
	for _, name := range []string{"name", "menu_name", "archives"} {
		labels = labels.With(name, plural)
	}
	labels = labels.With("singular_name", singular).With("name_admin_bar", singular)
	return one.With("name", plural).With("labels", labels)
}

// ownTypes are the types of [WithType], each like the posts of a stock site.
func ownTypes(s *content.Site, list php.Object) php.Object {
	var out php.Object
	post := list.Child("post")
	for _, kind := range s.Types {
		taxonomies := []any{}
		for _, tax := range kind.Taxonomies {
			taxonomies = append(taxonomies, tax.Name)
		}
		supports := slices.DeleteFunc(slices.Clone(post.Child("supports")), func(m php.Member) bool {
			return !slices.Contains([]string{"title", "editor", "autosave"}, m.Name)
		})
		out.Add(kind.Type, renamed(post, kind.Type, kind.Type).With("slug", kind.Type).With("icon", nil).
			With("hierarchical", kind.Tree).With("supports", supports).With("taxonomies", taxonomies).
			With("rest_base", kind.Base).With("rest_namespace", kind.Own.Namespace))
	}
	return out
}

// ownTaxonomies are the taxonomies of [WithType], each like one of the posts of a stock site.
func ownTaxonomies(s *content.Site, list php.Object) php.Object {
	var out php.Object
	rights := list.Child(s.PatternCategories().Name).Get("capabilities")
	for _, tax := range s.Described {
		like := list.Child("post_tag")
		if tax.Tree {
			like = list.Child("category")
		}
		out.Add(tax.Name, renamed(like, tax.Label+"s", tax.Label).With("slug", tax.Name).
			With("capabilities", rights).With("types", []string{s.ResourceOf(tax)}).
			With("rest_base", tax.Base).With("rest_namespace", s.HomeOf(tax)))
	}
	return out
}

// catalog is a list of named things that the site describes: its types, taxonomies and statuses, the places of its
// menus. It comes as one object, with a member for each.
type catalog struct {
	base     string // in paths: "types"
	variable string // of the path to one of them: "type"
	mayList  func(*rest.Call) *rest.Error
	mayGet   func(*rest.Call) *rest.Error
	names    func(*rest.Call) []string // of those that a list shows
	find     func(c *rest.Call, name string) *rest.Error
	show     func(c *rest.Call, name string) php.Object
	none     any  // the list without any
	linked   bool // its links are shown whatever fields are wanted
}

func (k *catalog) routes(api *rest.API) []*rest.Route {
	list := func(c *rest.Call) (*rest.Response, *rest.Error) {
		var body php.Object
		for _, name := range k.names(c) {
			// What is in the list is filtered by the fields that were asked for, and so is the list: of "post.name" nothing is
			// left.
			fields := rest.ParseFields(c.Get("_fields"))
			if k.linked && fields != nil {
				fields["_links"] = nil
			}
			body.Add(name, fields.Filter(k.show(c, name)))
		}
		if body == nil && c.Get("_fields") == nil {
			return rest.OK(k.none)
		}
		return rest.OK(body)
	}
	get := func(c *rest.Call) (*rest.Response, *rest.Error) {
		name, _ := c.Get(k.variable).(string)
		if why := k.find(c, name); why != nil {
			return nil, why
		}
		body := k.show(c, name)
		if last := len(body) - 1; k.linked {
			links, _ := body[last].Value.(php.Object)
			return &rest.Response{Status: 200, Body: body[:last], Links: links}, nil
		}
		return rest.OK(body)
	}
	return []*rest.Route{
		api.Route("/"+k.base, rest.On([]string{"GET"}, nil, k.mayList, list)),
		api.Route("/"+k.base+"/{"+k.variable+"}", rest.On([]string{"GET"}, nil, k.mayGet, get)),
	}
}
