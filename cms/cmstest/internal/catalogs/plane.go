// Package catalogs has the routes types, taxonomies, statuses and menu-locations. It reads their
// records from the description of a stock site. Packages described and plugins add types, and a
// test adds menu locations.
package catalogs

import (
	"slices"
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// described holds all types, all taxonomies or all statuses of the site, with all fields.
type described struct {
	list     php.Object // entries by name, each a php.Object
	contexts rest.Contexts
}

func (d *described) names() []string {
	var out []string
	for _, m := range d.list {
		out = append(out, m.Name)
	}
	return out
}

// Plane has the routes types, taxonomies, statuses and menu-locations.
type Plane struct {
	*content.Site
	types, taxonomies, statuses func() *described // parsed at the first call
}

// New reads the lists of a stock site. The types and taxonomies of [WithType] get entries
// that are derived from the stock site's entries.
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

// TypeNames returns the names of all post types, in the order of the site.
func (s Plane) TypeNames() []string { return s.types().names() }

// LabelsOf returns the labels of a post type.
func (s Plane) LabelsOf(name string) (labels php.Object, known bool) {
	one := s.types().list.Child(name)
	return one.Child("labels"), one != nil
}

// itemsLinks returns the links of an entry: to the whole catalog, and to the records or terms of
// the entry.
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

// ownTypes returns the entries of the types of [WithType], derived from the type post.
func ownTypes(s *content.Site, list php.Object) php.Object {
	var out php.Object
	post := list.Child("post")
	for _, kind := range s.Types {
		taxonomies := []any{}
		for _, tax := range kind.Taxonomies {
			taxonomies = append(taxonomies, tax.Name)
		}
		fields := map[string]string{"title": "title", "editor": "content", "autosave": "content", "author": "author",
			"excerpt": "excerpt", "thumbnail": "featured_media", "comments": "comment_status", "trackbacks": "ping_status",
			"custom-fields": "meta"}
		supports := slices.DeleteFunc(slices.Clone(post.Child("supports")), func(m php.Member) bool {
			field, known := fields[m.Name]
			return !known || kind.Own.Field(field) == nil
		})
		out.Add(kind.Type, renamed(post, kind.Type, kind.Type).With("slug", kind.Type).With("icon", nil).
			With("hierarchical", kind.Tree).With("supports", supports).With("taxonomies", taxonomies).
			With("rest_base", kind.Base).With("rest_namespace", kind.Own.Namespace))
	}
	return out
}

// ownTaxonomies returns the entries of the taxonomies of [WithType], derived from tags or
// categories.
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

// catalog is a list of entries with names: types, taxonomies, statuses or menu locations. Its route
// returns an object with a member for each entry.
type catalog struct {
	base     string // path segment of the routes: "types"
	variable string // variable in the path of an entry: "type"
	mayList  func(*rest.Call) *rest.Error
	mayGet   func(*rest.Call) *rest.Error
	names    func(*rest.Call) []string // names that the caller sees in a list
	find     func(c *rest.Call, name string) *rest.Error
	show     func(c *rest.Call, name string) php.Object
	none     any  // body of an empty list
	linked   bool // links are shown even if _fields does not name them
}

func (k *catalog) routes(api *rest.API) []*rest.Route {
	list := func(c *rest.Call) (*rest.Response, *rest.Error) {
		var body php.Object
		for _, name := range k.names(c) {
			// WordPress applies _fields to each entry, and then to the list, whose members are
			// the entries. So with _fields=post.name the entry post is empty.
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
