package history

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of revisions and autosaves, of each kind that has them.
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	for _, kind := range s.AllResources() {
		add := func(path string, endpoints ...rest.Endpoint) {
			routes = append(routes, s.API.Route("/"+kind.Base+path, endpoints...))
		}
		if kind.Revisions {
			add("/{parent}/revisions",
				rest.OnKind(kind, []string{"GET"}, nil, s.mayReadRevisions, s.listRevisions))
			add("/{parent}/revisions/{id}",
				rest.OnKind(kind, []string{"GET"}, nil, s.mayReadRevisions, s.getRevision),
				rest.OnKind(kind, []string{"DELETE"}, nil, s.mayDeleteRevision, s.deleteRevision))
		}
		if kind.Autosaves {
			add("/{id}/autosaves",
				rest.OnKind(kind, []string{"GET"}, nil, s.mayListAutosaves, s.listAutosaves),
				rest.OnKind(kind, []string{"POST"}, s.autosaveRules(kind), s.Posts.MayUpdate, s.autosave))
			add("/{parent}/autosaves/{id}",
				rest.OnKind(kind, []string{"GET"}, nil, s.mayReadRevisions, s.getAutosave))
		}
	}
	return routes
}

// autosaveRules are those of an update: most of its arguments do nothing here.
func (s Plane) autosaveRules(r *content.Resource) rest.Rules {
	if r.Menu {
		return s.Menus.Rules()
	}
	rules := s.Posts.WriteRules()
	rules["parent"] = rest.Rule{Late: !r.Tree}
	return rules
}
