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
	if err != nil || len(types) != 3 || types[0].Slug != "post" || !types[0].HasFeature("editor") ||
		len(types[0].Extra) != 1 {
		t.Fatalf("%+v, %v", types, err)
	}
	_, err = settings.New(site).Types.Get(ctx, "page", cms.InContext(cms.ContextEdit))
	sitetest.Failed(t, err, http.StatusForbidden, cms.CodeForbiddenContext, cms.ErrForbidden)
	_, err = settings.New(site).Types.Get(ctx, "nope")
	sitetest.Failed(t, err, http.StatusNotFound, "rest_type_invalid", cms.ErrNotFound)
	statuses, err := settings.New(site).Statuses.List(ctx, &settings.StatusListOptions{Context: cms.ContextEdit})
	if err != nil || len(statuses) != 6 || statuses[0].Slug != cms.StatusPublish || statuses[0].Extra != nil {
		t.Errorf("%+v, %v", statuses, err)
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
	if err != nil || after.Title != "Type &amp; Letters" || after.PostsPerPage != 25 || after.URL != server.URL ||
		after.Extra != nil {
		t.Fatalf("%+v, %v", after, err)
	}
	if read, err := settings.New(site).Get(ctx); err != nil || read.Title != after.Title ||
		read.Timezone != "Europe/Berlin" {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := settings.New(site).Edit(ctx,
		func(s *settings.Settings) error { s.Timezone = "Mars/Olympus"; return nil }); !errors.Is(err,
		settings.ErrNotApplied) {
		t.Errorf("%v", err)
	}
	_, err = settings.New(site).Update(ctx, &settings.Params{DefaultPingStatus: new(cms.DiscussionStatus("ajar"))})
	sitetest.Failed(t, err, http.StatusBadRequest, cms.CodeInvalidParam, cms.ErrBadRequest)
	again := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithDocument(server.Document()))
	if kept := again.Record("settings", 1); kept["title"] != after.Title || kept["posts_per_page"] != int64(25) {
		t.Errorf("%v", kept)
	}
	snapshot := server.Snapshot()
	if _, err := cms.Do(ctx, site,
		cms.Request[cms.Raw]{Method: "POST", Path: "cms/v2/settings", Body: map[string]any{"url": nil}}); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(site).Get(ctx); err == nil {
		t.Error("a site without an address answers")
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
