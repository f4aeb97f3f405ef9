package content

import "slices"

// MenuPlace is the place of a name, nil if there is none.
func (s *Site) MenuPlace(name string) *MenuPlace {
	if i := slices.IndexFunc(s.MenuPlaces, func(p MenuPlace) bool { return p.Name == name }); i >= 0 {
		return &s.MenuPlaces[i]
	}
	return nil
}

// LocationsOf are the names of the places that show a menu.
func (s *Site) LocationsOf(menu int64) []string {
	out := []string{}
	for _, p := range s.MenuPlaces {
		if s.Places[p.Name] == menu {
			out = append(out, p.Name)
		}
	}
	return out
}
