package cmstest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plugins that a site may have: see [WithoutPlugins].
const (
	PluginSnippets        = "code-snippets"
	PluginAnalytics       = "analytics"
	PluginBlockVisibility = "block-visibility"
	PluginArchiver        = "archiver"
)

// WithoutPlugins takes plugins away, all four if none is named: their routes answer 404 rest_no_route and the index
// does not list their namespaces. A site has all of them otherwise. It panics on a name that it does not know.
func WithoutPlugins(names ...string) Option {
	all := []string{PluginSnippets, PluginAnalytics, PluginBlockVisibility, PluginArchiver}
	if len(names) == 0 {
		names = all
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			panic(fmt.Sprintf("cmstest: WithoutPlugins of %q", name))
		}
	}
	return func(s *Server) {
		if s.missing == nil {
			s.missing = map[string]bool{}
		}
		for _, name := range names {
			s.missing[name] = true
		}
	}
}

// WithLaterSnippets gives the site a later version of the snippets plugin than 3.6.4: lists state their totals, and
// are paged if page or per_page is in the query; snippets have condition_id, trashed and locked, but neither revision nor
// cloud_id; switching one that does not exist is 404. A first DELETE moves a snippet to the trash and returns it with 200;
// lists and reads still show it. A second one deletes it for good, with 204. Writes and switches take it out of the trash.
// A locked snippet cannot be deleted (rest_cannot_trash), and keeps its name and code. This was read in that version's
// files, never measured.
func WithLaterSnippets() Option {
	return func(s *Server) { s.later = true }
}

// WithPublicAnalytics lets everyone see the statistics of the site, as the plugin's setting does. Who is no
// administrator may then ask for five years at once and no more (the real limit is not known).
func WithPublicAnalytics() Option {
	return func(s *Server) { s.public = true }
}

// plugins is what the plugins have stored.
type plugins struct {
	snippets                         map[int64]*snippet
	visits                           []visit
	archived                         []archived
	visibility                       any // the document of settings, nil once it is wiped
	nextSnippet, nextVisit, nextCopy int64
}

func newPlugins() plugins {
	return plugins{snippets: map[int64]*snippet{}, visibility: defaultVisibility(), nextSnippet: 1, nextVisit: 1, nextCopy: 1}
}

// clone shares nothing that may change. The settings are replaced as a whole, never changed.
func (p *plugins) clone() plugins {
	next := *p
	next.snippets = cloneMap(p.snippets, func(sn *snippet) *snippet {
		other := *sn
		other.tags = slices.Clone(sn.tags)
		return &other
	})
	next.visits, next.archived = slices.Clone(p.visits), slices.Clone(p.archived)
	return next
}

// pluginKinds are what Insert and documents know of the plugins, whether or not the site has them.
func (s *Server) pluginKinds() []seed.Kind {
	return []seed.Kind{
		{
			Name:   "snippets",
			Next:   func() *int64 { return &s.plugins.nextSnippet },
			Insert: s.snippet.insertSnippet,
			Record: s.snippet.snippetRecord,
			IDs: func() []int64 {
				return seed.SortedIDs(s.plugins.snippets, func(*snippet) bool { return true })
			},
		},
		{
			Name:   "analytics",
			Next:   func() *int64 { return &s.plugins.nextVisit },
			Insert: s.analytics.insertVisit,
			Record: s.analytics.visitRecord,
			IDs:    func() []int64 { return seed.IDsOf(s.plugins.visits, func(v visit) int64 { return v.id }) },
		},
		{
			Name:   "block-visibility",
			Insert: s.visibility.insertVisibility,
			Record: s.visibility.visibilityRecord,
			IDs:    s.visibility.visibilityIDs,
		},
		{
			Name:   "archiver",
			Next:   func() *int64 { return &s.plugins.nextCopy },
			Insert: s.archiver.insertArchived,
			Record: s.archiver.archivedRecord,
			IDs:    func() []int64 { return seed.IDsOf(s.plugins.archived, func(one archived) int64 { return one.id }) },
		},
	}
}

// pluginRoutes are those of the plugins that the site has.
func (s *Server) pluginRoutes() []*rest.Route {
	var routes []*rest.Route
	for _, plugin := range []struct {
		name, namespace string
		routes          func(pluginRouter)
	}{
		{PluginSnippets, "code-snippets/v1", s.snippet.snippetRoutes},
		{PluginAnalytics, s.analytics.analyticsNamespace(), s.analytics.analyticsRoutes},
		{PluginBlockVisibility, "block-visibility/v1", s.visibility.visibilityRoutes},
		{PluginArchiver, "archiver/v1", s.archiver.archiverRoutes},
	} {
		if s.missing[plugin.name] {
			continue
		}
		add := func(path string, endpoints ...rest.Endpoint) {
			routes = append(routes, &rest.Route{Pattern: "/" + plugin.namespace + path, Namespace: plugin.namespace, Endpoints: endpoints})
		}
		add("", rest.Namespace(plugin.namespace))
		plugin.routes(add)
	}
	return routes
}

// pluginRouter adds a route below the namespace of a plugin. None of them can be in a batch.
type pluginRouter func(path string, endpoints ...rest.Endpoint)

// administrators may, and nobody else.
func administrators(c *rest.Call) *rest.Error {
	if !c.User.Can("manage_options") {
		return c.Forbidden("rest_forbidden", "Only an administrator may do that.")
	}
	return nil
}
