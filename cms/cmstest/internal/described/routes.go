package described

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of the types of [WithType].
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	for _, kind := range s.Types {
		namespace := kind.Own.Namespace
		if namespace != s.API.Prefix+"/v2" &&
			!slices.ContainsFunc(routes, func(r *rest.Route) bool { return r.Namespace == namespace }) {
			routes = append(routes, rest.Namespace(namespace))
		}
		routes = append(routes, s.Posts.Routes(kind)...)
		routes[len(routes)-2].Description, routes[len(routes)-1].Description = kind.Own.List, kind.Own.Item
	}
	for _, tax := range s.Described {
		routes = append(routes, s.Terms.Routes(tax)...)
		routes[len(routes)-2].Description, routes[len(routes)-1].Description = tax.List, tax.Item
	}
	return routes
}
