package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// founder is the account that the site was set up with: its address is that of the site.
const founder = 1

const firstDay = "2025-01-01T00:00:00" // when the users came whom every site has

func (s *Server) defaultUsers() []*site.User {
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
		s.password.giveAppPassword(u)
		users = append(users, u)
	}
	return users
}
