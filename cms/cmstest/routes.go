package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*rest.Route {
	routes := []*rest.Route{
		{Pattern: "/", Endpoints: []rest.Endpoint{rest.On([]string{"GET"}, []rest.Param{{Name: "context", Def: "view"}},
			rest.Everyone, s.index.index)}},
	}
	return slices.Concat(routes, rest.BatchRoutes(), s.oembed.Routes(), s.pluginRoutes(), s.contentRoutes(),
		s.history.historyRoutes(), s.content.fallbackRoutes(), s.kind.typeRoutes())
}

// addKind adds the routes of a kind of records, which take these arguments.
func (s *Server) addKind(add func(path string, batch bool, endpoints ...rest.Endpoint), kind *content.Resource, list,
	create,
	update []rest.Param) {
	on := func(f func(*rest.Call, *content.Resource) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return f(c, kind) }
	}
	do := func(f func(*rest.Call, *content.Resource) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, kind) }
	}
	add("/"+kind.Base, true,
		rest.On([]string{"GET"}, list, on(s.content.mayList), do(s.content.list)),
		rest.On([]string{"POST"}, create, on(s.content.mayCreate), do(s.content.create)))
	add("/"+kind.Base+"/{id}", true,
		rest.On([]string{"GET"}, kind.ReadParams(), on(s.content.mayGet), do(s.content.read)),
		rest.On(rest.UpdateMethods, update, on(s.content.mayUpdate), do(s.content.update)),
		rest.On([]string{"DELETE"}, content.DeleteParams(), on(s.content.mayDelete), do(s.content.remove)))
}

// contentRoutes are those of the content system's own namespace.
func (s *Server) contentRoutes() []*rest.Route {
	namespace := s.site.API.Prefix + "/v2"
	var routes []*rest.Route
	add := func(path string, batch bool, endpoints ...rest.Endpoint) {
		routes = append(routes, &rest.Route{Pattern: "/" + namespace + path, Namespace: namespace, Batch: batch,
			Endpoints: endpoints})
	}
	add("", false, rest.Namespace(namespace))
	for _, kind := range s.kind.AllResources() {
		if kind.Menu || kind.Own != nil {
			continue // see menuRoutes and typeRoutes
		}
		s.addKind(add, kind, kind.ListParams(), s.content.writeParams(kind, false), s.content.writeParams(kind, true))
	}
	routes = append(routes, s.media.mediaRoutes()...)
	for _, tax := range append(content.Taxonomies(), s.kind.PatternCategories()) {
		routes = append(routes, s.term.termRoutes(tax)...)
	}
	routes = slices.Concat(routes, s.user.userRoutes(), s.comment.Routes(), s.menu.menuRoutes(),
		s.search.Routes(), s.setting.Routes())
	for _, k := range []*catalog{s.catalog.typesCatalog(), s.catalog.statusesCatalog(), s.catalog.taxonomiesCatalog(),
		s.menu.locationsCatalog()} {
		routes = append(routes, s.catalog.catalogRoutes(k)...)
	}
	return routes
}
