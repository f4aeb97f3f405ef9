package describe

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Description is what a site says of some of its routes, and what was seen of their
// records. It holds neither the address of the site nor who has read it.
type Description struct {
	// Site is the kind and version of the site, "WordPress 7.1", "" if unknown.
	Site string `json:"site,omitzero"`
	// Read is the day on which it was read, as 2006-01-02.
	Read string `json:"read,omitzero"`
	// Prefix is how the site spells the leading "cms" of routes: "wp" on a WordPress.
	Prefix string `json:"prefix,omitzero"`
	// Routes are the routes by their pattern: "/wp/v2/posts/(?P<id>[\d]+)". See
	// [ParsePath].
	Routes map[string]*Route `json:"routes"`
}

// Route is what a site says of one route.
type Route struct {
	Endpoints []Endpoint `json:"endpoints,omitzero"`
	// Schema is that of a record, nil if the site gives none.
	Schema *Schema `json:"schema,omitzero"`
	// Seen are the kinds of values that a sample of records held, by their path:
	// ".meta.weight". Only files of cmsgen have it.
	Seen map[string][]string `json:"seen,omitzero"`
}

// Endpoint is some methods of a route with their arguments, which include the
// parameters of the path.
type Endpoint struct {
	Methods []string `json:"methods"`
	Args    Schemas  `json:"args,omitzero"`
}

// Load reads a description: the index of a site or of one namespace, or a file of
// cmsgen. It fails if data is no JSON object, if it has no routes, and with
// [ErrHuge].
func Load(data []byte) (*Description, error) {
	if jsontext.Value(data).Kind() != '{' {
		return nil, errors.New("the description is no JSON object")
	}
	if !jsontext.Value(data).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
		return nil, errors.New("the description is no JSON")
	}
	d := &Description{Routes: map[string]*Route{}}
	p := &reader{}
	for _, member := range Members(data) {
		switch member.Name {
		case "site":
			d.Site = Plain(Text(member.Value))
		case "read":
			d.Read = Plain(Text(member.Value))
		case "prefix":
			d.Prefix = Text(member.Value)
		case "routes":
			routes := Members(member.Value)
			if len(routes) > maxRoutes {
				return nil, ErrHuge
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

// route reads what a site says of a route, in its index or in response to OPTIONS.
func (p *reader) route(raw jsontext.Value) (*Route, error) {
	r := &Route{}
	for _, member := range Members(raw) {
		switch member.Name {
		case "endpoints":
			for _, value := range Elements(member.Value) {
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
			for _, path := range Members(member.Value) {
				if r.Seen == nil {
					r.Seen = map[string][]string{}
				}
				r.Seen[path.Name] = texts(path.Value)
			}
		}
	}
	return r, nil
}

func (p *reader) endpoint(raw jsontext.Value) (Endpoint, error) {
	e := Endpoint{}
	for _, member := range Members(raw) {
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

// Takes returns the first endpoint that has one of the methods, nil if none has. A
// nil Route has none.
func (r *Route) Takes(methods ...string) *Endpoint {
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

// Each visits all schemas of the description: records, arguments, and what is in them.
func (d *Description) Each(visit func(*Schema)) {
	for _, route := range d.Routes {
		route.Schema.Each(visit)
		for _, endpoint := range route.Endpoints {
			for _, arg := range endpoint.Args {
				arg.Schema.Each(visit)
			}
		}
	}
}
