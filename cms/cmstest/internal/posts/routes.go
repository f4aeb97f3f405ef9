package posts

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of a kind of records.
func (s Plane) Routes(kind *content.Resource) []*rest.Route {
	namespace, rules := s.NamespaceOf(kind), s.WriteRules()
	route := func(below string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + kind.Base + below, Namespace: namespace, Endpoints: endpoints}
	}
	return []*rest.Route{
		route("",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.MayList, s.ListAll),
			rest.OnKind(kind, []string{"POST"}, rules, s.MayCreate, s.create)),
		route("/{id}",
			rest.OnKind(kind, []string{"GET"}, nil, s.MayGet, s.Read),
			rest.OnKind(kind, rest.UpdateMethods, rules, s.MayUpdate, s.update),
			rest.OnKind(kind, []string{"DELETE"}, nil, s.MayDelete, s.remove)),
	}
}

// ListAll is a list of a kind without further conditions.
func (s Plane) ListAll(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.List(c, kind)
}
