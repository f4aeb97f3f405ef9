package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/users"
)

// grave are the rights by which a site can be harmed, each with what it is called
// here.
func grave() [][2]string {
	return [][2]string{
		{"manage_options", "settings"}, {"edit_users", "users"}, {"install_plugins", "plugins"}, {"edit_files", "files"},
		{"unfiltered_html", "scripts"}, {"edit_others_posts", "posts of others"}, {"moderate_comments", "comments"},
		{"publish_posts", "publish"}, {"upload_files", "upload"},
	}
}

// rights are the rows of a table that says who may do what.
func rights(all []*users.User) [][]string {
	rows := [][]string{{"ID", "USER", "ROLES", "SINCE", "MAY"}}
	for _, u := range all {
		roles := strings.Join(u.Roles, ", ")
		if roles == "" {
			roles = "none"
		}
		since, _, _ := strings.Cut(string(u.RegisteredDate), "T")
		rows = append(rows, []string{strconv.FormatInt(u.ID, 10), u.Username, roles, since, may(u)})
	}
	return rows
}

// may lists the important capabilities of a user, and the number of the others.
func may(u *users.User) string {
	var names []string
	granted, counted := 0, 0
	for _, has := range u.Capabilities {
		if has {
			granted++
		}
	}
	for _, right := range grave() {
		if u.Capabilities[right[0]] {
			names = append(names, right[1])
			counted++
		}
	}
	if rest := granted - counted; rest > 0 {
		names = append(names, fmt.Sprintf("%d more", rest))
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
