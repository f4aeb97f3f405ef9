package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// routes are those of a kind of records.
func (s contentPlane) routes(kind *content.Resource) []*rest.Route {
	namespace, rules := s.NamespaceOf(kind), s.writeRules()
	route := func(below string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + kind.Base + below, Namespace: namespace, Endpoints: endpoints}
	}
	return []*rest.Route{
		route("",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.mayList, s.listAll),
			rest.OnKind(kind, []string{"POST"}, rules, s.mayCreate, s.create)),
		route("/{id}",
			rest.OnKind(kind, []string{"GET"}, nil, s.mayGet, s.read),
			rest.OnKind(kind, rest.UpdateMethods, rules, s.mayUpdate, s.update),
			rest.OnKind(kind, []string{"DELETE"}, nil, s.mayDelete, s.remove)),
	}
}

// listAll is a list of a kind without further conditions.
func (s contentPlane) listAll(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.list(c, kind)
}
