package catalogs

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// taxonomiesCatalog are the kinds of terms.
func (s Plane) taxonomiesCatalog() *catalog {
	names := func(c *rest.Call) []string {
		var out []string
		of, _ := php.ToObject(c.Get("type"))
		if text, ok := c.Get("type").(string); ok {
			of = php.Object{{"", text}}
		}
		for _, tax := range s.AllTaxonomies() {
			if !php.Truthy(c.Get("type")) ||
				slices.ContainsFunc(of, func(m php.Member) bool { return m.Value == s.ResourceOf(tax) }) {
				out = append(out, tax.Name)
			}
		}
		return out
	}
	assignable := func(c *rest.Call, name string) bool {
		return !c.In("edit") || c.User.Can(s.Taxonomy(name).AssignRight())
	}
	return &catalog{
		base: "taxonomies", variable: "taxonomy",
		none: php.EmptyObject{},
		names: func(c *rest.Call) []string {
			return slices.DeleteFunc(names(c), func(name string) bool { return !assignable(c, name) })
		},
		mayList: func(c *rest.Call) *rest.Error {
			if c.In("edit") && !slices.ContainsFunc(names(c), func(name string) bool { return assignable(c, name) }) {
				return c.Forbidden("rest_cannot_view", "You may not give records any of these terms.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("taxonomy"); {
			case slices.Contains(s.hiddenTaxonomies(), name):
				return c.Forbidden("rest_forbidden", "This taxonomy is not for the interface.")
			case s.Taxonomy(name) != nil && !assignable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not give records terms of this taxonomy.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.Taxonomy(name) == nil {
				return rest.NewError(404, "rest_taxonomy_invalid", "There is no such taxonomy.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object {
			all := s.taxonomies()
			return append(all.contexts.Filter(all.get(name), c.Text("context")), s.itemsLinks("taxonomies", all.get(name)))
		},
	}
}

// hiddenTaxonomies are those that every site has and the interface does not show.
func (s Plane) hiddenTaxonomies() []string {
	return []string{"post_format", "link_category", s.API.Prefix + "_theme", s.API.Prefix + "_template_part_area"}
}
