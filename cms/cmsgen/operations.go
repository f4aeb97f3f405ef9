package main

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// operation is a request that a route accepts. POST, PUT and PATCH of the same endpoint
// count as one operation.
type operation struct {
	endpoint *describe.Endpoint
	method   string
	item     bool // whether the route is the route of one record
}

// requestOf returns the operation as method and route, such as "POST shop/v1/cart/add".
func (o operation) requestOf(r *resource) string {
	route := r.spelledPath()
	if o.item {
		route += "/" + r.itemParam.Template()
	}
	return o.method + " " + route
}

// operations returns the operations of the list and of a single record. If two endpoints
// have the same method, only the first counts, because the site uses only the first.
func (r *resource) operations() []operation {
	var all []operation
	for _, item := range []bool{false, true} {
		route := r.route
		if item {
			route = r.item
		}
		if route == nil {
			continue
		}
		seen := map[string]bool{}
		for i := range route.Endpoints {
			endpoint := &route.Endpoints[i]
			for _, methods := range [][]string{
				{http.MethodGet}, {http.MethodPost, http.MethodPut, http.MethodPatch}, {http.MethodDelete},
			} {
				method := ""
				for _, one := range methods {
					if slices.Contains(endpoint.Methods, one) && !seen[one] {
						method = cmp.Or(method, one)
						seen[one] = true
					}
				}
				if method != "" {
					all = append(all, operation{endpoint, method, item})
				}
			}
		}
	}
	return all
}

// offers reports whether a Go method exists for the operation. The method belongs to the type
// of package cms that the resource uses.
func (r *resource) offers(o operation) bool {
	switch r.kind {
	case collectionKind, contentKind, catalogKind:
		return o.method == http.MethodGet || o.method == http.MethodPost || o.method == http.MethodDelete && o.item
	case documentKind:
		return o.method == http.MethodGet || o.method == http.MethodPost
	}
	return false
}

// left returns the operations for which cmsgen must write a method.
func (r *resource) left() []operation {
	return slices.DeleteFunc(r.operations(), r.offers)
}

// callName returns the method name for an operation. The scope taken has the names of the
// earlier operations. callName adds the new name to taken.
func (r *resource) callName(o operation, taken scope) string {
	name := map[string]string{
		http.MethodGet: "Get", http.MethodPost: "Update", http.MethodPut: "Update", http.MethodPatch: "Update",
		http.MethodDelete: "Delete",
	}[o.method]
	reads := r.route.Takes(http.MethodGet) != nil
	switch {
	case o.item:
	case r.many && o.method == http.MethodGet:
		name = "List"
	case r.many && o.method == http.MethodPost:
		name = "Create"
	case r.many:
		name += "All"
	case name == "Update" && !reads:
		name = "Send"
	case o.method == http.MethodPost && r.creates():
		name = "Create"
	}
	if taken[name] { // an earlier operation has the name, so the HTTP method becomes the name, such as Put
		name = o.method[:1] + strings.ToLower(o.method[1:])
	}
	return taken.take(name)
}

// creates reports whether a POST probably creates a record, although the route is not known
// to be a list. It judges by the last word of the path, by whether the route has a schema,
// and by whether a route with one more parameter exists.
func (r *resource) creates() bool {
	last := r.path[len(r.path)-1].Word
	switch last {
	case "settings", "options", "preferences", "stats", "statistics", "permissions":
		return r.below
	}
	return r.sampled && (r.below || singular(last) != last)
}

// leftOut returns the reason why no code is generated for a route of the description. It
// returns "" for a route with code.
func leftOut(route string, r *describe.Route) string {
	switch _, ok := describe.ParsePath(route); {
	case strings.Trim(route, "/") == "":
		return "it is the index of the site, which cms/describe reads"
	case !ok:
		return "the route has more than words and one named parameter between slashes: call it with cms.Do"
	case indexes(r):
		return "it is the index of the namespace, which cms/describe reads"
	}
	return ""
}

// noCalls returns the error for a description without any operation that can be called.
func noCalls(d *describe.Description) error {
	why := leftOutOf(d)
	if len(why) == 0 {
		var routes []string
		for _, route := range sortedKeys(d.Routes) {
			routes = append(routes, describe.Spelled(strings.Trim(describe.Template(route), "/"), d.Prefix))
		}
		why = []string{"No route takes a method: " + strings.Join(routes, ", ")}
	}
	return fmt.Errorf("none of the routes can be called. %s", strings.Join(why, " "))
}

// methodsOf returns the HTTP methods that a route accepts, each once.
func methodsOf(r *describe.Route) []string {
	var all []string
	for _, endpoint := range r.Endpoints {
		for _, method := range endpoint.Methods {
			if !slices.Contains(all, method) {
				all = append(all, method)
			}
		}
	}
	return all
}
