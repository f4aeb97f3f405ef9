package cmstest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
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

// WithoutPlugins takes plugins away, all four if none is named: their routes are 404 rest_no_route and the index
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
// are paged if page or per_page is in the query; snippets have condition_id, trashed and locked, but neither revision
// nor cloud_id; switching one that does not exist is 404. A first DELETE moves a snippet to the trash and returns it
// with 200; lists and reads still show it. A second one deletes it permanently, with 204. Writes and switches take it
// out of the trash. A locked snippet cannot be deleted (rest_cannot_trash), and keeps its name and code. This was read
// in that version's files, never measured.
func WithLaterSnippets() Option {
	return func(s *Server) { s.later = true }
}

// WithPublicAnalytics lets everyone see the statistics of the site, as the plugin's setting does. Who is no
// administrator may then ask for five years at once and no more (the real limit is not known).
func WithPublicAnalytics() Option {
	return func(s *Server) { s.public = true }
}

func (s *Server) pluginSite() *plugins.Site {
	return &plugins.Site{
		State: &s.plugins, API: s.site.API, Clock: s.site.Clock,
		Later: s.later, Public: s.public, Post: s.content.PostOf,
	}
}

func (s *Server) pluginRoutes() []*rest.Route {
	var routes []*rest.Route
	for _, plugin := range s.installed {
		if s.missing[plugin.Name] {
			continue
		}
		add := func(path string, endpoints ...rest.Endpoint) {
			pattern := "/" + plugin.Namespace + path
			routes = append(routes, &rest.Route{Pattern: pattern, Namespace: plugin.Namespace, Endpoints: endpoints})
		}
		routes = append(routes, rest.Namespace(plugin.Namespace))
		plugin.Routes(add)
	}
	return routes
}

// pluginKinds are what Insert and documents know of the plugins, whether or not the site has them.
func (s *Server) pluginKinds() []seed.Kind {
	var kinds []seed.Kind
	for _, plugin := range s.installed {
		kinds = append(kinds, plugin.Kind)
	}
	return kinds
}
