package cmstest

import "slices"

// buildRoutes lists every route of the site. Each group of them is made where its records are.
func (s *Server) buildRoutes() []*route {
	routes := []*route{
		{pattern: "/", endpoints: []endpoint{{[]string{"GET"}, indexParams(""), everyone, (*call).index}}},
	}
	return slices.Concat(routes, s.batchRoutes(), s.oembedRoutes(), s.pluginRoutes(), s.contentRoutes(), s.historyRoutes())
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

// contentRoutes are those of the content system's own namespace.
func (s *Server) contentRoutes() []*route {
	namespace := s.prefix + "/v2"
	var routes []*route
	add := func(path string, batch bool, endpoints ...endpoint) {
		routes = append(routes, &route{pattern: "/" + namespace + path, namespace: namespace, batch: batch, endpoints: endpoints})
	}
	add("", false, endpoint{[]string{"GET"}, indexParams(namespace), everyone, (*call).namespaceIndex})
	for _, kind := range s.allResources() {
		if kind.menu {
			continue // see menuRoutes
		}
		on := func(f func(*call, *resource) *fault) func(*call) *fault {
			return func(c *call) *fault { return f(c, kind) }
		}
		do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
			return func(c *call) (*response, *fault) { return f(c, kind) }
		}
		add("/"+kind.base, true,
			endpoint{[]string{"GET"}, kind.listParams(), on((*call).mayList), do((*call).list)},
			endpoint{[]string{"POST"}, kind.writeParams(false), on((*call).mayCreate), do((*call).create)})
		add("/"+kind.base+"/{id}", true,
			endpoint{[]string{"GET"}, readParams(), on((*call).mayGet), do((*call).read)},
			endpoint{updateMethods, kind.writeParams(true), on((*call).mayUpdate), do((*call).update)},
			endpoint{[]string{"DELETE"}, deleteParams(), on((*call).mayDelete), do((*call).remove)})
	}
	routes = append(routes, s.mediaRoutes()...)
	for _, tax := range taxonomies() {
		list := func(c *call) (*response, *fault) { return c.listTerms(tax) }
		mayGet := func(c *call) *fault { return c.mayGetTerm(tax) }
		get := func(c *call) (*response, *fault) { return c.getTerm(tax) }
		mayList := func(c *call) *fault { return c.mayViewTerms(tax) }
		add("/"+tax.base, true, endpoint{[]string{"GET"}, termListParams(tax), mayList, list}, newTerms(tax))
		add("/"+tax.base+"/{id}", true, endpoint{[]string{"GET"}, []param{idParam(), contextParam()}, mayGet, get})
	}
	add("/users/me", false, endpoint{[]string{"GET"}, []param{contextParam()}, everyone, (*call).getMe})
	add("/users/{id}", false, endpoint{[]string{"GET"}, []param{idParam(), contextParam()}, (*call).mayGetUser, (*call).getUser})
	return slices.Concat(routes, s.patternRoutes(), s.menuRoutes())
}
