package plugins

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plugin is a plugin that a site may have.
type Plugin struct {
	Name, Namespace string
	Routes          func(Router) // adds the routes of the plugin
	Kind            seed.Kind    // records of the plugin, for Insert
}

// All returns all plugins, in the order of the index.
func (s *Site) All() []Plugin {
	snippets, visits, settings, copies := snippetPlane{s}, analyticsPlane{s}, visibilityPlane{s}, archiverPlane{s}
	return []Plugin{
		{"code-snippets", "code-snippets/v1", snippets.snippetRoutes, seed.Kind{
			Name:   "snippets",
			Next:   func() *int64 { return &s.State.nextSnippet },
			Insert: snippets.insertSnippet,
			Record: snippets.snippetRecord,
			IDs: func() []int64 {
				return seed.SortedIDs(s.State.snippets, func(*snippet) bool { return true })
			},
		}},
		{"analytics", visits.analyticsNamespace(), visits.analyticsRoutes, seed.Kind{
			Name:   "analytics",
			Next:   func() *int64 { return &s.State.nextVisit },
			Insert: visits.insertVisit,
			Record: visits.visitRecord,
			IDs:    func() []int64 { return seed.IDsOf(s.State.visits, func(v visit) int64 { return v.id }) },
		}},
		{"block-visibility", "block-visibility/v1", settings.visibilityRoutes, seed.Kind{
			Name:   "block-visibility",
			Insert: settings.insertVisibility,
			Record: settings.visibilityRecord,
			IDs:    settings.visibilityIDs,
		}},
		{"archiver", "archiver/v1", copies.archiverRoutes, seed.Kind{
			Name:   "archiver",
			Next:   func() *int64 { return &s.State.nextCopy },
			Insert: copies.insertArchived,
			Record: copies.archivedRecord,
			IDs:    func() []int64 { return seed.IDsOf(s.State.archived, func(one archived) int64 { return one.id }) },
		}},
	}
}

func (s analyticsPlane) analyticsRoutes(add Router) {
	day := rest.Rule{Early: true, Check: checkDay}
	rules := rest.Rules{"start_date": day, "end_date": day, "since": {Early: true, Check: s.checkSince}}
	report := func(handle func(*rest.Call, dayRange) (*rest.Response, *rest.Error)) func(*rest.Call) (*rest.Response,
		*rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) {
			days, why := s.days(c)
			if why != nil {
				return nil, why
			}
			return handle(c, days)
		}
	}
	get := func(args string, handle func(*rest.Call) (*rest.Response, *rest.Error)) rest.Endpoint {
		return rest.On([]string{"GET"}, rules, s.maySeeVisits, handle).Taking(args)
	}
	const dates = `{"start_date":{"required":false},"end_date":{"required":false}}`
	add("/stats", get(dates[:len(dates)-1]+`,"monthly":{"required":false}}`, report(s.visitStats)))
	add("/totals", get(dates, report(s.visitTotals)))
	add("/posts", get(dates, report(s.visitedPaths)))
	add("/referrers", get(dates, report(s.visitReferrers)))
	add("/realtime", get(`{"since":{"required":false}}`, s.visitsLately))
}

func (s snippetPlane) snippetRoutes(add Router) {
	get, post, remove := []string{"GET"}, []string{"POST"}, []string{"DELETE"}
	// With Raw, a null in the request reaches the handler. The handler treats null as absent.
	written := rest.Rules{"*": {Raw: true}, "tags": {Check: checkTags, Raw: true}}
	add("/snippets",
		rest.On(get, nil, administrators, s.listSnippets).Taking(s.listArgs()),
		rest.On(post, written, administrators, s.createSnippet).Taking(s.snippetArgs()))
	add("/snippets/{id}",
		rest.On(get, nil, administrators, s.getSnippet),
		rest.On(rest.UpdateMethods, written, administrators, s.updateSnippet).Taking(s.snippetArgs()),
		rest.On(remove, nil, administrators, s.deleteSnippet))
	add("/snippets/schema", rest.On(get, nil, rest.Everyone, s.snippetSchema))
	turn := func(active bool) func(*rest.Call) (*rest.Response, *rest.Error) {
		return func(c *rest.Call) (*rest.Response, *rest.Error) { return s.switchSnippet(c, active) }
	}
	add("/snippets/{id}/activate", rest.On(rest.UpdateMethods, nil, administrators, turn(true)))
	add("/snippets/{id}/deactivate", rest.On(rest.UpdateMethods, nil, administrators, turn(false)))
	add("/snippets/{id}/export", rest.On(get, nil, administrators, s.exportSnippet))
	add("/snippets/{id}/export-code", rest.On(get, nil, administrators, s.exportCode))
}
