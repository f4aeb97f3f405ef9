package cmstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// api is the interface of a site as its calls know it: where it is, what its names begin with, and its routes.
type api struct {
	base   *string // the address of the site, which a test may change
	prefix string
	plain  bool // readable addresses are off
	routes []*route
}

// restURL is the address of a route of the interface. The query is encoded already.
func (a *api) restURL(route, query string) string {
	if !a.plain {
		if query != "" {
			query = "?" + query
		}
		return *a.base + "/" + a.prefix + "-json" + route + query
	}
	if query == "" {
		return *a.base + "/index.php?rest_route=" + route
	}
	return *a.base + "/index.php?rest_route=" + strings.ReplaceAll(route, "/", "%2F") + "&" + query
}

// listURL is a list with its query, in which rest_route comes first where readable addresses are off.
func (a *api) listURL(route string, query *php.Values) string {
	if a.plain {
		query = &php.Values{Names: slices.DeleteFunc(slices.Clone(query.Names), func(n string) bool { return n == "rest_route" }), ByKey: query.ByKey}
	}
	return a.restURL(route, php.EncodeQuery(query))
}

func (a *api) discoveryLink() string {
	return fmt.Sprintf("<%s>; rel=\"https://api.w.org/\"", a.restURL("/", ""))
}

func (a *api) curies() []php.Object {
	return []php.Object{{{"name", a.prefix}, {"href", "https://api.w.org/{rel}"}, {"templated", true}}}
}

// namespaces are those of the routes, in their order.
func (a *api) namespaces() []string {
	var out []string
	for _, r := range a.routes {
		if r.namespace != "" && !slices.Contains(out, r.namespace) {
			out = append(out, r.namespace)
		}
	}
	return out
}

func (a *api) describeRoute(r *route) php.Object {
	var endpoints []any
	for _, e := range r.endpoints {
		endpoints = append(endpoints, e.describe(r.batch))
	}
	out := php.Object{{"namespace", r.namespace}, {"methods", r.methods()}, {"endpoints", endpoints}}
	if r.schema != nil {
		out.Add("schema", r.schema)
	}
	if !strings.Contains(r.pattern, "{") {
		out.Add("_links", php.Object{{"self", link(a.restURL(r.pattern, ""))}})
	}
	return out
}

// describeRoutes lists the routes of a namespace, or all of them.
func (c *call) describeRoutes(namespace string) php.Object {
	var out php.Object
	for _, r := range c.api.routes {
		if (namespace == "" || r.namespace == namespace) && (c.secure || !r.secure) {
			out.Add(r.regexPattern(), c.api.describeRoute(r))
		}
	}
	return out
}
