package cmstest

// planes are what a site is made of. Each has the routes and the records of one area, and uses the server that stores them.
type planes struct {
	analytics  analyticsPlane
	archiver   archiverPlane
	catalog    catalogPlane
	comment    commentPlane
	content    contentPlane
	history    historyPlane
	index      indexPlane
	kind       kindPlane
	media      mediaPlane
	menu       menuPlane
	oembed     oembedPlane
	password   passwordPlane
	search     searchPlane
	setting    settingPlane
	snippet    snippetPlane
	term       termPlane
	user       userPlane
	visibility visibilityPlane
}

type (
	analyticsPlane  struct{ *Server }
	archiverPlane   struct{ *Server }
	catalogPlane    struct{ *Server }
	commentPlane    struct{ *Server }
	contentPlane    struct{ *Server }
	historyPlane    struct{ *Server }
	indexPlane      struct{ *Server }
	kindPlane       struct{ *Server }
	mediaPlane      struct{ *Server }
	menuPlane       struct{ *Server }
	oembedPlane     struct{ *Server }
	passwordPlane   struct{ *Server }
	searchPlane     struct{ *Server }
	settingPlane    struct{ *Server }
	snippetPlane    struct{ *Server }
	termPlane       struct{ *Server }
	userPlane       struct{ *Server }
	visibilityPlane struct{ *Server }
)

func newPlanes(s *Server) planes {
	return planes{
		analytics:  analyticsPlane{s},
		archiver:   archiverPlane{s},
		catalog:    catalogPlane{s},
		comment:    commentPlane{s},
		content:    contentPlane{s},
		history:    historyPlane{s},
		index:      indexPlane{s},
		kind:       kindPlane{s},
		media:      mediaPlane{s},
		menu:       menuPlane{s},
		oembed:     oembedPlane{s},
		password:   passwordPlane{s},
		search:     searchPlane{s},
		setting:    settingPlane{s},
		snippet:    snippetPlane{s},
		term:       termPlane{s},
		user:       userPlane{s},
		visibility: visibilityPlane{s},
	}
}
