package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/snippets"
)

// refused is what a call fails with on a site in memory.
func refused(t *testing.T, call func(site *cms.Client) error, user string, fault *cmstest.Fault, options ...cmstest.Option) error {
	t.Helper()
	server := cmstest.NewServer(append(options, cmstest.WithSample())...)
	t.Cleanup(server.Close)
	if fault != nil {
		server.Fail(*fault)
	}
	target := &Site{Address: server.URL, Prefix: "cms", User: user}
	site, end, err := target.Connect(Environment{Password: server.AppPassword("author"), Out: &bytes.Buffer{}})
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if err = call(site); err == nil {
		t.Fatal("the call did not fail")
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
	_, _, plainHTTP := insecure.Connect(Environment{Password: "x"})
	schemeless := (&Site{Address: "site.example", User: "ada", Prefix: "wp"})
	_, _, noScheme := schemeless.Connect(Environment{Password: "x"})

	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"interrupt":      {fmt.Errorf("a.png: %w", context.Canceled), "interrupted; run again to continue"},
		"wrong password": {refused(t, posts, "editor", nil), "the site does not know this user with this application password: check -user and FONTCMS_APP_PASSWORD, "},
		"unreachable":    {unreached("http://127.0.0.1:1"), "the site cannot be reached (dial tcp 127.0.0.1:1: connect: connection refused): check the address in -site, "},
		"no catalogue":   {noCatalogue, "the font catalogue cannot be reached (dial tcp 127.0.0.1:1: connect: connection refused): check the address in -fonts, "},
		"other prefix":   {refused(t, posts, "", nil, cmstest.WithPrefix("wp")), "there is no content interface at this address: check that -site is the home page of the site; WordPress needs -prefix wp"},
		"no snippets":    {refused(t, code, "", nil, cmstest.WithoutPlugins(cmstest.PluginSnippets)), "the site does not have code-snippets/v1, which is part of the plugin Code Snippets: install and activate it on the site"},
		"no statistics":  {refused(t, statistics("analytics/v1"), "", nil, cmstest.WithoutPlugins(cmstest.PluginAnalytics)), "the site does not have analytics/v1, which is part of a plugin: install"},
		"no Koko":        {refused(t, statistics(analytics.KokoNamespace), "", nil), "the site does not have koko-analytics/v1, which is part of the plugin Koko Analytics: install"},
		"no user":        {refused(t, edit, "", nil), "the site shows this only to users whom it knows (GET cms/v2/posts: 401 rest_forbidden_context: "},
		"drafts":         {refused(t, drafts, "", nil), "the site shows this only to users whom it knows (GET cms/v2/posts: 400 rest_invalid_param: "},
		"not allowed":    {refused(t, foreign, "author", nil), "the user may not do this (POST cms/v2/posts/1: 403 rest_cannot_edit: "},
		"outage":         {refused(t, posts, "", &cmstest.Fault{Status: http.StatusNotImplemented, Code: "broken", Message: "No."}), "GET cms/v2/posts: 501 broken: No."},
		"plain http":     {plainHTTP, "on plain http anyone on the way can read the password: give an address with https in -site"},
		"no scheme":      {noScheme, "the address in -site cannot be used: it needs a scheme, http or https, as in https://docs.example.org"},
		"own word":       {errors.New("fonts: nothing was deleted"), "fonts: nothing was deleted"},
		"argument":       {&cms.ArgumentError{Operation: "Posts.List", Argument: "page", Reason: "it is negative"}, "page: it is negative"},
	} {
		var messages bytes.Buffer
		Complain(&messages, "recipe", errors.Join(test.err, test.err))
		got, _ := strings.CutPrefix(messages.String(), "recipe: ")
		if !strings.HasPrefix(got, test.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q\nexpected %q", name, got, test.want)
		}
		for _, word := range []string{"cms: ", "connect.", "With", ".List", "Verify"} {
			if strings.Contains(got, word) {
				t.Errorf("%s: %q holds the Go name %q", name, got, word)
			}
		}
	}
}
