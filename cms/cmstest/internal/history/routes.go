package history

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of revisions and autosaves of all kinds.
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	for _, kind := range s.AllResources() {
		add := func(path string, endpoints ...rest.Endpoint) {
			routes = append(routes, s.API.Route("/"+kind.Base+path, endpoints...))
		}
		named := s.Posts.One(kind)
		one := rest.One[*content.Item]{Find: named.Find, Missing: noParent}
		parent := rest.One[*content.Item]{Missing: noParent,
			Find: func(c *rest.Call) *content.Item { return s.Find(kind, c.Integer("parent")) }}
		if kind.Revisions {
			add("/{parent}/revisions", parent.On([]string{"GET"}, nil, s.mayRead, s.listRevisions))
			add("/{parent}/revisions/{id}",
				parent.On([]string{"GET"}, nil, s.mayRead, s.getRevision),
				parent.On([]string{"DELETE"}, nil, s.mayDeleteRevision, s.deleteRevision))
		}
		if kind.Autosaves {
			add("/{id}/autosaves",
				one.On([]string{"GET"}, nil, s.mayRead, s.listAutosaves),
				named.On([]string{"POST"}, s.autosaveRules(kind), s.Posts.MayUpdate, s.autosave))
			add("/{parent}/autosaves/{id}", parent.On([]string{"GET"}, nil, s.mayRead, s.getAutosave))
		}
	}
	return routes
}

// autosaveRules returns the rules for the arguments. They are the same as for an update, although
// most arguments have no effect here.
func (s Plane) autosaveRules(r *content.Resource) rest.Rules {
	if r.Menu {
		return s.Menus.Rules()
	}
	rules := s.Posts.WriteRules()
	rules["parent"] = rest.Rule{Late: !r.Tree}
	return rules
}
