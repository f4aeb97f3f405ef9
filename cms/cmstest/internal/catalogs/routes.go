package catalogs

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"

// Routes are those of the lists.
func (s Plane) Routes() []*rest.Route {
	var out []*rest.Route
	for _, k := range []*catalog{s.typesCatalog(), s.statusesCatalog(), s.taxonomiesCatalog(), s.locationsCatalog()} {
		out = append(out, k.routes(s.API)...)
	}
	return out
}
