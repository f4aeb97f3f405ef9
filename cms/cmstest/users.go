package cmstest

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// userRoutes are those of users, of the user who asks, and of application passwords.
func (s userPlane) userRoutes() []*rest.Route {
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/users"+path, endpoints...))
	}
	me := func(permit func(*rest.Call) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error {
			c.JSON.Set("id", int64(0)) // the strongest source
			if c.User != nil {
				c.JSON.Set("id", c.User.ID)
			}
			return permit(c)
		}
	}
	heir := rest.Rules{"reassign": {Clean: cleanHeir}}
	add("",
		rest.On([]string{"GET"}, s.userListRules(), s.mayListUsers, s.listUsers),
		rest.On([]string{"POST"}, userWriteRules(), s.mayCreateUser, s.createUser))
	add("/{id}",
		rest.On([]string{"GET"}, nil, s.mayGetUser, s.getUser),
		rest.On(rest.UpdateMethods, userWriteRules(), s.mayUpdateUser, s.updateUser),
		rest.On([]string{"DELETE"}, heir, s.mayDeleteUser, s.deleteUser))
	add("/me",
		rest.On([]string{"GET"}, nil, rest.Everyone, s.getMe),
		rest.On(rest.UpdateMethods, userWriteRules(), me(s.mayUpdateUser), s.updateUser),
		rest.On([]string{"DELETE"}, heir, me(s.mayDeleteUser), s.deleteUser))
	return append(routes, s.password.passwordRoutes()...)
}

// userListRules let a list name the types of descriptions too.
func (s userPlane) userListRules() rest.Rules {
	if len(s.Types) == 0 {
		return nil
	}
	types := rest.Schema{Kind: "boolean|array", Items: new(rest.Text(s.catalog.typeNames()...))}
	return rest.Rules{"has_published_posts": {Clean: func(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
		if why := types.Validate("has_published_posts", value); why != nil {
			return nil, why
		}
		return types.Convert(value), nil
	}}}
}

func (s userPlane) mayListUsers(c *rest.Call) *rest.Error {
	lists := c.User.Can("list_users")
	switch orderby := c.Text("orderby"); {
	case !lists && (php.Truthy(c.Get("roles")) || php.Truthy(c.Get("capabilities"))):
		return c.Forbidden("rest_user_cannot_view", "You may not choose users by what they may do.")
	case !lists && c.Text("context") == "edit":
		return c.Forbidden("rest_forbidden_context", "You may not see users as an administrator does.")
	case !lists && (orderby == "email" || orderby == "registered_date"):
		return c.Forbidden("rest_forbidden_orderby", "You may not order users by this.")
	case c.Text("who") == "authors" && !c.User.Can("edit_posts"):
		return c.Forbidden("rest_forbidden_who", "You may not choose users by what they may write.")
	}
	return nil
}

func (s userPlane) listUsers(c *rest.Call) (*rest.Response, *rest.Error) {
	var found []*site.User
	filters := s.userFilters(c)
	for _, u := range s.Users {
		if !slices.ContainsFunc(filters, func(passes func(*site.User) bool) bool { return !passes(u) }) {
			found = append(found, u)
		}
	}
	s.sortUsers(c, found)
	page, perPage := int(c.Integer("page")), int(c.Integer("per_page"))
	start := rest.PageStart(page, perPage)
	if offset := int(c.Integer("offset")); offset > 0 {
		start = offset
	}
	body := []php.Object{}
	for _, u := range rest.Window(found, start, perPage) {
		body = append(body, s.showUser(c, u))
	}
	page = 1 + (start+perPage-1)/perPage // that of an offset, too
	return &rest.Response{Status: 200, Body: body, Header: c.Totals(len(found), page, perPage)}, nil
}

