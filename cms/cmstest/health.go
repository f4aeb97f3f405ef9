package cmstest

import (
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// checkup is the result of a test of the site's health. A real site has other labels, in the
// language of the user.
type checkup struct{ test, label, status, area string }

// checkups returns the results of the health tests of the server. The result of the test
// authorization-header is never "good". The test expects a login that only the pages of the site
// send. Clients send another login.
func checkups() []checkup {
	return []checkup{
		{"authorization-header", "The Authorization header is not the one of this test", "recommended", "Security"},
		{"background-updates", "Updates can be installed in the background", "good", "Security"},
		{"dotorg-communication", "The update server can be reached", "good", "Security"},
		{"https-status", "The site does not use https", "recommended", "Security"},
		{"loopback-requests", "The site can send requests to itself", "good", "Performance"},
		{"page-cache", "There is no page cache, and pages are fast", "recommended", "Performance"},
	}
}

// healthRoutes returns the routes of the health tests and of the folder sizes. Only administrators
// may use them.
func (s *Server) healthRoutes() []*rest.Route {
	namespace := s.site.API.Prefix + "-site-health/v1"
	may := rest.Needs("install_plugins", "rest_forbidden", "You may not read the health of the site.")
	get := func(path string, serve func(*rest.Call) (*rest.Response, *rest.Error)) *rest.Route {
		return &rest.Route{Pattern: "/" + namespace + path, Namespace: namespace,
			Endpoints: []rest.Endpoint{rest.On([]string{"GET"}, nil, may, serve)}}
	}
	routes := []*rest.Route{rest.Namespace(namespace), get("/directory-sizes", s.directorySizes)}
	for _, one := range checkups() {
		body := php.Object{
			{"label", one.label}, {"status", one.status}, {"badge", php.Object{{"label", one.area}, {"color", "blue"}}},
			{"description", "<p>" + one.label + ".</p>"}, {"actions", ""}, {"test", strings.ReplaceAll(one.test, "-", "_")},
		}
		routes = append(routes, get("/tests/"+one.test, func(*rest.Call) (*rest.Response, *rest.Error) {
			return &rest.Response{Status: 200, Body: body}, nil
		}))
	}
	return routes
}

// directorySizes returns the sizes of the folders of a small site. The size of the uploads folder
// is the size of the files in the library. As on a real site, the top-level member raw is a number,
// all other top-level members are objects, and a missing folder has no size in bytes.
func (s *Server) directorySizes(*rest.Call) (*rest.Response, *rest.Error) {
	size := func(bytes int) php.Object {
		text := strconv.Itoa(bytes) + " B"
		return php.Object{{"size", text}, {"debug", text}, {"raw", bytes}}
	}
	const core, themes, plugins, database = 95_000_000, 14_000_000, 400_000, 770_000
	uploads := 0
	for _, it := range s.site.Items {
		if it.Media == nil || it.Media.Details == nil {
			continue
		}
		uploads += it.Media.Details.Filesize
		for _, one := range it.Media.Details.Sizes {
			uploads += one.Filesize
		}
	}
	body := php.Object{
		{"raw", 0}, {"wordpress_size", size(core)}, {"themes_size", size(themes)}, {"plugins_size", size(plugins)},
		{"uploads_size", size(uploads)},
		{"fonts_size", php.Object{{"size", "There is no such folder."}, {"debug", "no folder"}}},
		{"database_size", size(database)}, {"total_size", size(core + themes + plugins + uploads + database)},
	}
	return &rest.Response{Status: 200, Body: body}, nil
}
