package terms

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) showMenu(c *rest.Call, t *content.Term) php.Object {
	if c.Text("context") == "embed" {
		return php.Object{{"id", t.ID}, {"name", t.Name}, {"slug", t.Slug}}
	}
	return php.Object{
		{"id", t.ID}, {"description", t.Description}, {"name", t.Name}, {"slug", t.Slug},
		{"meta", php.Object{}}, {"locations", s.LocationsOf(t.ID)}, {"auto_add", t.AutoAdd},
	}
}

// menuNamed is the menu of a name, in any case.
func (s Plane) menuNamed(name string) *content.Term {
	for _, t := range s.TermsOf(content.Menus()) {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// prepareMenu does what is peculiar to the update of a menu: the name is that of no other, the slug follows it, and a
// description that was not sent is gone.
func (s Plane) prepareMenu(c *rest.Call, next *content.Term) *rest.Error {
	if other := s.menuNamed(next.Name); other != nil && other.ID != next.ID {
		return &rest.Error{Status: 500, Code: "menu_exists", Message: "There is such a menu.", Bare: true}
	}
	next.Slug, next.Description = "", c.Text("description")
	if c.Get("auto_add") != nil {
		next.AutoAdd = c.Flag("auto_add")
	}
	return nil
}

func (s Plane) freeLocations(menu int64) {
	for name, shown := range s.Places {
		if shown == menu {
			delete(s.Places, name)
		}
	}
}

// assignLocations gives a menu the places that were sent, and no others. A place is taken from the menu that had it.
func (s Plane) assignLocations(c *rest.Call, t *content.Term) {
	if t.Taxonomy != content.Menus().Name || c.Get("locations") == nil {
		return
	}
	s.freeLocations(t.ID)
	for _, name := range c.Strings("locations") {
		s.Places[name] = t.ID
	}
}

func (s Plane) checkLocations(_ *rest.Call, p *rest.Param, value any) *rest.Problem {
	if why := p.Validate("locations", value); why != nil {
		return why
	}
	names, _ := php.ToList(value)
	for _, e := range names {
		if name, _ := e.(string); s.MenuPlace(name) == nil {
			return &rest.Problem{Code: "rest_invalid_menu_location", Message: "There is no such place for a menu.",
				Data: php.Object{{"location", name}}}
		}
	}
	return nil
}
