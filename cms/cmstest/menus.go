package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// menuRoutes are those of menus and their items.
func (s menuPlane) menuRoutes() []*route {
	kind := s.kind.resource("menu-items")
	on := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, kind) }
	}
	view := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault {
			if why := f(c, kind); why != nil {
				return why
			}
			return s.mayViewMenus(c)
		}
	}
	do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, kind) }
	}
	namespace := s.api.prefix + "/v2"
	routes := []*route{
		{pattern: "/" + namespace + "/menu-items", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, kind.listParams(), view(s.content.mayList), do(s.content.list)},
			{[]string{"POST"}, s.menuItemParams(false), on(s.content.mayCreate), do(s.createMenuItem)},
		}},
		{pattern: "/" + namespace + "/menu-items/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, view(s.content.mayGet), do(s.content.read)},
			{updateMethods, s.menuItemParams(true), on(s.content.mayUpdate), do(s.updateMenuItem)},
			{[]string{"DELETE"}, deleteParams(), on(s.content.mayDelete), do(s.removeMenuItem)},
		}},
	}
	return append(routes, s.term.termRoutes(menus())...)
}

// mayViewMenus says whether the caller writes for the site at all: menus are of no use to others.
func (s menuPlane) mayViewMenus(c *call) *fault {
	if !c.user.Can("edit_posts") && !c.user.Can("edit_pages") {
		return c.forbidden("rest_cannot_view", "You may not see the menus.")
	}
	return nil
}

func (s menuPlane) showMenu(c *call, t *term) php.Object {
	if c.text("context") == "embed" {
		return php.Object{{"id", t.id}, {"name", t.name}, {"slug", t.slug}}
	}
	return php.Object{
		{"id", t.id}, {"description", t.description}, {"name", t.name}, {"slug", t.slug},
		{"meta", php.Object{}}, {"locations", s.locationsOf(t.id)}, {"auto_add", t.autoAdd},
	}
}

// menuNamed is the menu of a name, in any case.
func (s menuPlane) menuNamed(name string) *term {
	for _, t := range s.term.termsOf(menus()) {
		if strings.EqualFold(t.name, name) {
			return t
		}
	}
	return nil
}

// prepareMenu does what is peculiar to the update of a menu: the name is that of no other, the slug follows it, and a
// description that was not sent is gone.
func (s menuPlane) prepareMenu(c *call, next *term) *fault {
	if other := s.menuNamed(next.name); other != nil && other.id != next.id {
		return &fault{status: 500, code: "menu_exists", message: "There is such a menu.", bare: true}
	}
	next.slug, next.description = "", c.text("description")
	if c.get("auto_add") != nil {
		next.autoAdd = c.flag("auto_add")
	}
	return nil
}
