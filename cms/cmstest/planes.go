package cmstest

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/comments"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/oembed"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/search"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"
)

// planes are what a site is made of. Each has the routes and the records of one area, and uses the server that stores
// them.
type planes struct {
	catalog  catalogPlane
	comment  comments.Plane
	content  contentPlane
	history  historyPlane
	index    indexPlane
	kind     kindPlane
	media    mediaPlane
	menu     menuPlane
	oembed   oembed.Plane
	password passwordPlane
	search   search.Plane
	setting  settings.Plane
	term     termPlane
	user     userPlane
}

// plane uses the server, and the records of the site.
type plane struct {
	*Server
	*content.Site
}

type (
	catalogPlane  struct{ plane }
	contentPlane  struct{ plane }
	historyPlane  struct{ plane }
	indexPlane    struct{ plane }
	kindPlane     struct{ plane }
	mediaPlane    struct{ plane }
	menuPlane     struct{ plane }
	passwordPlane struct{ plane }
	termPlane     struct{ plane }
	userPlane     struct{ plane }
)

func newPlanes(s *Server) planes {
	on := plane{s, s.site}
	return planes{
		catalog:  catalogPlane{on},
		comment:  comments.Plane{Site: s.site, State: &s.state.comments},
		content:  contentPlane{on},
		history:  historyPlane{on},
		index:    indexPlane{on},
		kind:     kindPlane{on},
		media:    mediaPlane{on},
		menu:     menuPlane{on},
		oembed:   oembed.Plane{Site: s.site},
		password: passwordPlane{on},
		search:   search.Plane{Site: s.site},
		setting: settings.Plane{Settings: &s.site.Settings, API: s.site.API, Name: s.name, Description: s.description,
			FirstZone: s.zone},
		term: termPlane{on},
		user: userPlane{on},
	}
}
