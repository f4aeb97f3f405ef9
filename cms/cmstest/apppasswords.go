package cmstest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s passwordPlane) newAppPassword(name, appID string) site.AppPassword {
	return site.AppPassword{UUID: site.RandomUUID(), AppID: appID, Name: name, Secret: site.RandomPassword(),
		Created: s.Clock.Now().UTC().Format(php.StampLayout)}
}

// giveAppPassword makes the password of a user that [Server.AppPassword] returns, if the user has none.
func (s passwordPlane) giveAppPassword(u *site.User) *site.AppPassword {
	if p := u.GivenPassword(); p != nil {
		return p
	}
	p := s.newAppPassword("tests", "")
	p.Given = true
	u.Passwords = append(slices.Clip(u.Passwords), p)
	return u.GivenPassword()
}

// AppPassword returns the application password of a user ("admin", "editor", "author", "contributor",
// "subscriber", or one that was inserted), in six groups of four as the real site shows it, or "" if there is no such
// user or the password was revoked. Each server makes up its own. Those that requests create are in their replies
// alone.
func (s *Server) AppPassword(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.site.FindUser(user); u != nil {
		if p := u.GivenPassword(); p != nil {
			return site.InGroups(p.Secret)
		}
	}
	return ""
}

// SetAppPassword replaces a user's application password, as after a rotation: the old one no longer works.
// Only letters and digits count. It does nothing if there is no such user.
func (s *Server) SetAppPassword(user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, secret := s.site.FindUser(user), site.Alphanumeric(password)
	switch {
	case u == nil:
	case secret == "":
		u.Passwords = slices.DeleteFunc(u.Passwords, func(p site.AppPassword) bool { return p.Given })
	default:
		s.password.giveAppPassword(u).Secret = secret
	}
}

// RevokeAppPassword takes a user's application password away: requests with it count as anonymous from now on.
// Those that requests have created stay.
func (s *Server) RevokeAppPassword(user string) { s.SetAppPassword(user, "") }

// authenticate finds the caller, and the password that was sent. Wrong credentials, and other schemes than Basic, are
// no error: nobody is logged in.
func (s passwordPlane) authenticate(h http.Header) (*site.User, *site.AppPassword) {
	name, password, ok := (&http.Request{Header: h}).BasicAuth()
	if !ok || s.noPasswords {
		return nil, nil
	}
	u, given := s.site.FindUser(name), site.Alphanumeric(password)
	if u == nil || given == "" {
		return nil, nil
	}
	for i := range u.Passwords {
		if u.Passwords[i].Secret == given {
			return u, &u.Passwords[i]
		}
	}
	return nil, nil
}

// passwordRoutes are those of application passwords.
func (s passwordPlane) passwordRoutes() []*rest.Route {
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/users/{user_id}/application-passwords"+path, endpoints...))
	}
	may := func(code string) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error { return s.mayUsePasswords(c, code) }
	}
	add("",
		rest.On([]string{"GET"}, nil, may("rest_cannot_list_application_passwords"), s.listPasswords),
		rest.On([]string{"POST"}, nil, may("rest_cannot_create_application_passwords"), s.createPassword),
		rest.On([]string{"DELETE"}, nil, may("rest_cannot_delete_application_passwords"), s.deletePasswords))
	add("/introspect", rest.On([]string{"GET"}, nil, s.mayIntrospect, s.introspect))
	add("/{uuid}",
		rest.On([]string{"GET"}, nil, may("rest_cannot_read_application_password"), s.getPassword),
		rest.On(rest.UpdateMethods, nil, may("rest_cannot_edit_application_password"), s.updatePassword),
		rest.On([]string{"DELETE"}, nil, may("rest_cannot_delete_application_password"), s.deletePassword))
	return routes
}

// passwordsOf is the user of the route.
func (s passwordPlane) passwordsOf(c *rest.Call) (*site.User, *rest.Error) {
	unknown := rest.NewError(404, "rest_user_invalid_id", "There is no user with this id.")
	switch {
	case s.noPasswords:
		return nil, rest.NewError(501, "application_passwords_disabled", "This site has no application passwords.")
	case c.Text("user_id") == "me" && c.User == nil:
		return nil, rest.NewError(401, "rest_not_logged_in", "Nobody is logged in.")
	case c.Text("user_id") == "me":
		return c.User, nil
	}
	u := s.UserByID(c.Integer("user_id"))
	if u == nil {
		return nil, unknown
	}
	return u, nil
}

