package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// source is a site that describes itself.
type source struct {
	site   *cms.Client
	now    func() time.Time
	sample int // how many records of each route are looked at
	// warn is told what could not be read, and is made without.
	warn func(error)
}

// describe reads the description of the wanted routes: the index of their
// namespaces, then what each list says itself, since some plugins add to that alone,
// then a sample of records.
func (s source) describe(ctx context.Context, w wants) (*Description, error) {
	index, err := s.site.Index(ctx)
	if err != nil {
		return nil, err
	}
	d := &Description{Site: s.version(ctx, index), Read: s.now().UTC().Format(time.DateOnly), Prefix: s.site.Prefix(), Routes: map[string]*Route{}}
	namespaces, err := w.of(index.Namespaces, d.Prefix)
	if err != nil {
		return nil, err
	}
	for _, namespace := range namespaces {
		part, err := s.namespace(ctx, namespace)
		if err != nil {
			return nil, err
		}
		maps.Copy(d.Routes, part.Routes)
	}
	if err := d.only(w); err != nil {
		return nil, err
	}
	for _, route := range slices.Sorted(maps.Keys(d.Routes)) {
		if err := s.ask(ctx, d.Routes[route], route); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			s.warn(err)
		}
	}
	d.forget(index.Home, index.URL)
	return d, nil
}

// namespace reads the routes of a namespace, with their schemas.
func (s source) namespace(ctx context.Context, namespace string) (*Description, error) {
	raw, err := cms.Do(ctx, s.site, cms.Request[json.RawMessage]{
		Operation: "describe " + namespace, Path: spelled(namespace, s.site.Prefix()), Query: url.Values{"context": {"help"}},
	})
	if err != nil {
		return nil, err
	}
	d, err := load(bytes.TrimSpace(*raw))
	if err != nil {
		return nil, fmt.Errorf("describe %s: %w", namespace, err)
	}
	return d, nil
}

// ask reads what a list says itself, and a sample of its records. A route with
// parameters is not asked: nobody knows which are there.
func (s source) ask(ctx context.Context, r *Route, route string) error {
	p, ok := parsePattern(route)
	if !ok || strings.Contains(p.template(), "{") {
		return nil
	}
	path := spelled(p.template(), s.site.Prefix())
	raw, err := cms.Do(ctx, s.site, cms.Request[json.RawMessage]{Operation: "describe " + path, Method: http.MethodOptions, Path: path, Repeat: cms.RepeatSafe})
	if err != nil {
		return err
	}
	own, err := (&reader{}).route(bytes.TrimSpace(*raw))
	if err != nil {
		return fmt.Errorf("describe %s: %w", path, err)
	}
	if len(own.Endpoints) > 0 {
		r.Endpoints = own.Endpoints
	}
	if own.Schema != nil {
		r.Schema = own.Schema
	}
	return s.look(ctx, r, path)
}

// look reads a sample of records, as visitors see them and as editors do. What may
// not be read is not looked at.
func (s source) look(ctx context.Context, r *Route, path string) error {
	get := r.takes(http.MethodGet)
	if s.sample == 0 || r.Schema == nil || get == nil {
		return nil
	}
	contexts := []string{""}
	if argument := get.Args.named("context"); argument != nil {
		contexts = append(contexts[:0], argument.Enum...)
	}
	if len(contexts) == 0 {
		contexts = []string{""}
	}
	for _, name := range contexts {
		query := url.Values{}
		if name != "" {
			query.Set("context", name)
		}
		if get.Args.named("per_page") != nil {
			query.Set("per_page", strconv.Itoa(s.sample))
		}
		raw, err := cms.Do(ctx, s.site, cms.Request[json.RawMessage]{Operation: "sample " + path, Path: path, Query: query})
		switch {
		case errors.Is(err, cms.ErrForbidden), errors.Is(err, cms.ErrBadRequest), errors.Is(err, cms.ErrUnauthorized):
			continue
		case err != nil:
			return err
		}
		body := jsontext.Value(bytes.TrimSpace(*raw))
		if body.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
			r.Seen = r.Seen.answer(r.Schema, body, name == "edit")
		}
	}
	return nil
}

// version is what the front page calls the software of the site, "" if it does not.
func (s source) version(ctx context.Context, index *cms.Index) string {
	page := &head{}
	_, _ = s.site.Download(ctx, index.Home, page, cms.Attempts(1)) // it ends by the limit of the page
	found := regexp.MustCompile(`<meta name="generator" content="([A-Za-z]+ [0-9.]+)"`).FindSubmatch(page.Bytes())
	if found == nil {
		return ""
	}
	return string(found[1])
}

// head is the beginning of a page.
type head struct{ bytes.Buffer }

// errEnough ends a download early.
var errEnough = errors.New("the beginning was read")

func (h *head) Write(p []byte) (int, error) {
	const limit = 64 << 10
	n, err := h.Buffer.Write(p[:min(len(p), limit-h.Len())])
	if err == nil && n < len(p) {
		err = errEnough
	}
	return n, err
}

// of are the namespaces of a site that the wanted routes are in.
func (w wants) of(namespaces []string, prefix string) ([]string, error) {
	found := map[string]bool{}
	for _, route := range append(slices.Sorted(maps.Keys(w.routes)), w.namespaces...) {
		longest := ""
		for _, namespace := range namespaces {
			inside := spelled(strings.Trim(route, "/"), prefix) + "/"
			if strings.HasPrefix(inside, spelled(namespace, prefix)+"/") && len(namespace) > len(longest) {
				longest = namespace
			}
		}
		if longest == "" {
			return nil, fmt.Errorf("the site has no namespace for %s; it has %s", route, strings.Join(namespaces, ", "))
		}
		found[longest] = true
	}
	return slices.Sorted(maps.Keys(found)), nil
}
