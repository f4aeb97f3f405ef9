package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// wants are the routes that the caller names.
type wants struct {
	routes     map[string]string // the name of the records by route; "" for the name that the site has
	namespaces []string
	typePrefix string // of the names of all records
}

// match reports whether a route is wanted, or stands for a record of a wanted list.
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

// matchText is match for a route that is no path.
func (w wants) matchText(route, prefix string) bool {
	own := describe.Spelled(strings.Trim(describe.Template(route), "/"), prefix)
	for _, wanted := range append(slices.Sorted(maps.Keys(w.routes)), w.namespaces...) {
		if strings.HasPrefix(own, describe.Spelled(strings.Trim(wanted, "/"), prefix)+"/") {
			return true
		}
	}
	return len(w.routes)+len(w.namespaces) == 0
}

// name is the name that was given to the records of a route, "" for none.
func (w wants) name(p describe.Path, prefix string) string {
	own, _ := describe.ParsePath(describe.Spelled(p.Template(), prefix))
	for route, name := range w.routes {
		if q, ok := describe.ParsePath(describe.Spelled(strings.Trim(route, "/"), prefix)); ok && own.Same(q) {
			return name
		}
	}
	return ""
}

// only removes the routes of a description that are not wanted. An absent wanted route is an
// error.
func (w wants) only(d *describe.Description) error {
	var found []describe.Path
	for route := range d.Routes {
		p, ok := describe.ParsePath(route)
		if !ok && w.matchText(route, d.Prefix) {
			continue // no client calls it, and the header of the file says so
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

// of are the namespaces of a site that the wanted routes are in.
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
