package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/php"

// termRoutes are those of the terms of a taxonomy.
func (s *Server) termRoutes(tax taxonomy) []*route {
	namespace := s.homeOf(tax)
	on := func(f func(*call, taxonomy) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, tax) }
	}
	do := func(f func(*call, taxonomy) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, tax) }
	}
	return []*route{
		{pattern: "/" + namespace + "/" + tax.base, namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, termListParams(tax), on((*call).mayViewTerms), do((*call).listTerms)},
			{[]string{"POST"}, termWriteParams(tax, false), on((*call).mayCreateTerm), do((*call).createTerm)},
		}},
		{pattern: "/" + namespace + "/" + tax.base + "/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, on((*call).mayGetTerm), do((*call).getTerm)},
			{updateMethods, termWriteParams(tax, true), on((*call).mayUpdateTerm), do((*call).updateTerm)},
			{[]string{"DELETE"}, deleteParams(), on((*call).mayDeleteTerm), do((*call).removeTerm)},
		}},
	}
}

// mayViewTerms keeps the context of editors for those who may change terms, and menus from those who do not write for the site.
func (c *call) mayViewTerms(tax taxonomy) *fault {
	if c.text("context") == "edit" && !c.user.can(tax.right()) {
		return c.forbidden("rest_forbidden_context", "You may not see these terms as an editor does.")
	}
	if why := c.mayViewTermsOf(tax); why != nil || !tax.isMenu() {
		return why
	}
	return c.mayViewMenus()
}

// mayViewTermsOf says of a list of the terms of one record whether the caller may read that.
func (c *call) mayViewTermsOf(tax taxonomy) *fault {
	if !php.Truthy(c.get("post")) || c.get("id") != nil {
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

func (c *call) mayGetTerm(tax taxonomy) *fault {
	if c.s.termOf(tax, c.integer("id")) == nil {
		return noTerm()
	}
	return c.mayViewTerms(tax)
}

func (c *call) getTerm(tax taxonomy) (*response, *fault) {
	return &response{status: 200, body: c.showTerm(tax, c.s.termOf(tax, c.integer("id")))}, nil
}
