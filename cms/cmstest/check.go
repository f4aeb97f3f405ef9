package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/php"

// Arguments whose validation is more than a type.

func cleanSlug(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return php.SanitizeSlug(text), nil
}

// checkStatus lets a record keep the status that it has, even one that could not be set.
func (s contentPlane) checkStatus(c *call, value any) *problem {
	if it := s.items[c.integer("id")]; it != nil && it.status == value {
		return nil
	}
	one := text(writeStatuses...)
	return one.validate("status", value)
}

func (s contentPlane) checkTemplate(c *call, value any) *problem {
	if it := s.items[c.integer("id")]; !php.Truthy(value) || it != nil && value == it.template {
		return nil
	}
	return &problem{"rest_invalid_param", "The theme has no template of this name.", nil}
}

func checkMeta(_ *call, value any) *problem {
	switch value.(type) {
	case map[string]any, php.Object, []any:
		return nil
	}
	return &problem{message: "meta must be an object."}
}
