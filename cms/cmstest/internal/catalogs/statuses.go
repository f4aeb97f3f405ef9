package catalogs

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// statusesCatalog are the statuses of records.
func (s Plane) statusesCatalog() *catalog {
	mayRead := func(c *rest.Call, name string) bool {
		one := s.statuses().get(name)
		return one.Get("public") == true || one != nil && (c.User.Can("edit_posts") || c.User.Can("edit_pages"))
	}
	return &catalog{
		base: "statuses", variable: "status", none: php.Object{}, linked: true,
		names: func(c *rest.Call) []string {
			all := s.statuses().names()
			return slices.DeleteFunc(all, func(name string) bool { return !mayRead(c, name) })
		},
		mayList: func(c *rest.Call) *rest.Error {
			if c.In("edit") && !c.User.Can("edit_posts") {
				return c.Forbidden("rest_cannot_view", "You may not see how statuses are set up.")
			}
			return nil
		},
		mayGet: func(c *rest.Call) *rest.Error {
			switch name := c.Text("status"); {
			case !content.IsStatus(name):
				return rest.NewError(404, "rest_status_invalid", "There is no such status.")
			case !mayRead(c, name):
				return c.Forbidden("rest_cannot_read_status", "You may not see this status.")
			}
			return nil
		},
		find: func(*rest.Call, string) *rest.Error { return nil },
		show: func(c *rest.Call, name string) php.Object {
			statuses := s.statuses()
			one, query := statuses.get(name), "" // a list without a status is of what is published
			if one.Get("public") != true {
				query = "status=" + name
			}
			archives := php.Object{{"archives", rest.Link(s.API.Address("/"+s.API.Namespace()+"/posts", query))}}
			return append(statuses.contexts.Filter(one, c.Text("context")), php.Member{"_links", archives})
		},
	}
}
