package cmstest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// userRoutes are those of users, of the user who asks, and of application passwords.
func (s userPlane) userRoutes() []*route {
	namespace := s.api.prefix + "/v2"
	var routes []*route
	add := func(path string, batch bool, endpoints ...endpoint) {
		routes = append(routes, &route{pattern: "/" + namespace + "/users" + path, namespace: namespace, batch: batch, endpoints: endpoints})
	}
	me := func(permit func(*call) *fault) func(*call) *fault {
		return func(c *call) *fault {
			c.json.Set("id", int64(0)) // the strongest source
			if c.user != nil {
				c.json.Set("id", c.user.ID)
			}
			return permit(c)
		}
	}
	id := []param{idParam()}
	add("", true,
		endpoint{[]string{"GET"}, s.userListParams(), s.mayListUsers, s.listUsers},
		endpoint{[]string{"POST"}, userWriteParams(true), s.mayCreateUser, s.createUser})
	add("/{id}", true,
		endpoint{[]string{"GET"}, []param{idParam(), contextParam()}, s.mayGetUser, s.getUser},
		endpoint{updateMethods, append(id, userWriteParams(false)...), s.mayUpdateUser, s.updateUser},
		endpoint{[]string{"DELETE"}, append(id, userDeleteParams()...), s.mayDeleteUser, s.deleteUser})
	add("/me", false,
		endpoint{[]string{"GET"}, []param{contextParam()}, everyone, s.getMe},
		endpoint{updateMethods, userWriteParams(false), me(s.mayUpdateUser), s.updateUser},
		endpoint{[]string{"DELETE"}, userDeleteParams(), me(s.mayDeleteUser), s.deleteUser})
	return append(routes, s.password.passwordRoutes()...)
}

func (s userPlane) userListParams() []param {
	types := []string{"post", "page", "attachment", "nav_menu_item"}
	for _, name := range []string{"_block", "_template", "_template_part", "_global_styles", "_navigation", "_font_family", "_font_face"} {
		types = append(types, s.api.prefix+name)
	}
	for _, kind := range s.types {
		types = append(types, kind.typ)
	}
	return append(append([]param{contextParam()}, pageParams()...),
		param{name: "exclude", schema: list(integer()), def: []any{}},
		param{name: "include", schema: list(integer()), def: []any{}},
		param{name: "offset", schema: integer()},
		param{name: "order", schema: text("asc", "desc"), def: "asc"},
		param{name: "orderby", schema: text("id", "include", "name", "registered_date", "slug", "include_slugs", "email", "url"), def: "name"},
		param{name: "slug", schema: list(text())},
		param{name: "roles", schema: list(text())},
		param{name: "capabilities", schema: list(text())},
		param{name: "who", schema: text("authors")},
		param{name: "has_published_posts", schema: schema{kind: "boolean|array", items: new(text(types...))}},
		param{name: "search_columns", schema: list(text("email", "name", "id", "username", "slug")), def: []any{}})
}

func (s userPlane) mayListUsers(c *call) *fault {
	lists := c.user.Can("list_users")
	switch orderby := c.text("orderby"); {
	case !lists && (php.Truthy(c.get("roles")) || php.Truthy(c.get("capabilities"))):
		return c.forbidden("rest_user_cannot_view", "You may not choose users by what they may do.")
	case !lists && c.text("context") == "edit":
		return c.forbidden("rest_forbidden_context", "You may not see users as an administrator does.")
	case !lists && (orderby == "email" || orderby == "registered_date"):
		return c.forbidden("rest_forbidden_orderby", "You may not order users by this.")
	case c.text("who") == "authors" && !c.user.Can("edit_posts"):
		return c.forbidden("rest_forbidden_who", "You may not choose users by what they may write.")
	}
	return nil
}

