package main

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// source is a site that describes itself.
type source struct {
	site   *cms.Client
	now    func() time.Time
	sample int                   // how many records of each route are read
	with   map[string]url.Values // the arguments of samples, by route
	skip   []string              // templates of routes that are not sampled
	named  []string              // templates of routes that are sampled although they may write
	// warn is called for each route that could not be read.
	warn func(error)
	// count, if not nil, is called with the reads of a stage that are done.
	count func(stage string, done, total int)
}

// describe reads the description of the wanted routes. It reads the index of their
// namespaces, then the OPTIONS of each list, because some plugins describe their fields
// only there, then a sample of records.
func (s source) describe(ctx context.Context, w wants) (*describe.Description, error) {
	index, err := s.site.Index(ctx)
	if err != nil {
		return nil, err
	}
	d := &describe.Description{Site: s.version(ctx, index), Read: s.now().UTC().Format(time.DateOnly),
		Prefix: s.site.Prefix(), Routes: map[string]*describe.Route{}}
	namespaces, err := w.of(index.Namespaces, d.Prefix)
	if err != nil {
		return nil, err
	}
	for _, namespace := range namespaces {
		part, err := describe.Of(ctx, s.site.Read, namespace)
		if guarded(err) {
			s.warn(err)
			part, err = describe.Of(ctx, s.site.Read, "")
		}
		if err != nil {
			return nil, err
		}
		for route, one := range part.Routes {
			if strings.HasPrefix(route+"/", "/"+namespace+"/") {
				d.Routes[route] = one
			}
		}
	}
	noteBelow(d)
	if err := w.only(d); err != nil {
		return nil, err
	}
	reads := &stage{source: s, name: "options", routes: slices.DeleteFunc(slices.Sorted(maps.Keys(d.Routes)), hasParams)}
	reads.total = len(reads.routes)
	if err := reads.run(ctx, func(ctx context.Context, route string) (apply, error) {
		return nil, s.ask(ctx, d.Routes[route], route)
	}); err != nil {
		return nil, err
	}
	if err := s.sampleAll(ctx, d); err != nil {
		return nil, err
	}
	forget(d, index.Home, index.URL)
	return d, nil
}

// guarded reports that a site refuses the index of a namespace, or returns something else there. A
// site that is busy or broken is no reason to do without the schemas.
func guarded(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return ok && e.Status >= 200 && e.Status < 500 && e.Status != http.StatusTooManyRequests
}

// noteBelow notes the routes below the records of each list, before those that are not
// wanted are removed.
func noteBelow(d *describe.Description) {
	words := map[string][]string{} // by the template of a list
	for _, route := range sortedKeys(d.Routes) {
		p, ok := describe.ParsePath(route)
		if !ok {
			continue
		}
		if end := len(p) - 2; end > 0 && p[end].Param != "" && p[end+1].Word != "" {
			list := anonymousTemplate(p[:end])
			words[list] = append(words[list], p[end+1].Word)
		}
	}
	for route, r := range d.Routes {
		if p, ok := describe.ParsePath(route); ok && r.Schema != nil && p[len(p)-1].Param == "" {
			r.Below = append([]string{}, words[anonymousTemplate(p)]...)
			slices.Sort(r.Below)
			r.Below = slices.Compact(r.Below)
		}
	}
}

// hasParams reports that a route has parameters. Its OPTIONS are not read, because its
// records are not known yet.
func hasParams(route string) bool {
	p, ok := describe.ParsePath(route)
	return !ok || strings.Contains(p.Template(), "{")
}

// lists reports that a flag names a route, which is spelled as cms spells it.
func (s source) lists(routes []string, route string) bool {
	return slices.ContainsFunc(routes, func(one string) bool { return describe.Spelled(one, s.site.Prefix()) == route })
}

// ask reads the OPTIONS of a list. A route that writes when its OPTIONS are read is left
// out.
func (s source) ask(ctx context.Context, r *describe.Route, route string) error {
	p, _ := describe.ParsePath(route)
	path := describe.Spelled(p.Template(), s.site.Prefix())
	if one := writes(p.Template(), s.site.Prefix()); one.options && !s.lists(s.named, path) {
		return skipped("the OPTIONS and a sample of %s, because to read them writes: %s", path, one.what)
	}
	own, err := describe.OfRoute(ctx, s.site.Read, path)
	if err != nil {
		return err
	}
	if len(own.Endpoints) > 0 {
		r.Endpoints = own.Endpoints
	}
	if own.Schema != nil {
		r.Schema = own.Schema
	}
	return nil
}

// version returns the software that the front page names, "" if it names none.
func (s source) version(ctx context.Context, index *cms.Index) string {
	page := &head{}
	_, _ = s.site.Download(ctx, index.Home, page, cms.Attempts(1)) // the limit of the page ends the download
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
