package cmstest

import (
	"crypto/rand"
	"net/http"
	"strings"
)

// user is an account of the site.
type user struct {
	id       int64
	login    string
	name     string
	role     string
	mail     string
	password string // application password without spaces; "" for none
	caps     map[string]bool
}

func (u *user) email() string { return u.mail }

// can says whether a user has a capability. Whatever is done to menu items takes the same one.
func (u *user) can(capability string) bool {
	if strings.HasSuffix(capability, "_menu_items") {
		capability = "edit_theme_options"
	}
	return u != nil && u.caps[capability]
}

func roles() []string {
	return []string{"administrator", "editor", "author", "contributor", "subscriber"}
}

func defaultUsers() []*user {
	var users []*user
	for i, role := range roles() {
		login := role
		if role == "administrator" {
			login = "admin"
		}
		users = append(users, &user{
			id: int64(i + 1), login: login, name: strings.ToUpper(login[:1]) + login[1:] + " Example", role: role, mail: login + "@site.test",
			password: randomPassword(), caps: roleCapabilities(role),
		})
	}
	return users
}

// roleCapabilities lists what a role may do, under the capability names of the real site.
func roleCapabilities(role string) map[string]bool {
	caps := map[string]bool{"read": true}
	grant := func(names ...string) {
		for _, name := range names {
			caps[name] = true
		}
	}
	switch role {
	case "administrator":
		grant("manage_options", "edit_users", "list_users", "edit_theme_options")
		fallthrough
	case "editor":
		for _, plural := range []string{"posts", "pages"} {
			for _, verb := range []string{"edit_", "edit_others_", "edit_published_", "edit_private_", "publish_", "read_private_",
				"delete_", "delete_others_", "delete_published_", "delete_private_"} {
				grant(verb + plural)
			}
		}
		grant("manage_categories", "unfiltered_html", "upload_files")
	case "author":
		grant("edit_posts", "edit_published_posts", "publish_posts", "delete_posts", "delete_published_posts", "upload_files")
	case "contributor":
		grant("edit_posts", "delete_posts")
	}
	return caps
}

func randomPassword() string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	raw := make([]byte, 24)
	rand.Read(raw) // never fails
	for i, b := range raw {
		raw[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(raw)
}

// alphanumeric drops what the site drops from an application password before it compares.
func alphanumeric(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, s)
}

// AppPassword returns the application password of a user ("admin", "editor", "author", "contributor",
// "subscriber", or one that was inserted), in six groups of four as the real site shows it, or "" if there is no such user or the password
// was revoked. Each server makes up its own.
func (s *Server) AppPassword(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.findUser(user)
	if u == nil {
		return ""
	}
	var groups []string
	for rest := u.password; rest != ""; {
		n := min(4, len(rest))
		groups, rest = append(groups, rest[:n]), rest[n:]
	}
	return strings.Join(groups, " ")
}

// SetAppPassword replaces a user's application password, as after a rotation: the old one no longer works.
// Only letters and digits count. It does nothing if there is no such user.
func (s *Server) SetAppPassword(user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.findUser(user); u != nil {
		u.password = alphanumeric(password)
	}
}

// RevokeAppPassword takes a user's application password away: requests with it count as anonymous from now on.
func (s *Server) RevokeAppPassword(user string) { s.SetAppPassword(user, "") }

func (s *Server) findUser(name string) *user {
	for _, u := range s.users {
		if strings.EqualFold(name, u.login) || strings.EqualFold(name, u.email()) {
			return u
		}
	}
	return nil
}

func (s *Server) userByID(id int64) *user {
	for _, u := range s.users {
		if u.id == id {
			return u
		}
	}
	return nil
}

// authenticate finds the caller. Wrong credentials, and other schemes than Basic, are no error: nobody is logged in.
func (s *Server) authenticate(h http.Header) *user {
	name, password, ok := (&http.Request{Header: h}).BasicAuth()
	if !ok || s.noPasswords {
		return nil
	}
	u := s.findUser(name)
	if given := alphanumeric(password); u == nil || u.password == "" || given != u.password {
		return nil
	}
	return u
}

// mayChange says whether a user may edit or delete (the verb) a record.
func (u *user) mayChange(verb string, it *item) bool {
	if u == nil {
		return false
	}
	status, plural := it.status, it.kind.plural
	if status == "trash" {
		status = it.beforeTrash
	}
	published := status == "publish" || status == "future"
	if it.author == u.id {
		if published {
			return u.can(verb + "_published_" + plural)
		}
		return u.can(verb + "_" + plural)
	}
	if !u.can(verb + "_others_" + plural) {
		return false
	}
	if published {
		return u.can(verb + "_published_" + plural)
	}
	return status != "private" || !it.kind.ownPrivate && u.can(verb+"_private_"+plural)
}

func (u *user) mayEdit(it *item) bool { return u.mayChange("edit", it) }

func (u *user) mayDelete(it *item) bool { return u.mayChange("delete", it) }

func (u *user) mayRead(it *item) bool {
	switch {
	case it.status == "publish":
		return it.kind.readRight == "" || u.can(it.kind.readRight)
	case u == nil:
		return false
	case it.author == u.id:
		return true
	case it.status == "private":
		return !it.kind.ownPrivate && u.can("read_private_"+it.kind.plural)
	}
	return u.mayEdit(it)
}
