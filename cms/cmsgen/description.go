package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Description is what a site says of some of its routes, and what was seen of their
// records. It holds neither the address of the site nor who has read it.
type Description struct {
	// Site is the kind and version of the site, "WordPress 7.1", "" if unknown.
	Site string `json:"site,omitzero"`
	// Read is the day on which it was read.
	Read string `json:"read,omitzero"`
	// Prefix is how the site spells the leading "cms" of routes.
	Prefix string            `json:"prefix,omitzero"`
	Routes map[string]*Route `json:"routes"`
}

// Route is what a site says of one route, by its pattern.
type Route struct {
	Endpoints []Endpoint `json:"endpoints,omitzero"`
	Schema    *Schema    `json:"schema,omitzero"` // of a record
	Seen      Kinds      `json:"seen,omitzero"`   // what a sample of records held
}

// Endpoint is some methods of a route.
type Endpoint struct {
	Methods []string `json:"methods"`
	Args    Schemas  `json:"args,omitzero"`
}

// load reads a description: a file that was saved, or the index of a namespace.
func load(data []byte) (*Description, error) {
	if jsontext.Value(data).Kind() != '{' {
		return nil, errors.New("the description is no JSON object")
	}
	if !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return nil, errors.New("the description is no JSON")
	}
	d := &Description{Routes: map[string]*Route{}}
	p := &reader{}
	for _, member := range members(data) {
		switch member.Name {
		case "site":
			d.Site = plain(text(member.Value))
		case "read":
			d.Read = plain(text(member.Value))
		case "prefix":
			d.Prefix = text(member.Value)
		case "routes":
			routes := members(member.Value)
			if len(routes) > maxRoutes {
				return nil, errHuge
			}
			for _, one := range routes {
				route, err := p.route(one.Value)
				if err != nil {
					return nil, err
				}
				d.Routes[one.Name] = route
			}
		}
	}
	if len(d.Routes) == 0 {
		return nil, errors.New("the description holds no routes")
	}
	return d, nil
}

// route reads what a site says of a route, in its index or in answer to OPTIONS.
func (p *reader) route(raw jsontext.Value) (*Route, error) {
	r := &Route{}
	for _, member := range members(raw) {
		switch member.Name {
		case "endpoints":
			for _, value := range elements(member.Value) {
				endpoint, err := p.endpoint(value)
				if err != nil {
					return nil, err
				}
				r.Endpoints = append(r.Endpoints, endpoint)
			}
		case "schema":
			schema, err := p.schema(member.Value, 0)
			if err != nil {
				return nil, err
			}
			if len(schema.Properties) > 0 || schema.Title != "" {
				r.Schema = schema
			}
		case "seen":
			for _, path := range members(member.Value) {
				for _, kind := range texts(path.Value) {
					if isKind(kind) {
						r.Seen = r.Seen.add(path.Name, kind)
					}
				}
			}
		}
	}
	return r, nil
}

func (p *reader) endpoint(raw jsontext.Value) (Endpoint, error) {
	e := Endpoint{}
	for _, member := range members(raw) {
		switch member.Name {
		case "methods":
			e.Methods = texts(member.Value)
		case "args":
			var err error
			if e.Args, err = p.schemasOf(member.Value, 0); err != nil {
				return e, err
			}
		}
	}
	return e, nil
}

// takes returns the endpoint with one of the methods, nil if there is none.
func (r *Route) takes(methods ...string) *Endpoint {
	if r == nil {
		return nil
	}
	for i, endpoint := range r.Endpoints {
		for _, method := range methods {
			if slices.Contains(endpoint.Methods, method) {
				return &r.Endpoints[i]
			}
		}
	}
	return nil
}

// wants says which routes of a site are meant.
type wants struct {
	routes     map[string]string // a name for the records by the route, "" for that of the site
	namespaces []string
}

// match reports whether a route is wanted, or is that of a record of a wanted list.
func (w wants) match(p pattern, prefix string) bool {
	own, _ := parsePattern(spelled(p.template(), prefix))
	for route := range w.routes {
		q, ok := parsePattern(spelled(strings.Trim(route, "/"), prefix))
		if ok && (own.same(q) || own.below(q)) {
			return true
		}
	}
	for _, namespace := range w.namespaces {
		if strings.HasPrefix(own.template(), spelled(strings.Trim(namespace, "/"), prefix)+"/") {
			return true
		}
	}
	return len(w.routes)+len(w.namespaces) == 0
}

// name is the name that was given to the records of a route, "" for none.
func (w wants) name(p pattern, prefix string) string {
	own, _ := parsePattern(spelled(p.template(), prefix))
	for route, name := range w.routes {
		if q, ok := parsePattern(spelled(strings.Trim(route, "/"), prefix)); ok && own.same(q) {
			return name
		}
	}
	return ""
}

// spelled is a route as the SDK spells it: the prefix of the site is "cms".
func spelled(route, prefix string) string {
	if rest, ok := strings.CutPrefix(route, prefix+"/"); ok && prefix != "" {
		return "cms/" + rest
	}
	return route
}

// only leaves the routes that are wanted. A wanted route that is not there is an
// error.
func (d *Description) only(w wants) error {
	var found []pattern
	for route := range d.Routes {
		p, ok := parsePattern(route)
		if !ok || !w.match(p, d.Prefix) {
			delete(d.Routes, route)
			continue
		}
		own, _ := parsePattern(spelled(p.template(), d.Prefix))
		found = append(found, own)
	}
	for _, route := range slices.Sorted(maps.Keys(w.routes)) {
		q, ok := parsePattern(spelled(strings.Trim(route, "/"), d.Prefix))
		if !ok || !slices.ContainsFunc(found, q.same) {
			return fmt.Errorf("there is no route %s", route)
		}
	}
	if len(d.Routes) == 0 {
		return errors.New("there are no such routes")
	}
	return nil
}
