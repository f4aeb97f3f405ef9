package users

import (
	"cmp"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s Plane) getMe(c *rest.Call) (*rest.Response, *rest.Error) {
	if c.User == nil {
		return nil, rest.NewError(401, "rest_not_logged_in", "You are not logged in.")
	}
	return rest.OK(s.show(c, c.User))
}

// mayEdit reports whether the caller is the user or may edit users.
func (s Plane) mayEdit(c *rest.Call, u *site.User) bool {
	return c.User == u && u != nil || c.User.Can("edit_users")
}

// mayGet returns an error unless the caller may see the user. Every caller may see their own user,
// and the authors of published records. For all other users the caller must be allowed to list
// users, or to read private records of the user. In the context edit, the caller must also be
// allowed to edit users.
func (s Plane) mayGet(c *rest.Call, u *site.User) *rest.Error {
	switch {
	case u == c.User:
		return nil
	case c.Text("context") == "edit" && !s.mayEdit(c, u):
		return c.Forbidden("rest_forbidden_context", "You may not read this user in the context edit.")
	case !s.maySee(c, u):
		return c.Forbidden("rest_user_cannot_view", "You may not read this user.")
	}
	return nil
}

func (s Plane) maySee(c *rest.Call, u *site.User) bool {
	if u == c.User || c.User.Can("list_users") {
		return true
	}
	for _, it := range s.Items {
		if it.Author == u.ID && (it.Status == "publish" ||
			it.Status == "private" && !it.Kind.OwnPrivate && c.User.Can("read_private_"+it.Kind.Plural)) {
			return true
		}
	}
	return false
}

func noUser() *rest.Error {
	return rest.NewError(404, "rest_user_invalid_id", "There is no user with this id.")
}

func (s Plane) get(c *rest.Call, u *site.User) (*rest.Response, *rest.Error) {
	return rest.OK(s.show(c, u))
}

func (s Plane) show(c *rest.Call, u *site.User) php.Object {
	capabilities := func(names []string) any {
		if len(names) == 0 {
			return php.EmptyObject{}
		}
		held := php.Object{}
		for _, name := range names {
			held.Add(name, true)
		}
		return held
	}
	preferences := cmp.Or(u.Preferences, any(php.Object{}))
	out := s.Shown(c, "users", php.Object{
		{"id", u.ID}, {"username", u.Login}, {"name", u.Name}, {"first_name", u.First}, {"last_name", u.Last},
		{"email", u.Mail}, {"url", s.UserURL(u)}, {"description", u.Description}, {"link", s.AuthorURL(u)},
		{"locale", cmp.Or(u.Locale, "en_US")}, {"nickname", u.Nickname}, {"slug", u.Slug},
		{"roles", append([]string{}, u.Roles...)}, {"registered_date", u.Registered + "+00:00"},
		{"capabilities", capabilities(php.SortedKeys(u.Caps))}, {"extra_capabilities", capabilities(u.Roles)},
		{"avatar_urls", site.Avatars(u.Mail)}, {"meta", php.Object{{"persisted_preferences", preferences}}},
	})
	var allow []string
	if s.maySee(c, u) {
		allow = []string{"GET"}
	}
	if s.mayEdit(c, u) {
		allow = append(allow, rest.UpdateMethods...)
	}
	if c.User.Can("delete_users") {
		allow = append(allow, "DELETE")
	}
	self := s.API.At("users/"+strconv.FormatInt(u.ID, 10), "")
	return append(out, php.Member{"_links",
		php.Object{{"self", rest.Self(self, allow)}, {"collection", rest.Link(s.API.At("users", ""))}}})
}
