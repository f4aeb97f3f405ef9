// Package site has the accounts of a site: users, their roles and rights, and their application passwords. It has the
// values of its settings, and its clock. It knows no records.
package site

import (
	"maps"
	"slices"
	"strings"
)

// User is an account of the site.
type User struct {
	ID                          int64
	Login, Slug, Mail           string
	Name, First, Last, Nickname string // HTML, as the site stores it
	Description, URL, Locale    string
	Roles                       []string
	Registered                  string // GMT
	Preferences                 any    // of the editor; nil if there are none
	Home                        bool   // the address is that of the site
	Passwords                   []AppPassword
	Caps                        map[string]bool
}

// Clone shares nothing with u that may change.
func (u *User) Clone() *User {
	next := *u
	next.Passwords = slices.Clone(u.Passwords)
	return &next
}

// Can says whether a user has a capability. Whatever is done to menu items takes the same one.
func (u *User) Can(capability string) bool {
	if strings.HasSuffix(capability, "_menu_items") {
		capability = "edit_theme_options"
	}
	return u != nil && u.Caps[capability]
}

// SetRoles replaces the roles of a user, and with them all that the user may do.
func (u *User) SetRoles(roles ...string) {
	u.Roles, u.Caps = nil, map[string]bool{}
	for _, role := range roles {
		if !slices.Contains(u.Roles, role) {
			u.Roles = append(u.Roles, role)
			u.Caps[role] = true
			maps.Copy(u.Caps, RoleCapabilities(role))
		}
	}
}

// Roles are those of every site, the mightiest first.
func Roles() []string {
	return []string{"administrator", "editor", "author", "contributor", "subscriber"}
}

// RoleCapabilities lists what a role may do, under the capability names of the real site.
func RoleCapabilities(role string) map[string]bool {
	caps := map[string]bool{}
	grant := func(names ...string) {
		for _, name := range names {
			caps[name] = true
		}
	}
	switch role {
	case "administrator":
		grant(strings.Fields(
			"switch_themes edit_themes activate_plugins edit_plugins edit_users edit_files manage_options import unfiltered_upload " +
				"edit_dashboard update_plugins delete_plugins install_plugins update_themes install_themes delete_themes update_core list_users create_users " +
				"delete_users remove_users promote_users edit_theme_options export level_8 level_9 level_10")...)
		fallthrough
	case "editor":
		for _, plural := range []string{"posts", "pages"} {
			for _, verb := range []string{"edit_", "edit_others_", "edit_published_", "edit_private_", "publish_",
				"read_private_",
				"delete_", "delete_others_", "delete_published_", "delete_private_"} {
				grant(verb + plural)
			}
		}
		grant("manage_categories", "manage_links", "moderate_comments", "unfiltered_html", "level_3", "level_4", "level_5",
			"level_6", "level_7")
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

// GivenPassword is the password that the server made for the tests, nil if it was revoked.
func (u *User) GivenPassword() *AppPassword {
	if i := slices.IndexFunc(u.Passwords, func(p AppPassword) bool { return p.Given }); i >= 0 {
		return &u.Passwords[i]
	}
	return nil
}
