package content

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// SelfLink returns the self link of a record, with the methods that the caller may use.
func (s *Site) SelfLink(c *rest.Call, it *Item) php.Object {
	return rest.Self(s.ItemURL(it), s.Hints(c, it))[0]
}

// Hints returns the methods that the caller may use on a record.
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

// MayViewMenus returns an error unless the caller may edit posts or pages. Other users may not see
// menus.
func (s *Site) MayViewMenus(c *rest.Call) *rest.Error {
	return c.Unless(c.User.Can("edit_posts") || c.User.Can("edit_pages"),
		"rest_cannot_view", "You may not read the menus.")
}

// TermHints returns the methods that the caller may use on a term.
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
