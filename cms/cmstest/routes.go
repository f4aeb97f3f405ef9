package cmstest

import "slices"

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*route {
	routes := []*route{
		{pattern: "/", endpoints: []endpoint{{[]string{"GET"}, indexParams(""), everyone, (*call).index}}},
	}
	return slices.Concat(routes, s.batchRoutes(), s.oembedRoutes(), s.pluginRoutes(), s.contentRoutes(), s.historyRoutes(), s.fallbackRoutes(), s.typeRoutes())
}

// namespaces are those of the routes, in their order.
func (s *Server) namespaces() []string {
	var out []string
	for _, r := range s.routes {
		if r.namespace != "" && !slices.Contains(out, r.namespace) {
			out = append(out, r.namespace)
		}
	}
	return out
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
		endpoint{[]string{"GET"}, list, on((*call).mayList), do((*call).list)},
		endpoint{[]string{"POST"}, create, on((*call).mayCreate), do((*call).create)})
	add("/"+kind.base+"/{id}", true,
		endpoint{[]string{"GET"}, kind.readParams(), on((*call).mayGet), do((*call).read)},
		endpoint{updateMethods, update, on((*call).mayUpdate), do((*call).update)},
		endpoint{[]string{"DELETE"}, deleteParams(), on((*call).mayDelete), do((*call).remove)})
}

// contentRoutes are those of the content system's own namespace.
func (s *Server) contentRoutes() []*route {
	namespace := s.prefix + "/v2"
	var routes []*route
	add := func(path string, batch bool, endpoints ...endpoint) {
		routes = append(routes, &route{pattern: "/" + namespace + path, namespace: namespace, batch: batch, endpoints: endpoints})
	}
	add("", false, endpoint{[]string{"GET"}, indexParams(namespace), everyone, (*call).namespaceIndex})
	for _, kind := range s.allResources() {
		if kind.menu || kind.own != nil {
			continue // see menuRoutes and typeRoutes
		}
		s.addKind(add, kind, kind.listParams(), kind.writeParams(false), kind.writeParams(true))
	}
	routes = append(routes, s.mediaRoutes()...)
	for _, tax := range append(taxonomies(), s.patternCategories()) {
		routes = append(routes, s.termRoutes(tax)...)
	}
	routes = slices.Concat(routes, s.userRoutes(), s.commentRoutes(), s.menuRoutes(), s.searchRoutes(), s.settingsRoutes())
	for _, k := range []*catalog{s.typesCatalog(), s.statusesCatalog(), s.taxonomiesCatalog(), s.locationsCatalog()} {
		routes = append(routes, s.catalogRoutes(k)...)
	}
	return routes
}
