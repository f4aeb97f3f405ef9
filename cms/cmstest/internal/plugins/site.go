// Package plugins has the plugins that a site may have: code snippets, statistics, block visibility and the archiver.
// Each has its routes and its records, see [Site.All]. What they need of the site is in [Site].
package plugins

import (
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
