package ledger_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
)

var menuOrders = []menus.OrderBy{
	menus.ByName, menus.ByID, menus.BySlug, menus.ByInclude, menus.ByIncludeSlugs, menus.ByTermGroup,
	menus.ByDescription, menus.ByCount,
}

func menuCalls() []call {
	const path = "/cms/v2/menus"
	list := func(options *menus.ListOptions, query string) call {
		return call{"menus.List", func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).List(ctx, options)
			return err
		}, []want{{"GET", path, query, ""}}}
	}
	params := &menus.Params{
		Name: new("Main"), Slug: new("main"), Description: new(""), Locations: []string{"primary", "footer"},
		TakeLocations: true, AutoAdd: new(false), Meta: &cms.MetaParams{},
	}
	const body = `{"name":"Main","slug":"main","description":"","locations":["primary","footer"],"auto_add":false,` +
		`"meta":{}}`
	out := []call{
		list(nil, ""),
		list(&menus.ListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "main", Include: []int64{5, 6},
			Exclude: []int64{3, 4}, Offset: 7,
			Order: cms.Ascending, OrderBy: menus.ByName, HideEmpty: true, Post: 9, Slug: []string{"one", "two"},
		}, "context=edit&page=2&per_page=100&search=main&include[]=5&include[]=6&exclude[]=3&exclude[]=4&offset=7&"+
			"order=asc&orderby=name&hide_empty=true&post=9&slug[]=one&slug[]=two"),
		{"menus.All", func(ctx context.Context, s *services) error { return drain(menus.New(s.site).All(ctx, nil)) },
			[]want{{"GET", path, "orderby=id&page=1&per_page=100", ""}}},
		{"menus.Create", func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Create(ctx, params)
			return err
		}, []want{{"POST", path, "", body}}},
		{"menus.Create in a location", func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Create(ctx, &menus.Params{Name: new("Main"), Locations: []string{"primary"}})
			return err
		}, []want{{"GET", "/cms/v2/menu-locations", "", ""}, {"POST", path, "", `{"name":"Main","locations":["primary"]}`}}},
		{"menus.Delete", func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Delete(ctx, 7, menus.DeleteItems)
			return err
		}, []want{{"DELETE", path + "/7", "force=true", ""}}},
	}
	for _, method := range updateMethods {
		out = append(out, call{"menus.Update by " + method, func(ctx context.Context, s *services) error {
			_, err := menus.New(s.site).Update(ctx, 7, params, cms.UpdateMethod(method))
			return err
		}, []want{{method, path + "/7", "", body}}})
	}
	for _, o := range menuOrders {
		out = append(out, list(&menus.ListOptions{OrderBy: o, Order: cms.Descending}, "order=desc&orderby="+string(o)))
	}
	locations := map[string]*menus.LocationListOptions{"": nil}
	for _, c := range contexts {
		locations["context="+string(c)] = &menus.LocationListOptions{Context: c}
		out = append(out, list(&menus.ListOptions{Context: c}, "context="+string(c)),
			call{"menus.Get", func(ctx context.Context, s *services) error {
				_, err := menus.New(s.site).Get(ctx, 7, cms.InContext(c))
				return err
			}, []want{{"GET", path + "/7", "context=" + string(c), ""}}})
	}
	return slices.Concat(out, navigationCalls(),
		cataloguing("menus.Locations", "/cms/v2/menu-locations", "primary", `{"name":"primary"}`,
			func(s *services) *cms.Catalog[menus.Location, cms.ReadOnly, menus.LocationListOptions] {
				return menus.New(s.site).Locations
			}, locations))
}

func navigations(s *services) *cms.Content[menus.Navigation, menus.NavigationParams, menus.NavigationListOptions] {
	return menus.New(s.site).Navigations
}

func navigationParams() *menus.NavigationParams {
	return &menus.NavigationParams{
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(), Slug: new("slug"), Status: new(cms.StatusDraft),
		Password: new("secret"),
		Title:    new("Title"), Content: new("Content"), Template: new(""),
	}
}

const navigationBody = `{"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug",` +
	`"status":"draft","password":"secret","title":"Title","content":"Content","template":""}`

func navigationCalls() []call {
	const name, path = "menus.Navigations", "/cms/v2/navigation"
	bodies := map[string]*menus.NavigationParams{navigationBody: navigationParams()}
	out := slices.Concat(
		walking(name, path, navigations),
		getting(name, path, navigations, false),
		writing(name, path, navigations, navigationParams(), navigationBody),
		writing(name+" null dates", path, navigations, &menus.NavigationParams{Date: cms.NoDate(), DateGMT: cms.NoDate()},
			`{"date":null,"date_gmt":null}`),
		listing(name, path, navigations, &menus.NavigationListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9), Exclude: []int64{3, 4},
			Include: []int64{5, 6}, SearchSemantics: cms.SearchExact,
			Offset: 7, Order: cms.Ascending, OrderBy: cms.ByTitle, SearchColumns: columns, Slug: []string{"one", "two"},
			Status: allStatuses,
		}, "context=edit&page=2&per_page=100&search=serif&after=2026-08-28T17:00:00Z&before=2026-08-28T18:00:00Z&"+
			"modified_after=2026-08-28T19:00:00Z&modified_before=2026-08-28T20:00:00Z"+
			"&exclude[]=3&exclude[]=4&include[]=5&include[]=6&search_semantics=exact&offset=7&order=asc&orderby=title&"+
			"search_columns[]=post_title&search_columns[]=post_content"+
			"&search_columns[]=post_excerpt&slug[]=one&slug[]=two"+statusArguments()),
		[]call{
			{name + ".Get with a password", func(ctx context.Context, s *services) error {
				_, err := navigations(s).Get(ctx, 7, cms.PostPassword("letmein"))
				return err
			}, []want{{"GET", path + "/7", "password=letmein", ""}}},
			{"menus.MakeFallback", func(ctx context.Context, s *services) error {
				_, err := menus.New(s.site).MakeFallback(ctx)
				return err
			}, []want{{"GET", "/cms-block-editor/v1/navigation-fallback", "", ""}}},
		},
	)
	for _, o := range orders {
		out = append(out, listing(name, path, navigations, &menus.NavigationListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, v := range settable {
		body := fmt.Sprintf(`{"status":%q}`, v)
		bodies[body] = &menus.NavigationParams{Status: &v}
		out = append(out, one(name, path, navigations, bodies[body], body)...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, navigations, &menus.NavigationListOptions{Context: c}, "context="+string(c))...)
		out = append(out,
			call{name + ".Autosaves.List", func(ctx context.Context, s *services) error {
				s.cms.answer = func(request) string { return `[]` }
				_, err := navigations(s).Autosaves(41).List(ctx, cms.InContext(c))
				return err
			}, []want{{"GET", path + "/41/autosaves", "context=" + string(c), ""}}},
			call{name + ".Autosaves.Get", func(ctx context.Context, s *services) error {
				_, err := navigations(s).Autosaves(41).Get(ctx, cms.InContext(c))
				return err
			}, []want{{"GET", path + "/41/autosaves/41", "context=" + string(c), ""}}})
	}
	return slices.Concat(out, revisionsOf(name, path, navigations), autosavesOf(name, path, navigations, bodies))
}
