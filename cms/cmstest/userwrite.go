package cmstest

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func userWriteParams(create bool) []param {
	line := func(name string) param { return param{name: name, schema: text(), early: true, clean: cleanLine} }
	return []param{
		{name: "username", schema: text(), required: create, early: true, clean: cleanUsername},
		line("name"), line("first_name"), line("last_name"),
		{name: "email", schema: schema{kind: "string", format: "email"}, required: create, early: true},
		{name: "url", schema: schema{kind: "string", format: "uri"}, early: true, clean: cleanURLParam},
		{name: "description", schema: text(), early: true},
		{name: "locale", schema: text("", "en_US"), early: true},
		line("nickname"),
		{name: "slug", schema: text(), early: true, clean: cleanSlug},
		{name: "roles", schema: list(text()), early: true},
		{name: "password", schema: text(), required: create, early: true, clean: cleanPassword},
		{name: "meta", schema: schema{kind: "object"}, early: true, check: checkMeta, raw: true},
	}
}

func userDeleteParams() []param {
	return []param{{name: "force", schema: boolean(), def: false}, {name: "reassign", schema: integer(), required: true, clean: cleanHeir}}
}

var strangeLogin = regexp.MustCompile(`[^A-Za-z0-9 _.@-]|^ | $|  |%[0-9A-Fa-f]{2}`)

func invalidUser(code, message string) *problem {
	return &problem{code, message, php.Object{{"status", 400}}}
}

func cleanUsername(_ *call, value any) (any, *problem) {
	login, _ := value.(string)
	if !php.Truthy(login) || strangeLogin.MatchString(login) {
		return nil, invalidUser("rest_user_invalid_username", "A username has other characters.")
	}
	return login, nil
}

