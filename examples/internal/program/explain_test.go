package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/snippets"
)

// refused is what a call fails with on a site in memory.
func refused(t *testing.T, call func(site *cms.Client) error, user string, fault *cmstest.Fault,
	options ...cmstest.Option) error {
	t.Helper()
	server := cmstest.NewServer(append(options, cmstest.WithSample())...)
	t.Cleanup(server.Close)
	if fault != nil {
		server.Fail(*fault)
	}
	target := &Site{Address: server.URL, Prefix: "cms", User: user}
	site, end, err := target.Connect(t.Context(), Environment{Password: server.AppPassword("author"), Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if err = call(site); err == nil {
		t.Fatal("The call on a site that refuses it returned no error, want one")
	}
	return err
}

func TestErrorsSayWhatToDoNext(t *testing.T) {
	t.Parallel()
	posts := func(site *cms.Client) error { _, err := site.Posts.List(t.Context(), nil); return err }
	edit := func(site *cms.Client) error {
		_, err := site.Posts.List(t.Context(), &cms.PostListOptions{Context: cms.ContextEdit})
		return err
	}
	drafts := func(site *cms.Client) error {
		_, err := site.Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}})
		return err
	}
	foreign := func(site *cms.Client) error {
		_, err := site.Posts.Update(t.Context(), 1, &cms.PostParams{Title: new("x")})
		return err
	}
	statistics := func(namespace string) func(site *cms.Client) error {
		return func(site *cms.Client) error {
			_, err := analytics.New(site, analytics.WithNamespace(namespace)).Stats(t.Context(), nil)
			return err
		}
	}
	code := func(site *cms.Client) error { _, err := snippets.New(site).List(t.Context(), nil); return err }
	unreached := func(address string) error {
		site, err := cms.New(address, cms.WithRetry(cms.Retry{Attempts: 1}))
		if err != nil {
			t.Fatal(err)
		}
		return posts(site)
	}
	catalogue, err := fonts.New("http://127.0.0.1:1", fonts.WithRetry(fonts.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	_, noCatalogue := catalogue.List(t.Context(), nil)
	insecure := (&Site{Address: "http://site.example", User: "ada", Prefix: "wp"})
	_, _, plainHTTP := insecure.Connect(t.Context(), Environment{Password: "x"})
	_, noAddress := (&Site{Address: "https://ada@site.example"}).Find(t.Context())
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><head><title>Shop</title></head><body>Welcome</body></html>")
	}))
	defer pages.Close()
	_, noSite := (&Site{Address: pages.URL}).Find(t.Context())
	_, plainSite := (&Site{Address: strings.TrimPrefix(pages.URL, "http://")}).Find(t.Context())
	closed := cmstest.NewServer()
	defer closed.Close()
	closed.Fail(cmstest.Fault{Route: "/", Status: http.StatusUnauthorized, Code: "rest_not_logged_in", Message: "No."})
	_, closedSite := (&Site{Address: closed.URL}).Find(t.Context())

	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"interrupt": {fmt.Errorf("a.png: %w", context.Canceled), "interrupted; run again to continue"},
		"wrong password": {refused(t, posts, "editor", nil),
			"the site does not know this user with this application password: check -user and FONTCMS_APP_PASSWORD; "},
		"unreachable": {unreached("http://127.0.0.1:1"),
			"the site cannot be reached (dial tcp 127.0.0.1:1: connect: connection refused): check the address in -site, "},
		"no catalogue": {noCatalogue, "the font catalogue cannot be reached (dial tcp 127.0.0.1:1: connect: connection " +
			"refused): check the address in -fonts, "},
		"other prefix": {refused(t, posts, "", nil, cmstest.WithPrefix("wp")),
			"there is no REST API at this address: leave out -prefix, so that the REST API is looked for"},
		"no snippets": {refused(t, code, "", nil, cmstest.WithoutPlugins(cmstest.PluginSnippets)),
			"the site does not have code-snippets/v1, which is part of the plugin Code Snippets: install and activate it on " +
				"the site"},
		"no statistics": {refused(t, statistics("analytics/v1"), "", nil, cmstest.WithoutPlugins(cmstest.PluginAnalytics)),
			"the site does not have analytics/v1, which is part of a plugin: install"},
		"no Koko": {refused(t, statistics(analytics.KokoNamespace), "", nil),
			"the site does not have koko-analytics/v1, which is part of the plugin Koko Analytics: install"},
		"no user": {refused(t, edit, "", nil),
			"the site shows this only to users whom it knows (GET cms/v2/posts: 401 rest_forbidden_context: "},
		"drafts": {refused(t, drafts, "", nil),
			"the site shows this only to users whom it knows (GET cms/v2/posts: 400 rest_invalid_param: "},
		"not allowed": {refused(t, foreign, "author", nil),
			"the user may not do this (POST cms/v2/posts/1: 403 rest_cannot_edit: "},
		"outage": {refused(t, posts, "",
			&cmstest.Fault{Status: http.StatusNotImplemented, Code: "broken", Message: "No."}),
			"GET cms/v2/posts: 501 broken: No."},
		"plain http": {plainHTTP,
			"on plain http anyone on the way can read the password: give an address with https in -site"},
		"no address": {noAddress, "the address in -site cannot be used: must be an http address without a user"},
		"no site": {noSite, "no REST API was found from this address: give the address of the site, or of any of its " +
			"pages, in -site"},
		"no https": {plainSite, "the site speaks plain http, not https: give its address with http:// in -site"},
		"closed": {closedSite, "the site shows its REST API only to users whom it knows: give -user, and the password in " +
			"FONTCMS_APP_PASSWORD"},
		"own word": {errors.New("fonts: nothing was deleted"), "fonts: nothing was deleted"},
		"argument": {&cms.ArgumentError{Operation: "Posts.List", Argument: "page", Reason: "must not be negative"},
			"page: must not be negative"},
	} {
		var messages bytes.Buffer
		Complain(&messages, "recipe", errors.Join(test.err, test.err))
		got, _ := strings.CutPrefix(messages.String(), "recipe: ")
		if !strings.HasPrefix(got, test.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("Complain of %s: %q, want %q", name, got, test.want)
		}
		for _, word := range []string{"cms: ", "connect.", "With", ".List", "Verify"} {
			if strings.Contains(got, word) {
				t.Errorf("Complain of %s: %q has the Go name %q, want none", name, got, word)
			}
		}
	}
}
