package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// status is one that records may have.
type status struct {
	name, label                   string
	public, protected, floats     bool
	private, hidden, internalOnly bool
}

func statuses() []status {
	return []status{
		{name: "publish", label: "Published", public: true},
		{name: "future", label: "Scheduled", protected: true},
		{name: "draft", label: "Draft", protected: true, floats: true},
		{name: "pending", label: "Pending", protected: true, floats: true},
		{name: "private", label: "Private", private: true},
		{name: "trash", label: "Trash", hidden: true},
		{name: "auto-draft", internalOnly: true}, {name: "inherit", internalOnly: true},
		{name: "request-pending", internalOnly: true},
		{name: "request-confirmed", internalOnly: true}, {name: "request-failed", internalOnly: true},
		{name: "request-completed", internalOnly: true},
	}
}

func findStatus(name string) *status {
	all := statuses()
	if i := slices.IndexFunc(all, func(s status) bool { return s.name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// content.MayRead says whether a user may know of a status: of what is not public, who writes for the site.
func (s status) mayRead(u *site.User) bool {
	return s.public || !s.internalOnly && (u.Can("edit_posts") || u.Can("edit_pages"))
}

// statusesCatalog are the statuses of records.
func (s catalogPlane) statusesCatalog() *catalog {
	return &catalog{
		base: "statuses", variable: "status", none: php.Object{}, linked: true,
		names: func(c *rest.Call) []string {
			var out []string
			for _, one := range statuses() {
				if one.mayRead(c.User) {
					out = append(out, one.name)
				}
			}
			return out
		},
		mayList: func(c *rest.Call) *rest.Error {
			if c.In("edit") && !c.User.Can("edit_posts") {
				return c.Forbidden("rest_cannot_view", "You may not see how statuses are set up.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch one := findStatus(c.Text("status")); {
			case one == nil:
				return rest.NewError(404, "rest_status_invalid", "There is no such status.")
			case !one.mayRead(c.User):
				return c.Forbidden("rest_cannot_read_status", "You may not see this status.")
			}
			return nil
		},
		find: func(*rest.Call, string) *rest.Error { return nil },
		show: func(c *rest.Call, name string) php.Object { return s.showStatus(c, findStatus(name)) },
	}
}

func (s catalogPlane) showStatus(c *rest.Call, one *status) php.Object {
	out := php.Object{{"name", one.label}}
	if c.In("edit") {
		out = append(out, php.Member{"private", one.private}, php.Member{"protected", one.protected})
	}
	if !c.In("embed") {
		out = append(out, php.Member{"public", one.public}, php.Member{"queryable", one.public})
	}
	if c.In("edit") {
		out.Add("show_in_list", !one.hidden)
	}
	out.Add("slug", one.name)
	if !c.In("embed") {
		out.Add("date_floating", one.floats)
	}
	query := "" // a list without a status is of what is published
	if !one.public {
		query = "status=" + one.name
	}
	return append(out, php.Member{"_links",
		php.Object{{"archives", rest.Link(s.API.Address("/"+s.API.Prefix+"/v2/posts", query))}}})
}
