// Package catalogs has the lists of named things that a site describes: its types, taxonomies and statuses, and the
// places of its menus. What a stock site has of them is read from its description.
package catalogs

import (
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

func (d *described) get(name string) php.Object {
	one, _ := d.list.Get(name).(php.Object)
	return one
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
	one := s.types().get(name)
	labels, _ = one.Get("labels").(php.Object)
	return labels, one != nil
}

// itemsLinks lead to the catalog, and to the records or terms of what it lists.
func (s Plane) itemsLinks(base string, one php.Object) php.Member {
	namespace, _ := one.Get("rest_namespace").(string)
	items, _ := one.Get("rest_base").(string)
	return php.Member{"_links", php.Object{
		{"collection", rest.Link(s.API.Address("/"+s.API.Namespace()+"/"+base, ""))},
		{s.API.Prefix + ":items", rest.Link(s.API.Address("/"+namespace+"/"+items, ""))},
		{"curies", s.API.Curies()},
	}}
}