// userFilters are the conditions of a list, each of which must hold. Of an inclusion and an exclusion the site obeys
// the first; roles and capabilities are joined by or, and who beats both.
func (s userPlane) userFilters(c *rest.Call) []func(*site.User) bool {
	var filters []func(*site.User) bool
	add := func(f func(*site.User) bool) { filters = append(filters, f) }
	if include, exclude := c.IDs("include"), c.IDs("exclude"); len(include) > 0 {
		add(func(u *site.User) bool { return slices.Contains(include, u.ID) })
	} else if len(exclude) > 0 {
		add(func(u *site.User) bool { return !slices.Contains(exclude, u.ID) })
	}
	if slugs := c.Strings("slug"); len(slugs) > 0 {
		add(func(u *site.User) bool {
			return slices.ContainsFunc(slugs, func(slug string) bool { return strings.EqualFold(slug, u.Slug) })
		})
	}
	roles, capabilities := c.Strings("roles"), c.Strings("capabilities")
	switch {
	case c.Text("who") == "authors":
		add(func(u *site.User) bool { return u.Can("level_1") })
	case len(roles)+len(capabilities) > 0:
		add(func(u *site.User) bool {
			plays := func(role string) bool {
				return slices.ContainsFunc(u.Roles, func(has string) bool { return strings.EqualFold(has, role) })
			}
			return slices.ContainsFunc(roles, plays) ||
				slices.ContainsFunc(capabilities, func(name string) bool { return u.Can(name) || plays(name) })
		})
	}
	if types := c.Strings("has_published_posts"); len(types) > 0 {
		add(func(u *site.User) bool { return s.hasPublished(u, types) })
	} else if c.Flag("has_published_posts") || !c.User.Can("list_users") && c.Text("who") == "" {
		add(func(u *site.User) bool { return s.hasPublished(u, nil) })
	}
	if search := c.Text("search"); php.Truthy(search) {
		add(s.userSearch(c, strings.Trim(search, "*")))
	}
	return filters
}

// hasPublished says whether a user has written something that is public, of one of these types or of any.
func (s userPlane) hasPublished(u *site.User, types []string) bool {
	for _, it := range s.Items {
		if it.Author == u.ID && it.Status == "publish" && (types == nil || slices.Contains(types, it.Kind.Type)) {
			return true
		}
	}
	return false
}

var leadingNumber = regexp.MustCompile(`^\s*[-+]?(\d+(\.\d*)?|\.\d+)`)

// userSearch looks in the columns that were asked for. Addresses for mail are nothing to callers who may not list
// users.
func (s userPlane) userSearch(c *rest.Call, search string) func(*site.User) bool {
	columns, lists := c.Strings("search_columns"), c.User.Can("list_users")
	if !lists {
		columns = slices.DeleteFunc(columns, func(name string) bool { return name == "email" })
	}
	if len(columns) == 0 {
		_, isNumber := php.ToNumber(search)
		switch {
		case !lists:
			columns = []string{"id", "username", "slug", "name"}
		case strings.Contains(search, "@"):
			columns = []string{"email"}
		case isNumber:
			columns = []string{"username", "id"}
		case strings.HasPrefix(search, "http://") || strings.HasPrefix(search, "https://"):
			columns = []string{"url"}
		default:
			columns = []string{"username", "url", "email", "slug", "name"}
		}
	}
	number, _ := strconv.ParseFloat(strings.TrimSpace(leadingNumber.FindString(search)), 64)
	word := php.Fold(search)
	return func(u *site.User) bool {
		return slices.ContainsFunc(columns, func(name string) bool {
			if name == "id" {
				return float64(u.ID) == number
			}
			return strings.Contains(php.Fold(s.userColumn(u, name)), word)
		})
	}
}

// userColumn is what users are searched and ordered by.
func (s userPlane) userColumn(u *site.User, name string) string {
	switch name {
	case "username":
		return u.Login
	case "slug":
		return u.Slug
	case "email":
		return u.Mail
	case "url":
		return s.UserURL(u)
	case "registered_date":
		return u.Registered
	}
	return u.Name
}

