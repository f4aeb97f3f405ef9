package posts

import (
	"cmp"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// What a caller may do on a route. The response also makes the Allow header, so nothing here changes a record.

// MayList keeps the context of editors for those who may edit such records.
func (s Plane) MayList(c *rest.Call, kind *content.Resource) *rest.Error {
	if c.Text("context") == "edit" && !c.User.Can("edit_"+kind.Plural) {
		return c.Forbidden("rest_forbidden_context", "You may not see these records as an editor does.")
	}
	return nil
}

// MayGet wants a record that the caller may read, in this context and with its password if one was sent.
func (s Plane) MayGet(c *rest.Call, kind *content.Resource) *rest.Error {
	it := s.Find(kind, c.Integer("id"))
	if it == nil {
		return rest.InvalidID()
	}
	if c.Text("context") == "edit" && !content.MayEdit(c.User, it) {
		return c.Forbidden("rest_forbidden_context", "You may not see this record as an editor does.")
	}
	if password, ok := c.Query.ByKey["password"].(string); ok && php.Truthy(password) && password != it.Password {
		return rest.NewError(403, "rest_post_incorrect_password", "That is not the password of this record.")
	}
	if !s.MayRead(c, it) {
		return c.Forbidden("rest_forbidden", "You may not read this record.")
	}
	return nil
}

// MayCreate wants the right to create such records and to give them what was sent.
func (s Plane) MayCreate(c *rest.Call, kind *content.Resource) *rest.Error {
	if php.Truthy(c.Get("id")) {
		return rest.NewError(400, "rest_post_exists", "A new record cannot bring its id.")
	}
	if why := s.MayAssign(c, kind); why != nil {
		return why
	}
	if !c.User.Can(cmp.Or(kind.CreateRight, "edit_"+kind.Plural)) {
		return c.Forbidden("rest_cannot_create", "You may not create records here.")
	}
	return s.mayAssignTerms(c, kind)
}

// MayAssign checks what needs a right of its own: another author, and stickiness.
func (s Plane) MayAssign(c *rest.Call, kind *content.Resource) *rest.Error {
	if author := c.Get("author"); php.Truthy(author) && !c.User.Can("edit_others_"+kind.Plural) &&
		(c.User == nil || author != c.User.ID) {
		return c.Forbidden("rest_cannot_edit_others", "You may not write in the name of another user.")
	}
	it := s.Find(kind, c.Integer("id"))
	changes := php.Truthy(c.Get("sticky")) || c.Has("sticky") && it != nil && it.Sticky
	if changes && !c.User.Can("edit_others_"+kind.Plural) {
		return c.Forbidden("rest_cannot_assign_sticky", "You may not make posts sticky.")
	}
	return nil
}

// MayUpdate wants the right to edit the record and to give it what was sent.
func (s Plane) MayUpdate(c *rest.Call, kind *content.Resource) *rest.Error {
	it := s.Find(kind, c.Integer("id"))
	if it == nil {
		return rest.InvalidID()
	}
	if !content.MayEdit(c.User, it) {
		return c.Forbidden("rest_cannot_edit", "You may not edit this record.")
	}
	if why := s.MayAssign(c, kind); why != nil {
		return why
	}
	return s.mayAssignTerms(c, kind)
}

// mayAssignTerms refuses the term 0, and what stands for no term. Other terms that do not exist are left to be dropped.
func (s Plane) mayAssignTerms(c *rest.Call, kind *content.Resource) *rest.Error {
	for _, tax := range kind.Taxonomies {
		value := c.Get(tax.Base)
		if value == nil {
			continue
		}
		terms := php.Object{{"", value}}
		switch value.(type) {
		case []any, map[string]any, php.Object: // the members of a filter, too: the site takes each for a term
			terms, _ = php.ToObject(value)
		}
		if slices.ContainsFunc(terms, func(m php.Member) bool { return !php.Truthy(m.Value) }) {
			return c.Forbidden("rest_cannot_assign_term", "You may not assign this term.")
		}
	}
	return nil
}

// MayDelete wants the right to delete the record.
func (s Plane) MayDelete(c *rest.Call, kind *content.Resource) *rest.Error {
	it := s.Find(kind, c.Integer("id"))
	if it == nil {
		return rest.InvalidID()
	}
	if !content.MayDelete(c.User, it) {
		return c.Forbidden("rest_cannot_delete", "You may not delete this record.")
	}
	return nil
}
