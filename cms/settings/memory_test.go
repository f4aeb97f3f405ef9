package settings_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// memory is a client of a site in memory.
func memory(t *testing.T, user string) (*cmstest.Server, *cms.Client) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, server.AppPassword(user)))
	if err != nil {
		t.Fatal(err)
	}
	return server, site
}

func TestTypesAndStatusesOfASiteInMemory(t *testing.T) {
	t.Parallel()
	_, site := memory(t, "contributor")
	ctx := t.Context()
	types, err := settings.New(site).Types.List(ctx, &settings.TypeListOptions{Context: cms.ContextEdit})
	if err != nil || len(types) != 3 {
		t.Fatalf("List of types: %+v, error %v, want 3", types, err)
	} else if types[0].Slug != "post" || !types[0].HasFeature("editor") {
		t.Fatalf("List of types: %+v, want post with an editor first", types)
	} else if len(types[0].Extra) != 1 {
		t.Fatalf("List of types: extra %v, want one field", types[0].Extra)
	}
	_, err = settings.New(site).Types.Get(ctx, "page", cms.InContext(cms.ContextEdit))
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeForbiddenContext, cms.ErrForbidden)
	_, err = settings.New(site).Types.Get(ctx, "nope")
	sitetest.Failed(t, err, http.StatusNotFound, "rest_type_invalid", cms.ErrNotFound)
	statuses, err := settings.New(site).Statuses.List(ctx, &settings.StatusListOptions{Context: cms.ContextEdit})
	if err != nil || len(statuses) != 6 {
		t.Errorf("List of statuses: %+v, error %v, want 6", statuses, err)
	} else if statuses[0].Slug != cms.StatusPublish || statuses[0].Extra != nil {
		t.Errorf("List of statuses: %q first, extra %v, want publish and none", statuses[0].Slug, statuses[0].Extra)
	}
	_, err = settings.New(site).Statuses.Get(ctx, "nope")
	sitetest.Failed(t, err, http.StatusNotFound, "rest_status_invalid", cms.ErrNotFound)
}

// TestSettingsOfASiteInMemory goes the whole road on the server that programs are tested with.
func TestSettingsOfASiteInMemory(t *testing.T) {
	t.Parallel()
	server, site := memory(t, "admin")
	ctx := t.Context()
	after, err := settings.New(site).Edit(ctx,
		func(s *settings.Settings) error { s.Title, s.PostsPerPage = "Type & Letters", 25; return nil })
	if err != nil || after.Title != "Type &amp; Letters" {
		t.Fatalf("Edit: %+v, error %v, want the title Type &amp; Letters", after, err)
	} else if after.PostsPerPage != 25 || after.URL != server.URL {
		t.Fatalf("Edit: %d posts on a page, address %q, want 25 and %q", after.PostsPerPage, after.URL, server.URL)
	} else if after.Extra != nil {
		t.Fatalf("Edit: extra %v, want none", after.Extra)
	}
	if read, err := settings.New(site).Get(ctx); err != nil || read.Title != after.Title {
		t.Errorf("Get: %+v, error %v, want the title %q", read, err, after.Title)
	} else if read.Timezone != "Europe/Berlin" {
		t.Errorf("Get: time zone %q, want Europe/Berlin", read.Timezone)
	}
	if _, err := settings.New(site).Edit(ctx,
		func(s *settings.Settings) error { s.Timezone = "Mars/Olympus"; return nil }); !errors.Is(err,
		settings.ErrNotApplied) {
		t.Errorf("Edit of an unknown time zone: error %v, want ErrNotApplied", err)
	}
	_, err = settings.New(site).Update(ctx, &settings.Params{DefaultPingStatus: new(cms.DiscussionStatus("ajar"))})
	sitetest.Failed(t, err, http.StatusBadRequest, cms.CodeInvalidParam, cms.ErrBadRequest)
	again := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithDocument(server.Document()))
	if kept := again.Record("settings", 1); kept["title"] != after.Title || kept["posts_per_page"] != int64(25) {
		t.Errorf("Settings in a server from the document: %v, want the title %q and 25 posts on a page", kept, after.Title)
	}
	snapshot := server.Snapshot()
	if _, err := cms.Do(ctx, site,
		cms.Request[cms.Raw]{Method: "POST", Path: "cms/v2/settings", Body: map[string]any{"url": nil}}); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(site).Get(ctx); err == nil {
		t.Error("Get of a site without an address: no error, want one")
	}
	server.Restore(snapshot)
	if _, err := settings.New(site).Get(ctx); err != nil {
		t.Error(err)
	}
	editor, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = settings.New(editor).Get(ctx)
	sitetest.Failed(t, err, http.StatusForbidden, "rest_forbidden", cms.ErrForbidden)
}
