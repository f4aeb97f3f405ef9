package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// menuRoutes are those of menus and their items.
func (s menuPlane) menuRoutes() []*rest.Route {
	kind := s.kind.Resource("menu-items")
	on := func(f func(*rest.Call, *content.Resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return f(c, kind) }
	}
	view := func(f func(*rest.Call, *content.Resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error {
			if why := f(c, kind); why != nil {
				return why
			}
			return s.MayViewMenus(c)
		}
	}
	do := func(f func(*rest.Call, *content.Resource) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, kind) }
	}
	routes := []*rest.Route{
		s.API.Route("/menu-items",
			rest.On([]string{"GET"}, kind.ListRules(), view(s.content.mayList), do(s.content.list)),
			rest.On([]string{"POST"}, s.menuItemRules(), on(s.content.mayCreate), do(s.createMenuItem))),
		s.API.Route("/menu-items/{id}",
			rest.On([]string{"GET"}, nil, view(s.content.mayGet), do(s.content.read)),
			rest.On(rest.UpdateMethods, s.menuItemRules(), on(s.content.mayUpdate), do(s.updateMenuItem)),
			rest.On([]string{"DELETE"}, nil, on(s.content.mayDelete), do(s.removeMenuItem))),
	}
	return append(routes, s.term.termRoutes(content.Menus())...)
}

func (s menuPlane) showMenu(c *rest.Call, t *content.Term) php.Object {
	if c.Text("context") == "embed" {
		return php.Object{{"id", t.ID}, {"name", t.Name}, {"slug", t.Slug}}
	}
	return php.Object{
		{"id", t.ID}, {"description", t.Description}, {"name", t.Name}, {"slug", t.Slug},
		{"meta", php.Object{}}, {"locations", s.locationsOf(t.ID)}, {"auto_add", t.AutoAdd},
	}
}

// menuNamed is the menu of a name, in any case.
func (s menuPlane) menuNamed(name string) *content.Term {
	for _, t := range s.term.TermsOf(content.Menus()) {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// prepareMenu does what is peculiar to the update of a menu: the name is that of no other, the slug follows it, and a
// description that was not sent is gone.
func (s menuPlane) prepareMenu(c *rest.Call, next *content.Term) *rest.Error {
	if other := s.menuNamed(next.Name); other != nil && other.ID != next.ID {
		return &rest.Error{Status: 500, Code: "menu_exists", Message: "There is such a menu.", Bare: true}
	}
	next.Slug, next.Description = "", c.Text("description")
	if c.Get("auto_add") != nil {
		next.AutoAdd = c.Flag("auto_add")
	}
	return nil
}
