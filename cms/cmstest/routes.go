package cmstest

import "slices"

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*route {
	routes := []*route{
		{pattern: "/", endpoints: []endpoint{{[]string{"GET"}, indexParams(""), everyone, s.index.index}}},
	}
	return slices.Concat(routes, batchRoutes(), s.oembed.oembedRoutes(), s.pluginRoutes(), s.contentRoutes(), s.history.historyRoutes(), s.content.fallbackRoutes(), s.kind.typeRoutes())
}

// addKind adds the routes of a kind of records, which take these arguments.
func (s *Server) addKind(add func(path string, batch bool, endpoints ...endpoint), kind *resource, list, create, update []param) {
	on := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, kind) }
	}
	do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, kind) }
	}
	add("/"+kind.base, true,
		endpoint{[]string{"GET"}, list, on(s.content.mayList), do(s.content.list)},
		endpoint{[]string{"POST"}, create, on(s.content.mayCreate), do(s.content.create)})
	add("/"+kind.base+"/{id}", true,
		endpoint{[]string{"GET"}, kind.readParams(), on(s.content.mayGet), do(s.content.read)},
		endpoint{updateMethods, update, on(s.content.mayUpdate), do(s.content.update)},
		endpoint{[]string{"DELETE"}, deleteParams(), on(s.content.mayDelete), do(s.content.remove)})
}

// contentRoutes are those of the content system's own namespace.
func (s *Server) contentRoutes() []*route {
	namespace := s.api.prefix + "/v2"
	var routes []*route
	add := func(path string, batch bool, endpoints ...endpoint) {
		routes = append(routes, &route{pattern: "/" + namespace + path, namespace: namespace, batch: batch, endpoints: endpoints})
	}
	add("", false, endpoint{[]string{"GET"}, indexParams(namespace), everyone, s.index.namespaceIndex})
	for _, kind := range s.kind.allResources() {
		if kind.menu || kind.own != nil {
			continue // see menuRoutes and typeRoutes
		}
		s.addKind(add, kind, kind.listParams(), s.content.writeParams(kind, false), s.content.writeParams(kind, true))
	}
	routes = append(routes, s.media.mediaRoutes()...)
	for _, tax := range append(taxonomies(), s.kind.patternCategories()) {
		routes = append(routes, s.term.termRoutes(tax)...)
	}
	routes = slices.Concat(routes, s.user.userRoutes(), s.comment.commentRoutes(), s.menu.menuRoutes(), s.search.searchRoutes(), s.setting.settingsRoutes())
	for _, k := range []*catalog{s.catalog.typesCatalog(), s.catalog.statusesCatalog(), s.catalog.taxonomiesCatalog(), s.menu.locationsCatalog()} {
		routes = append(routes, s.catalog.catalogRoutes(k)...)
	}
	return routes
}
