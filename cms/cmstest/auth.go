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

func (s *records) findUser(name string) *site.User {
	for _, u := range s.users {
		if strings.EqualFold(name, u.Login) || strings.EqualFold(name, u.Mail) {
			return u
		}
	}
	return nil
}

func (s *records) userByID(id int64) *site.User {
	for _, u := range s.users {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// mayChange says whether a user may edit or delete (the verb) a record.
func mayChange(u *site.User, verb string, it *item) bool {
	if u == nil {
		return false
	}
	status, plural := it.status, it.kind.plural
	if status == "trash" {
		status = it.beforeTrash
	}
	published := status == "publish" || status == "future"
	if it.author == u.ID {
		if published {
			return u.Can(verb + "_published_" + plural)
		}
		return u.Can(verb + "_" + plural)
	}
	if !u.Can(verb + "_others_" + plural) {
		return false
	}
	if published {
		return u.Can(verb + "_published_" + plural)
	}
	return status != "private" || !it.kind.ownPrivate && u.Can(verb+"_private_"+plural)
}

func mayEdit(u *site.User, it *item) bool { return mayChange(u, "edit", it) }

func mayDelete(u *site.User, it *item) bool { return mayChange(u, "delete", it) }

func mayRead(u *site.User, it *item) bool {
	switch {
	case it.status == "publish":
		return it.kind.readRight == "" || u.Can(it.kind.readRight)
	case u == nil:
		return false
	case it.author == u.ID:
		return true
	case it.status == "private":
		return !it.kind.ownPrivate && u.Can("read_private_"+it.kind.plural)
	}
	return mayEdit(u, it)
}
