package cmstest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/described"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/plugins"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/stored"
)

// Option changes the site that [NewServer] starts.
type Option func(*Server)

// WithPrefix sets the prefix of routes and headers. The default is "cms"; real sites have "wp". The
// prefix is part of the root "{prefix}-json", of the namespace "{prefix}/v2", and of link relations
// such as "{prefix}:term". It is also part of the headers "X-{PREFIX}-Total" and
// "X-{PREFIX}-TotalPages".
func WithPrefix(prefix string) Option {
	return func(s *Server) { s.site.API.Prefix = prefix }
}

// WithPath serves the site below a path, such as "/developer". Other paths get 404.
func WithPath(path string) Option {
	return func(s *Server) { s.path = "/" + strings.Trim(path, "/") }
}

// WithLocalhost makes the address of the site http://localhost:port. On this address,
// as on https, a site has the routes media/{id}/sideload and media/{id}/finalize, and
// image sizes in its index. The reason is that browsers treat localhost as secure.
func WithLocalhost() Option {
	return func(s *Server) { s.host = "localhost" }
}

// WithPlainPermalinks turns readable addresses off. Then only addresses such as
// "/?rest_route=/cms/v2/posts" or "/index.php?rest_route=…" reach the REST API. The
// paths below "/cms-json/" return the home page, as HTML with status 200.
func WithPlainPermalinks() Option {
	return func(s *Server) { s.site.API.Plain = true }
}

// WithLocation sets the time zone of the site. The default is Europe/Berlin, so that local
// time and GMT differ. A zone from [time.FixedZone] gives the site a fixed UTC offset
// instead of a named zone. Its index then has gmt_offset as a string.
func WithLocation(location *time.Location) Option {
	return func(s *Server) { s.zone = location }
}

// WithClock sets the clock of the site; the default is [time.Now]. The server calls now while it
// serves a request, so now must not call the server.
func WithClock(now func() time.Time) Option {
	return func(s *Server) { s.site.Clock.Now = now }
}

// WithSample fills the site with made-up content, the same each time:
//
//   - 1,230 posts: 1,190 published, 15 drafts, 7 pending, 7 private, 6 scheduled, 5 in
//     the trash. Two are sticky. Every 300th has the password "letmein".
//   - 150 pages in a tree; 5 of them are drafts.
//   - Categories, tags, formats and authors.
//
// Without this option the site has no content except the category 1, "Uncategorized".
func WithSample() Option {
	return func(s *Server) { s.sample = true }
}

// WithoutLinkHeader leaves the discovery link out of the front page's headers.
func WithoutLinkHeader() Option {
	return func(s *Server) { s.noLinkHeader = true }
}

// WithoutLinkElement leaves the discovery link out of the front page's HTML.
func WithoutLinkElement() Option {
	return func(s *Server) { s.noLinkElement = true }
}

// WithDocument loads a document as [Server.Load] does. If Load returns an error,
// [NewServer] panics with it. The documents of several such options are loaded in
// order, after the content of [WithSample].
func WithDocument(document []byte) Option {
	return func(s *Server) { s.documents = append(s.documents, document) }
}

// WithName sets the title of the site and its description (the tagline). The defaults are
// invented.
func WithName(name, description string) Option {
	return func(s *Server) { s.name, s.description = name, description }
}

// WithStrict calls report for each response of a route that only stores records and
// returns them. WordPress may respond differently.
//
//	site := cmstest.NewServer(cmstest.WithStrict(t.Errorf))
//
// The package comment lists these routes. Their responses have the header [StoredOnly].
func WithStrict(report func(format string, args ...any)) Option {
	return func(s *Server) {
		s.strict = func(method, route string) {
			report("cmstest: %s %s only stores and gives back: a WordPress may do more", method, route)
		}
	}
}

// StoredOnly is a header in the responses of routes that only store records and return
// them. Real sites do not send it.
const StoredOnly = stored.Header

// WithoutApplicationPasswords makes a site that accepts no application passwords, like a
// real production site over plain http. Its index offers no authentication, and every
// request is anonymous.
func WithoutApplicationPasswords() Option {
	return func(s *Server) { s.noPasswords = true }
}

// WithMenuLocation adds a menu location, as themes define them. name is its identifier,
// such as "primary"; description is the text that people see. The routes menu-locations
// list it. A menu is in the location if the name is among the locations of the menu.
// Without this option the site has no menu locations, as with a block theme.
func WithMenuLocation(name, description string) Option {
	return func(s *Server) {
		s.site.MenuPlaces = append(s.site.MenuPlaces, content.MenuPlace{Name: name, Description: description})
	}
}

