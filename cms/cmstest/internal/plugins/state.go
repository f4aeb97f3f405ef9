// Package plugins has the plugins of a site: code snippets, statistics, block visibility and the
// archiver. [Site.All] returns their routes and kinds. [Site] has the parts of a site that they
// use. No snippet is run, nothing is archived, and no request counts as a visit.
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

// Site is the part of a site that plugins use.
type Site struct {
	State  *State // data of the plugins
	API    *rest.API
	Clock  site.Clock
	Later  bool // the version of the snippets plugin is later than 3.6.4
	Public bool // all callers may see the statistics
	// Post returns the record with an id. If id is negative, it returns the published record at
	// path.
	Post func(id int64, path string) (found int64, title string, ok bool)
}

// Each of these types serves the routes of one plugin.
type (
	analyticsPlane  struct{ *Site }
	archiverPlane   struct{ *Site }
	snippetPlane    struct{ *Site }
	visibilityPlane struct{ *Site }
)

// Router adds a route below the namespace of a plugin. Such routes cannot be part of a batch.
type Router func(path string, endpoints ...rest.Endpoint)

// administrators returns an error unless the caller is an administrator.
func administrators(c *rest.Call) *rest.Error {
	return rest.Needs("manage_options", "rest_forbidden", "Only an administrator may do that.")(c)
}

// visit counts visitors and pageviews on one day. It has a path or a referrer, or it counts for
// the whole site.
type visit struct {
	id                  int64
	day                 string    // the day in local time
	moment              time.Time // zero if the record had no time of day
	path, referrer      string
	post                int64 // -1 if the record had no post_id
	visitors, pageviews int64
}

type archived struct {
	id            int64
	page, service string
	timestamp     string // 14 digits, in UTC
}

// State holds the data of the plugins.
type State struct {
	snippets                         map[int64]*snippet
	visits                           []visit
	archived                         []archived
	visibility                       any // the settings; nil after they were deleted
	nextSnippet, nextVisit, nextCopy int64
}

// NewState returns the data of a new site.
func NewState() State {
	return State{snippets: map[int64]*snippet{}, visibility: defaultVisibility(), nextSnippet: 1, nextVisit: 1,
		nextCopy: 1}
}

// Clone returns a copy. It shares only data that never changes; the visibility settings are
// replaced, never changed in place.
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
	trashed, locked  bool // only in versions after 3.6.4
	priority         int64
	modified         string
	revision         int64
}

//go:embed visibility.json
var visibilityFile []byte

// visibilityData returns the fixed data of the block visibility plugin: default settings,
// integrations and roles.
var visibilityData = sync.OnceValue(func() php.Object {
	data, err := php.ParseOrdered(visibilityFile)
	if err != nil {
		panic(fmt.Sprintf("cmstest: visibility.json: %v", err)) // a mistake in this package
	}
	return data.(php.Object)
})

// defaultVisibility returns the settings of a new site. Do not change the returned object, because
// all servers share it.
func defaultVisibility() php.Object { return visibilityData().Get("settings").(php.Object) }
