package route

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
)

// Writes reports whether a request may change what a site stores. An unknown route counts
// as a route that writes, unless the method only reads.
func (p Prefix) Writes(method, route string, query url.Values) bool {
	about, below := p.Facts(strings.Trim(route, "/"))
	switch method {
	case http.MethodGet, http.MethodHead: // for a HEAD, a site runs the code of GET
		return about.GetWrites && !onlyInactive(below, query)
	case http.MethodOptions:
		return false
	case http.MethodPost:
		path := strings.Split(strings.TrimPrefix(below, "/"), "/")
		return !slices.ContainsFunc(about.PostReads, func(shape facts.Shape) bool {
			_, fits := fit(shape, path)
			return fits
		})
	}
	return true
}

// onlyInactive reports whether a request lists only inactive themes, not the active theme.
func onlyInactive(below string, query url.Values) bool {
	asked := slices.Concat(query["status"], query["status[]"])
	return below == "" && len(asked) > 0 &&
		!slices.ContainsFunc(asked, func(status string) bool { return status != "inactive" })
}
