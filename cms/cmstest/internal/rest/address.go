package rest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Address is the address of a route of the interface. The query is encoded already.
func (a *API) Address(route, query string) string {
	if !a.Plain {
		if query != "" {
			query = "?" + query
		}
		return *a.Base + "/" + a.Prefix + "-json" + route + query
	}
	if query == "" {
		return *a.Base + "/index.php?rest_route=" + route
	}
	return *a.Base + "/index.php?rest_route=" + strings.ReplaceAll(route, "/", "%2F") + "&" + query
}

// Namespace is that of the content system's own routes.
func (a *API) Namespace() string { return a.Prefix + "/v2" }

// Route is a route of that namespace.
func (a *API) Route(path string, endpoints ...Endpoint) *Route {
	return &Route{Pattern: "/" + a.Namespace() + path, Namespace: a.Namespace(), Endpoints: endpoints}
}

// DiscoveryLink is the header that leads from any page to the interface.
func (a *API) DiscoveryLink() string {
	return fmt.Sprintf("<%s>; rel=\"https://api.w.org/\"", a.Address("/", ""))
}

// Curies say what names of relations that begin with the prefix of the site mean.
func (a *API) Curies() []php.Object {
	return []php.Object{{{"name", a.Prefix}, {"href", "https://api.w.org/{rel}"}, {"templated", true}}}
}

// Namespaces are those of the routes, in their order.
func (a *API) Namespaces() []string {
	var out []string
	for _, r := range a.Routes {
		if r.Namespace != "" && !slices.Contains(out, r.Namespace) {
			out = append(out, r.Namespace)
		}
	}
	return out
}

// Link is a relation.
func Link(href string) []php.Object { return []php.Object{{{"href", href}}} }

// Embeddable is a relation to a record that _embed puts into the response.
func Embeddable(href string) []php.Object {
	return []php.Object{{{"embeddable", true}, {"href", href}}}
}
