package cmstest

import (
	"cmp"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// What a caller may do on a route. The answer also makes the Allow header, so nothing here changes a record.

func (s contentPlane) mayList(c *call, kind *resource) *fault {
	if c.text("context") == "edit" && !c.user.Can("edit_"+kind.plural) {
		return c.forbidden("rest_forbidden_context", "You may not see these records as an editor does.")
	}
	return nil
}

func (s contentPlane) mayGet(c *call, kind *resource) *fault {
	it := s.find(kind, c.integer("id"))
	if it == nil {
		return invalidID()
	}
	if c.text("context") == "edit" && !mayEdit(c.user, it) {
		return c.forbidden("rest_forbidden_context", "You may not see this record as an editor does.")
	}
	if password, ok := c.query.ByKey["password"].(string); ok && php.Truthy(password) && password != it.password {
		return newFault(403, "rest_post_incorrect_password", "That is not the password of this record.")
	}
	if !s.media.mayRead(c, it) {
		return c.forbidden("rest_forbidden", "You may not read this record.")
	}
	return nil
}

func (s contentPlane) mayCreate(c *call, kind *resource) *fault {
	if php.Truthy(c.get("id")) {
		return newFault(400, "rest_post_exists", "A new record cannot bring its id.")
	}
	if why := s.mayAssign(c, kind); why != nil {
		return why
	}
	if !c.user.Can(cmp.Or(kind.createRight, "edit_"+kind.plural)) {
		return c.forbidden("rest_cannot_create", "You may not create records here.")
	}
	return s.mayAssignTerms(c, kind)
}

// mayAssign checks what needs a right of its own: another author, and stickiness.
func (s contentPlane) mayAssign(c *call, kind *resource) *fault {
	if author := c.get("author"); php.Truthy(author) && !c.user.Can("edit_others_"+kind.plural) && (c.user == nil || author != c.user.ID) {
		return c.forbidden("rest_cannot_edit_others", "You may not write in the name of another user.")
	}
	it := s.find(kind, c.integer("id"))
	changes := php.Truthy(c.get("sticky")) || c.has("sticky") && it != nil && it.sticky
	if changes && !c.user.Can("edit_others_"+kind.plural) {
		return c.forbidden("rest_cannot_assign_sticky", "You may not make posts sticky.")
	}
	return nil
}

func (s contentPlane) mayUpdate(c *call, kind *resource) *fault {
	it := s.find(kind, c.integer("id"))
	if it == nil {
		return invalidID()
	}
	if !mayEdit(c.user, it) {
		return c.forbidden("rest_cannot_edit", "You may not edit this record.")
	}
	if why := s.mayAssign(c, kind); why != nil {
		return why
	}
	return s.mayAssignTerms(c, kind)
}

// mayAssignTerms refuses the term 0, and what stands for no term. Other terms that do not exist are left to be dropped.
func (s contentPlane) mayAssignTerms(c *call, kind *resource) *fault {
	for _, tax := range kind.taxonomies {
		value := c.get(tax.base)
		if value == nil {
			continue
		}
		terms := php.Object{{"", value}}
		switch value.(type) {
		case []any, map[string]any, php.Object: // the members of a filter, too: the site takes each for a term
			terms, _ = php.ToObject(value)
		}
		if slices.ContainsFunc(terms, func(m php.Member) bool { return !php.Truthy(m.Value) }) {
			return c.forbidden("rest_cannot_assign_term", "You may not assign this term.")
		}
	}
	return nil
}

func (s contentPlane) mayDelete(c *call, kind *resource) *fault {
	it := s.find(kind, c.integer("id"))
	if it == nil {
		return invalidID()
	}
	if !mayDelete(c.user, it) {
		return c.forbidden("rest_cannot_delete", "You may not delete this record.")
	}
	return nil
}
