package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// menuRoutes are those of menus and their items.
func (s menuPlane) menuRoutes() []*rest.Route {
	kind := s.kind.resource("menu-items")
	on := func(f func(*rest.Call, *resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return f(c, kind) }
	}
	view := func(f func(*rest.Call, *resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error {
			if why := f(c, kind); why != nil {
				return why
			}
			return s.mayViewMenus(c)
		}
	}
	do := func(f func(*rest.Call, *resource) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, kind) }
	}
	namespace := s.api.Prefix + "/v2"
	routes := []*rest.Route{
		{Pattern: "/" + namespace + "/menu-items", Namespace: namespace, Batch: true, Endpoints: []rest.Endpoint{
			rest.On([]string{"GET"}, kind.listParams(), view(s.content.mayList), do(s.content.list)),
			rest.On([]string{"POST"}, s.menuItemParams(false), on(s.content.mayCreate), do(s.createMenuItem)),
		}},
		{Pattern: "/" + namespace + "/menu-items/{id}", Namespace: namespace, Batch: true, Endpoints: []rest.Endpoint{
			rest.On([]string{"GET"}, []rest.Param{rest.IDParam(), rest.ContextParam()}, view(s.content.mayGet),
				do(s.content.read)),
			rest.On(rest.UpdateMethods, s.menuItemParams(true), on(s.content.mayUpdate), do(s.updateMenuItem)),
			rest.On([]string{"DELETE"}, deleteParams(), on(s.content.mayDelete), do(s.removeMenuItem)),
		}},
	}
	return append(routes, s.term.termRoutes(menus())...)
}

// mayViewMenus says whether the caller writes for the site at all: menus are of no use to others.
func (s *records) mayViewMenus(c *rest.Call) *rest.Error {
	if !c.User.Can("edit_posts") && !c.User.Can("edit_pages") {
		return c.Forbidden("rest_cannot_view", "You may not see the menus.")
	}
	return nil
}

func (s menuPlane) showMenu(c *rest.Call, t *term) php.Object {
	if c.Text("context") == "embed" {
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
func (s menuPlane) prepareMenu(c *rest.Call, next *term) *rest.Error {
	if other := s.menuNamed(next.name); other != nil && other.id != next.id {
		return &rest.Error{Status: 500, Code: "menu_exists", Message: "There is such a menu.", Bare: true}
	}
	next.slug, next.description = "", c.Text("description")
	if c.Get("auto_add") != nil {
		next.autoAdd = c.Flag("auto_add")
	}
	return nil
}
