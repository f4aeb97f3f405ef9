package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// menuRoutes are those of menus and their items.
func (s menuPlane) menuRoutes() []*rest.Route {
	kind := s.Resource("menu-items")
	view := func(may func(*rest.Call, *content.Resource) *rest.Error) func(*rest.Call, *content.Resource) *rest.Error {
		return func(c *rest.Call, kind *content.Resource) *rest.Error {
			if why := may(c, kind); why != nil {
				return why
			}
			return s.MayViewMenus(c)
		}
	}
	return []*rest.Route{
		s.API.Route("/menu-items",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), view(s.posts.MayList), s.posts.ListAll),
			rest.OnKind(kind, []string{"POST"}, s.menuItemRules(), s.posts.MayCreate, s.createMenuItem)),
		s.API.Route("/menu-items/{id}",
			rest.OnKind(kind, []string{"GET"}, nil, view(s.posts.MayGet), s.posts.Read),
			rest.OnKind(kind, rest.UpdateMethods, s.menuItemRules(), s.posts.MayUpdate, s.updateMenuItem),
			rest.OnKind(kind, []string{"DELETE"}, nil, s.posts.MayDelete, s.removeMenuItem)),
	}
}
