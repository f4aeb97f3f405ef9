package main

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// operation is a request that a route takes. POST, PUT and PATCH of one endpoint are one
// operation.
type operation struct {
	endpoint *describe.Endpoint
	method   string
	item     bool // the route belongs to one record
}

// requestOf is the operation as HTTP: "POST shop/v1/cart/add".
func (o operation) requestOf(r *resource) string {
	route := r.spelledPath()
	if o.item {
		route += "/" + r.itemParam.Template()
	}
	return o.method + " " + route
}

// operations are the operations of the route of the list and of the route of a record. Of two
// endpoints with the same method a site uses the first.
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

// offers reports whether the type of package cms that the resource becomes has a method
// for an operation.
func (r *resource) offers(o operation) bool {
	switch r.kind {
	case collectionKind, contentKind, catalogKind:
		return o.method == http.MethodGet || o.method == http.MethodPost || o.method == http.MethodDelete && o.item
	case documentKind:
		return o.method == http.MethodGet || o.method == http.MethodPost
	}
	return false
}

// left are the operations that need a method of their own.
func (r *resource) left() []operation {
	return slices.DeleteFunc(r.operations(), r.offers)
}

// callName is the name of the method for an operation. taken are the names of those
// before it.
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
	if taken[name] { // the second operation is named after its method: POST creates, PUT updates
		name = o.method[:1] + strings.ToLower(o.method[1:])
	}
	return taken.take(name)
}

// creates reports that a POST to a route without a schema creates a record, although no list of
// records was seen. The path of the route tells that it has records.
func (r *resource) creates() bool {
	last := r.path[len(r.path)-1].Word
	switch last {
	case "settings", "options", "preferences", "stats", "statistics", "permissions":
		return r.below
	}
	return r.sampled && (r.below || singular(last) != last)
}

// leftOut says why an operation of a description is in no type, "" for those that are.
func leftOut(route string, r *describe.Route) string {
	switch _, ok := describe.ParsePath(route); {
	case !ok:
		return "the route has more than words and one named parameter between slashes: call it with cms.Do"
	case indexes(r):
		return "it is the index of the namespace, which cms/describe reads"
	}
	return ""
}

// noCalls is the error for a description without an operation that a type has.
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

// methodsOf are all methods of a route.
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
