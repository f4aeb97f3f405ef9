package cmstest

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/settings"

// planes are what a site is made of. Each has the routes and the records of one area, and uses the server that stores
// them.
type planes struct {
	catalog  catalogPlane
	comment  commentPlane
	content  contentPlane
	history  historyPlane
	index    indexPlane
	kind     kindPlane
	media    mediaPlane
	menu     menuPlane
	oembed   oembedPlane
	password passwordPlane
	search   searchPlane
	setting  settings.Plane
	term     termPlane
	user     userPlane
}

type (
	catalogPlane  struct{ *Server }
	commentPlane  struct{ *Server }
	contentPlane  struct{ *Server }
	historyPlane  struct{ *Server }
	indexPlane    struct{ *Server }
	kindPlane     struct{ *Server }
	mediaPlane    struct{ *Server }
	menuPlane     struct{ *Server }
	oembedPlane   struct{ *Server }
	passwordPlane struct{ *Server }
	searchPlane   struct{ *Server }
	termPlane     struct{ *Server }
	userPlane     struct{ *Server }
)

func newPlanes(s *Server) planes {
	return planes{
		catalog:  catalogPlane{s},
		comment:  commentPlane{s},
		content:  contentPlane{s},
		history:  historyPlane{s},
		index:    indexPlane{s},
		kind:     kindPlane{s},
		media:    mediaPlane{s},
		menu:     menuPlane{s},
		oembed:   oembedPlane{s},
		password: passwordPlane{s},
		search:   searchPlane{s},
		setting: settings.Plane{Settings: &s.settings, API: s.api, Name: s.name, Description: s.description,
			FirstZone: s.zone},
		term: termPlane{s},
		user: userPlane{s},
	}
}
