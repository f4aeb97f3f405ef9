package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"

// catalogRoutes are those of the lists.
func (s catalogPlane) catalogRoutes() []*rest.Route {
	var out []*rest.Route
	for _, k := range []*catalog{s.typesCatalog(), s.statusesCatalog(), s.taxonomiesCatalog(), s.locationsCatalog()} {
		out = append(out, k.routes(s.API)...)
	}
	return out
}