// WithRevisionDeletes lets users delete the revisions of the records that they may
// delete, as a plugin can. Without this option no user may delete revisions, not even
// an administrator.
func WithRevisionDeletes() Option {
	return func(s *Server) { s.revisionDeletes = true }
}

// WithType serves custom post types. For a type like posts, [WithPostType] needs no
// description. description is a file that cmsgen -save wrote, or the index of the
// namespace, read with context=help. A route is a post type if its list has the argument
// page and its records have the fields id, date, slug, status and type. Other routes are
// ignored. [NewServer] panics if the description is invalid or contains no post type.
//
// Such a type is served like posts, with their contexts, batches and rights. Records
// can be read, created, updated, trashed and deleted. Lists accept the arguments that
// the description names. In [Server.Insert], [Server.Record] and documents, use the
// last part of the route as the kind: "specimens" for shop/v1/specimens. Fields that
// posts do not have are checked against the schema, and converted to their type: "12.5"
// becomes 12.5 for a number. A field that was never set has the default of the schema.
// Without a default it is null if the type allows null. Otherwise it is the empty value
// of the type: "", 0, false or []. Fields of meta are treated the same way.
//
// If the description contains a taxonomy of the type, it is served like categories, or
// like tags if its terms have no parents. In Insert, use the last part of its route as
// the kind. If the description lacks the taxonomy, any number is accepted as a term id.
// The argument with the name of the taxonomy filters lists in both cases.
//
// Values that plugin code computes are not imitated: a readonly field has the value that
// Insert stored. There are no routes for revisions and autosaves.
func WithType(description []byte) Option {
	return func(s *Server) { s.descriptions = append(s.descriptions, described.Description{JSON: description}) }
}

// WithPostType serves a custom post type at cms/v2/restBase. name is its identifier, the
// value of the field type. An empty restBase means name, as on a real site.
//
// The type is served like posts, with their fields, except sticky, format, categories and
// tags. Use restBase as the kind in [Server.Insert], [Server.Record] and documents. For a type
// with more fields, terms or another namespace, use [WithType]. There are no routes for
// revisions and autosaves.
//
// [NewServer] panics if the site has the name or the route already, if name has more than 20
// characters, or if name or restBase has other characters than a-z, 0-9, _ and -.
func WithPostType(name, restBase string) Option {
	return func(s *Server) {
		s.descriptions = append(s.descriptions, described.Description{Type: name, Base: cmp.Or(restBase, name)})
	}
}

// Plugins that a site may have: see [WithoutPlugins].
const (
	PluginSnippets        = "code-snippets"
	PluginAnalytics       = "analytics"
	PluginBlockVisibility = "block-visibility"
	PluginArchiver        = "archiver"
)

// WithoutPlugins removes the named plugins, such as PluginSnippets, or all four without
// names. Their routes then respond with 404 rest_no_route, and the index does not list
// their namespaces. By default a site has all four. WithoutPlugins panics on an unknown
// name.
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

// WithLaterSnippets replaces version 3.6.4 of the snippets plugin by a later version.
// Lists send their total. They are divided into pages only if the query has page or
// per_page. Snippets have the fields condition_id, trashed and locked, but not revision
// and cloud_id. The routes activate and deactivate return 404 for an unknown snippet. A
// first DELETE moves a snippet to the trash and returns it with 200; lists and reads
// still show it. A second one deletes it permanently, with 204. An update, activate or
// deactivate takes the snippet out of the trash. A locked snippet cannot be deleted
// (rest_cannot_trash), and keeps its name and code. This follows the files of that
// version; it was not tested against a real site.
func WithLaterSnippets() Option {
	return func(s *Server) { s.later = true }
}

// WithPublicAnalytics lets everyone see the statistics of the site, as the plugin's
// setting does. Users who are not administrators may then request statistics of at most
// five years in one call. The plugin has a limit too, but its value is not known.
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

// pluginKinds returns the kinds of all plugins for Insert and documents, including removed plugins.
func (s *Server) pluginKinds() []seed.Kind {
	var kinds []seed.Kind
	for _, plugin := range s.installed {
		kinds = append(kinds, plugin.Kind)
	}
	return kinds
}
