package users

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func writeRules() rest.Rules {
	line := rest.Rule{Clean: rest.CleanLine}
	return rest.Rules{
		"username": {Clean: cleanUsername}, "password": {Clean: cleanPassword}, "url": {Clean: rest.CleanURL},
		"name": line, "first_name": line, "last_name": line, "nickname": line,
	}
}

var strangeLogin = regexp.MustCompile(`[^A-Za-z0-9 _.@-]|^ | $|  |%[0-9A-Fa-f]{2}`)

func invalidUser(code, message string) *rest.Problem {
	return &rest.Problem{Code: code, Message: message, Data: php.Object{{"status", 400}}}
}

func cleanUsername(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	login, _ := value.(string)
	if !php.Truthy(login) || strangeLogin.MatchString(login) {
		return nil, invalidUser("rest_user_invalid_username", "The username has a character that is not allowed.")
	}
	return login, nil
}

func cleanPassword(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	password, _ := value.(string)
	if !php.Truthy(password) || strings.Contains(password, `\`) {
		return nil, invalidUser("rest_user_invalid_password", "A password must not be empty or contain a backslash.")
	}
	return password, nil
}

// cleanHeir accepts an id, or an empty value for no user.
func cleanHeir(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	if n, ok := php.ToInt(value); ok {
		return max(n, -n), nil
	}
	if !php.Truthy(value) || value == "false" {
		return false, nil
	}
	return nil, invalidUser("rest_invalid_param", "The user in reassign does not exist.")
}

func (s Plane) mayCreate(c *rest.Call) *rest.Error {
	return c.Unless(c.User.Can("create_users"), "rest_cannot_create_user", "You may not create users.")
}

func (s Plane) mayUpdate(c *rest.Call, u *site.User) *rest.Error {
	switch {
	case php.Truthy(c.Get("roles")) && !c.User.Can("promote_users"):
		return c.Forbidden("rest_cannot_edit_roles", "You may not give roles to this user.")
	case !s.mayEdit(c, u):
		return c.Forbidden("rest_cannot_edit", "You may not edit this user.")
	}
	return nil
}

func (s Plane) mayDelete(c *rest.Call, _ *site.User) *rest.Error {
	return c.Unless(c.User.Can("delete_users"), "rest_user_cannot_delete", "You may not delete this user.")
}

func (s Plane) create(c *rest.Call) (*rest.Response, *rest.Error) {
	if php.Truthy(c.Get("id")) {
		return nil, rest.NewError(400, "rest_user_exists", "A new user must not have an id.")
	}
	if why := s.checkRoles(c, nil); why != nil {
		return nil, why
	}
	_, now := s.Clock.Stamps()
	u := &site.User{Login: c.Text("username"), Registered: now}
	if c.Get("roles") == nil {
		u.SetRoles("subscriber")
	}
	if why := s.set(c, u); why != nil {
		return nil, why
	}
	u.ID = s.NextUser
	s.NextUser++
	s.Users = append(s.Users, u)
	if why := s.setPreferences(c, u); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.Created(s.show(c, u),
		s.API.At(fmt.Sprintf("users/%d", u.ID), "")), nil
}

// update changes a user. If it returns an error about a meta field, it has already stored all
// other fields.
func (s Plane) update(c *rest.Call, u *site.User) (*rest.Response, *rest.Error) {
	switch login, slug, mail := c.Text("username"), c.Text("slug"), c.Text("email"); {
	case mail != "" && slices.ContainsFunc(s.Users,
		func(other *site.User) bool { return other != u && strings.EqualFold(other.Mail, mail) }):
		return nil, rest.NewError(400, "rest_user_invalid_email", "Another user has this address.")
	case login != "" && login != u.Login:
		return nil, rest.NewError(400, "rest_user_invalid_argument", "A username cannot be changed.")
	case slug != "" && slices.ContainsFunc(s.Users,
		func(other *site.User) bool { return other != u && strings.EqualFold(other.Slug, slug) }):
		return nil, rest.NewError(400, "rest_user_invalid_slug", "Another user has this slug.")
	}
	if why := s.checkRoles(c, u); why != nil {
		return nil, why
	}
	next := *u
	if why := s.set(c, &next); why != nil {
		return nil, why
	}
	*u = next
	if why := s.setPreferences(c, u); why != nil {
		return nil, why
	}
	c.SetContext("edit")
	return rest.OK(s.show(c, u))
}

// checkRoles refuses unknown roles. It also refuses to change the caller's role to a role
// that may not edit users.
func (s Plane) checkRoles(c *rest.Call, u *site.User) *rest.Error {
	for _, role := range c.Strings("roles") {
		if !slices.Contains(site.Roles(), role) {
			return rest.NewError(400, "rest_user_invalid_role", "There is no role "+role+".")
		}
		if u == c.User && !site.RoleCapabilities(role)["edit_users"] {
			return rest.NewError(403, "rest_user_invalid_role", "You cannot give yourself this role.")
		}
	}
	return nil
}

func userFault(code, message string) *rest.Error {
	return &rest.Error{Status: 500, Code: code, Message: message, Bare: true}
}

// set copies the arguments into u. Its errors have status 500 and null data, as in WordPress.
func (s Plane) set(c *rest.Call, u *site.User) *rest.Error {
	for name, field := range map[string]*string{"first_name": &u.First, "last_name": &u.Last, "nickname": &u.Nickname,
		"name": &u.Name} {
		if value, ok := c.Get(name).(string); ok {
			*field = ""
			if php.Truthy(value) { // PHP treats "0" as empty
				*field = php.PersonName(value)
			}
		}
	}
	if _, ok := c.Get("name").(string); u.ID == 0 && !php.Truthy(u.Name) {
		u.Name = cmp.Or(strings.TrimSpace(u.First+" "+u.Last), u.Login)
	} else if ok && !php.Truthy(u.Name) {
		u.Name = u.Login
	}
	if !php.Truthy(u.Nickname) {
		u.Nickname = u.Login
	}
	if value, ok := c.Get("description").(string); ok {
		u.Description = php.PlainHTML(value)
	}
	if value, ok := c.Get("url").(string); ok {
		u.URL, u.Home = php.Ampersands(value), false
	}
	c.Take(map[string]*string{"locale": &u.Locale})
	if value, ok := c.Get("email").(string); ok {
		u.Mail = php.Ampersands(value)
	}
	if _, ok := c.Get("roles").([]any); ok {
		u.SetRoles(c.Strings("roles")...)
	}
	other := func(same func(*site.User) bool) bool {
		return slices.ContainsFunc(s.Users, func(o *site.User) bool { return o.ID != u.ID && same(o) })
	}
	switch {
	case len(u.Login) > 60:
		return userFault("user_login_too_long", "A username has 60 characters at most.")
	case other(func(o *site.User) bool { return strings.EqualFold(o.Login, u.Login) }):
		return userFault("existing_user_login", "Another user has this username.")
	}
	if why := s.setSlug(c, u, other); why != nil {
		return why
	}
	switch {
	case u.Mail != "" && other(func(o *site.User) bool { return strings.EqualFold(o.Mail, u.Mail) }):
		return userFault("existing_user_email", "Another user has this address.")
	case len([]rune(u.URL)) > 100:
		return userFault("user_url_too_long", "An address has 100 characters at most.")
	}
	return nil
}

const maxUserSlug = 50

// setSlug sets the slug of a user from the argument slug. If the argument is empty, or absent for
// a new user, the slug is made from the username.
func (s Plane) setSlug(c *rest.Call, u *site.User, other func(func(*site.User) bool) bool) *rest.Error {
	sent, ok := c.Get("slug").(string)
	if !ok && u.ID != 0 {
		return nil
	}
	slug := php.SanitizeSlug(php.Octet.ReplaceAllString(sent, ""))
	if !php.Truthy(sent) {
		slug = php.SanitizeSlug(u.Login[:min(len(u.Login), maxUserSlug)])
	}
	switch {
	case slug == "":
		return userFault("empty_user_nicename", "The slug has no character that is allowed in slugs.")
	case len(slug) > maxUserSlug:
		return userFault("user_nicename_too_long", "A slug has 50 characters at most.")
	}
	u.Slug = slug
	for n := 2; other(func(o *site.User) bool { return strings.EqualFold(o.Slug, u.Slug) }); n++ {
		suffix := "-" + strconv.Itoa(n)
		u.Slug = slug[:min(len(slug), maxUserSlug-len(suffix))] + suffix
	}
	return nil
}

func (s Plane) setPreferences(c *rest.Call, u *site.User) *rest.Error {
	members, _ := php.ToObject(c.Get("meta"))
	value, sent := members.Lookup("persisted_preferences")
	if !sent {
		return nil
	}
	date := rest.Schema{Kind: "string", Format: "date-time"}
	form := rest.Schema{Kind: "object", Props: []rest.Param{{Name: "_modified", Schema: date}}, Open: true}
	if why := form.Validate("meta.persisted_preferences", value); value != nil && why != nil {
		return why.OfMeta()
	}
	u.Preferences = value
	if !php.Truthy(value) {
		u.Preferences = nil
	}
	return nil
}

func (s Plane) remove(c *rest.Call, u *site.User) (*rest.Response, *rest.Error) {
	heir := c.Integer("reassign")
	switch {
	case !c.Flag("force"):
		return nil, rest.NoTrash()
	case heir != 0 && (heir == u.ID || s.UserByID(heir) == nil):
		return nil, rest.NewError(400, "rest_user_invalid_reassign", "The user in reassign does not exist.")
	}
	c.SetContext("edit")
	previous := s.show(c, u)
	_, nobody := c.Get("reassign").(bool)
	for _, id := range seed.SortedIDs(s.Items, func(it *content.Item) bool { return it.Author == u.ID }) {
		it := s.Items[id]
		switch {
		case it == nil: // an earlier round of this loop has deleted it together with another record
		case !nobody:
			next := it.Clone()
			next.Author = heir
			s.Items[id] = next
		case it.Kind.Attachment:
			s.Destroy(it)
		case it.Kind.Article && it.Status == "trash":
			s.Destroy(it)
		case it.Kind.Article:
			_ = s.Trash(c, it) // if this fails, the record keeps its status
		}
	}
	for _, it := range s.Items {
		var history []*content.Revision
		for _, r := range it.Revisions {
			if r.Author != u.ID {
				history = append(history, r)
			} else if !nobody {
				moved := *r
				moved.Author = heir
				history = append(history, &moved)
			}
		}
		it.Revisions = history
	}
	s.Users = slices.DeleteFunc(slices.Clone(s.Users), func(o *site.User) bool { return o == u })
	return rest.Deleted(previous)
}