func (s userPlane) listUsers(c *call) (*response, *fault) {
	var found []*site.User
	filters := s.userFilters(c)
	for _, u := range s.users {
		if !slices.ContainsFunc(filters, func(passes func(*site.User) bool) bool { return !passes(u) }) {
			found = append(found, u)
		}
	}
	s.sortUsers(c, found)
	page, perPage := int(c.integer("page")), int(c.integer("per_page"))
	start := pageStart(page, perPage)
	if offset := int(c.integer("offset")); offset > 0 {
		start = offset
	}
	body := []php.Object{}
	for _, u := range window(found, start, perPage) {
		body = append(body, s.showUser(c, u))
	}
	page = 1 + (start+perPage-1)/perPage // that of an offset, too
	return &response{status: 200, body: body, header: c.totals(len(found), page, perPage)}, nil
}

// userFilters are the conditions of a list, each of which must hold. Of an inclusion and an exclusion the site obeys the
// first; roles and capabilities are joined by or, and who beats both.
func (s userPlane) userFilters(c *call) []func(*site.User) bool {
	var filters []func(*site.User) bool
	add := func(f func(*site.User) bool) { filters = append(filters, f) }
	if include, exclude := c.ids("include"), c.ids("exclude"); len(include) > 0 {
		add(func(u *site.User) bool { return slices.Contains(include, u.ID) })
	} else if len(exclude) > 0 {
		add(func(u *site.User) bool { return !slices.Contains(exclude, u.ID) })
	}
	if slugs := c.strings("slug"); len(slugs) > 0 {
		add(func(u *site.User) bool {
			return slices.ContainsFunc(slugs, func(slug string) bool { return strings.EqualFold(slug, u.Slug) })
		})
	}
	roles, capabilities := c.strings("roles"), c.strings("capabilities")
	switch {
	case c.text("who") == "authors":
		add(func(u *site.User) bool { return u.Can("level_1") })
	case len(roles)+len(capabilities) > 0:
		add(func(u *site.User) bool {
			plays := func(role string) bool {
				return slices.ContainsFunc(u.Roles, func(has string) bool { return strings.EqualFold(has, role) })
			}
			return slices.ContainsFunc(roles, plays) || slices.ContainsFunc(capabilities, func(name string) bool { return u.Can(name) || plays(name) })
		})
	}
	if types := c.strings("has_published_posts"); len(types) > 0 {
		add(func(u *site.User) bool { return s.hasPublished(u, types) })
	} else if c.flag("has_published_posts") || !c.user.Can("list_users") && c.text("who") == "" {
		add(func(u *site.User) bool { return s.hasPublished(u, nil) })
	}
	if search := c.text("search"); php.Truthy(search) {
		add(s.userSearch(c, strings.Trim(search, "*")))
	}
	return filters
}

// hasPublished says whether a user has written something that is public, of one of these types or of any.
func (s userPlane) hasPublished(u *site.User, types []string) bool {
	for _, it := range s.items {
		if it.author == u.ID && it.status == "publish" && (types == nil || slices.Contains(types, it.kind.typ)) {
			return true
		}
	}
	return false
}

var leadingNumber = regexp.MustCompile(`^\s*[-+]?(\d+(\.\d*)?|\.\d+)`)

// userSearch looks in the columns that were asked for. Addresses for mail are nothing to callers who may not list users.
func (s userPlane) userSearch(c *call, search string) func(*site.User) bool {
	columns, lists := c.strings("search_columns"), c.user.Can("list_users")
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
		return s.urlOf(u)
	case "registered_date":
		return u.Registered
	}
	return u.Name
}

func (s userPlane) sortUsers(c *call, found []*site.User) {
	include, slugs, by := c.ids("include"), c.strings("slug"), c.text("orderby")
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
		if c.text("order") == "desc" && by != "include_slugs" {
			order = -order
		}
		return order // of equals the older one comes first, whatever the order
	})
}

func (s userPlane) getMe(c *call) (*response, *fault) {
	if c.user == nil {
		return nil, newFault(401, "rest_not_logged_in", "Nobody is logged in.")
	}
	return &response{status: 200, body: s.showUser(c, c.user)}, nil
}

