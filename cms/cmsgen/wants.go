package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// wants has the routes that the user names.
type wants struct {
	routes     map[string]string // Go names of the records, by route; "" lets cmsgen choose the name
	namespaces []string
	typePrefix string // prefix of the Go names of all types: see -type-prefix
}

// match reports whether a route is wanted, or belongs to a record of a wanted list. If the
// user names no routes, all are wanted.
func (w wants) match(p describe.Path, prefix string) bool {
	own, _ := describe.ParsePath(describe.Spelled(p.Template(), prefix))
	for route := range w.routes {
		q, ok := describe.ParsePath(describe.Spelled(strings.Trim(route, "/"), prefix))
		if ok && (own.Same(q) || own.Below(q)) {
			return true
		}
	}
	for _, namespace := range w.namespaces {
		if strings.HasPrefix(own.Template(), describe.Spelled(strings.Trim(namespace, "/"), prefix)+"/") {
			return true
		}
	}
	return len(w.routes)+len(w.namespaces) == 0
}

// matchText does the same as [wants.match]. It is for a route that cannot be parsed as a path.
func (w wants) matchText(route, prefix string) bool {
	own := describe.Spelled(strings.Trim(describe.Template(route), "/"), prefix)
	for _, wanted := range append(slices.Sorted(maps.Keys(w.routes)), w.namespaces...) {
		if strings.HasPrefix(own, describe.Spelled(strings.Trim(wanted, "/"), prefix)+"/") {
			return true
		}
	}
	return len(w.routes)+len(w.namespaces) == 0
}

// name returns the name that the user gave to the records of a route, or "".
func (w wants) name(p describe.Path, prefix string) string {
	own, _ := describe.ParsePath(describe.Spelled(p.Template(), prefix))
	for route, name := range w.routes {
		if q, ok := describe.ParsePath(describe.Spelled(strings.Trim(route, "/"), prefix)); ok && own.Same(q) {
			return name
		}
	}
	return ""
}

// only removes the unwanted routes from a description. It fails if a wanted route does
// not exist.
func (w wants) only(d *describe.Description) error {
	var found []describe.Path
	for route := range d.Routes {
		p, ok := describe.ParsePath(route)
		if !ok && w.matchText(route, d.Prefix) {
			continue // no type can call this route; the header of the generated file says so
		}
		if !ok || !w.match(p, d.Prefix) {
			delete(d.Routes, route)
			continue
		}
		own, _ := describe.ParsePath(describe.Spelled(p.Template(), d.Prefix))
		found = append(found, own)
	}
	for _, route := range slices.Sorted(maps.Keys(w.routes)) {
		q, ok := describe.ParsePath(describe.Spelled(strings.Trim(route, "/"), d.Prefix))
		if !ok || !slices.ContainsFunc(found, q.Same) {
			return fmt.Errorf("there is no route %s", route)
		}
	}
	if len(found) == 0 {
		return errors.New("there are no such routes")
	}
	return nil
}

// of returns the namespaces of a site that contain the wanted routes.
func (w wants) of(namespaces []string, prefix string) ([]string, error) {
	var found []string
	for _, route := range append(slices.Sorted(maps.Keys(w.routes)), w.namespaces...) {
		longest := ""
		for _, namespace := range namespaces {
			inside := describe.Spelled(strings.Trim(route, "/"), prefix) + "/"
			if strings.HasPrefix(inside, describe.Spelled(namespace, prefix)+"/") && len(namespace) > len(longest) {
				longest = namespace
			}
		}
		if longest == "" {
			return nil, fmt.Errorf("the site has no namespace for %s; it has %s", route, strings.Join(namespaces, ", "))
		}
		found = append(found, longest)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
