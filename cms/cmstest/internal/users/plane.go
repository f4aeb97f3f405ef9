// Package users has the routes and records of users and their application passwords. It has no
// sessions, and sends no mail.
package users

import (
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Plane has the users of a site.
type Plane struct {
	*content.Site
	NoPasswords bool            // application passwords are disabled
	TypeNames   func() []string // returns the names of all post types
}

func (s Plane) newAppPassword(name, appID string) site.AppPassword {
	return site.AppPassword{UUID: site.RandomUUID(), AppID: appID, Name: name, Secret: site.RandomPassword(),
		Created: s.Clock.Now().UTC().Format(php.StampLayout)}
}

// GivePassword returns the password of a user for [Server.AppPassword]. If the user has
// none, it generates a password.
func (s Plane) GivePassword(u *site.User) *site.AppPassword {
	if p := u.GivenPassword(); p != nil {
		return p
	}
	p := s.newAppPassword("tests", "")
	p.Given = true
	u.Passwords = append(slices.Clip(u.Passwords), p)
	return u.GivenPassword()
}

// Authenticate returns the user and the application password of a request. Invalid credentials and
// schemes other than Basic are treated as anonymous: both results are nil.
func (s Plane) Authenticate(h http.Header) (*site.User, *site.AppPassword) {
	name, password, ok := (&http.Request{Header: h}).BasicAuth()
	if !ok || s.NoPasswords {
		return nil, nil
	}
	u, given := s.FindUser(name), site.Alphanumeric(password)
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

// founder is the id of the first administrator, whose URL is the address of the site.
const founder = 1

const firstDay = "2025-01-01T00:00:00" // registration date of the default users

// Defaults returns the default users, one for each role.
func (s Plane) Defaults() []*site.User {
	var users []*site.User
	for i, role := range site.Roles() {
		login := role
		if role == "administrator" {
			login = "admin"
		}
		u := &site.User{
			ID: int64(i + 1), Login: login, Slug: login, Nickname: login,
			Name: strings.ToUpper(login[:1]) + login[1:] + " Example",
			Mail: login + "@site.test", Registered: firstDay, Home: i+1 == founder,
		}
		u.SetRoles(role)
		s.GivePassword(u)
		users = append(users, u)
	}
	return users
}
