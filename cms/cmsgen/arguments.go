package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// given returns the values that the flag -with gives for a route. They include values for
// the parameters in the path.
func (s source) given(p describe.Path) url.Values {
	for route, values := range s.with {
		if q, ok := describe.ParsePath(route); ok && q.Same(p) {
			return values
		}
	}
	return nil
}

// arguments returns the query for a sample: the values of -with, and values for other
// arguments that the route requires. missing names a required argument for which there is
// no value.
func (s *sampler) arguments(r *describe.Route, p describe.Path) (query url.Values, missing string) {
	query = url.Values{}
	for name, values := range s.given(p) {
		if !p.Has(name) {
			query[name] = values
		}
	}
	args := r.Takes(http.MethodGet).Args
	filled := url.Values{}
	for _, name := range required(args) {
		if p.Has(name) || query.Has(name) || query.Has(name+"[]") {
			continue
		}
		value := s.valueOf(name, args.Named(name))
		if value == "" {
			return nil, name
		}
		filled.Set(name, value)
	}
	for name, values := range query {
		filled[name] = values
	}
	return filled, ""
}

// valueOf returns a value for an argument, or "" if it knows none.
func (s *sampler) valueOf(name string, schema *describe.Schema) string {
	switch words := schema.Words(); {
	case len(words) > 0:
		return words[0]
	case schema.Is("boolean"):
		return "false"
	}
	value := s.values[name]
	if _, err := strconv.ParseInt(value, 10, 64); err != nil && schema.Is("integer") {
		return ""
	}
	return value
}

// filled returns the path of a route with values for its parameters. The values come from
// -with, or from samples that have a member with the right name. It returns "" if a
// parameter has no value.
func (s *sampler) filled(p describe.Path) string {
	given := s.given(p)
	parts := make([]string, len(p))
	for i, one := range p {
		parts[i] = one.Word
		if one.Param == "" {
			continue
		}
		value := given.Get(one.Param)
		for _, name := range paramNames(p[:i], one.Param) {
			if value == "" {
				value = s.values[name]
			}
		}
		if _, err := strconv.ParseInt(value, 10, 64); value == "" || err != nil && one.Digit {
			return ""
		}
		parts[i] = one.Before + url.PathEscape(value) + one.After
	}
	return strings.Join(parts, "/")
}

// paramNames returns the names under which samples may have a value for a parameter. For
// example, other routes call the id in authors/{id} author_id.
func paramNames(before describe.Path, param string) []string {
	switch param {
	case "id", "ID", "slug", "name", "key", "code":
		return []string{singular(before.LastWord()) + "_" + strings.ToLower(param), param}
	}
	return []string{param}
}

// keep remembers the values of a record that may be sent as arguments later. list is the
// name of the list of the record: the id of an order may be needed as order_id or as
// order.
func (s *sampler) keep(record jsontext.Value, list string) {
	of := singular(list)
	for _, member := range describe.Members(record) {
		if member.Value.Kind() == '{' && isFieldName(member.Name) { // an object inside the record, such as its author
			s.keepIDs(member.Value, member.Name)
		}
		value := strings.Trim(string(member.Value), `"`)
		if kind := typeOf(kindOf(member.Value)); kind != "string" && kind != "integer" ||
			!isWord(value, "_:.@+-") {
			continue
		}
		names := []string{member.Name}
		switch member.Name {
		case "id", "ID":
			names = []string{"id", of + "_id", of}
		case "slug":
			names = []string{"slug", of + "_slug"}
		}
		for _, name := range names {
			if s.values[name] == "" {
				s.values[name] = value
			}
		}
	}
}

// keepIDs remembers the id of an object inside a record.
func (s *sampler) keepIDs(object jsontext.Value, name string) {
	for _, member := range describe.Members(object) {
		value := strings.Trim(string(member.Value), `"`)
		if _, err := strconv.ParseInt(value, 10, 64); err != nil || member.Name != "id" && member.Name != "ID" {
			continue
		}
		for _, one := range []string{name + "_id", name} {
			if s.values[one] == "" {
				s.values[one] = value
			}
		}
	}
}

// pageSize returns how many records a sample requests: the wanted number, or the nearest
// number that the argument per_page allows.
func pageSize(argument *describe.Schema, wanted int) string {
	number := func(value jsontext.Value) (int, bool) {
		n, err := strconv.Atoi(strings.Trim(string(value), `"`))
		return n, err == nil
	}
	size := wanted
	if least, ok := number(argument.Limits.Minimum); ok {
		size = max(size, least)
	}
	if most, ok := number(argument.Limits.Maximum); ok && most > 0 {
		size = min(size, most)
	}
	below, above := 0, 0
	for _, value := range argument.Enum {
		switch n, ok := number(value); {
		case !ok || n < 1:
		case n <= size:
			below = max(below, n)
		case above == 0 || n < above:
			above = n
		}
	}
	switch {
	case below > 0:
		size = below
	case above > 0:
		size = above
	}
	return strconv.Itoa(size)
}
