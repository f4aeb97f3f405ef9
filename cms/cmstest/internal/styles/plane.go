// Package styles has the global styles of a site: one record with its revisions, and the styles
// of the theme. It checks only the first level of a tree, and the theme has no variations.
package styles

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stock"
)

// Plane has the global styles of a site.
type Plane struct {
	*content.Site
	*State
	Stock *stock.Site
	Theme string // the folder of the active theme
}

// State holds the record and its revisions. Revisions are never changed.
type State struct {
	id        int64 // 0 if the site has not made the record yet
	title     string
	trees     trees
	revisions []*revision // oldest first
}

type trees struct{ settings, styles php.Object }

type revision struct {
	trees

	id, author int64
	date, gmt  string
}

// Clone returns a copy. It shares only data that never changes.
func (st *State) Clone() State {
	next := *st
	next.revisions = slices.Clone(st.revisions)
	return next
}

// Make returns the id of the record, and makes the record if there is none.
func (s Plane) Make() int64 {
	if s.id == 0 {
		s.id, s.title = s.TakeID(), "Custom Styles"
	}
	return s.id
}

func address(id int64) string { return "global-styles/" + php.ScalarText(id) }

// Previewed returns a theme as a call sees it. The argument for a preview makes another theme
// the active one for this call.
func (s Plane) Previewed(c *rest.Call, home string, record php.Object) php.Object {
	shown, _ := c.Query.Lookup(s.API.Prefix + "_theme_preview")
	if home != s.themes() || shown == nil || !c.User.Can("edit_theme_options") {
		return record
	}
	status := "inactive"
	if record.Get("stylesheet") == shown {
		status = "active"
	}
	return record.With("status", status)
}

func (s Plane) themes() string { return "/" + s.API.Namespace() + "/themes" }

// ThemeLink returns the link of a theme to the record. WordPress makes the record when it shows
// the link of the active theme. For another theme it shows the link if there is a record.
func (s Plane) ThemeLink(home string, record php.Object) php.Object {
	active := record.Get("status") == "active"
	if home != s.themes() || !active && (s.id == 0 || record.Get("stylesheet") != s.Theme) {
		return nil
	}
	return php.Object{{s.API.Prefix + ":user-global-styles", rest.Link(s.API.At(address(s.Make()), ""))}}
}

// Routes returns the routes of the global styles. Their paths have long patterns, so they are taken
// from the description.
func (s Plane) Routes() []*rest.Route {
	var out []*rest.Route
	home := "/" + s.API.Namespace() + "/global-styles"
	one := rest.One[*State]{Find: s.find, Missing: func() *rest.Error {
		return rest.NewError(404, "rest_global_styles_not_found", "No styles have this id.")
	}}
	of := rest.One[*State]{Find: s.parent, Missing: func() *rest.Error {
		return rest.NewError(404, "rest_post_invalid_parent", "No styles have this id.")
	}}
	theme := rest.Needs("edit_posts", "rest_cannot_read_global_styles", "You may not read the styles of this site.")
	for _, d := range s.Stock.Routes {
		var pattern string
		var endpoints []rest.Endpoint
		get := []string{"GET"}
		switch {
		case !strings.HasPrefix(d.Path, home+"/"):
			continue
		case strings.Contains(d.Path, "/revisions/("):
			pattern, endpoints = "/{parent}/revisions/{id}", []rest.Endpoint{of.On(get, nil, mayRevise, s.getRevision)}
		case strings.HasSuffix(d.Path, "/revisions"):
			pattern, endpoints = "/{parent}/revisions", []rest.Endpoint{of.On(get, nil, mayRevise, s.listRevisions)}
		case strings.HasSuffix(d.Path, "/variations"):
			pattern, endpoints = "/themes/{stylesheet}/variations", []rest.Endpoint{rest.On(get, nil, theme,
				s.variations)}
		case strings.Contains(d.Path, "/themes/"):
			pattern, endpoints = "/themes/{stylesheet}", []rest.Endpoint{rest.On(get, nil, theme, s.ofTheme)}
		default:
			raw := rest.Rule{Raw: true}
			pattern, endpoints = "/{id}", []rest.Endpoint{
				one.On(get, nil, may("edit_posts", "rest_cannot_view"), s.get),
				one.On(rest.UpdateMethods, rest.Rules{"settings": raw, "styles": raw},
					may("edit_theme_options", "rest_cannot_edit"), s.update),
			}
		}
		out = append(out, &rest.Route{
			Pattern: home + pattern, Namespace: s.API.Namespace(), Endpoints: endpoints,
			Description: rest.Description{Path: d.Path},
		})
	}
	return out
}

func may(right, code string) func(*rest.Call, *State) *rest.Error {
	return func(c *rest.Call, _ *State) *rest.Error {
		return c.Unless(c.User.Can(right), code, "You may not edit the styles of this site.")
	}
}

func mayRevise(c *rest.Call, _ *State) *rest.Error {
	return c.Unless(c.User.Can("edit_theme_options"), "rest_cannot_read", "You may not read these revisions.")
}

func (s Plane) find(c *rest.Call) *State { return s.numbered(c.Integer("id")) }

func (s Plane) parent(c *rest.Call) *State { return s.numbered(c.Integer("parent")) }

func (s Plane) numbered(id int64) *State {
	if id == 0 || id != s.id {
		return nil
	}
	return s.State
}

func (s Plane) isActive(c *rest.Call) *rest.Error {
	if c.Text("stylesheet") == s.Theme {
		return nil
	}
	return rest.NewError(404, "rest_theme_not_found", "This is not the active theme.")
}

// ofTheme returns the settings and styles of the theme: one setting and no styles.
func (s Plane) ofTheme(c *rest.Call) (*rest.Response, *rest.Error) {
	if why := s.isActive(c); why != nil {
		return nil, why
	}
	return rest.OK(php.Object{{"settings", php.Object{{"color", php.Object{{"custom", true}}}}}, {"styles",
		php.EmptyObject{}}})
}

func (s Plane) variations(c *rest.Call) (*rest.Response, *rest.Error) {
	if why := s.isActive(c); why != nil {
		return nil, why
	}
	return rest.OK([]php.Object{})
}
