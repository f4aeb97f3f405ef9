package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/examples/internal/program"
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

// rights prints who may do what.
func rights(out io.Writer, all []*users.User) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	program.Printf(table, "ID\tUSER\tROLES\tSINCE\tMAY\n")
	for _, u := range all {
		roles := strings.Join(u.Roles, ", ")
		if roles == "" {
			roles = "none"
		}
		since, _, _ := strings.Cut(string(u.RegisteredDate), "T")
		program.Printf(table, "%d\t%s\t%s\t%s\t%s\n", u.ID, cell(u.Username), cell(roles), cell(since), may(u))
	}
	return table.Flush()
}

// may lists the grave rights of a user, and how many there are besides.
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
