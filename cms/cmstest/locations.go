package cmstest

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// menuPlace is a place of the theme that shows a menu.
type menuPlace struct{ name, description string }

// WithMenuLocation adds a place for a menu, as a theme has them: its name, such as "primary", and what people read of
// it. The routes menu-locations show it, and the argument locations of menus fills it. Without it the site has none, as
// with the themes that are made of blocks.
func WithMenuLocation(name, description string) Option {
	return func(s *Server) { s.menuPlaces = append(s.menuPlaces, menuPlace{name, description}) }
}

func (s menuPlane) menuPlace(name string) *menuPlace {
	if i := slices.IndexFunc(s.menuPlaces, func(l menuPlace) bool { return l.name == name }); i >= 0 {
		return &s.menuPlaces[i]
	}
	return nil
}

// locationsOf are the places that show a menu.
func (s menuPlane) locationsOf(menu int64) []string {
	out := []string{}
	for _, l := range s.menuPlaces {
		if s.Places[l.name] == menu {
			out = append(out, l.name)
		}
	}
	return out
}

func (s menuPlane) freeLocations(menu int64) {
	for name, shown := range s.Places {
		if shown == menu {
			delete(s.Places, name)
		}
	}
}

// assignLocations gives a menu the places that were sent, and no others. A place is taken from the menu that had it.
func (s menuPlane) assignLocations(c *rest.Call, t *content.Term) {
	if t.Taxonomy != content.Menus().Name || c.Get("locations") == nil {
		return
	}
	s.freeLocations(t.ID)
	for _, name := range c.Strings("locations") {
		s.Places[name] = t.ID
	}
}

func (s menuPlane) checkLocations(_ *rest.Call, p *rest.Param, value any) *rest.Problem {
	if why := p.Validate("locations", value); why != nil {
		return why
	}
	names, _ := php.ToList(value)
	for _, e := range names {
		if name, _ := e.(string); s.menuPlace(name) == nil {
			return &rest.Problem{Code: "rest_invalid_menu_location", Message: "There is no such place for a menu.",
				Data: php.Object{{"location", name}}}
		}
	}
	return nil
}

// locationsCatalog are the places for menus.
func (s menuPlane) locationsCatalog() *catalog {
	may := rest.Needs("edit_theme_options", "rest_cannot_view", "You may not see the places for menus.")
	return &catalog{
		base: "menu-locations", variable: "location", mayList: may, mayGet: may, none: php.Object{},
		names: func(c *rest.Call) []string {
			var out []string
			for _, l := range s.menuPlaces {
				out = append(out, l.name)
			}
			return out
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.menuPlace(name) == nil {
				return rest.NewError(404, "rest_menu_location_invalid", "There is no such place for a menu.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object { return s.showLocation(*s.menuPlace(name)) },
	}
}

func (s menuPlane) showLocation(l menuPlace) php.Object {
	menu := s.Places[l.name]
	out := php.Object{{"name", l.name}, {"description", l.description}, {"menu", menu}}
	base := "/" + s.API.Prefix + "/v2/"
	links := php.Object{
		{"self", []php.Object{{{"href", s.API.Address(base+"menu-locations/"+l.name, "")},
			{"targetHints", php.Object{{"allow", []string{"GET"}}}}}}},
		{"collection", rest.Link(s.API.Address(base+"menu-locations", ""))},
	}
	if menu != 0 {
		links.Add(s.API.Prefix+":menu", rest.Embeddable(s.API.Address(base+"menus/"+strconv.FormatInt(menu, 10), "")))
		links.Add("curies", s.API.Curies())
	}
	return append(out, php.Member{"_links", links})
}
