package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Arguments whose validation is more than a type.

func cleanSlug(_ *rest.Call, value any) (any, *rest.Problem) {
	text, _ := value.(string)
	return php.SanitizeSlug(text), nil
}

// checkStatus lets a record keep the status that it has, even one that could not be set.
func (s contentPlane) checkStatus(c *rest.Call, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; it != nil && it.Status == value {
		return nil
	}
	one := rest.Text(content.WriteStatuses...)
	return one.Validate("status", value)
}

func (s contentPlane) checkTemplate(c *rest.Call, value any) *rest.Problem {
	if it := s.Items[c.Integer("id")]; !php.Truthy(value) || it != nil && value == it.Template {
		return nil
	}
	return &rest.Problem{Code: "rest_invalid_param", Message: "The theme has no template of this name."}
}

func checkMeta(_ *rest.Call, value any) *rest.Problem {
	switch value.(type) {
	case map[string]any, php.Object, []any:
		return nil
	}
	return &rest.Problem{Message: "meta must be an object."}
}
