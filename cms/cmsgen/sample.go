package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// sampler reads samples of routes: lists first, then one record of each and what is
// below it.
type sampler struct {
	source
	d *describe.Description
	// known are the values that may stand for the last parameter of a route, by its
	// template without names.
	known map[string][]candidate
}

// candidate is a member of the first record of a list, which may be the last segment of
// its route.
type candidate struct{ member, value, list string }

// sampleAll reads samples of all routes of a description, except of those that the user may
// not read and of those that are known to write when they are read.
func (s source) sampleAll(ctx context.Context, d *describe.Description) error {
	if s.sample == 0 {
		return nil
	}
	all := &sampler{s, d, map[string][]candidate{}}
	levels := map[int][]string{} // the routes by their length: a record comes after its list
	total := 0
	for _, route := range sortedKeys(d.Routes) {
		_, ok := describe.ParsePath(route)
		if ok && d.Routes[route].Takes(http.MethodGet) != nil && !indexes(d.Routes[route]) {
			level := strings.Count(describe.Template(route), "/")
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

// route reads a sample of one route. Routes of one length are sampled at the same time, so
// route changes nothing but its own description.
func (s *sampler) route(ctx context.Context, route string) (apply, error) {
	r := s.d.Routes[route]
	p, _ := describe.ParsePath(route)
	own := describe.Spelled(p.Template(), s.site.Prefix())
	for _, arg := range required(r.Takes(http.MethodGet).Args) {
		if !p.Has(arg) {
			return nil, skipped("a sample of %s, which needs the argument %s", own, arg)
		}
	}
	if one := writes(p.Template(), s.site.Prefix()); one.what != "" && !s.lists(s.named, own) {
		if one.options {
			return nil, nil // its OPTIONS were not read; that was reported before
		}
		return nil, skipped("a sample of %s, because to read it writes: %s; name it with -sample-route", own, one.what)
	}
	if s.lists(s.skip, own) {
		return nil, skipped("a sample of %s, which -skip names", own)
	}
	parents, last := p, describe.Segment{}
	if end := len(p) - 1; p[end].Param != "" {
		parents, last = p[:end], p[end]
	}
	path, ok := s.concrete(parents)
	switch {
	case !ok:
		return nil, nil
	case last.Param != "":
		return s.item(ctx, r, p, path, last)
	}
	value, err := s.look(ctx, r, r.Schema, describe.Spelled(path, s.site.Prefix()), false)
	if err != nil {
		return nil, err
	}
	return func() { s.learn(p, value, route) }, nil
}

// item reads one record, by the member of the first one in its list that leads to it.
func (s *sampler) item(
	ctx context.Context, r *describe.Route, p describe.Path, path string, last describe.Segment,
) (apply, error) {
	const tries = 5
	all := s.known[anonymousTemplate(p)]
	schema := r.Schema
	if len(all) > 0 && schema == nil {
		schema = s.d.Routes[all[0].list].Schema
	}
	for _, one := range all[:min(len(all), tries)] {
		record := describe.Spelled(path+"/"+last.Before+one.value+last.After, s.site.Prefix())
		value, err := s.look(ctx, r, schema, record, true)
		switch {
		case errors.Is(err, cms.ErrNotFound), errors.Is(err, cms.ErrBadRequest):
			continue
		case err != nil:
			return nil, err
		case value == nil:
			return nil, nil
		}
		return func() {
			s.known[anonymousTemplate(p)] = []candidate{one}
			if list := s.d.Routes[one.list]; list != nil && one.member != "" && !last.Digit {
				list.Seen = Kinds(list.Seen).add("."+one.member, kindKey)
			}
		}, nil
	}
	return nil, nil
}

// concrete is a path with the values that are known for its parameters.
func (s *sampler) concrete(p describe.Path) (path string, ok bool) {
	for i, segment := range p {
		text := segment.Word
		if segment.Param != "" {
			all := s.known[anonymousTemplate(p[:i+1])]
			if len(all) == 0 {
				return "", false
			}
			text = segment.Before + all[0].value + segment.After
		}
		path += "/" + text
	}
	return strings.TrimPrefix(path, "/"), true
}

// learn notes what may lead from a list to the route of its first record.
func (s *sampler) learn(list describe.Path, value jsontext.Value, route string) {
	key, record := firstRecord(value)
	if record == nil {
		return
	}
	for pattern := range s.d.Routes {
		if p, ok := describe.ParsePath(pattern); ok && p.Below(list) {
			s.known[anonymousTemplate(p)] = candidates(record, key, p[len(p)-1], route)
		}
	}
}

// firstRecord is the first record of a response: of a list, of an object by names, or of a
// list in an object. key is its name in an object.
func firstRecord(value jsontext.Value) (key string, record jsontext.Value) {
	switch value.Kind() {
	case '[':
		if all := describe.Elements(value); len(all) > 0 && all[0].Kind() == '{' {
			return "", all[0]
		}
	case '{':
		all := describe.Members(value)
		for _, member := range all {
			if key, record := firstRecord(member.Value); member.Value.Kind() == '[' && record != nil {
				return key, record
			}
		}
		if len(all) > 0 && all[0].Value.Kind() == '{' {
			return all[0].Name, all[0].Value
		}
	}
	return "", nil
}

// candidates are the members of a record that may be the last segment of its route, the
// likeliest first.
func candidates(record jsontext.Value, key string, last describe.Segment, list string) []candidate {
	var all []candidate
	add := func(member, value string) {
		if regexp.MustCompile(`^[\w:.-]{1,80}$`).MatchString(value) {
			all = append(all, candidate{member, value, list})
		}
	}
	members := describe.Members(record)
	first := []string{last.Param, "id", "ID", "slug", "code", "key", "name"}
	for _, name := range first {
		for _, member := range members {
			if member.Name == name {
				add(name, strings.Trim(string(member.Value), `"`))
			}
		}
	}
	if last.Digit {
		return all
	}
	for _, member := range members {
		if text := describe.Text(member.Value); !slices.Contains(first, member.Name) && (text == key || key == "") {
			add(member.Name, text)
		}
	}
	if key != "" {
		add("", key)
	}
	return all
}

// anonymousTemplate is a template without the names of its parameters.
func anonymousTemplate(p describe.Path) string {
	p = slices.Clone(p)
	for i := range p {
		if p[i].Param != "" {
			p[i].Param = "x"
		}
	}
	return p.Template()
}

// look reads a sample of one path in each context that it has, and returns the last
// response. It returns an error if the site refuses all contexts.
func (s source) look(ctx context.Context, r *describe.Route, schema *describe.Schema, path string, item bool) (
	jsontext.Value, error,
) {
	get := r.Takes(http.MethodGet)
	contexts := []string{""}
	if argument := get.Args.Named("context"); argument != nil && len(argument.Words()) > 0 {
		contexts = argument.Words()
	}
	var last jsontext.Value
	var refused error
	for _, name := range contexts {
		query := url.Values{}
		if name != "" {
			query.Set("context", name)
		}
		if get.Args.Named("per_page") != nil {
			query.Set("per_page", strconv.Itoa(s.sample))
		}
		raw, err := cms.Do(ctx, s.site,
			cms.Request[json.RawMessage]{Operation: "sample " + path, Path: path, Query: query})
		switch {
		case errors.Is(err, cms.ErrForbidden), errors.Is(err, cms.ErrUnauthorized),
			errors.Is(err, cms.ErrBadRequest) && !item:
			refused = err
			continue
		case err != nil:
			return nil, err
		}
		last = jsontext.Value(bytes.TrimSpace(*raw))
		all := describe.Elements(last)
		if item && last.Kind() == '[' && len(all) == 1 && all[0].Kind() == '{' &&
			(schema == nil || named(schema, all[0])) {
			last = all[0]
			r.Seen = Kinds(r.Seen).add("", kindAlone)
		}
		r.Seen = Kinds(r.Seen).answer(schema, last, name == "edit")
	}
	if last == nil {
		return nil, refused
	}
	return last, nil
}
