package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// sampler reads samples: lists first, then some records of each list, then the routes
// below these records.
type sampler struct {
	source
	d *describe.Description
	// listed has the lists that were read. The key is the [anonymousTemplate] of the route
	// of one record.
	listed map[string][]readList
	// parents has the records below which there may be other routes. The key is the
	// [anonymousTemplate] of the route of the record.
	parents map[string][]parent
	// values has values that may be sent as arguments, by the name of the argument.
	values map[string]string
}

// sampleAll reads samples of all routes of a description. It does not read routes that are
// known to write when they are read. A route that the user may not read is only reported.
func (s source) sampleAll(ctx context.Context, d *describe.Description) error {
	if s.sample == 0 {
		return nil
	}
	all := &sampler{s, d, map[string][]readList{}, map[string][]parent{}, map[string]string{}}
	levels := map[int][]string{} // routes by length, so that a list comes before its records
	total := 0
	for _, route := range sortedKeys(d.Routes) {
		p, ok := describe.ParsePath(route)
		if ok && d.Routes[route].Takes(http.MethodGet) != nil && !indexes(d.Routes[route]) {
			level := strings.Count(describe.Template(route), "/")
			if all.needs(p) {
				level += maxLevels
			}
			levels[level] = append(levels[level], route)
			total++
		}
	}
	done := 0
	for _, level := range sortedKeys(levels) {
		reads := &stage{source: s, name: "samples", routes: levels[level], done: done, total: total}
		if err := reads.run(ctx, all.route); err != nil {
			return err
		}
		done = reads.done
	}
	return nil
}

// maxLevels is more than the number of segments of any route. It is added to the level of
// routes that need an argument: they come last, because samples of other routes may have
// a value for the argument.
const maxLevels = 1000

// needs reports whether a route, or a route above it, requires an argument. It also
// returns true if the route has a parameter for which no list has values.
func (s *sampler) needs(p describe.Path) bool {
	for i, one := range p {
		if one.Param != "" && !s.reads(p[:i]) {
			return true
		}
	}
	for pattern, r := range s.d.Routes {
		q, ok := describe.ParsePath(pattern)
		if !ok || len(q) > len(p) || !q.Same(p[:len(q)]) {
			continue
		}
		if get := r.Takes(http.MethodGet); get != nil && slices.ContainsFunc(required(get.Args),
			func(arg string) bool { return !q.Has(arg) }) {
			return true
		}
	}
	return false
}

// reads reports whether a path is a route with a GET.
func (s *sampler) reads(p describe.Path) bool {
	for pattern, r := range s.d.Routes {
		if q, ok := describe.ParsePath(pattern); ok && q.Same(p) && r.Takes(http.MethodGet) != nil {
			return true
		}
	}
	return false
}

// route reads a sample of one route. Several calls of this method, for routes of the same
// length, run concurrently. So each call changes only the description of its own route, and
// returns a function that makes the other changes.
func (s *sampler) route(ctx context.Context, route string) (apply, error) {
	r := s.d.Routes[route]
	p, _ := describe.ParsePath(route)
	own := describe.Spelled(p.Template(), s.site.Prefix())
	if one := writes(p.Template(), s.site.Prefix()); one.what != "" && !s.lists(s.named, own) {
		if one.options {
			return nil, nil // a message already says that the description of the route was not read
		}
		return nil, skipped("a sample of %s, because to read it writes: %s; name it with -sample-route", own, one.what)
	}
	if s.lists(s.skip, own) {
		return nil, skipped("a sample of %s, which -skip names", own)
	}
	query, missing := s.arguments(r, p)
	if missing != "" {
		return nil, skipped("a sample of %s, which needs the argument %s: give it with -with '%[1]s?%[2]s=…'", own, missing)
	}
	if last := p[len(p)-1]; last.Param != "" {
		return s.items(ctx, r, p, query)
	}
	return s.list(ctx, r, p, route, query)
}

// list reads a route that does not end in a parameter. If the route is below records,
// list reads it below several of them.
func (s *sampler) list(
	ctx context.Context, r *describe.Route, p describe.Path, route string, query url.Values,
) (apply, error) {
	const tried, enough = 10, 3
	var applied []apply
	var failed error
	read := false
	parents := s.above(p)
	if path := s.filled(p); path != "" && (len(parents) == 0 || s.given(p) != nil) {
		parents = []string{path}
	}
	for _, path := range parents[:min(len(parents), tried)] {
		value, err := s.look(ctx, r, r.Schema, describe.Spelled(path, s.site.Prefix()), query, false)
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			// If no known record is above the route, the path may hold a value from another
			// sample, which need not fit this route. Then a 404 is no failure.
			if !errors.Is(err, cms.ErrNotFound) || len(s.above(p)) > 0 {
				failed = err
			}
			continue
		}
		read = true
		if _, record := firstRecord(value); record == nil && value.Kind() != '{' {
			continue
		}
		if applied = append(applied, func() { s.learn(p, path, value, route) }); len(applied) == enough {
			break
		}
	}
	if !read {
		return nil, failed
	}
	return func() {
		for _, one := range applied {
			one()
		}
	}, nil
}

// items reads the first record of each list by the route of the record. It stops after
// three records.
func (s *sampler) items(ctx context.Context, r *describe.Route, p describe.Path, query url.Values) (apply, error) {
	const enough = 3
	lists := s.listed[anonymousTemplate(p)]
	if path := s.filled(p); path != "" && (len(lists) == 0 || s.given(p) != nil) {
		return s.one(ctx, r, p, path, query)
	}
	member, read := "", 0
	var failed error
	var unfit []readList // lists in whose records no member contains the last segment of the route
	for _, list := range lists {
		found, err := s.item(ctx, r, list, p[len(p)-1], member, query)
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			failed = err
		}
		if found == nil {
			if err == nil {
				unfit = append(unfit, list)
			}
			continue
		}
		member = *found
		if read++; read == enough {
			break
		}
	}
	switch {
	case read == 0 && failed == nil && len(unfit) > 0:
		return func() { s.refuse(p, unfit) }, nil
	case read == 0:
		return nil, failed
	}
	return func() { s.settle(p, lists, member) }, nil
}

