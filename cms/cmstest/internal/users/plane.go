// Package users has the accounts of a site and their application passwords: their routes and their records.
package users

import (
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Plane is the users of a site, and their application passwords.
type Plane struct {
	*content.Site
	NoPasswords bool            // the site has no application passwords
	TypeNames   func() []string // the names of all types of records
}

func (s Plane) newAppPassword(name, appID string) site.AppPassword {
	return site.AppPassword{UUID: site.RandomUUID(), AppID: appID, Name: name, Secret: site.RandomPassword(),
		Created: s.Clock.Now().UTC().Format(php.StampLayout)}
}

// GivePassword makes the password of a user that [Server.AppPassword] returns, if the user has none.
func (s Plane) GivePassword(u *site.User) *site.AppPassword {
	if p := u.GivenPassword(); p != nil {
		return p
	}
	p := s.newAppPassword("tests", "")
	p.Given = true
	u.Passwords = append(slices.Clip(u.Passwords), p)
	return u.GivenPassword()
}

// Authenticate finds the caller, and the password that was sent. Invalid credentials, and other schemes than Basic, are
// no error: nobody is logged in.
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

// founder is the account that the site was set up with: its address is that of the site.
const founder = 1

const firstDay = "2025-01-01T00:00:00" // when the users came whom every site has

// Defaults are the users that every site has.
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
