package route

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// against is the routes whose requests do otherwise than their method says: a GET that
// writes, or a POST that reads. A route is a pattern of [path.Match].
var against = []struct {
	method, route string
	writes        bool
}{
	{http.MethodGet, "cms-block-editor/v1/navigation-fallback", true}, // creates a navigation if there is none
	{http.MethodGet, "cms/v2/themes", true},                           // creates the styles of the active theme
	{http.MethodGet, "cms/v2/themes/*", true},
	{http.MethodGet, "cms/v2/sidebars", true}, // moves widgets without a sidebar to the inactive ones
	{http.MethodGet, "cms/v2/sidebars/*", true},
	{http.MethodPost, "cms/v2/block-renderer/*/*", false},
	{http.MethodPost, "cms/v2/widget-types/*/encode", false},
	{http.MethodPost, "cms/v2/widget-types/*/render", false},
}

// Writes reports whether a request may change what a site stores. A route that is not
// known counts as one that writes unless the method only reads.
func (p Prefix) Writes(method, route string, query url.Values) bool {
	reads := method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
	if method == http.MethodHead {
		method = http.MethodGet // a site runs the same code
	}
	route = strings.ToLower(strings.Trim(p.specified(route), "/"))
	for _, one := range against {
		if fits, _ := path.Match(one.route, route); fits && method == one.method {
			return one.writes && (route != "cms/v2/themes" || !onlyInactive(query))
		}
	}
	return !reads
}

// onlyInactive reports whether a list of themes leaves out the active one.
func onlyInactive(query url.Values) bool {
	asked := append(query["status"], query["status[]"]...)
	return len(asked) > 0 && !slices.ContainsFunc(asked, func(status string) bool { return status != "inactive" })
}
