package catalogs

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of all catalogs.
func (s Plane) Routes() []*rest.Route {
	var out []*rest.Route
	for _, k := range []*catalog{s.typesCatalog(), s.statusesCatalog(), s.taxonomiesCatalog(), s.locationsCatalog()} {
		out = append(out, k.routes(s.API)...)
	}
	return out
}

func (s Plane) typesCatalog() *catalog {
	editable := func(c *rest.Call, name string) bool {
		right, _ := s.types().list.Child(name).Child("capabilities").Get("edit_posts").(string)
		return !c.In("edit") || c.User.Can(right)
	}
	names := func(c *rest.Call) []string {
		return slices.DeleteFunc(s.TypeNames(), func(name string) bool { return !editable(c, name) })
	}
	return &catalog{
		base: "types", variable: "type", mayGet: rest.Everyone, names: names, none: php.Object{},
		mayList: func(c *rest.Call) *rest.Error {
			return c.Unless(len(names(c)) > 0, "rest_cannot_view", "You may not edit records of any type.")
		},
		find: func(c *rest.Call, name string) *rest.Error {
			known := s.types().list.Child(name) != nil
			switch {
			case !known && slices.Contains(hiddenTypes, name):
				return c.Forbidden("rest_cannot_read_type", "This type is not in the REST API.")
			case !known:
				return rest.NewError(404, "rest_type_invalid", "No post type has this name.")
			case !editable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not edit records of this type.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object {
			types := s.types()
			one := types.list.Child(name)
			return append(types.contexts.Filter(one, c.Text("context")), s.itemsLinks("types", one))
		},
	}
}

// hiddenTypes are post types of WordPress that the REST API does not show.
var hiddenTypes = []string{"revision", "custom_css", "customize_changeset", "oembed_cache", "user_request"}

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
				return c.Forbidden("rest_cannot_view", "You may not assign terms of any taxonomy.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("taxonomy"); {
			case slices.Contains(s.hiddenTaxonomies(), name):
				return c.Forbidden("rest_forbidden", "This taxonomy is not in the REST API.")
			case s.Taxonomy(name) != nil && !assignable(c, name):
				return c.Forbidden("rest_forbidden_context", "You may not assign terms of this taxonomy.")
			}
			return nil
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.Taxonomy(name) == nil {
				return rest.NewError(404, "rest_taxonomy_invalid", "No taxonomy has this name.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object {
			all := s.taxonomies()
			one := all.list.Child(name)
			return append(all.contexts.Filter(one, c.Text("context")), s.itemsLinks("taxonomies", one))
		},
	}
}

// hiddenTaxonomies returns the taxonomies of WordPress that the REST API does not show.
func (s Plane) hiddenTaxonomies() []string {
	return []string{"post_format", "link_category", s.API.Prefix + "_theme", s.API.Prefix + "_template_part_area"}
}

func (s Plane) statusesCatalog() *catalog {
	mayRead := func(c *rest.Call, name string) bool {
		one := s.statuses().list.Child(name)
		return one.Get("public") == true || one != nil && (c.User.Can("edit_posts") || c.User.Can("edit_pages"))
	}
	return &catalog{
		base: "statuses", variable: "status", none: php.Object{}, linked: true,
		names: func(c *rest.Call) []string {
			all := s.statuses().names()
			return slices.DeleteFunc(all, func(name string) bool { return !mayRead(c, name) })
		},
		mayList: func(c *rest.Call) *rest.Error {
			return c.Unless(!c.In("edit") || c.User.Can("edit_posts"),
				"rest_cannot_view", "You may not read statuses in the context edit.")
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("status"); {
			case !content.IsStatus(name):
				return rest.NewError(404, "rest_status_invalid", "No status has this name.")
			case !mayRead(c, name):
				return c.Forbidden("rest_cannot_read_status", "You may not read this status.")
			}
			return nil
		},
		find: func(*rest.Call, string) *rest.Error { return nil },
		show: func(c *rest.Call, name string) php.Object {
			statuses := s.statuses()
			// A list without the argument status has only public records. So the link for any other
			// status needs the argument.
			one, query := statuses.list.Child(name), ""
			if one.Get("public") != true {
				query = "status=" + name
			}
			archives := php.Object{{"archives", rest.Link(s.API.At("posts", query))}}
			return append(statuses.contexts.Filter(one, c.Text("context")), php.Member{"_links", archives})
		},
	}
}

func (s Plane) locationsCatalog() *catalog {
	may := rest.Needs("edit_theme_options", "rest_cannot_view", "You may not read the menu locations.")
	return &catalog{
		base: "menu-locations", variable: "location", mayList: may, mayGet: may, none: php.Object{},
		names: func(c *rest.Call) []string {
			var out []string
			for _, l := range s.MenuPlaces {
				out = append(out, l.Name)
			}
			return out
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.MenuPlace(name) == nil {
				return rest.NewError(404, "rest_menu_location_invalid", "The theme has no menu location with this name.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object { return s.showLocation(*s.MenuPlace(name)) },
	}
}

func (s Plane) showLocation(l content.MenuPlace) php.Object {
	menu := s.Places[l.Name]
	out := php.Object{{"name", l.Name}, {"description", l.Description}, {"menu", menu}}
	links := php.Object{
		{"self", rest.Self(s.API.At("menu-locations/"+l.Name, ""), []string{"GET"})},
		{"collection", rest.Link(s.API.At("menu-locations", ""))},
	}
	if menu != 0 {
		links.Add(s.API.Prefix+":menu", rest.Embeddable(s.API.At("menus/"+strconv.FormatInt(menu, 10), "")))
		links.Add("curies", s.API.Curies())
	}
	return append(out, php.Member{"_links", links})
}
