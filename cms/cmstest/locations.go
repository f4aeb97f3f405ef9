package cmstest

import (
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// menuPlace is a place of the theme that shows a menu.
type menuPlace struct{ name, description string }

// WithMenuLocation adds a place for a menu, as a theme has them: its name, such as "primary", and what people read of it. The
// routes menu-locations show it, and the argument locations of menus fills it. Without it the site has none, as with the
// themes that are made of blocks.
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
		if s.places[l.name] == menu {
			out = append(out, l.name)
		}
	}
	return out
}

func (s menuPlane) freeLocations(menu int64) {
	for name, shown := range s.places {
		if shown == menu {
			delete(s.places, name)
		}
	}
}

// assignLocations gives a menu the places that were sent, and no others. A place is taken from the menu that had it.
func (s menuPlane) assignLocations(c *call, t *term) {
	if t.taxonomy != menus().name || c.get("locations") == nil {
		return
	}
	s.freeLocations(t.id)
	for _, name := range c.strings("locations") {
		s.places[name] = t.id
	}
}

func (s menuPlane) checkLocations(_ *call, value any) *problem {
	one := list(text())
	if why := one.validate("locations", value); why != nil {
		return why
	}
	names, _ := php.ToList(value)
	for _, e := range names {
		if name, _ := e.(string); s.menuPlace(name) == nil {
			return &problem{"rest_invalid_menu_location", "There is no such place for a menu.", php.Object{{"location", name}}}
		}
	}
	return nil
}

// locationsCatalog are the places for menus.
func (s menuPlane) locationsCatalog() *catalog {
	may := func(c *call) *fault {
		if !c.user.Can("edit_theme_options") {
			return c.forbidden("rest_cannot_view", "You may not see the places for menus.")
		}
		return nil
	}
	return &catalog{
		base: "menu-locations", variable: "location", mayList: may, mayGet: may, none: php.Object{},
		names: func(c *call) []string {
			var out []string
			for _, l := range s.menuPlaces {
				out = append(out, l.name)
			}
			return out
		},
		find: func(c *call, name string) *fault {
			if s.menuPlace(name) == nil {
				return newFault(404, "rest_menu_location_invalid", "There is no such place for a menu.")
			}
			return nil
		},
		show: func(c *call, name string) php.Object { return s.showLocation(c, *s.menuPlace(name)) },
	}
}

func (s menuPlane) showLocation(c *call, l menuPlace) php.Object {
	menu := s.places[l.name]
	out := php.Object{{"name", l.name}, {"description", l.description}, {"menu", menu}}
	base := "/" + s.api.prefix + "/v2/"
	links := php.Object{
		{"self", []php.Object{{{"href", s.api.restURL(base+"menu-locations/"+l.name, "")}, {"targetHints", php.Object{{"allow", []string{"GET"}}}}}}},
		{"collection", link(s.api.restURL(base+"menu-locations", ""))},
	}
	if menu != 0 {
		links.Add(s.api.prefix+":menu", embeddable(s.api.restURL(base+"menus/"+strconv.FormatInt(menu, 10), "")))
		links.Add("curies", s.api.curies())
	}
	return append(out, php.Member{"_links", links})
}
