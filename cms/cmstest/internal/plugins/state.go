// Package plugins has the plugins that a site may have: code snippets, statistics, block visibility and the archiver.
// Each has its routes and its records, see [Site.All]. What they need of the site is in [Site].
package plugins

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// Site is a site as its plugins know it.
type Site struct {
	State  *State // what they have stored
	API    *rest.API
	Clock  site.Clock
	Later  bool // the snippets plugin is a later one than 3.6.4
	Public bool // everyone may see the statistics
	// Post finds the record with an id, or where that is negative the published one at a path.
	Post func(id int64, path string) (found int64, title string, ok bool)
}

// The plugins, each on top of the site.
type (
	analyticsPlane  struct{ *Site }
	archiverPlane   struct{ *Site }
	snippetPlane    struct{ *Site }
	visibilityPlane struct{ *Site }
)

// Router adds a route below the namespace of a plugin. None of them can be in a batch.
type Router func(path string, endpoints ...rest.Endpoint)

// administrators may, and nobody else.
func administrators(c *rest.Call) *rest.Error {
	return rest.Needs("manage_options", "rest_forbidden", "Only an administrator may do that.")(c)
}

// visit is what was counted on one day: for a path, from a place, or of the whole site.
type visit struct {
	id                  int64
	day                 string    // on the site's calendar
	moment              time.Time // zero unless the record told the time
	path, referrer      string
	post                int64 // -1: the record did not say
	visitors, pageviews int64
}

type archived struct {
	id            int64
	page, service string
	timestamp     string // in UTC, in fourteen digits
}

// State is what the plugins have stored.
type State struct {
	snippets                         map[int64]*snippet
	visits                           []visit
	archived                         []archived
	visibility                       any // the document of settings, nil once it is wiped
	nextSnippet, nextVisit, nextCopy int64
}

// NewState is what the plugins of a new site have stored.
func NewState() State {
	return State{snippets: map[int64]*snippet{}, visibility: defaultVisibility(), nextSnippet: 1, nextVisit: 1,
		nextCopy: 1}
}

// Clone shares nothing that may change. The settings are replaced as a whole, never changed.
func (p *State) Clone() State {
	next := *p
	next.snippets = make(map[int64]*snippet, len(p.snippets))
	for id, sn := range p.snippets {
		other := *sn
		other.tags = slices.Clone(sn.tags)
		next.snippets[id] = &other
	}
	next.visits, next.archived = slices.Clone(p.visits), slices.Clone(p.archived)
	return next
}

type snippet struct {
	id               int64
	name, desc, code string
	tags             []string
	scope            string
	condition        int64
	active           bool
	trashed, locked  bool // of later versions
	priority         int64
	modified         string
	revision         int64
}

//go:embed visibility.json
var visibilityFile []byte

// visibilityData is what the plugin for block visibility has of its own: defaults, integrations and roles.
var visibilityData = sync.OnceValue(func() php.Object {
	data, err := php.ParseOrdered(visibilityFile)
	if err != nil {
		panic(fmt.Sprintf("cmstest: visibility.json: %v", err)) // a mistake in this package
	}
	return data.(php.Object)
})

// defaultVisibility returns the settings of a new site. They are never changed in place.
func defaultVisibility() php.Object { return visibilityData().Get("settings").(php.Object) }