func cleanPassword(_ *call, value any) (any, *problem) {
	password, _ := value.(string)
	if !php.Truthy(password) || strings.Contains(password, `\`) {
		return nil, invalidUser("rest_user_invalid_password", "A password is not empty, and has no backslash.")
	}
	return password, nil
}

// cleanHeir lets anything pass that is a number, or nothing at all.
func cleanHeir(_ *call, value any) (any, *problem) {
	if n, ok := php.ToNumber(value); ok {
		return php.Saturated(math.Trunc(math.Abs(n))), nil
	}
	if !php.Truthy(value) || value == "false" {
		return false, nil
	}
	return nil, invalidUser("rest_invalid_param", "There is no such user to give records to.")
}

func (s userPlane) mayCreateUser(c *call) *fault {
	if !c.user.Can("create_users") {
		return c.forbidden("rest_cannot_create_user", "You may not create users.")
	}
	return nil
}

func (s userPlane) mayUpdateUser(c *call) *fault {
	u := s.userByID(c.integer("id"))
	switch {
	case u == nil:
		return noUser()
	case php.Truthy(c.get("roles")) && !c.user.Can("promote_users"):
		return c.forbidden("rest_cannot_edit_roles", "You may not give roles to this user.")
	case !s.mayEditUser(c, u):
		return c.forbidden("rest_cannot_edit", "You may not edit this user.")
	}
	return nil
}

func (s userPlane) mayDeleteUser(c *call) *fault {
	if s.userByID(c.integer("id")) == nil {
		return noUser()
	}
	if !c.user.Can("delete_users") {
		return c.forbidden("rest_user_cannot_delete", "You may not delete this user.")
	}
	return nil
}

func (s userPlane) createUser(c *call) (*response, *fault) {
	if php.Truthy(c.get("id")) {
		return nil, newFault(400, "rest_user_exists", "A new user cannot bring an id.")
	}
	if why := s.checkRoles(c, nil); why != nil {
		return nil, why
	}
	_, now := s.now()
	u := &site.User{Login: c.text("username"), Registered: now}
	if c.get("roles") == nil {
		u.SetRoles("subscriber")
	}
	if why := s.setUser(c, u); why != nil {
		return nil, why
	}
	u.ID = s.nextUser
	s.nextUser++
	s.users = append(s.users, u)
	if why := s.setPreferences(c, u); why != nil {
		return nil, why
	}
	c.setContext("edit")
	answer := &response{status: 201, body: s.showUser(c, u)}
	answer.header.Add("Location", s.api.restURL(fmt.Sprintf("/%s/v2/users/%d", s.api.prefix, u.ID), ""))
	return answer, nil
}

// updateUser changes a user. What was stored before a field of meta is refused stays stored.
func (s userPlane) updateUser(c *call) (*response, *fault) {
	u := s.userByID(c.integer("id"))
	switch login, slug, mail := c.text("username"), c.text("slug"), c.text("email"); {
	case mail != "" && slices.ContainsFunc(s.users, func(other *site.User) bool { return other != u && strings.EqualFold(other.Mail, mail) }):
		return nil, newFault(400, "rest_user_invalid_email", "Another user has this address.")
	case login != "" && login != u.Login:
		return nil, newFault(400, "rest_user_invalid_argument", "A username cannot be changed.")
	case slug != "" && slices.ContainsFunc(s.users, func(other *site.User) bool { return other != u && strings.EqualFold(other.Slug, slug) }):
		return nil, newFault(400, "rest_user_invalid_slug", "Another user has this slug.")
	}
	if why := s.checkRoles(c, u); why != nil {
		return nil, why
	}
	next := *u
	if why := s.setUser(c, &next); why != nil {
		return nil, why
	}
	*u = next
	if why := s.setPreferences(c, u); why != nil {
		return nil, why
	}
	c.setContext("edit")
	return &response{status: 200, body: s.showUser(c, u)}, nil
}

// checkRoles refuses roles that there are not, and those with which the caller could no longer edit users.
func (s userPlane) checkRoles(c *call, u *site.User) *fault {
	for _, role := range c.strings("roles") {
		if !slices.Contains(site.Roles(), role) {
			return newFault(400, "rest_user_invalid_role", "There is no role "+role+".")
		}
		if u == c.user && !site.RoleCapabilities(role)["edit_users"] {
			return newFault(403, "rest_user_invalid_role", "You cannot give yourself this role.")
		}
	}
	return nil
}

func userFault(code, message string) *fault {
	return &fault{status: 500, code: code, message: message, bare: true}
}

// setUser takes the arguments over, and refuses as the site does when it stores them: with 500 and without data.
func (s userPlane) setUser(c *call, u *site.User) *fault {
	for name, field := range map[string]*string{"first_name": &u.First, "last_name": &u.Last, "nickname": &u.Nickname, "name": &u.Name} {
		if value, ok := c.get(name).(string); ok {
			*field = ""
			if php.Truthy(value) { // to the site "0" is no name
				*field = personName(value)
			}
		}
	}
	if _, ok := c.get("name").(string); u.ID == 0 && !php.Truthy(u.Name) {
		u.Name = cmp.Or(strings.TrimSpace(u.First+" "+u.Last), u.Login)
	} else if ok && !php.Truthy(u.Name) {
		u.Name = u.Login
	}
	if !php.Truthy(u.Nickname) {
		u.Nickname = u.Login
	}
	if value, ok := c.get("description").(string); ok {
		u.Description = php.Filtered(value, php.TitleElements)
	}
	if value, ok := c.get("url").(string); ok {
		u.URL, u.Home = php.Entity.ReplaceAllStringFunc(value, php.Ampersand), false
	}
	if value, ok := c.get("locale").(string); ok {
		u.Locale = value
	}
	if value, ok := c.get("email").(string); ok {
		u.Mail = php.Entity.ReplaceAllStringFunc(value, php.Ampersand)
	}
	if _, ok := c.get("roles").([]any); ok {
		u.SetRoles(c.strings("roles")...)
	}
	other := func(same func(*site.User) bool) bool {
		return slices.ContainsFunc(s.users, func(o *site.User) bool { return o.ID != u.ID && same(o) })
	}
	switch {
	case len(u.Login) > 60:
		return userFault("user_login_too_long", "A username has 60 characters at most.")
	case other(func(o *site.User) bool { return strings.EqualFold(o.Login, u.Login) }):
		return userFault("existing_user_login", "Another user has this username.")
	}
	if why := s.setUserSlug(c, u, other); why != nil {
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

// setUserSlug makes the slug of a user: of the one sent, or else of the username.
func (s userPlane) setUserSlug(c *call, u *site.User, other func(func(*site.User) bool) bool) *fault {
	sent, ok := c.get("slug").(string)
	if !ok && u.ID != 0 {
		return nil
	}
	slug := php.SanitizeSlug(php.Octet.ReplaceAllString(sent, ""))
	if !php.Truthy(sent) {
		slug = php.SanitizeSlug(u.Login[:min(len(u.Login), maxUserSlug)])
	}
	switch {
	case slug == "":
		return userFault("empty_user_nicename", "Nothing is left of the slug.")
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

// personName is a name as the site stores it: HTML of one line.
func personName(text string) string {
	text = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text)
	return php.Entity.ReplaceAllStringFunc(text, php.Ampersand)
}

// setPreferences stores the one field of meta that users have.
func (s userPlane) setPreferences(c *call, u *site.User) *fault {
	members, _ := php.ToObject(c.get("meta"))
	value, sent := members.Lookup("persisted_preferences")
	if !sent {
		return nil
	}
	form := schema{kind: "object", props: []param{{name: "_modified", schema: dateTime()}}, open: true}
	if why := form.validate("meta.persisted_preferences", value); value != nil && why != nil {
		return why.ofMeta()
	}
	u.Preferences = value
	if !php.Truthy(value) {
		u.Preferences = nil
	}
	return nil
}

func (s userPlane) deleteUser(c *call) (*response, *fault) {
	u, heir := s.userByID(c.integer("id")), c.integer("reassign")
	switch {
	case !c.flag("force"):
		return nil, newFault(501, "rest_trash_not_supported", "Users cannot be moved to the trash: force has to be true.")
	case heir != 0 && (heir == u.ID || s.userByID(heir) == nil):
		return nil, newFault(400, "rest_user_invalid_reassign", "There is no such user to give records to.")
	}
	c.setContext("edit")
	previous := slices.DeleteFunc(s.showUser(c, u), func(m php.Member) bool { return m.Name == "_links" })
	_, nobody := c.get("reassign").(bool)
	for _, id := range sortedIDs(s.items, func(it *item) bool { return it.author == u.ID }) {
		it := s.items[id]
		switch {
		case it == nil: // it went with another
		case !nobody:
			next := it.clone()
			next.author = heir
			s.items[id] = next
		case it.kind.attachment:
			s.media.destroyMedia(it)
		case it.kind.article && it.status == "trash":
			s.content.destroy(it)
		case it.kind.article:
			_, _ = s.content.trash(c, it) // what the site refuses stays
		}
	}
	for _, it := range s.items {
		var history []*revision
		for _, r := range it.revisions {
			if r.author != u.ID {
				history = append(history, r)
			} else if !nobody {
				moved := *r
				moved.author = heir
				history = append(history, &moved)
			}
		}
		it.revisions = history
	}
	s.users = slices.DeleteFunc(slices.Clone(s.users), func(o *site.User) bool { return o == u })
	return &response{status: 200, body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}
