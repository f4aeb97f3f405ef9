package cmstest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/snippets"
)

// sdk is a client of this module for a site.
func sdk(t *testing.T, prefix, user string, options ...cmstest.Option) (*cmstest.Server, *cms.Client) {
	t.Helper()
	site := cmstest.NewServer(append([]cmstest.Option{cmstest.WithPrefix(prefix)}, options...)...)
	t.Cleanup(site.Close)
	own := []cms.Option{cms.WithPrefix(prefix), cms.WithRetry(cms.Retry{Attempts: 1})}
	if user != "" {
		own = append(own, cms.WithApplicationPassword(user, site.AppPassword(user)))
	}
	client, err := cms.New(site.URL, own...)
	if err != nil {
		t.Fatal(err)
	}
	return site, client
}

func TestSnippetsPackageWorksWithBothVersions(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cmstest.Option{"3.6.4": nil, "later": {cmstest.WithLaterSnippets()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site, client := sdk(t, "cms", "admin", options...)
			s, ctx := snippets.New(client), t.Context()
			made, err := s.Create(ctx, &snippets.Params{Name: new("One"), Code: new("f();"), Tags: []string{"a"},
				Scope: new(snippets.ScopeAdmin)})
			if err != nil {
				t.Fatalf("Create of a snippet: error %v, want none", err)
			} else if made.ID != 1 || made.Network != nil {
				t.Fatalf("Create of a snippet: %+v, want id 1 and no network", made)
			}
			for range 24 {
				site.Insert("snippets", map[string]any{})
			}
			page, err := s.List(ctx, &snippets.ListOptions{Page: 3})
			if err != nil || len(page.Items) != 5 {
				t.Errorf("List of page 3: %+v, error %v, want 5 snippets", page, err)
			} else if page.Total != 25 || page.TotalPages != 3 {
				t.Errorf("List of page 3: %+v, want 25 snippets on 3 pages", page)
			}
			if got, err := s.Activate(ctx, 1); err != nil || !got.Active {
				t.Errorf("Activate of a snippet: %+v, error %v, want it active", got, err)
			}
			if got, err := s.Activate(ctx, 1); err != nil || !got.Active {
				t.Errorf("Activate of an active snippet: %+v, error %v, want it active", got, err)
			}
			export, err := s.Export(ctx, 1)
			if err != nil || len(export.Snippets) != 1 {
				t.Errorf("Export of a snippet: %+v, error %v, want one snippet", export, err)
			} else if !export.Snippets[0].Active {
				t.Errorf("Export of a snippet: %+v, want it active", export)
			}
			if code, err := s.ExportCode(ctx, 1); err != nil || code != "<?php\n\n/**\n * One\n */\nf();\n" {
				t.Errorf("ExportCode of a snippet: %q, error %v, want PHP with the name", code, err)
			}
			if schema, err := s.Schema(ctx); err != nil || schema.Title != "snippet" {
				t.Errorf("Schema of the snippets: %+v, error %v, want the title snippet", schema, err)
			}
			if _, err := s.Delete(ctx, 1); err != nil {
				t.Error(err)
			}
			_, get := s.Get(ctx, 99)
			_, update := s.Update(ctx, 99, nil)
			_, del := s.Delete(ctx, 99)
			_, activate := s.Activate(ctx, 99)
			for _, err := range []error{get, update, del, activate} {
				if !errors.Is(err, cms.ErrNotFound) {
					t.Error(err)
				}
			}
		})
	}
}

func TestOtherPluginPackagesWork(t *testing.T) {
	t.Parallel()
	site, client := sdk(t, "wp", "admin")
	ctx := t.Context()
	site.Insert("analytics", map[string]any{"path": "/a/", "visitors": 2, "pageviews": 3, "referrer": "x.test"})
	a := analytics.New(client, analytics.WithNamespace(analytics.KokoNamespace))
	if totals, err := a.Totals(ctx, nil); err != nil {
		t.Errorf("Totals of the visits: error %v, want none", err)
	} else if totals.Visitors != 2 || totals.Pageviews != 3 {
		t.Errorf("Totals of the visits: %+v, want 2 visitors and 3 pageviews", totals)
	}
	if n, err := a.Realtime(ctx, "-1 minute"); err != nil || n != 3 {
		t.Errorf("Realtime of the last minute: %d, error %v, want 3", n, err)
	}
	if list, err := a.Referrers(ctx, nil); err != nil {
		t.Errorf("Referrers of the visits: error %v, want none", err)
	} else if len(list) != 1 || list[0].ID != 1 {
		t.Errorf("Referrers of the visits: %+v, want one with id 1", list)
	}
	if _, err := a.Stats(ctx, &analytics.StatsOptions{StartDate: "2026-02-01", EndDate: "2026-01-01"}); !isCode(err,
		analytics.CodeInvalidRange) {
		t.Error(err)
	}
	v := blockvisibility.New(client)
	settings, err := v.Update(ctx, func(s *blockvisibility.Settings) error {
		s.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
		return nil
	})
	if err != nil {
		t.Errorf("Update of the settings: error %v, want none", err)
	} else if settings.VisibilityControls.Enabled(blockvisibility.ControlCookie) ||
		!settings.VisibilityControls.Enabled(blockvisibility.ControlACF) {
		t.Errorf("Update of the settings: %+v, want ControlCookie off and ControlACF on", settings)
	}
	if variables, err := v.Variables(ctx, nil); err != nil || len(variables.UserRoles) != 6 {
		t.Errorf("Variables of the editor: %+v, error %v, want 6 roles", variables, err)
	}
	site.Insert("block-visibility", map[string]any{})
	if _, err := v.Reset(ctx, blockvisibility.ResetAll); !errors.Is(err, blockvisibility.ErrWiped) {
		t.Error(err)
	}
	archive := archiver.New(client)
	if _, err := archive.TriggerSnapshot(ctx, client.Site()+"/a/", ""); err != nil {
		t.Error(err)
	}
	answer, err := archive.GetSnapshots(ctx, client.Site()+"/a/", "")
	if err != nil || !strings.Contains(string(answer), `"snapshots":[{`) {
		t.Errorf("GetSnapshots of a page: %s, error %v, want its snapshot", answer, err)
	}
}

func TestPackagesOfPluginsThatAreOffFindNoRoute(t *testing.T) {
	t.Parallel()
	_, client := sdk(t, "cms", "admin", cmstest.WithoutPlugins())
	ctx := t.Context()
	_, list := snippets.New(client).List(ctx, nil)
	_, totals := analytics.New(client).Totals(ctx, nil)
	_, settings := blockvisibility.New(client).Settings(ctx)
	_, snapshots := archiver.New(client).GetSnapshots(ctx, "https://site.test/", "")
	for _, err := range []error{list, totals, settings, snapshots} {
		if !errors.Is(err, cms.ErrNoRoute) {
			t.Error(err)
		}
	}
}

func isCode(err error, code cms.ErrorCode) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return ok && e.Code == code
}
