package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/php"

// termRoutes are those of the terms of a taxonomy.
func (s termPlane) termRoutes(tax taxonomy) []*route {
	namespace := s.homeOf(tax)
	on := func(f func(*call, taxonomy) *fault) func(*call) *fault {
		return func(c *call) *fault { return f(c, tax) }
	}
	do := func(f func(*call, taxonomy) (*response, *fault)) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return f(c, tax) }
	}
	return []*route{
		{pattern: "/" + namespace + "/" + tax.base, namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, termListParams(tax), on(s.mayViewTerms), do(s.listTerms)},
			{[]string{"POST"}, s.termWriteParams(tax, false), on(s.mayCreateTerm), do(s.createTerm)},
		}},
		{pattern: "/" + namespace + "/" + tax.base + "/{id}", namespace: namespace, batch: true, endpoints: []endpoint{
			{[]string{"GET"}, []param{idParam(), contextParam()}, on(s.mayGetTerm), do(s.getTerm)},
			{updateMethods, s.termWriteParams(tax, true), on(s.mayUpdateTerm), do(s.updateTerm)},
			{[]string{"DELETE"}, deleteParams(), on(s.mayDeleteTerm), do(s.removeTerm)},
		}},
	}
}

// mayViewTerms keeps the context of editors for those who may change terms, and menus from those who do not write for the site.
func (s termPlane) mayViewTerms(c *call, tax taxonomy) *fault {
	if c.text("context") == "edit" && !c.user.Can(tax.right()) {
		return c.forbidden("rest_forbidden_context", "You may not see these terms as an editor does.")
	}
	if why := s.mayViewTermsOf(c, tax); why != nil || !tax.isMenu() {
		return why
	}
	return s.menu.mayViewMenus(c)
}

// mayViewTermsOf says of a list of the terms of one record whether the caller may read that.
func (s termPlane) mayViewTermsOf(c *call, tax taxonomy) *fault {
	if !php.Truthy(c.get("post")) || c.get("id") != nil {
		return nil
	}
	it := s.items[c.integer("post")]
	if it == nil {
		return newFault(400, "rest_post_invalid_id", "There is no record with this id.")
	}
	if it.kind.base != tax.records || !s.media.mayRead(c, it) {
		return c.forbidden("rest_forbidden_context", "You may not see the terms of this record.")
	}
	return nil
}

func (s termPlane) mayGetTerm(c *call, tax taxonomy) *fault {
	if s.termOf(tax, c.integer("id")) == nil {
		return noTerm()
	}
	return s.mayViewTerms(c, tax)
}

func (s termPlane) getTerm(c *call, tax taxonomy) (*response, *fault) {
	return &response{status: 200, body: s.showTerm(c, tax, s.termOf(tax, c.integer("id")))}, nil
}
