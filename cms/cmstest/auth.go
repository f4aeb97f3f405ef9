package cmstest

import (
	"maps"
	"slices"
	"strings"
)

// user is an account of the site.
type user struct {
	id                          int64
	login, slug, mail           string
	name, first, last, nickname string // HTML, as the site stores it
	description, url, locale    string
	roles                       []string
	registered                  string // GMT
	preferences                 any    // of the editor; nil for none
	home                        bool   // the address is that of the site
	passwords                   []appPassword
	caps                        map[string]bool
}

// clone shares nothing with u that may change.
func (u *user) clone() *user {
	next := *u
	next.passwords = slices.Clone(u.passwords)
	return &next
}

// can says whether a user has a capability. Whatever is done to menu items takes the same one.
func (u *user) can(capability string) bool {
	if strings.HasSuffix(capability, "_menu_items") {
		capability = "edit_theme_options"
	}
	return u != nil && u.caps[capability]
}

// setRoles replaces the roles of a user, and with them all that the user may do.
func (u *user) setRoles(roles ...string) {
	u.roles, u.caps = nil, map[string]bool{}
	for _, role := range roles {
		if !slices.Contains(u.roles, role) {
			u.roles = append(u.roles, role)
			u.caps[role] = true
			maps.Copy(u.caps, roleCapabilities(role))
		}
	}
}

func roles() []string {
	return []string{"administrator", "editor", "author", "contributor", "subscriber"}
}

// founder is the account that the site was set up with: its address is that of the site.
const founder = 1

const firstDay = "2025-01-01T00:00:00" // when the users came whom every site has

func (s *Server) defaultUsers() []*user {
	var users []*user
	for i, role := range roles() {
		login := role
		if role == "administrator" {
			login = "admin"
		}
		u := &user{
			id: int64(i + 1), login: login, slug: login, nickname: login, name: strings.ToUpper(login[:1]) + login[1:] + " Example",
			mail: login + "@site.test", registered: firstDay, home: i+1 == founder,
		}
		u.setRoles(role)
		s.password.giveAppPassword(u)
		users = append(users, u)
	}
	return users
}

// roleCapabilities lists what a role may do, under the capability names of the real site.
func roleCapabilities(role string) map[string]bool {
	caps := map[string]bool{}
	grant := func(names ...string) {
		for _, name := range names {
			caps[name] = true
		}
	}
	switch role {
	case "administrator":
		grant(strings.Fields("switch_themes edit_themes activate_plugins edit_plugins edit_users edit_files manage_options import unfiltered_upload " +
			"edit_dashboard update_plugins delete_plugins install_plugins update_themes install_themes delete_themes update_core list_users create_users " +
			"delete_users remove_users promote_users edit_theme_options export level_8 level_9 level_10")...)
		fallthrough
	case "editor":
		for _, plural := range []string{"posts", "pages"} {
			for _, verb := range []string{"edit_", "edit_others_", "edit_published_", "edit_private_", "publish_", "read_private_",
				"delete_", "delete_others_", "delete_published_", "delete_private_"} {
				grant(verb + plural)
			}
		}
		grant("manage_categories", "manage_links", "moderate_comments", "unfiltered_html", "level_3", "level_4", "level_5", "level_6", "level_7")
		fallthrough
	case "author":
		grant("edit_published_posts", "publish_posts", "delete_published_posts", "upload_files", "level_2")
		fallthrough
	case "contributor":
		grant("edit_posts", "delete_posts", "level_1")
		fallthrough
	case "subscriber":
		grant("read", "level_0")
	}
	return caps
}

func (s *Server) findUser(name string) *user {
	for _, u := range s.users {
		if strings.EqualFold(name, u.login) || strings.EqualFold(name, u.mail) {
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

// mayChange says whether a user may edit or delete (the verb) a record.
func mayChange(u *user, verb string, it *item) bool {
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

func mayEdit(u *user, it *item) bool { return mayChange(u, "edit", it) }

func mayDelete(u *user, it *item) bool { return mayChange(u, "delete", it) }

func mayRead(u *user, it *item) bool {
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
	return mayEdit(u, it)
}
