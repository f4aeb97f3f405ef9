package users

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s Plane) passwordRoutes() []*rest.Route {
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

func (s Plane) passwordsOf(c *rest.Call) (*site.User, *rest.Error) {
	switch {
	case s.NoPasswords:
		return nil, rest.NewError(501, "application_passwords_disabled", "This site has no application passwords.")
	case c.Text("user_id") == "me" && c.User == nil:
		return nil, rest.NewError(401, "rest_not_logged_in", "You are not logged in.")
	case c.Text("user_id") == "me":
		return c.User, nil
	}
	u := s.UserByID(c.Integer("user_id"))
	if u == nil {
		return nil, noUser()
	}
	return u, nil
}

// mayUsePasswords returns an error unless the passwords belong to the caller, or the caller may
// edit the user.
func (s Plane) mayUsePasswords(c *rest.Call, code string) *rest.Error {
	u, why := s.passwordsOf(c)
	if why == nil && !s.mayEdit(c, u) {
		return c.Forbidden(code, "You may not use the application passwords of another user.")
	}
	return why
}

func (s Plane) mayIntrospect(c *rest.Call) *rest.Error {
	u, why := s.passwordsOf(c)
	if why == nil && u != c.User {
		return c.Forbidden("rest_cannot_introspect_app_password_for_non_authenticated_user",
			"The user in the route is not the caller.")
	}
	return why
}

func (s Plane) introspect(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	return rest.OK(s.showPassword(c, u, c.Password, ""))
}

func (s Plane) listPasswords(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	body := []php.Object{}
	for i := range u.Passwords {
		body = append(body, s.showPassword(c, u, &u.Passwords[i], ""))
	}
	return rest.OK(body)
}

func (s Plane) onePassword(c *rest.Call) (*site.User, *site.AppPassword, *rest.Error) {
	u, _ := s.passwordsOf(c)
	if i := slices.IndexFunc(u.Passwords, func(p site.AppPassword) bool { return p.UUID == c.Text("uuid") }); i >= 0 {
		return u, &u.Passwords[i], nil
	}
	return nil, nil, rest.NewError(404, "rest_application_password_not_found",
		"No application password of this user has this uuid.")
}

func (s Plane) getPassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	return rest.OK(s.showPassword(c, u, p, ""))
}

// createPassword returns the new password with its secret, which no other response contains. app_id
// is ignored if the request has an argument uuid.
func (s Plane) createPassword(c *rest.Call) (*rest.Response, *rest.Error) {
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
	var location any // stays nil if the response has no links; an envelope shows nil as null
	if fields := rest.ParseFields(c.Get("_fields")); fields.Wants("_links") || fields.Wants("_embedded") {
		location = s.passwordURL(u, &p)
	}
	answer.Header.Add("Location", location)
	return answer, nil
}

func (s Plane) updatePassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	p.Name = cmp.Or(php.PlainLine(c.Text("name")), p.Name)
	c.SetContext("edit")
	return rest.OK(s.showPassword(c, u, p, ""))
}

func (s Plane) deletePassword(c *rest.Call) (*rest.Response, *rest.Error) {
	u, p, why := s.onePassword(c)
	if why != nil {
		return nil, why
	}
	c.SetContext("edit")
	previous, uuid := s.showPassword(c, u, p, ""), p.UUID
	u.Passwords = slices.DeleteFunc(slices.Clone(u.Passwords), func(p site.AppPassword) bool { return p.UUID == uuid })
	return rest.Deleted(previous)
}

func (s Plane) deletePasswords(c *rest.Call) (*rest.Response, *rest.Error) {
	u, _ := s.passwordsOf(c)
	n := len(u.Passwords)
	u.Passwords = nil
	return rest.OK(php.Object{{"deleted", true}, {"count", n}})
}

func (s Plane) passwordURL(u *site.User, p *site.AppPassword) string {
	return s.API.At(fmt.Sprintf("users/%d/application-passwords/%s", u.ID, p.UUID), "")
}

func (s Plane) showPassword(c *rest.Call, u *site.User, p *site.AppPassword, secret string) php.Object {
	out := php.Object{{"uuid", p.UUID}, {"app_id", p.AppID}, {"name", p.Name}, {"created", p.Created},
		{"last_used", nil}, {"last_ip", nil}}
	if !p.Used.IsZero() {
		out = out.With("last_used", p.Used.UTC().Format(php.StampLayout)).With("last_ip", p.IP)
	}
	if secret != "" {
		out.Add("password", secret)
	}
	self := rest.Self(s.passwordURL(u, p), []string{"GET", "POST", "PUT", "PATCH", "DELETE"})
	out.Add("_links", php.Object{{"self", self}})
	return s.Shown(c, `users/(?P<user_id>(?:[\d]+|me))/application-passwords`, out)
}

// Routes returns the routes of users, of the current user, and of application passwords.
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/users"+path, endpoints...))
	}
	named := func(c *rest.Call) *site.User { return s.UserByID(c.Integer("id")) }
	oneself := func(c *rest.Call) *site.User {
		if c.User == nil {
			return nil
		}
		return s.UserByID(c.User.ID) // nil if the call has just deleted the user
	}
	one, me := rest.One[*site.User]{Find: named, Missing: noUser}, rest.One[*site.User]{Find: oneself, Missing: noUser}
	heir := rest.Rules{"reassign": {Clean: cleanHeir}}
	add("",
		rest.On([]string{"GET"}, s.listRules(), s.mayList, s.list),
		rest.On([]string{"POST"}, writeRules(), s.mayCreate, s.create))
	add("/{id}",
		one.On([]string{"GET"}, nil, s.mayGet, s.get),
		one.On(rest.UpdateMethods, writeRules(), s.mayUpdate, s.update),
		one.On([]string{"DELETE"}, heir, s.mayDelete, s.remove))
	add("/me",
		rest.On([]string{"GET"}, nil, rest.Everyone, s.getMe),
		me.On(rest.UpdateMethods, writeRules(), s.mayUpdate, s.update),
		me.On([]string{"DELETE"}, heir, s.mayDelete, s.remove))
	return append(routes, s.passwordRoutes()...)
}
