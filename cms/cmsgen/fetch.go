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

// source reads the description of a site from the site itself.
type source struct {
	site   *cms.Client
	now    func() time.Time
	sample int                   // number of records to read from each list: see -sample
	with   map[string]url.Values // query arguments of the sample requests, by route: see -with
	skip   []string              // templates of routes that are not sampled: see -skip
	named  []string              // templates of routes to sample although reading them may write: see -sample-route
	// The function warn is called for each route that was not read, with the reason.
	warn func(error)
	// The function count, if not nil, is called after each read of a stage, with the number
	// of reads that are done.
	count func(stage string, done, total int)
}

// describe reads the description of the wanted routes in three steps: the index of each
// namespace, then the OPTIONS of each list, then samples of records. The OPTIONS are
// needed because some plugins describe their fields only there.
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

// guarded reports whether err means that the site refuses the index of a namespace, or
// sends something else in its place. If guarded returns true, [source.describe] uses the
// index of the whole site, which lacks the schemas. If the site is only busy or broken,
// guarded returns false, and the run fails.
func guarded(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return ok && e.Status >= 200 && e.Status < 500 && e.Status != http.StatusTooManyRequests
}

// noteBelow records, for each list, the names of the routes below its records. It must
// run before unwanted routes are removed.
func noteBelow(d *describe.Description) {
	words := map[string][]string{} // names of routes below records, by the template of the list
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

// hasParams reports whether a route has parameters. The OPTIONS of such a route are not
// read, because no record is known yet.
func hasParams(route string) bool {
	p, ok := describe.ParsePath(route)
	return !ok || strings.Contains(p.Template(), "{")
}

// lists reports whether one of routes, the values of a flag, is the same as route. The
// parameter route has the prefix of the site. The values of the flag may have another.
func (s source) lists(routes []string, route string) bool {
	return slices.ContainsFunc(routes, func(one string) bool { return describe.Spelled(one, s.site.Prefix()) == route })
}

// ask reads the OPTIONS of a list. If reading the OPTIONS would write to the site, ask
// skips the route, unless -sample-route names it.
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

// version returns the name and the version of the software, such as "WordPress 7.1". It
// reads them from the front page. It returns "" if the page does not name them.
func (s source) version(ctx context.Context, index *cms.Index) string {
	page := &head{}
	// The error is expected, because head ends the download after the beginning of the
	// page.
	_, _ = s.site.Download(ctx, index.Home, page, cms.Attempts(1))
	found := regexp.MustCompile(`<meta name="generator" content="([A-Za-z]+ [0-9.]+)"`).FindSubmatch(page.Bytes())
	if found == nil {
		return ""
	}
	return string(found[1])
}

// head keeps the first 64 KiB of a page. Then it ends the download with errEnough.
type head struct{ bytes.Buffer }

// errEnough is returned by [head.Write] to end a download early.
var errEnough = errors.New("the beginning was read")

func (h *head) Write(p []byte) (int, error) {
	const limit = 64 << 10
	n, err := h.Buffer.Write(p[:min(len(p), limit-h.Len())])
	if err == nil && n < len(p) {
		err = errEnough
	}
	return n, err
}
