package describe

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Load reads a description: the index of a site or of a namespace, or a file of cmsgen.
// Errors: data is not a JSON object, it has no routes, or [ErrHuge].
func Load(data []byte) (*Description, error) {
	d := &Description{Routes: map[string]*Route{}}
	if err := load(data, d.read); err != nil {
		return nil, err
	}
	if len(d.Routes) == 0 {
		return nil, errors.New("the description has no routes")
	}
	return d, nil
}

// LoadRoute reads the description of one route, from a response to OPTIONS. JSON that is
// not an object gives a route without endpoints: sites send that for an unknown route.
// Errors: data is not JSON, or [ErrHuge].
func LoadRoute(data []byte) (*Route, error) {
	r := &Route{}
	if kind := jsontext.Value(data).Kind(); kind != '{' && kind != 0 && jsontext.Value(data).IsValid() {
		return r, nil
	}
	if err := load(data, r.read); err != nil {
		return nil, err
	}
	return r, nil
}

// load calls read to read data, which must be exactly one JSON object.
func load(data []byte, read func(p *reader) error) error {
	p := newReader(data)
	if p.PeekKind() != '{' {
		return errors.New("the description is not a JSON object")
	}
	err := read(p)
	if err == nil {
		if _, err = p.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		}
		err = errors.New("there is text after it")
	}
	if errors.Is(err, ErrHuge) {
		return ErrHuge
	}
	return fmt.Errorf("the description is not JSON: %w", err)
}

func (d *Description) read(p *reader) error {
	return p.members(func(name string) error {
		switch name {
		case "site":
			return p.prose(&d.Site)
		case "read":
			return p.prose(&d.Read)
		case "prefix":
			return p.text(&d.Prefix)
		case "names":
			names, err := p.texts()
			d.Names = names
			return err
		case "routes":
			return p.members(func(pattern string) error {
				if len(d.Routes) == maxRoutes {
					return ErrHuge
				}
				d.Routes[pattern] = &Route{}
				return d.Routes[pattern].read(p)
			})
		}
		return p.SkipValue()
	})
}

func (r *Route) read(p *reader) error {
	return p.members(func(name string) error {
		switch name {
		case "endpoints":
			r.Endpoints = nil
			return p.elements(func() error {
				if len(r.Endpoints) == maxEndpoints {
					return ErrHuge
				}
				r.Endpoints = append(r.Endpoints, Endpoint{})
				return r.Endpoints[len(r.Endpoints)-1].read(p)
			})
		case "schema":
			schema, err := p.schema(0)
			if err == nil && (len(schema.Properties) > 0 || schema.Title != "") {
				r.Schema = schema
			}
			return err
		case "below":
			words, err := p.texts()
			// An empty list means that there are no routes below. Nil means that this is not known.
			r.Below = append([]string{}, words...)
			return err
		case "seen":
			r.Seen = nil
			return p.members(func(path string) error {
				if r.Seen == nil {
					r.Seen = map[string][]string{}
				}
				kinds, err := p.texts()
				r.Seen[path] = kinds
				return err
			})
		}
		return p.SkipValue()
	})
}

func (e *Endpoint) read(p *reader) error {
	return p.members(func(name string) (err error) {
		switch name {
		case "methods":
			e.Methods, err = p.texts()
		case "args":
			e.Args, err = p.schemasOf(0)
		case "allow_batch":
			return p.members(func(version string) error {
				if e.AllowBatch == nil {
					e.AllowBatch = map[string]bool{}
				}
				value, err := p.ReadValue()
				if err == nil && len(e.AllowBatch) < maxMembers {
					e.AllowBatch[version] = truth(value)
				}
				return err
			})
		default:
			err = p.SkipValue()
		}
		return err
	})
}
