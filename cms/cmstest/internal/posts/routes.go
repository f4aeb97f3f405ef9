package posts

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of a kind of records.
func (s Plane) Routes(kind *content.Resource) []*rest.Route {
	namespace, rules := s.NamespaceOf(kind), s.WriteRules()
	route := func(below string, endpoints ...rest.Endpoint) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + "/" + kind.Base + below, Namespace: namespace, Endpoints: endpoints}
	}
	return []*rest.Route{
		route("",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), s.MayList, s.ListAll),
			rest.OnKind(kind, []string{"POST"}, rules, s.MayCreate, s.create)),
		route("/{id}",
			rest.OnKind(kind, []string{"GET"}, nil, s.MayGet, s.Read),
			rest.OnKind(kind, rest.UpdateMethods, rules, s.MayUpdate, s.update),
			rest.OnKind(kind, []string{"DELETE"}, nil, s.MayDelete, s.remove)),
	}
}

// ListAll is a list of a kind without further conditions.
func (s Plane) ListAll(c *rest.Call, kind *content.Resource) (*rest.Response, *rest.Error) {
	return s.List(c, kind)
}

// Arguments whose validation is more than a type.

// CheckStatus lets a record keep the status that it has, even one that could not be set.
func (s Plane) CheckStatus(c *rest.Call, p *rest.Param, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; it != nil && it.Status == value {
		return nil
	}
	return p.Validate("status", value)
}

func (s Plane) checkTemplate(c *rest.Call, _ *rest.Param, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; !php.Truthy(value) || it != nil && value == it.Template {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_param", Message: "The theme has no template of this name."}
}

// WriteRules are those of the arguments of a create or an update.
func (s Plane) WriteRules() rest.Rules {
	return rest.Rules{"status": {Check: s.CheckStatus}, "template": {Check: s.checkTemplate}}
}
