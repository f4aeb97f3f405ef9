package oembed_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

// livePost is the address of a published post.
func livePost(t *testing.T, site *cms.Client) *cms.Post {
	t.Helper()
	page, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 1, Order: cms.Ascending})
	if err != nil || len(page.Items) == 0 {
		t.Fatalf("List of posts: error %v, want a post", err)
	}
	return &page.Items[0]
}

func TestLiveEveryWayToAskGivesTheSame(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	post, s := livePost(t, site), oembed.New(site)
	asJSON, err := s.Embed(t.Context(), post.Link, &oembed.EmbedOptions{MaxWidth: 400})
	if err != nil {
		t.Fatal(err)
	}
	if asJSON.Version != "1.0" || asJSON.Type != oembed.TypeRich {
		t.Errorf("Embed: version %q, type %q, want 1.0 and rich", asJSON.Version, asJSON.Type)
	} else if asJSON.Width != 400 || asJSON.Height == 0 {
		t.Errorf("Embed: %d×%d, want 400 wide and a height", asJSON.Width, asJSON.Height)
	} else if asJSON.Title == "" || !strings.Contains(asJSON.HTML, "<iframe") {
		t.Errorf("Embed: title %q, HTML %s, want a title and an iframe", asJSON.Title, asJSON.HTML)
	}
	proxied, err := s.Proxy(t.Context(), post.Link,
		&oembed.ProxyOptions{MaxWidth: 400, MaxHeight: 500, Discover: new(false), Format: oembed.FormatXML})
	if err != nil {
		t.Fatal(err)
	}
	asJSON.HTML = "" // it holds a secret that differs each time
	if proxied.HTML = ""; !reflect.DeepEqual(proxied, asJSON) {
		t.Errorf("Proxy as XML: %+v\nwant the same as Embed as JSON: %+v", proxied, asJSON)
	}
	whole, err := s.Embed(t.Context(), post.Link, nil)
	if err != nil || whole.Width != oembed.DefaultMaxWidth {
		t.Errorf("Embed without a width: %+v, error %v, want %d wide", whole, err, oembed.DefaultMaxWidth)
	}
}

func TestLiveUnknownPagesAreNotFound(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	s := oembed.New(site)
	for _, page := range []string{site.Site() + "/no-such-page/", "https://fonts.example/x"} {
		_, err := s.Embed(t.Context(), page, nil)
		e := sitetest.Failure(t, err, 404, oembed.CodeInvalidURL, cms.ErrNotFound)
		if e.Message == "" || string(e.Data) != `{"status":404}` {
			t.Errorf("Embed of %s: error %+v, want a message and only the status as data", page, e)
		}
	}
}

func TestLiveProxyNeedsAUser(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	anonymous, err := site.With(cms.WithoutCredentials())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := oembed.New(anonymous).Proxy(t.Context(), site.Site(), nil); !errors.Is(err, cms.ErrUnauthorized) {
		t.Error(err)
	}
}

func TestLiveRouteOfAPluginThatIsOffIsNoRoute(t *testing.T) {
	t.Parallel()
	site, ctx := sitetest.Live(t), t.Context()
	index, err := site.Index(ctx, cms.Fields("namespaces"))
	if err != nil {
		t.Fatal(err)
	}
	for namespace, call := range map[string]func() error{
		cms.NamespaceCodeSnippets: func() error { _, err := snippets.New(site).Activate(ctx, 5); return err },
		cms.NamespaceAnalytics:    func() error { _, err := analytics.New(site).Totals(ctx, nil); return err },
		cms.NamespaceArchiver: func() error {
			_,
				err := archiver.New(site).TriggerSnapshot(ctx, site.Site(), "")
			return err
		},
		cms.NamespaceBlockVisibility: func() error { _, err := blockvisibility.New(site).Settings(ctx); return err },
	} {
		if slices.Contains(index.Namespaces, namespace) {
			t.Logf("%s is on", namespace)
			continue
		}
		sitetest.Failed(t, call(), 404, cms.CodeNoRoute, cms.ErrNoRoute)
	}
}
