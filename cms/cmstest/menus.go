package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// menuRoutes are those of menus and their items.
func (s *Server) menuRoutes() []*route {
	kind := s.resource("menu-items")
	on := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, kind) }
	}
	view := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault {
			if why := f(c, kind); why != nil {
				return why
			}
			return c.mayViewMenus()
		}
	}
	do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, kind) }
	}
	namespace := s.prefix + "/v2"
	routes := []*route{
		{pattern: "/" + namespace + "/menu-items", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, kind.listParams(), view((*call).mayList), do((*call).list)},
			{[]string{"POST"}, menuItemParams(false), on((*call).mayCreate), do((*call).createMenuItem)},
		}},
		{pattern: "/" + namespace + "/menu-items/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, view((*call).mayGet), do((*call).read)},
			{updateMethods, menuItemParams(true), on((*call).mayUpdate), do((*call).updateMenuItem)},
			{[]string{"DELETE"}, deleteParams(), on((*call).mayDelete), do((*call).removeMenuItem)},
		}},
	}
	return append(routes, s.termRoutes(menus())...)
}

// mayViewMenus says whether the caller writes for the site at all: menus are of no use to others.
func (c *call) mayViewMenus() *fault {
	if !c.user.can("edit_posts") && !c.user.can("edit_pages") {
		return c.forbidden("rest_cannot_view", "You may not see the menus.")
	}
	return nil
}

func (c *call) showMenu(t *term) php.Object {
	if c.text("context") == "embed" {
		return php.Object{{"id", t.id}, {"name", t.name}, {"slug", t.slug}}
	}
	return php.Object{
		{"id", t.id}, {"description", t.description}, {"name", t.name}, {"slug", t.slug},
		{"meta", php.Object{}}, {"locations", c.s.locationsOf(t.id)}, {"auto_add", t.autoAdd},
	}
}

// menuNamed is the menu of a name, in any case.
func (s *Server) menuNamed(name string) *term {
	for _, t := range s.termsOf(menus()) {
		if strings.EqualFold(t.name, name) {
			return t
		}
	}
	return nil
}

// prepareMenu does what is peculiar to the update of a menu: the name is that of no other, the slug follows it, and a
// description that was not sent is gone.
func (c *call) prepareMenu(next *term) *fault {
	if other := c.s.menuNamed(next.name); other != nil && other.id != next.id {
		return &fault{status: 500, code: "menu_exists", message: "There is such a menu.", bare: true}
	}
	next.slug, next.description = "", c.text("description")
	if c.get("auto_add") != nil {
		next.autoAdd = c.flag("auto_add")
	}
	return nil
}
