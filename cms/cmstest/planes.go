package cmstest

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
	setting  settingPlane
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
	settingPlane  struct{ *Server }
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
		setting:  settingPlane{s},
		term:     termPlane{s},
		user:     userPlane{s},
	}
}
