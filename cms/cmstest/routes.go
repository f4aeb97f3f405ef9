package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*rest.Route {
	root := rest.On([]string{"GET"}, nil, rest.Everyone, s.index.index)
	routes := []*rest.Route{{Pattern: "/", Endpoints: []rest.Endpoint{root}}, rest.BatchRoute()}
	return s.describe(slices.Concat(routes, s.oembed.Routes(), s.pluginRoutes(), s.contentRoutes(),
		s.history.historyRoutes(), s.content.fallbackRoutes(), s.kind.typeRoutes()))
}

// describe puts the routes of planes into the order of a stock site, with its descriptions. What such a site has beside
// them is stored alone; what no such site has comes last.
func (s *Server) describe(routes []*rest.Route) []*rest.Route {
	known := map[string]*rest.Route{}
	for _, r := range routes {
		if r.Path == "" {
			r.Path = rest.PathOf(r.Pattern)
		}
		known[r.Path] = r
	}
	var out []*rest.Route
	for i, d := range s.stock.Routes {
		r := known[d.Path]
		switch {
		case r != nil:
		case d.Path == "/"+d.Home:
			r = rest.Namespace(d.Home)
		default:
			r = s.kept.Route(i)
		}
		r.Description = d
		out = append(out, r)
	}
	for _, r := range routes {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// addKind adds the routes of a kind of records.
func (s *Server) addKind(add func(path string, endpoints ...rest.Endpoint), kind *content.Resource) {
	add("/"+kind.Base,
		rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.content.mayList, s.content.list),
		rest.OnKind(kind, []string{"POST"}, s.content.writeRules(), s.content.mayCreate, s.content.create))
	add("/"+kind.Base+"/{id}",
		rest.OnKind(kind, []string{"GET"}, nil, s.content.mayGet, s.content.read),
		rest.OnKind(kind, rest.UpdateMethods, s.content.writeRules(), s.content.mayUpdate, s.content.update),
		rest.OnKind(kind, []string{"DELETE"}, nil, s.content.mayDelete, s.content.remove))
}

// contentRoutes are those of the content system's own namespace.
func (s *Server) contentRoutes() []*rest.Route {
	namespace := s.site.API.Prefix + "/v2"
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.site.API.Route(path, endpoints...))
	}
	routes = append(routes, rest.Namespace(namespace))
	for _, kind := range s.site.AllResources() {
		if kind.Menu || kind.Own != nil {
			continue // see menuRoutes and typeRoutes
		}
		s.addKind(add, kind)
	}
	routes = append(routes, s.media.mediaRoutes()...)
	for _, tax := range append(content.Taxonomies(), s.site.PatternCategories(), content.Menus()) {
		routes = append(routes, s.term.Routes(tax)...)
	}
	return slices.Concat(routes, s.user.Routes(), s.comment.Routes(), s.menu.menuRoutes(), s.search.Routes(),
		s.setting.Routes(), s.catalog.Routes())
}
