package cmstest

// menuRoutes are those of menus and their items.
func (s *Server) menuRoutes() []*route {
	kind := s.resource("menu-items")
	on := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, kind) }
	}
	view := func(f func(*call, *resource) *fault) func(*call) *fault {
		return func(c *call) *fault {
			if why := f(c, kind); why != nil {
				return why
			}
			return c.mayViewMenus()
		}
	}
	do := func(f func(*call, *resource) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, kind) }
	}
	namespace := s.prefix + "/v2"
	routes := []*route{
		{pattern: "/" + namespace + "/menu-items", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, kind.listParams(), view((*call).mayList), do((*call).list)},
			{[]string{"POST"}, menuItemParams(false), on((*call).mayCreate), do((*call).createMenuItem)},
		}},
		{pattern: "/" + namespace + "/menu-items/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, view((*call).mayGet), do((*call).read)},
			{updateMethods, menuItemParams(true), on((*call).mayUpdate), do((*call).updateMenuItem)},
			{[]string{"DELETE"}, deleteParams(), on((*call).mayDelete), do((*call).removeMenuItem)},
		}},
	}
	viewMenus := func(c *call, tax taxonomy) *fault {
		if why := c.mayViewTerms(tax); why != nil {
			return why
		}
		return c.mayViewMenus()
	}
	return append(routes, s.termRoutes(menus(), viewMenus)...)
}

// termRoutes read the terms of a taxonomy, and make new ones.
func (s *Server) termRoutes(tax taxonomy, mayView func(*call, taxonomy) *fault) []*route {
	namespace := s.prefix + "/v2"
	get := func(c *call) *fault {
		if why := c.mayGetTerm(tax); why != nil {
			return why
		}
		return mayView(c, tax)
	}
	return []*route{
		{pattern: "/" + namespace + "/" + tax.base, namespace: namespace, batch: true, endpoints: []endpoint{
			{
				[]string{"GET"}, termListParams(tax), func(c *call) *fault { return mayView(c, tax) },
				func(c *call) (*response, *fault) { return c.listTerms(tax) },
			},
			newTerms(tax),
		}},
		{pattern: "/" + namespace + "/" + tax.base + "/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, get, func(c *call) (*response, *fault) { return c.getTerm(tax) }},
		}},
	}
}

// mayViewTerms keeps the context of editors for those who may change terms.
func (c *call) mayViewTerms(tax taxonomy) *fault {
	if c.text("context") == "edit" && !c.user.can(tax.right()) {
		return c.forbidden("rest_forbidden_context", "You may not see these terms as an editor does.")
	}
	return c.mayViewTermsOf(tax)
}

// mayViewTermsOf says of a list of the terms of one record whether the caller may read that.
func (c *call) mayViewTermsOf(tax taxonomy) *fault {
	if !truthy(c.get("post")) || c.get("id") != nil {
		return nil
	}
	it := c.s.items[c.integer("post")]
	if it == nil {
		return newFault(400, "rest_post_invalid_id", "There is no record with this id.")
	}
	if it.kind.base != tax.records || !c.mayRead(it) {
		return c.forbidden("rest_forbidden_context", "You may not see the terms of this record.")
	}
	return nil
}

// mayViewMenus says whether the caller writes for the site at all: menus are of no use to others.
func (c *call) mayViewMenus() *fault {
	if !c.user.can("edit_posts") && !c.user.can("edit_pages") {
		return c.forbidden("rest_cannot_view", "You may not see the menus.")
	}
	return nil
}

func (c *call) showMenu(t *term) object {
	if c.text("context") == "embed" {
		return object{{"id", t.id}, {"name", texturize(t.name)}, {"slug", t.slug}}
	}
	return object{
		{"id", t.id}, {"description", t.description}, {"name", texturize(t.name)}, {"slug", t.slug},
		{"meta", object{}}, {"locations", []any{}}, {"auto_add", false},
	}
}
