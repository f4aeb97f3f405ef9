package catalogs

import (
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// locationsCatalog are the places for menus.
func (s Plane) locationsCatalog() *catalog {
	may := rest.Needs("edit_theme_options", "rest_cannot_view", "You may not see the places for menus.")
	return &catalog{
		base: "menu-locations", variable: "location", mayList: may, mayGet: may, none: php.Object{},
		names: func(c *rest.Call) []string {
			var out []string
			for _, l := range s.MenuPlaces {
				out = append(out, l.Name)
			}
			return out
		},
		find: func(c *rest.Call, name string) *rest.Error {
			if s.MenuPlace(name) == nil {
				return rest.NewError(404, "rest_menu_location_invalid", "There is no such place for a menu.")
			}
			return nil
		},
		show: func(c *rest.Call, name string) php.Object { return s.showLocation(*s.MenuPlace(name)) },
	}
}

func (s Plane) showLocation(l content.MenuPlace) php.Object {
	menu := s.Places[l.Name]
	out := php.Object{{"name", l.Name}, {"description", l.Description}, {"menu", menu}}
	base := "/" + s.API.Prefix + "/v2/"
	links := php.Object{
		{"self", []php.Object{{{"href", s.API.Address(base+"menu-locations/"+l.Name, "")},
			{"targetHints", php.Object{{"allow", []string{"GET"}}}}}}},
		{"collection", rest.Link(s.API.Address(base+"menu-locations", ""))},
	}
	if menu != 0 {
		links.Add(s.API.Prefix+":menu", rest.Embeddable(s.API.Address(base+"menus/"+strconv.FormatInt(menu, 10), "")))
		links.Add("curies", s.API.Curies())
	}
	return append(out, php.Member{"_links", links})
}
