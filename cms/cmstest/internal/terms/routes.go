package terms

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of a taxonomy.
func (s Plane) Routes(tax content.Taxonomy) []*rest.Route {
	namespace := s.HomeOf(tax)
	route := func(path string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + tax.Base + path, Namespace: namespace, Batch: true,
			Endpoints: endpoints}
	}
	one := rest.One[*content.Term]{Missing: noTerm,
		Find: func(c *rest.Call) *content.Term { return s.TermOf(tax, c.Integer("id")) }}
	return []*rest.Route{
		route("", rest.OnKind(tax, []string{"GET"}, nil, s.mayView, s.list),
			rest.OnKind(tax, []string{"POST"}, s.rules(), s.mayCreate, s.create)),
		route("/{id}", one.On([]string{"GET"}, nil, s.mayGet, s.get),
			one.On(rest.UpdateMethods, s.rules(), s.mayUpdate, s.update),
			one.On([]string{"DELETE"}, nil, s.mayDelete, s.remove)),
	}
}

// mayView refuses the edit context to callers who may not change terms. It refuses menus to callers
// who may not edit posts or pages.
func (s Plane) mayView(c *rest.Call, tax content.Taxonomy) *rest.Error {
	if c.Text("context") == "edit" && !c.User.Can(tax.Right()) {
		return c.Forbidden("rest_forbidden_context", "You may not read these terms in the context edit.")
	}
	if why := s.mayViewOf(c, tax); why != nil || !tax.IsMenu() {
		return why
	}
	return s.MayViewMenus(c)
}

// mayViewOf checks the argument post of a list: the caller must be allowed to read that record.
func (s Plane) mayViewOf(c *rest.Call, tax content.Taxonomy) *rest.Error {
	if !php.Truthy(c.Get("post")) || c.Get("id") != nil {
		return nil
	}
	it := s.Items[c.Integer("post")]
	if it == nil {
		return rest.NewError(400, "rest_post_invalid_id", "No record has this id or name.")
	}
	return c.Unless(it.Kind.Base == tax.Records && s.MayRead(c, it),
		"rest_forbidden_context", "You may not read the terms of this record.")
}

func (s Plane) mayGet(c *rest.Call, t *content.Term) *rest.Error { return s.mayView(c, s.of(t)) }

func (s Plane) get(c *rest.Call, t *content.Term) (*rest.Response, *rest.Error) {
	return rest.OK(s.show(c, s.of(t), t))
}
