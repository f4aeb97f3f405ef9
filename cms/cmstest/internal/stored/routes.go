package stored

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// lastVariable cuts the variable off with which a path ends, and returns its name, "" if it ends with none.
func lastVariable(path string) (before, name string) {
	depth, inClass, start := 0, false, 0
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\':
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '(':
			if depth == 0 {
				start = i
			}
			depth++
		case c == ')':
			depth--
			if depth == 0 && i == len(path)-1 {
				name, _, _ = strings.Cut(strings.TrimPrefix(path[start:], "(?P<"), ">")
				return strings.TrimSuffix(path[:start], "/"), name
			}
		}
	}
	return path, ""
}

// Places are what the routes of a description are about. They are found out when they are first asked for.
func Places(all []rest.Description) func() []*place {
	return sync.OnceValue(func() []*place {
		out := make([]*place, len(all))
		for i := range all {
			out[i] = newPlace(&all[i], all)
		}
		return out
	})
}

func newPlace(d *rest.Description, all []rest.Description) *place {
	// After the last word of a path stands what names a record of the list before it.
	home, names := d.Path, []string{}
	for {
		before, name := lastVariable(home)
		if name == "" {
			break
		}
		home, names = before, append(names, name)
	}
	p := &place{description: d, home: regexp.MustCompile("(?i)^" + home)}
	switch {
	case len(names) == 0:
		p.list = strings.Contains(d.Path, "/block-patterns/") || strings.Contains(d.Route(), `"page":`) ||
			slices.ContainsFunc(all, func(other rest.Description) bool { return strings.HasPrefix(other.Path, d.Path+"/(") })
	case names[0] == "collection" || names[0] == "namespace": // some records of the list
		p.list = true
	default:
		p.key = names[0]
	}
	return p
}

// Route serves one of the routes of the description.
func (s Plane) Route(i int) *rest.Route {
	read := rest.Needs("edit_posts", "rest_forbidden", "You may not read what is stored here.")
	write := rest.Needs("edit_theme_options", "rest_forbidden", "You may not write what is stored here.")
	serve := func(c *rest.Call) (*rest.Response, *rest.Error) { return s.serve(c, s.Places()[i]) }
	d := s.Stock.Routes[i]
	r := &rest.Route{Namespace: d.Home, Description: d}
	for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
		may := write
		if method == "GET" {
			may = read
		}
		r.Endpoints = append(r.Endpoints, rest.On([]string{method}, nil, may, serve))
	}
	return r
}
