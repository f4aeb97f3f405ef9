package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// termRoutes are those of the terms of a taxonomy.
func (s termPlane) termRoutes(tax content.Taxonomy) []*rest.Route {
	namespace := s.HomeOf(tax)
	on := func(f func(*rest.Call, content.Taxonomy) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return f(c, tax) }
	}
	do := func(f func(*rest.Call, content.Taxonomy) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return f(c, tax) }
	}
	route := func(path string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + tax.Base + path, Namespace: namespace, Batch: true,
			Endpoints: endpoints}
	}
	return []*rest.Route{
		route("", rest.On([]string{"GET"}, nil, on(s.mayViewTerms), do(s.listTerms)),
			rest.On([]string{"POST"}, s.termRules(), on(s.mayCreateTerm), do(s.createTerm))),
		route("/{id}", rest.On([]string{"GET"}, nil, on(s.mayGetTerm), do(s.getTerm)),
			rest.On(rest.UpdateMethods, s.termRules(), on(s.mayUpdateTerm), do(s.updateTerm)),
			rest.On([]string{"DELETE"}, nil, on(s.mayDeleteTerm), do(s.removeTerm))),
	}
}

// mayViewTerms keeps the context of editors for those who may change terms, and menus from those who do not write for
// the site.
func (s termPlane) mayViewTerms(c *rest.Call, tax content.Taxonomy) *rest.Error {
	if c.Text("context") == "edit" && !c.User.Can(tax.Right()) {
		return c.Forbidden("rest_forbidden_context", "You may not see these terms as an editor does.")
	}
	if why := s.mayViewTermsOf(c, tax); why != nil || !tax.IsMenu() {
		return why
	}
	return s.menu.MayViewMenus(c)
}

// mayViewTermsOf says of a list of the terms of one record whether the caller may read that.
func (s termPlane) mayViewTermsOf(c *rest.Call, tax content.Taxonomy) *rest.Error {
	if !php.Truthy(c.Get("post")) || c.Get("id") != nil {
		return nil
	}
	it := s.Items[c.Integer("post")]
	if it == nil {
		return rest.NewError(400, "rest_post_invalid_id", "There is no record with this id.")
	}
	if it.Kind.Base != tax.Records || !s.media.MayRead(c, it) {
		return c.Forbidden("rest_forbidden_context", "You may not see the terms of this record.")
	}
	return nil
}

func (s termPlane) mayGetTerm(c *rest.Call, tax content.Taxonomy) *rest.Error {
	if s.TermOf(tax, c.Integer("id")) == nil {
		return noTerm()
	}
	return s.mayViewTerms(c, tax)
}

func (s termPlane) getTerm(c *rest.Call, tax content.Taxonomy) (*rest.Response, *rest.Error) {
	return &rest.Response{Status: 200, Body: s.showTerm(c, tax, s.TermOf(tax, c.Integer("id")))}, nil
}