func (s userPlane) sortUsers(c *rest.Call, found []*site.User) {
	include, slugs, by := c.IDs("include"), c.Strings("slug"), c.Text("orderby")
	if by == "include" && len(include) == 0 {
		by = "username"
	}
	slices.SortStableFunc(found, func(a, b *site.User) int {
		var order int
		switch by {
		case "id":
			order = cmp.Compare(a.ID, b.ID)
		case "include":
			order = cmp.Compare(slices.Index(include, a.ID), slices.Index(include, b.ID))
		case "include_slugs":
			order = cmp.Compare(slices.Index(slugs, a.Slug), slices.Index(slugs, b.Slug))
		default:
			order = strings.Compare(php.Fold(s.userColumn(a, by)), php.Fold(s.userColumn(b, by)))
		}
		if c.Text("order") == "desc" && by != "include_slugs" {
			order = -order
		}
		return order // of equals the older one comes first, whatever the order
	})
}

func (s userPlane) getMe(c *rest.Call) (*rest.Response, *rest.Error) {
	if c.User == nil {
		return nil, rest.NewError(401, "rest_not_logged_in", "Nobody is logged in.")
	}
	return &rest.Response{Status: 200, Body: s.showUser(c, c.User)}, nil
}

// mayEditUser is for administrators, and for oneself.
func (s userPlane) mayEditUser(c *rest.Call, u *site.User) bool {
	return c.User == u && u != nil || c.User.Can("edit_users")
}

// mayGetUser shows authors of published records to everyone, others to those who may list users, and everyone to
// themselves.
func (s userPlane) mayGetUser(c *rest.Call) *rest.Error {
	u := s.UserByID(c.Integer("id"))
	switch {
	case u == nil:
		return noUser()
	case u == c.User:
		return nil
	case c.Text("context") == "edit" && !s.mayEditUser(c, u):
		return c.Forbidden("rest_forbidden_context", "You may not see this user as an administrator does.")
	case !s.maySeeUser(c, u):
		return c.Forbidden("rest_user_cannot_view", "You may not see this user.")
	}
	return nil
}

func (s userPlane) maySeeUser(c *rest.Call, u *site.User) bool {
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

func (s userPlane) getUser(c *rest.Call) (*rest.Response, *rest.Error) {
	return &rest.Response{Status: 200, Body: s.showUser(c, s.UserByID(c.Integer("id")))}, nil
}

func (s userPlane) showUser(c *rest.Call, u *site.User) php.Object {
	context := c.Text("context")
	out := php.Object{{"id", u.ID}}
	if context == "edit" {
		out.Add("username", u.Login)
	}
	out.Add("name", u.Name)
	if context == "edit" {
		out = append(out, php.Member{"first_name", u.First}, php.Member{"last_name", u.Last}, php.Member{"email", u.Mail})
	}
	out = append(out, php.Member{"url", s.UserURL(u)}, php.Member{"description", u.Description},
		php.Member{"link", s.AuthorURL(u)})
	if context == "edit" {
		out = append(out, php.Member{"locale", cmp.Or(u.Locale, "en_US")}, php.Member{"nickname", u.Nickname})
	}
	out.Add("slug", u.Slug)
	if context == "edit" {
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
		out = append(out, php.Member{"roles", append([]string{}, u.Roles...)},
			php.Member{"registered_date", u.Registered + "+00:00"},
			php.Member{"capabilities", capabilities(php.SortedKeys(u.Caps))},
			php.Member{"extra_capabilities", capabilities(u.Roles)})
	}
	out.Add("avatar_urls", site.Avatars(u.Mail))
	if context != "embed" {
		meta := php.Object{}
		if context == "edit" {
			preferences := u.Preferences
			if preferences == nil {
				preferences = php.Object{}
			}
			meta.Add("persisted_preferences", preferences)
		}
		out.Add("meta", meta)
	}
	base := "/" + s.API.Prefix + "/v2/users"
	self := php.Object{{"href", s.API.Address(base+"/"+strconv.FormatInt(u.ID, 10), "")}}
	var allow []string
	if s.maySeeUser(c, u) {
		allow = []string{"GET"}
	}
	if s.mayEditUser(c, u) {
		allow = append(allow, rest.UpdateMethods...)
	}
	if c.User.Can("delete_users") {
		allow = append(allow, "DELETE")
	}
	if allow != nil {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	return append(out, php.Member{"_links",
		php.Object{{"self", []php.Object{self}}, {"collection", rest.Link(s.API.Address(base, ""))}}})
}
