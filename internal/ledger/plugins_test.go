package ledger_test

import (
	"context"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/snippets"
)

func snippetCalls() []call {
	const path = "/code-snippets/v1/snippets"
	params := &snippets.Params{
		Name: new("Name"), Desc: new(""), Code: new("return;"), Tags: []string{"one", "two"},
		Scope: new(snippets.ScopeGlobal), ConditionID: new(int64(0)),
		Active: new(false), Priority: new(0), Network: cms.NullableOf(false), SharedNetwork: cms.Null[bool](),
	}
	const body = `{"name":"Name","desc":"","code":"return;","tags":["one","two"],"scope":"global","condition_id":0,` +
		`"active":false,"priority":0,"network":false,"shared_network":null}`
	out := []call{
		{"snippets.List", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `[]` }
			_, err := snippets.New(s.site).List(ctx,
				&snippets.ListOptions{Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "x"})
			return err
		}, []want{{"GET", path, "context=edit&page=2&per_page=100&search=x", ""}}},
		{"snippets.List without arguments", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `[]` }
			_, err := snippets.New(s.site).List(ctx, nil)
			return err
		}, []want{{"GET", path, "", ""}}},
		{"snippets.Create", func(ctx context.Context, s *services) error {
			_, err := snippets.New(s.site).Create(ctx, params)
			return err
		}, []want{{"POST", path, "", body}}},
		{"snippets.Get", func(ctx context.Context, s *services) error {
			_, err := snippets.New(s.site).Get(ctx, 7)
			return err
		}, []want{{"GET", path + "/7", "", ""}}},
		{"snippets.Delete", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"id":7,"trashed":true}` }
			_, err := snippets.New(s.site).Delete(ctx, 7)
			return err
		}, []want{{"DELETE", path + "/7", "", ""}}},
		{"snippets.Trash", func(ctx context.Context, s *services) error {
			s.cms.answer = func(r request) string {
				if r.method == "GET" {
					return `{"id":7,"trashed":false}`
				}
				return `{"id":7,"trashed":true}`
			}
			_, err := snippets.New(s.site).Trash(ctx, 7)
			return err
		}, []want{{"GET", path + "/7", "", ""}, {"DELETE", path + "/7", "", ""}}},
		{"snippets.Schema", func(ctx context.Context, s *services) error {
			_, err := snippets.New(s.site).Schema(ctx)
			return err
		}, []want{{"GET", path + "/schema", "", ""}}},
		{"snippets.Export", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"generator":"x","snippets":[{"id":7,"name":"n"}]}` }
			_, err := snippets.New(s.site).Export(ctx, 7)
			return err
		}, []want{{"GET", path + "/7/export", "", ""}}},
		{"snippets.ExportCode", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `"<?php"` }
			_, err := snippets.New(s.site).ExportCode(ctx, 7)
			return err
		}, []want{{"GET", path + "/7/export-code", "", ""}}},
	}
	for _, method := range updateMethods {
		verb := cms.UpdateMethod(method)
		out = append(out,
			call{"snippets.Update by " + method, func(ctx context.Context, s *services) error {
				_, err := snippets.New(s.site).Update(ctx, 7, params, verb)
				return err
			}, []want{{method, path + "/7", "", body}}},
			call{"snippets.Activate by " + method, func(ctx context.Context, s *services) error {
				s.cms.answer = snippet(true)
				_, err := snippets.New(s.site).Activate(ctx, 7, verb)
				return err
			}, []want{{method, path + "/7/activate", "", ""}, {"GET", path + "/7", "", ""}}},
			call{"snippets.Deactivate by " + method, func(ctx context.Context, s *services) error {
				s.cms.answer = snippet(false)
				_, err := snippets.New(s.site).Deactivate(ctx, 7, verb)
				return err
			}, []want{{method, path + "/7/deactivate", "", ""}, {"GET", path + "/7", "", ""}}})
	}
	return out
}

// snippet answers a read with a snippet that is, or is not, active.
func snippet(active bool) func(request) string {
	return func(r request) string {
		if r.method != "GET" {
			return `{}`
		}
		if active {
			return `{"id":7,"active":true}`
		}
		return `{"id":7,"active":false}`
	}
}