// one reads the record at a path. The parameters of the path have values from other samples
// or from -with.
func (s *sampler) one(
	ctx context.Context, r *describe.Route, p describe.Path, path string, query url.Values,
) (apply, error) {
	// With a schema, look may take the only element of a list as the record. Without a
	// schema, a list stays a list.
	value, err := s.look(ctx, r, r.Schema, describe.Spelled(path, s.site.Prefix()), query, r.Schema != nil)
	if err != nil || value == nil {
		if s.given(p) == nil && (errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrBadRequest)) {
			err = nil // the value may belong to another kind of record
		}
		return nil, err
	}
	return func() {
		name := anonymousTemplate(p)
		s.parents[name] = append(s.parents[name], parent{path: path})
		s.keep(value, p.LastWord())
	}, nil
}

// item reads the first record of a list by the route of one record. It tries the values of
// several members as the last segment of the route. It returns the member that worked, or
// nil if none did. If the list is an object, the name of the record in this object may be
// the segment. Then item returns a pointer to "". The parameter known is the member that
// worked for an earlier list, or "".
func (s *sampler) item(
	ctx context.Context, r *describe.Route, list readList, last describe.Segment, known string, query url.Values,
) (member *string, err error) {
	const tries = 5
	schema := r.Schema
	if schema == nil {
		schema = s.d.Routes[list.route].Schema
	}
	all := candidates(list.records[0], last)
	if known != "" {
		all = slices.DeleteFunc(all, func(one candidate) bool { return one.member != known })
	}
	for _, one := range all[:min(len(all), tries)] {
		record := describe.Spelled(list.path+"/"+last.Before+one.value+last.After, s.site.Prefix())
		value, err := s.look(ctx, r, schema, record, query, true)
		switch {
		case errors.Is(err, cms.ErrNotFound), errors.Is(err, cms.ErrBadRequest), errors.Is(err, cms.CodeNoRoute):
			continue
		case err != nil, value == nil:
			return nil, err
		case value.Kind() == '[' && len(describe.Elements(value)) == 0: // an empty list is no record
			continue
		}
		return &one.member, nil
	}
	return nil, nil
}

// look reads a path once for each value of the argument context, such as view and edit, and
// returns the last response. It fails if the site refuses all of these requests.
func (s source) look(
	ctx context.Context, r *describe.Route, schema *describe.Schema, path string, arguments url.Values, item bool,
) (jsontext.Value, error) {
	get := r.Takes(http.MethodGet)
	contexts := []string{""}
	if argument := get.Args.Named("context"); argument != nil && len(argument.Words()) > 0 && !arguments.Has("context") {
		contexts = argument.Words()
	}
	var last jsontext.Value
	var refused error
	for _, name := range contexts {
		query := url.Values{}
		for key, values := range arguments {
			query[key] = values
		}
		if name != "" {
			query.Set("context", name)
		}
		size := get.Args.Named("per_page")
		if size != nil && !query.Has("per_page") {
			query.Set("per_page", pageSize(size, s.sample))
		}
		value, err := s.get(ctx, path, query)
		if errors.Is(err, cms.ErrBadRequest) && size != nil && !item && !arguments.Has("per_page") {
			query.Del("per_page") // the site has a lower limit than it describes
			value, err = s.get(ctx, path, query)
		}
		switch {
		case errors.Is(err, cms.ErrForbidden), errors.Is(err, cms.ErrUnauthorized),
			errors.Is(err, cms.ErrBadRequest) && !item:
			refused = err
			continue
		case errors.Is(err, errNoJSON):
			r.Seen = Kinds(r.Seen).add("", kindBytes)
			return jsontext.Value(`""`), nil
		case err != nil:
			return nil, err
		}
		last = value
		all := describe.Elements(last)
		if item && last.Kind() == '[' && len(all) == 1 && all[0].Kind() == '{' &&
			(schema == nil || named(schema, all[0])) {
			last = all[0]
			r.Seen = Kinds(r.Seen).add("", kindAlone)
		}
		if item && aroundOne(schema, last) {
			r.Seen = Kinds(r.Seen).add("", kindObject).open([]jsontext.Value{last})
			continue
		}
		r.Seen = Kinds(r.Seen).answer(schema, last, name == "edit")
	}
	if last == nil {
		return nil, refused
	}
	return last, nil
}

// errNoJSON means that a response is not JSON.
var errNoJSON = errors.New("the response is no JSON")

// get reads a response as JSON.
func (s source) get(ctx context.Context, path string, query url.Values) (jsontext.Value, error) {
	operation := "sample " + path
	value, err := cms.Do(ctx, s.site, cms.Request[json.RawMessage]{Operation: operation, Path: path, Query: query})
	if err == nil {
		return jsontext.Value(bytes.TrimSpace(*value)), nil
	}
	if errors.Is(err, cms.ErrDecode) || errors.Is(err, cms.ErrNotREST) {
		raw, rawErr := cms.Do(ctx, s.site, cms.Request[cms.Raw]{Operation: operation, Path: path, Query: query})
		if rawErr == nil && len(bytes.TrimSpace(raw.Body)) > 0 && !jsontext.Value(raw.Body).IsValid() {
			return nil, fmt.Errorf("%w: %w", errNoJSON, err)
		}
	}
	return nil, err
}
