package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*rest.Route {
	root := rest.On([]string{"GET"}, nil, rest.Everyone, s.index)
	routes := []*rest.Route{{Pattern: "/", Endpoints: []rest.Endpoint{root}}, rest.BatchRoute()}
	return s.describe(slices.Concat(routes, s.oembed.Routes(), s.pluginRoutes(), s.contentRoutes(),
		s.history.Routes(), s.content.FallbackRoutes(), s.kind.Routes()))
}

// describe puts the routes of planes into the order of a stock site, with its descriptions. What such a site has beside
// them is only stored; what no such site has comes last.
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

func (s *Server) contentRoutes() []*rest.Route {
	namespace := s.site.API.Prefix + "/v2"
	var routes []*rest.Route
	routes = append(routes, rest.Namespace(namespace))
	for _, kind := range s.site.AllResources() {
		if kind.Menu || kind.Own != nil {
			continue // see menuRoutes and typeRoutes
		}
		routes = append(routes, s.content.Routes(kind)...)
	}
	routes = append(routes, s.media.Routes()...)
	for _, tax := range append(content.Taxonomies(), s.site.PatternCategories(), content.Menus()) {
		routes = append(routes, s.term.Routes(tax)...)
	}
	return slices.Concat(routes, s.user.Routes(), s.comment.Routes(), s.menu.Routes(), s.search.Routes(),
		s.setting.Routes(), s.catalog.Routes())
}
