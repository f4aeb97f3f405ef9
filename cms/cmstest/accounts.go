package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// AppPassword returns the application password of a user ("admin", "editor", "author", "contributor",
// "subscriber", or one that was inserted), in six groups of four as the real site shows it, or "" if there is no such
// user or the password was revoked. Each server makes up its own. Those that requests create are in their responses
// only.
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
		s.user.GivePassword(u).Secret = secret
	}
}

// RevokeAppPassword takes a user's application password away: requests with it count as anonymous from now on.
// Those that requests have created stay.
func (s *Server) RevokeAppPassword(user string) { s.SetAppPassword(user, "") }
