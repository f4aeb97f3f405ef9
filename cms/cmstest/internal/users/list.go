package users

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

func (s Plane) listRules() rest.Rules {
	if len(s.Types) == 0 {
		return nil
	}
	types := rest.Schema{Kind: "boolean|array", Items: new(rest.Text(s.TypeNames()...))}
	return rest.Rules{"has_published_posts": {Clean: func(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
		if why := types.Validate("has_published_posts", value); why != nil {
			return nil, why
		}
		return types.Convert(value), nil
	}}}
}

func (s Plane) mayList(c *rest.Call) *rest.Error {
	lists := c.User.Can("list_users")
	switch orderby := c.Text("orderby"); {
	case !lists && (php.Truthy(c.Get("roles")) || php.Truthy(c.Get("capabilities"))):
		return c.Forbidden("rest_user_cannot_view", "You may not filter users by roles or capabilities.")
	case !lists && c.Text("context") == "edit":
		return c.Forbidden("rest_forbidden_context", "You may not read users in the context edit.")
	case !lists && (orderby == "email" || orderby == "registered_date"):
		return c.Forbidden("rest_forbidden_orderby", "You may not order users by this.")
	case c.Text("who") == "authors" && !c.User.Can("edit_posts"):
		return c.Forbidden("rest_forbidden_who", "You may not filter users by who may write.")
	}
	return nil
}

func (s Plane) list(c *rest.Call) (*rest.Response, *rest.Error) {
	found := s.filters(c).Choose(slices.Values(s.Users))
	s.sort(c, found)
	_, perPage, start := c.Page()
	if offset := int(c.Integer("offset")); offset > 0 {
		start = offset
	}
	// The offset need not be the beginning of a page. If it is in the middle of a page, page is
	// the number of the next page.
	page := 1 + (start+perPage-1)/perPage
	return rest.Listed(c, rest.Window(found, start, perPage), len(found), page, perPage,
		func(u *site.User) php.Object { return s.show(c, u) })
}

// filters returns the conditions of a list. If the query both includes and excludes ids,
// WordPress uses only the inclusion. A user must have at least one of the roles or capabilities
// in the query. With who=authors, roles and capabilities are ignored.
func (s Plane) filters(c *rest.Call) rest.Filters[*site.User] {
	var filters rest.Filters[*site.User]
	add, id := filters.Add, func(u *site.User) int64 { return u.ID }
	if !filters.In(c, "include", id) {
		filters.NotIn(c, "exclude", id)
	}
	if slugs := c.Strings("slug"); len(slugs) > 0 {
		add(func(u *site.User) bool {
			return slices.ContainsFunc(slugs, func(slug string) bool { return strings.EqualFold(slug, u.Slug) })
		})
	}
	roles, capabilities := c.Strings("roles"), c.Strings("capabilities")
	switch {
	case c.Text("who") == "authors":
		add(func(u *site.User) bool { return u.Can("level_1") })
	case len(roles)+len(capabilities) > 0:
		add(func(u *site.User) bool {
			plays := func(role string) bool {
				return slices.ContainsFunc(u.Roles, func(has string) bool { return strings.EqualFold(has, role) })
			}
			return slices.ContainsFunc(roles, plays) ||
				slices.ContainsFunc(capabilities, func(name string) bool { return u.Can(name) || plays(name) })
		})
	}
	if types := c.Strings("has_published_posts"); len(types) > 0 {
		add(func(u *site.User) bool { return s.hasPublished(u, types) })
	} else if c.Flag("has_published_posts") || !c.User.Can("list_users") && c.Text("who") == "" {
		add(func(u *site.User) bool { return s.hasPublished(u, nil) })
	}
	if search := c.Text("search"); php.Truthy(search) {
		add(s.search(c, strings.Trim(search, "*")))
	}
	return filters
}

// hasPublished reports whether a user is the author of a published record of one of the types. If
// types is nil, any type counts.
func (s Plane) hasPublished(u *site.User, types []string) bool {
	for _, it := range s.Items {
		if it.Author == u.ID && it.Status == "publish" && (types == nil || slices.Contains(types, it.Kind.Type)) {
			return true
		}
	}
	return false
}

var leadingNumber = regexp.MustCompile(`^\s*[-+]?(\d+(\.\d*)?|\.\d+)`)

// search returns the filter of search and search_columns. Callers who may not list users cannot
// search email addresses.
func (s Plane) search(c *rest.Call, search string) func(*site.User) bool {
	columns, lists := c.Strings("search_columns"), c.User.Can("list_users")
	if !lists {
		columns = slices.DeleteFunc(columns, func(name string) bool { return name == "email" })
	}
	if len(columns) == 0 {
		_, isNumber := php.ToNumber(search)
		switch {
		case !lists:
			columns = []string{"id", "username", "slug", "name"}
		case strings.Contains(search, "@"):
			columns = []string{"email"}
		case isNumber:
			columns = []string{"username", "id"}
		case strings.HasPrefix(search, "http://") || strings.HasPrefix(search, "https://"):
			columns = []string{"url"}
		default:
			columns = []string{"username", "url", "email", "slug", "name"}
		}
	}
	number, _ := strconv.ParseFloat(strings.TrimSpace(leadingNumber.FindString(search)), 64)
	word := php.Fold(search)
	return func(u *site.User) bool {
		return slices.ContainsFunc(columns, func(name string) bool {
			if name == "id" {
				return float64(u.ID) == number
			}
			return strings.Contains(php.Fold(s.userColumn(u, name)), word)
		})
	}
}

func (s Plane) userColumn(u *site.User, name string) string {
	switch name {
	case "username":
		return u.Login
	case "slug":
		return u.Slug
	case "email":
		return u.Mail
	case "url":
		return s.UserURL(u)
	case "registered_date":
		return u.Registered
	}
	return u.Name
}

func (s Plane) sort(c *rest.Call, found []*site.User) {
	include, slugs, by := c.IDs("include"), c.Strings("slug"), c.Text("orderby")
	if by == "include" && len(include) == 0 {
		by = "username"
	}
	kept := by != "registered_date" && c.Get("who") == nil && len(c.Strings("roles"))+len(c.Strings("capabilities")) == 0
	place := s.Ties.Of(c)
	slices.SortFunc(found, func(a, b *site.User) int {
		var order int
		switch by {
		case "id":
			order = cmp.Compare(a.ID, b.ID)
		case "include":
			order = cmp.Compare(slices.Index(include, a.ID), slices.Index(include, b.ID))
		case "include_slugs":
			order = cmp.Compare(slices.Index(slugs, a.Slug), slices.Index(slugs, b.Slug))
		default:
			order = strings.Compare(php.SortKey(s.userColumn(a, by)), php.SortKey(s.userColumn(b, by)))
		}
		if c.Text("order") == "desc" && by != "include_slugs" {
			order = -order
		}
		if order == 0 && !kept {
			order = cmp.Compare(place(a.ID), place(b.ID))
		}
		// Equal users are in ascending order of ids, also in a descending list.
		return cmp.Or(order, cmp.Compare(a.ID, b.ID))
	})
}
