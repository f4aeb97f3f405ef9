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
// arguments that the route requires. If there is no value for a required argument, missing
// is the name of this argument.
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

// valueOf returns a value for an argument, or "" if neither its schema nor a sample has one.
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
// -with, or from samples that have a member whose name is in [paramNames]. filled
// returns "" if a parameter has no value.
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
// example, the records of other routes may have the id of authors/{id} in a member named
// author_id.
func paramNames(before describe.Path, param string) []string {
	switch param {
	case "id", "ID", "slug", "name", "key", "code":
		return []string{singular(before.LastWord()) + "_" + strings.ToLower(param), param}
	}
	return []string{param}
}

// keep stores the values of a record that later requests may send as arguments. The key is
// the name of the argument. The parameter list is the name of the list that has the record.
// In the list orders, the id of a record is stored as id, order_id and order.
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

// keepIDs stores the id of an object inside a record. name is the name of the object. The
// id of the object author is stored as author_id and author.
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

// pageSize returns how many records a sample requests: the wanted number, moved into the
// limits of the argument per_page. With an enum, it returns the largest number of the enum
// that is not above this number, or the smallest if there is none.
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
