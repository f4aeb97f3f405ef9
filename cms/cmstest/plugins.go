package cmstest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
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
func (s *Server) pluginKinds() []seedKind {
	return []seedKind{
		{
			name:   "snippets",
			next:   func() *int64 { return &s.plugins.nextSnippet },
			insert: s.snippet.insertSnippet,
			record: s.snippet.snippetRecord,
			ids: func() []int64 {
				return sortedIDs(s.plugins.snippets, func(*snippet) bool { return true })
			},
		},
		{
			name:   "analytics",
			next:   func() *int64 { return &s.plugins.nextVisit },
			insert: s.analytics.insertVisit,
			record: s.analytics.visitRecord,
			ids:    func() []int64 { return idsOf(s.plugins.visits, func(v visit) int64 { return v.id }) },
		},
		{
			name:   "block-visibility",
			insert: s.visibility.insertVisibility,
			record: s.visibility.visibilityRecord,
			ids:    s.visibility.visibilityIDs,
		},
		{
			name:   "archiver",
			next:   func() *int64 { return &s.plugins.nextCopy },
			insert: s.archiver.insertArchived,
			record: s.archiver.archivedRecord,
			ids:    func() []int64 { return idsOf(s.plugins.archived, func(one archived) int64 { return one.id }) },
		},
	}
}

// idsOf are the ids of a list, in its order.
func idsOf[T any](list []T, id func(T) int64) []int64 {
	var out []int64
	for _, e := range list {
		out = append(out, id(e))
	}
	return out
}

// placeID is the id that a record gets: the one that it asks for, if that is free, or the next one.
func placeID(next *int64, wanted int64, taken []int64) (int64, error) {
	if wanted == 0 {
		wanted = *next
	} else if slices.Contains(taken, wanted) {
		return 0, fmt.Errorf("id %d is taken", wanted)
	}
	*next = max(*next, wanted+1)
	return wanted, nil
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
		add("", rest.On([]string{"GET"}, indexParams(plugin.namespace), rest.Everyone, s.index.namespaceIndex))
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

// seedFields reads the fields of a record, each into its place.
func seedFields(record map[string]any, fields map[string]any) error {
	for _, name := range php.SortedKeys(record) {
		var err error
		switch to := fields[name].(type) {
		case *string:
			*to, err = seedText(name, record[name])
		case *int64:
			*to, err = seedInt(name, record[name])
		case *bool:
			*to, err = seedBool(name, record[name])
		case *[]string:
			*to, err = seedTexts(name, record[name])
		default:
			err = noField(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seedTexts reads a list of strings into one of its own, which is never nil.
func seedTexts(name string, value any) ([]string, error) {
	if list, ok := value.([]string); ok {
		return append([]string{}, list...), nil
	}
	list, ok := value.([]any)
	if !ok {
		return nil, wrongType(name, value, "a list of strings")
	}
	out := make([]string, len(list))
	for i, e := range list {
		text, err := seedText(fmt.Sprintf("%s[%d]", name, i), e)
		if err != nil {
			return nil, err
		}
		out[i] = text
	}
	return out, nil
}