func pluginCalls() []call {
	return []call{
		{"oembed.Embed", func(ctx context.Context, s *services) error {
			s.cms.answer = embed
			_, err := oembed.New(s.site).Embed(ctx, "https://docs.example.org/a/", &oembed.EmbedOptions{MaxWidth: 400})
			return err
		}, []want{{"GET", "/oembed/1.0/embed", "url=https://docs.example.org/a/&maxwidth=400", ""}}},
		{"oembed.EmbedXML", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `<oembed><version>1.0</version></oembed>` }
			_, err := oembed.New(s.site).EmbedXML(ctx, "https://docs.example.org/a/", &oembed.EmbedOptions{MaxWidth: 400})
			return err
		}, []want{{"GET", "/oembed/1.0/embed", "url=https://docs.example.org/a/&format=xml&maxwidth=400", ""}}},
		{"oembed.Proxy", func(ctx context.Context, s *services) error {
			s.cms.answer = embed
			_, err := oembed.New(s.site).Proxy(ctx, "https://video.example/1",
				&oembed.ProxyOptions{Format: oembed.FormatXML, MaxWidth: 400, MaxHeight: 300, Discover: new(false)})
			return err
		}, []want{{"GET", "/oembed/1.0/proxy",
			"url=https://video.example/1&format=xml&maxwidth=400&maxheight=300&discover=false", ""}}},
		{"oembed.Proxy in JSON", func(ctx context.Context, s *services) error {
			s.cms.answer = embed
			_, err := oembed.New(s.site).Proxy(ctx, "https://video.example/1", &oembed.ProxyOptions{Format: oembed.FormatJSON})
			return err
		}, []want{{"GET", "/oembed/1.0/proxy", "url=https://video.example/1&format=json", ""}}},

		{"analytics.Stats", func(ctx context.Context, s *services) error {
			s.cms.answer = analyticsAnswer
			_, err := analytics.New(s.site).Stats(ctx,
				&analytics.StatsOptions{StartDate: "2026-08-01", EndDate: "2026-08-31", Monthly: true})
			return err
		}, []want{{"GET", "/analytics/v1/stats", "start_date=2026-08-01&end_date=2026-08-31&monthly=1", ""}}},
		{"analytics.Totals", func(ctx context.Context, s *services) error {
			s.cms.answer = analyticsAnswer
			_, err := analytics.New(s.site).Totals(ctx, &analytics.TotalsOptions{StartDate: "2026-08-01", EndDate: "2026-08-31"})
			return err
		}, []want{{"GET", "/analytics/v1/totals", "start_date=2026-08-01&end_date=2026-08-31", ""}}},
		{"analytics.Posts", func(ctx context.Context, s *services) error {
			s.cms.answer = analyticsAnswer
			_, err := analytics.New(s.site).Posts(ctx, &analytics.PostsOptions{StartDate: "2026-08-01", EndDate: "2026-08-31"})
			return err
		}, []want{{"GET", "/analytics/v1/posts", "start_date=2026-08-01&end_date=2026-08-31", ""}}},
		{"analytics.Referrers", func(ctx context.Context, s *services) error {
			s.cms.answer = analyticsAnswer
			_, err := analytics.New(s.site).Referrers(ctx,
				&analytics.ReferrersOptions{StartDate: "2026-08-01", EndDate: "2026-08-31"})
			return err
		}, []want{{"GET", "/analytics/v1/referrers", "start_date=2026-08-01&end_date=2026-08-31", ""}}},
		{"analytics.Realtime", func(ctx context.Context, s *services) error {
			s.cms.answer = analyticsAnswer
			_, err := analytics.New(s.site).Realtime(ctx, "-1 hour")
			return err
		}, []want{{"GET", "/analytics/v1/realtime", "since=-1+hour", ""}}},

		{"archiver.TriggerSnapshot", func(ctx context.Context, s *services) error {
			_, err := archiver.New(s.site).TriggerSnapshot(ctx, "https://docs.example.org/a/", "wayback")
			return err
		}, []want{{"POST", "/archiver/v1/trigger-snapshot", "",
			`{"url":"https://docs.example.org/a/","service":"wayback"}`}}},
		{"archiver.GetSnapshots", func(ctx context.Context, s *services) error {
			_, err := archiver.New(s.site).GetSnapshots(ctx, "https://docs.example.org/a/", "wayback")
			return err
		}, []want{{"GET", "/archiver/v1/get-snapshots", "url=https://docs.example.org/a/&service=wayback", ""}}},

		{"blockvisibility.Settings", func(ctx context.Context, s *services) error {
			s.cms.answer = visibility
			_, err := blockvisibility.New(s.site).Settings(ctx)
			return err
		}, []want{{"GET", "/block-visibility/v1/settings", "", ""}}},
		{"blockvisibility.Variables", func(ctx context.Context, s *services) error {
			_, err := blockvisibility.New(s.site).Variables(ctx,
				&blockvisibility.VariablesOptions{Integration: "woocommerce", SearchTerm: "x", SavedValues: "1,2"})
			return err
		}, []want{{"GET", "/block-visibility/v1/variables", "integration=woocommerce&search_term=x&saved_values=1,2", ""}}},
		visibilityUpdate("POST"), visibilityUpdate("PUT"), visibilityUpdate("PATCH"),
	}
}

func embed(request) string { return `{"version":"1.0","type":"rich"}` }

const visibilityDocument = `{"visibility_controls":{"date_time":{"enable":true}},"disabled_blocks":["core/code"],` +
	`"plugin_settings":{"default_controls":["date_time"]}}`

func visibility(request) string { return visibilityDocument }

func visibilityUpdate(method string) call {
	return call{"blockvisibility.Update by " + method, func(ctx context.Context, s *services) error {
		s.cms.answer = visibility
		_, err := blockvisibility.New(s.site).Update(ctx, func(*blockvisibility.Settings) error { return nil },
			cms.UpdateMethod(method))
		return err
	}, []want{{"GET", "/block-visibility/v1/settings", "_embed=random", ""},
		{method, "/block-visibility/v1/settings", "", visibilityDocument}}}
}

func analyticsAnswer(r request) string {
	switch {
	case strings.HasSuffix(r.path, "/totals"):
		return `{"visitors":"1","pageviews":"2"}`
	case strings.HasSuffix(r.path, "/realtime"):
		return `7`
	}
	return `[]`
}
