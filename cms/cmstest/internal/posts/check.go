package posts

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

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