// mayUsePasswords is for oneself, and for who may edit the user.
func (s passwordPlane) mayUsePasswords(c *rest.Call, code string) *rest.Error {
	u, why := s.passwordsOf(c)
	if why == nil && !s.user.mayEditUser(c, u) {
		return c.Forbidden(code, "These are the passwords of another user.")
	}
	return why
}

func (s passwordPlane) mayIntrospect(c *rest.Call) *rest.Error {
	u, why := s.passwordsOf(c)
	if why == nil && u != c.User {
		return c.Forbidden("rest_cannot_introspect_app_password_for_non_authenticated_user", "That is not the user who asks.")
	}
	return why
}

func (s passwordPlane) introspect(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	return &rest.Response{Status: 200, Body: s.showPassword(c, u, c.Password, "")}, nil
}

func (s passwordPlane) listPasswords(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	body := []php.Object{}
	for i := range u.Passwords {
		body = append(body, s.showPassword(c, u, &u.Passwords[i], ""))
	}
	return &rest.Response{Status: 200, Body: body}, nil
}

// onePassword is the password of the route.
func (s passwordPlane) onePassword(c *rest.Call) (*site.User, *site.AppPassword, *rest.Error) {
	u, _ := s.passwordsOf(c)
	if i := slices.IndexFunc(u.Passwords, func(p site.AppPassword) bool { return p.UUID == c.Text("uuid") }); i >= 0 {
		return u, &u.Passwords[i], nil
	}
	return nil, nil, rest.NewError(404, "rest_application_password_not_found", "There is no such application password.")
}

func (s passwordPlane) getPassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	return &rest.Response{Status: 200, Body: s.showPassword(c, u, p, "")}, nil
}

// createPassword shows the secret, once. An id of an application beside an argument uuid is dropped.
func (s passwordPlane) createPassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	appID := c.Text("app_id")
	if php.Truthy(c.Get("uuid")) {
		appID = ""
	}
	p := s.newAppPassword(php.PlainLine(c.Text("name")), appID)
	if p.Name == "" {
		return nil, rest.NewError(400, "application_password_empty_name", "An application password needs a name.")
	}
	u.Passwords = append(slices.Clip(u.Passwords), p)
	c.SetContext("edit")
	answer := &rest.Response{Status: 201, Body: s.showPassword(c, u, &p, site.InGroups(p.Secret))}
	location := "" // of an answer without links
	if fields := rest.ParseFields(c.Get("_fields")); fields.Wants("_links") || fields.Wants("_embedded") {
		location = s.passwordURL(u, &p)
	}
	answer.Header.Add("Location", location)
	return answer, nil
}

func (s passwordPlane) updatePassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	p.Name = cmp.Or(php.PlainLine(c.Text("name")), p.Name)
	c.SetContext("edit")
	return &rest.Response{Status: 200, Body: s.showPassword(c, u, p, "")}, nil
}

func (s passwordPlane) deletePassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	c.SetContext("edit")
	previous, uuid := s.showPassword(c, u, p, ""), p.UUID
	previous = slices.DeleteFunc(previous, func(m php.Member) bool { return m.Name == "_links" })
	u.Passwords = slices.DeleteFunc(slices.Clone(u.Passwords), func(p site.AppPassword) bool { return p.UUID == uuid })
	return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"previous", previous}}}, nil
}

func (s passwordPlane) deletePasswords(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	n := len(u.Passwords)
	u.Passwords = nil
	return &rest.Response{Status: 200, Body: php.Object{{"deleted", true}, {"count", n}}}, nil
}

func (s passwordPlane) passwordURL(u *site.User, p *site.AppPassword) string {
	return s.API.Address(fmt.Sprintf("/%s/v2/users/%d/application-passwords/%s", s.API.Prefix, u.ID, p.UUID), "")
}

func (s passwordPlane) showPassword(c *rest.Call, u *site.User, p *site.AppPassword, secret string) php.Object {
	out := php.Object{{"uuid", p.UUID}, {"app_id", p.AppID}, {"name", p.Name}}
	if c.Text("context") != "embed" {
		out.Add("created", p.Created)
		if p.Used.IsZero() {
			out = append(out, php.Member{"last_used", nil}, php.Member{"last_ip", nil})
		} else {
			out = append(out, php.Member{"last_used", p.Used.UTC().Format(php.StampLayout)}, php.Member{"last_ip", p.IP})
		}
	}
	if secret != "" {
		out.Add("password", secret)
	}
	self := php.Object{{"href", s.passwordURL(u, p)},
		{"targetHints", php.Object{{"allow", []string{"GET", "POST", "PUT", "PATCH", "DELETE"}}}}}
	return append(out, php.Member{"_links", php.Object{{"self", []php.Object{self}}}})
}
