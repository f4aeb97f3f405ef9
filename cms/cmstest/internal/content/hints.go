package content

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// SelfLink says what the caller may do with a record, if that is anything.
func (s *Site) SelfLink(c *rest.Call, it *Item) php.Object {
	return rest.Self(s.ItemURL(it), s.Hints(c, it))[0]
}

// Hints are the methods that the caller may use on a record.
func (s *Site) Hints(c *rest.Call, it *Item) []string {
	out := make([]string, 0, 5)
	if s.MayRead(c, it) {
		out = append(out, "GET")
	}
	if MayEdit(c.User, it) {
		out = append(out, rest.UpdateMethods...)
	}
	if MayDelete(c.User, it) {
		out = append(out, "DELETE")
	}
	return out
}

// MayViewMenus says whether the caller writes for the site at all: menus are of no use to others.
func (s *Site) MayViewMenus(c *rest.Call) *rest.Error {
	return c.Unless(c.User.Can("edit_posts") || c.User.Can("edit_pages"),
		"rest_cannot_view", "You may not see the menus.")
}

// TermHints are the methods that the caller may use on a term.
func (s *Site) TermHints(c *rest.Call, tax Taxonomy, t *Term) []string {
	allow := []string{"GET"}
	if tax.IsMenu() && s.MayViewMenus(c) != nil {
		return nil
	}
	if c.User.Can(tax.Right()) {
		allow = append(allow, rest.UpdateMethods...)
		if !s.IsDefaultTerm(tax, t.ID) {
			allow = append(allow, "DELETE")
		}
	}
	return allow
}