// mayEditUser is for administrators, and for oneself.
func (s userPlane) mayEditUser(c *call, u *site.User) bool {
	return c.user == u && u != nil || c.user.Can("edit_users")
}

// mayGetUser shows authors of published records to everyone, others to those who may list users, and everyone to themselves.
func (s userPlane) mayGetUser(c *call) *fault {
	u := s.userByID(c.integer("id"))
	switch {
	case u == nil:
		return noUser()
	case u == c.user:
		return nil
	case c.text("context") == "edit" && !s.mayEditUser(c, u):
		return c.forbidden("rest_forbidden_context", "You may not see this user as an administrator does.")
	case !s.maySeeUser(c, u):
		return c.forbidden("rest_user_cannot_view", "You may not see this user.")
	}
	return nil
}

func (s userPlane) maySeeUser(c *call, u *site.User) bool {
	if u == c.user || c.user.Can("list_users") {
		return true
	}
	for _, it := range s.items {
		if it.author == u.ID && (it.status == "publish" || it.status == "private" && !it.kind.ownPrivate && c.user.Can("read_private_"+it.kind.plural)) {
			return true
		}
	}
	return false
}

func noUser() *fault { return newFault(404, "rest_user_invalid_id", "There is no user with this id.") }

func (s userPlane) getUser(c *call) (*response, *fault) {
	return &response{status: 200, body: s.showUser(c, s.userByID(c.integer("id")))}, nil
}

func (s userPlane) urlOf(u *site.User) string {
	if u.Home {
		return s.URL
	}
	return u.URL
}

func (s userPlane) showUser(c *call, u *site.User) php.Object {
	context := c.text("context")
	out := php.Object{{"id", u.ID}}
	if context == "edit" {
		out.Add("username", u.Login)
	}
	out.Add("name", u.Name)
	if context == "edit" {
		out = append(out, php.Member{"first_name", u.First}, php.Member{"last_name", u.Last}, php.Member{"email", u.Mail})
	}
	out = append(out, php.Member{"url", s.urlOf(u)}, php.Member{"description", u.Description}, php.Member{"link", s.authorURL(u)})
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
		out = append(out, php.Member{"roles", append([]string{}, u.Roles...)}, php.Member{"registered_date", u.Registered + "+00:00"},
			php.Member{"capabilities", capabilities(php.SortedKeys(u.Caps))}, php.Member{"extra_capabilities", capabilities(u.Roles)})
	}
	out.Add("avatar_urls", avatars(u.Mail))
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
	base := "/" + s.api.prefix + "/v2/users"
	self := php.Object{{"href", s.api.restURL(base+"/"+strconv.FormatInt(u.ID, 10), "")}}
	var allow []string
	if s.maySeeUser(c, u) {
		allow = []string{"GET"}
	}
	if s.mayEditUser(c, u) {
		allow = append(allow, updateMethods...)
	}
	if c.user.Can("delete_users") {
		allow = append(allow, "DELETE")
	}
	if allow != nil {
		self.Add("targetHints", php.Object{{"allow", allow}})
	}
	return append(out, php.Member{"_links", php.Object{{"self", []php.Object{self}}, {"collection", link(s.api.restURL(base, ""))}}})
}

// authorURL is the page of what a user has written.
func (s userPlane) authorURL(u *site.User) string {
	if s.api.plain {
		return s.URL + "/?author=" + strconv.FormatInt(u.ID, 10)
	}
	return s.URL + "/author/" + u.Slug + "/"
}

func avatars(email string) php.Object {
	hash := ""
	if email != "" {
		sum := sha256.Sum256([]byte(strings.ToLower(email)))
		hash = hex.EncodeToString(sum[:])
	}
	out := php.Object{}
	for _, size := range []string{"24", "48", "96"} {
		out.Add(size, fmt.Sprintf("https://secure.gravatar.com/avatar/%s?s=%s&d=mm&r=g", hash, size))
	}
	return out
}
