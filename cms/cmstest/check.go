package cmstest

// Arguments whose validation is more than a type.

func cleanSlug(_ *call, value any) (any, *problem) {
	text, _ := value.(string)
	return sanitizeSlug(text), nil
}

// checkStatus lets a record keep the status that it has, even one that could not be set.
func checkStatus(c *call, value any) *problem {
	if it := c.s.items[c.integer("id")]; it != nil && it.status == value {
		return nil
	}
	one := text(writeStatuses...)
	return one.validate("status", value)
}

func checkTemplate(c *call, value any) *problem {
	if it := c.s.items[c.integer("id")]; !truthy(value) || it != nil && value == it.template {
		return nil
	}
	return &problem{"rest_invalid_param", "The theme has no template of this name.", nil}
}

func checkMeta(_ *call, value any) *problem {
	switch value.(type) {
	case map[string]any, object, []any:
		return nil
	}
	return &problem{message: "meta must be an object."}
}
