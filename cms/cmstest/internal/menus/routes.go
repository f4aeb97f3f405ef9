package menus

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of menus and their items.
func (s Plane) Routes() []*rest.Route {
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
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), view(s.Posts.MayList), s.Posts.ListAll),
			rest.OnKind(kind, []string{"POST"}, s.Rules(), s.Posts.MayCreate, s.create)),
		s.API.Route("/menu-items/{id}",
			rest.OnKind(kind, []string{"GET"}, nil, view(s.Posts.MayGet), s.Posts.Read),
			rest.OnKind(kind, rest.UpdateMethods, s.Rules(), s.Posts.MayUpdate, s.update),
			rest.OnKind(kind, []string{"DELETE"}, nil, s.Posts.MayDelete, s.remove)),
	}
}
