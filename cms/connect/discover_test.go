package connect_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/freeport"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestDiscoverFindsTheInterfaceOfASite(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		server       []cmstest.Option
		page         string
		options      []cms.Option
		root, prefix string // root below the address of the site
	}{
		{"by the Link header", []cmstest.Option{cmstest.WithoutLinkElement()}, "/", nil, "/cms-json/", "cms"},
		{"by the link element", []cmstest.Option{cmstest.WithoutLinkHeader()}, "/", nil, "/cms-json/", "cms"},
		{"by the usual name", []cmstest.Option{cmstest.WithoutLinkHeader(), cmstest.WithoutLinkElement()}, "/", nil,
			"/cms-json/", "cms"},
		{"of a WordPress site", []cmstest.Option{cmstest.WithPrefix("wp")}, "", nil, "/wp-json/", "wp"},
		{"of a WordPress site by the usual name", []cmstest.Option{cmstest.WithPrefix("wp"), cmstest.WithoutLinkHeader(),
			cmstest.WithoutLinkElement()}, "", nil, "/wp-json/", "wp"},
		{"of a prefix that is told", []cmstest.Option{cmstest.WithPrefix("shop"), cmstest.WithoutLinkHeader(),
			cmstest.WithoutLinkElement()}, "", []cms.Option{cms.WithPrefix("shop")}, "/shop-json/", "shop"},
		{"without permalinks", []cmstest.Option{cmstest.WithPlainPermalinks()}, "/", nil, "/index.php?rest_route=%2F", "cms"},
		{"without permalinks and links", []cmstest.Option{cmstest.WithPlainPermalinks(), cmstest.WithoutLinkHeader(),
			cmstest.WithoutLinkElement()}, "/", nil, "/?rest_route=%2F", "cms"},
		{"in a sub-directory", []cmstest.Option{cmstest.WithPath("/developer")}, "", nil, "/cms-json/", "cms"},
		{"from a page below it", []cmstest.Option{cmstest.WithPath("/developer"), cmstest.WithoutLinkHeader(),
			cmstest.WithoutLinkElement()}, "/guides/fonts/variable/?x=1#y", nil, "/cms-json/", "cms"},
		{"from a page far below it", []cmstest.Option{cmstest.WithoutLinkHeader(), cmstest.WithoutLinkElement()},
			"/a/b/c/d/e/f.html", nil, "/cms-json/", "cms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(test.server...)
			t.Cleanup(server.Close)
			options := append([]cms.Option{cms.WithApplicationPassword("editor", server.AppPassword("editor"))}, test.options...)
			site, err := connect.Discover(t.Context(), " "+server.URL+test.page, options...)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(site.CloseIdleConnections)
			switch root := strings.ReplaceAll(site.Root(), "rest_route=/", "rest_route=%2F"); {
			case root != server.URL+test.root:
				t.Errorf("Discover: root %q, want %q", root, server.URL+test.root)
			case site.Prefix() != test.prefix:
				t.Errorf("Discover: prefix %q, want %q", site.Prefix(), test.prefix)
			case site.Site() != server.URL:
				t.Errorf("root %s, prefix %s, site %s, want %q", root, site.Prefix(), site.Site(), server.URL)
			}
			for _, request := range server.Requests() {
				if request.Header.Get("Authorization") != "" {
					t.Errorf(
						`credentials were sent while the REST API was looked for: request.Header.Get("Authorization") %q, want an `+
							`empty string`, request.Header.Get("Authorization"))
				}
			}
			// What was found works, as the user.
			switch post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")}); {
			case err != nil:
				t.Errorf("Posts.Create: error %v, want nil", err)
			case post.ID == 0:
				t.Error("Posts.Create: post.ID 0, want more than 0")
			}
		})
	}
}

// world is a transport in memory for several hosts: "GET https://a.test/x" or
// "https://a.test/x" to an answer.
type world struct {
	t       *testing.T
	answers map[string]func(*http.Request) *http.Response
	mu      sync.Mutex
	asked   []string
}

func (w *world) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, req.URL.String())
	if req.Header.Get("Authorization") != "" {
		w.t.Errorf(`credentials were sent to %s: req.Header.Get("Authorization") %q, want an empty string`, req.URL,
			req.Header.Get("Authorization"))
	}
	address := *req.URL
	query := address.Query()
	query.Del("_fields")
	address.RawQuery = query.Encode()
	if answer, ok := w.answers[address.String()]; ok {
		return answer(req), nil
	}
	return stub.Carried(req, 404, "<html>Not found</html>"), nil
}

func answer(status int, parts ...string) func(*http.Request) *http.Response {
	return func(req *http.Request) *http.Response { return stub.Carried(req, status, parts...) }
}

func indexOf(home string) func(*http.Request) *http.Response {
	return answer(200, fmt.Sprintf(`{"namespaces":["oembed/1.0","wp/v2"],"home":%q}`, home))
}

func linkTo(root string) string { return "Link: <" + root + `>; rel="https://api.w.org/"` }

func TestDiscoverRequestsOnlyAllowedAddresses(t *testing.T) {
	t.Parallel()
	type answers = map[string]func(*http.Request) *http.Response
	page := "<html><head></head></html>"
	huge := strings.Repeat("<p>x</p>", 200_000)
	tests := []struct {
		name    string
		page    string
		answers answers
		root    string // "" for an error
		want    error
		hint    string
	}{
		{"no scheme is https", "docs.test", answers{"https://docs.test": answer(200, linkTo("https://docs.test/wp-json/"),
			page), "https://docs.test/wp-json/": indexOf("https://docs.test")}, "https://docs.test/wp-json/", nil, ""},
		{"no scheme, another address in the query", "docs.test/?u=http://x",
			answers{"https://docs.test/?u=http%3A%2F%2Fx": answer(200, linkTo("/wp-json/"), page),
				"https://docs.test/wp-json/": indexOf("")}, "https://docs.test/wp-json/", nil, ""},
		{"from http to https", "http://docs.test/",
			answers{"http://docs.test/": answer(301, "Location: https://docs.test/", ""),
				"https://docs.test/":         answer(200, linkTo("https://docs.test/wp-json/"), page),
				"https://docs.test/wp-json/": indexOf("https://docs.test")}, "https://docs.test/wp-json/", nil, ""},
		{"to www and a language", "http://docs.test/",
			answers{"http://docs.test/": answer(301, "Location: https://www.docs.test/", ""),
				"https://www.docs.test/": answer(302, "Location: en/", ""), "https://www.docs.test/en/": answer(200, page),
				"https://www.docs.test/en/wp-json/": indexOf("https://www.docs.test/en")}, "https://www.docs.test/en/wp-json/",
			nil, ""},
		{"a root under www", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("https://www.docs.test/wp-json/"), page),
				"https://www.docs.test/wp-json/": indexOf("https://www.docs.test")}, "https://www.docs.test/wp-json/", nil, ""},
		{"a page that is an error", "https://docs.test/x",
			answers{"https://docs.test/x": answer(500, linkTo("https://docs.test/wp-json/"), page),
				"https://docs.test/wp-json/": indexOf("")}, "https://docs.test/wp-json/", nil, ""},
		{"many links", "https://docs.test/",
			answers{"https://docs.test/": answer(200,
				`Link: </a>; rel="preload"; title="a, <b>; c", </style.css>; rel=stylesheet, </wp-json/>; title="x"; `+
					`rel="alternate https://api.w.org/"`, page), "https://docs.test/wp-json/": indexOf("")},
			"https://docs.test/wp-json/", nil, ""},
		{"a link element among others", "https://docs.test/a/",
			answers{"https://docs.test/a/": answer(200,
				`<html><head><script>"<link rel='https://api.w.org/' href='/no/'>"</script><!-- <link rel="https://api.w.org/" `+
					`href="/no/"> --><link rel="stylesheet" href="/s.css"><LINK REL='x https://api.w.org/' HREF='/?rest_route=/&`+
					`#38;lang=de'/></head>`), "https://docs.test/?lang=de&rest_route=%2F": indexOf("")},
			"https://docs.test/?rest_route=/&lang=de", nil, ""},
		{"a link element in the text is content", "https://docs.test/",
			answers{"https://docs.test/": answer(200,
				`<html><head></head><body><link rel="https://api.w.org/" href="/upload/evil/">`),
				"https://docs.test/upload/evil/": indexOf(""), "https://docs.test/wp-json/": indexOf("")},
			"https://docs.test/wp-json/", nil, ""},
		{"a link far down a huge page is not looked for", "https://docs.test/",
			answers{"https://docs.test/": answer(200, "<html><head>"+huge+`<link rel="https://api.w.org/" href="/late/">`),
				"https://docs.test/wp-json/": indexOf("")}, "https://docs.test/wp-json/", nil, ""},
		{"a cms prefix wins", "https://docs.test/", answers{"https://docs.test/": answer(200, linkTo("/api/"), page),
			"https://docs.test/api/": answer(200, `{"namespaces":["wp/v2","cms/v2"]}`)}, "https://docs.test/api/", nil, ""},

		{"a redirect to another host", "https://docs.test/",
			answers{"https://docs.test/": answer(302, "Location: https://evil.test/?token=x", "")}, "", cms.ErrRedirected,
			"to https://evil.test/; open the home page of docs.test"},
		{"a redirect to http", "https://docs.test/",
			answers{"https://docs.test/": answer(302, "Location: http://docs.test/", "")}, "", cms.ErrRedirected, ""},
		{"a redirect to another port", "https://docs.test/",
			answers{"https://docs.test/": answer(302, "Location: https://docs.test:8443/", "")}, "", cms.ErrRedirected, ""},
		{"a redirect to nowhere", "https://docs.test/", answers{"https://docs.test/": answer(302, "")}, "", cms.ErrRedirected,
			"has no usable address"},
		{"redirects without end", "http://docs.test/",
			answers{"http://docs.test/": answer(302, "Location: http://www.docs.test/", ""),
				"http://www.docs.test/": answer(302, "Location: http://docs.test/", "")}, "", cms.ErrRedirected, "in a loop"},
		{"a root on another host", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("https://evil.test/wp-json/"), page)}, "", cms.ErrRedirected,
			"https://evil.test/wp-json/"},
		{"a root that is another method", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("https://docs.test/?_method=DELETE"), page)}, "",
			cms.ErrInvalidArgument, ""},
		{"a root on http at another port", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("http://docs.test:8080/wp-json/"), page),
				"https://docs.test/wp-json/": indexOf("")}, "", cms.ErrRedirected, "http://docs.test:8080/wp-json/"},
		{"a root on http", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("http://docs.test/wp-json/"), page)}, "", cms.ErrRedirected,
			"without https"},
		{"a root on http that is on https too", "https://docs.test/blog/",
			answers{"https://docs.test/blog/": answer(200, linkTo("http://docs.test/blog/wp-json/"), page),
				"https://docs.test/blog/wp-json/": indexOf("http://docs.test/blog")}, "https://docs.test/blog/wp-json/", nil, ""},
		{"a firewall", "https://docs.test/", answers{"https://docs.test/": answer(403, "<html>Access denied"),
			"https://docs.test/wp-json/": answer(403, "<html>Access denied")}, "", cms.ErrNotREST, ""},
		{"no REST API", "https://docs.test/", answers{"https://docs.test/": answer(200, page)}, "", cms.ErrNotREST, ""},
		{"a REST API that is switched off", "https://docs.test/", answers{"https://docs.test/": answer(200, page),
			"https://docs.test/wp-json/": answer(401, `{"code":"rest_disabled","message":"Off.","data":{"status":401}}`)}, "",
			cms.ErrorCode("rest_disabled"), ""},
		{"a link to something else", "https://docs.test/",
			answers{"https://docs.test/": answer(200, linkTo("/feed.json"), page),
				"https://docs.test/feed.json/": answer(200, `{"version":1}`)}, "", cms.ErrNotREST, "not an index"},
		{"credentials over http", "http://docs.test/", answers{"http://docs.test/": answer(200, page),
			"http://docs.test/wp-json/": indexOf("")}, "", cms.ErrInsecure, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := &world{t: t, answers: test.answers}
			site, err := connect.Discover(t.Context(), test.page, cms.WithHTTPClient(&http.Client{Transport: w}),
				cms.WithApplicationPassword("editor", "secret"))
			if test.root != "" {
				switch {
				case err != nil:
					t.Errorf("Discover: error %v, want nil; requests %q", err, w.asked)
				case site.Root() != test.root:
					t.Errorf("Discover: root %q, want %q", site.Root(), test.root)
				case strings.Contains(test.page, "/blog/") && site.Site() != "https://docs.test/blog":
					t.Errorf("Discover: site %q, want https://docs.test/blog", site.Site())
				}
				return
			}
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("Discover: error %v, want %v; requests %q", err, test.want, w.asked)
			case site != nil:
				t.Errorf("Discover: site %v, want nil; requests %q", site, w.asked)
			case !strings.Contains(err.Error(), test.hint):
				t.Errorf("Discover: error %v, want %q in it", err, test.hint)
			case strings.Contains(err.Error(), "token"):
				t.Errorf("Discover: error %v, want no %q in it", err, "token")
			case strings.Contains(err.Error(), "secret"):
				t.Errorf("Discover: error %v, want no %q in it", err, "secret")
			}
			for _, address := range w.asked {
				if strings.Contains(address, "evil") {
					t.Errorf("Discover sent a request to %q, want no %q in it", address, "evil")
				}
			}
		})
	}
}

func TestDiscoverRefusesInvalidAddressesAndOptions(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"", " ", "https://", "ftp://docs.test", "https://user:secret@docs.test/",
		"https://docs.test:x/", "mailto:a@b", "https://do cs"} {
		_, err := connect.Discover(t.Context(), page, cms.WithHTTPClient(&http.Client{Transport: &world{t: t}}))
		switch {
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%q: connect.Discover: error %v, want ErrInvalidArgument", page, err)
		case strings.Contains(err.Error(), "secret"):
			t.Errorf("%q: connect.Discover: error %v, want no %q in it", page, err, "secret")
		}
	}
	for _, option := range []cms.Option{cms.WithRoot("api"), cms.WithPrefix("")} {
		if _, err := connect.Discover(t.Context(), "https://docs.test", option); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Error(err)
		}
	}
}

func TestDiscoverOfAHostThatIsNotThereIsAnError(t *testing.T) {
	t.Parallel()
	_, err := connect.Discover(t.Context(), "http://"+freeport.Refused+"/", cms.WithRetry(cms.Retry{Attempts: 1}))
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("connect.Discover: error %v, want a *cms.Error", err)
	case e.Operation != "Discover" || e.Status != 0:
		t.Errorf("connect.Discover: Operation %q, Status %d, want %q and 0", e.Operation, e.Status, "Discover")
	}
}

// TestDiscoverKnowsASiteByBothSpellingsOfItsName has a site that writes its name in another form than the caller.
func TestDiscoverKnowsASiteByBothSpellingsOfItsName(t *testing.T) {
	t.Parallel()
	const unicode, ascii = "http://bücher.test", "http://xn--bcher-kva.test"
	for page, home := range map[string]string{unicode: ascii, ascii: unicode} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/" {
				stub.Reply(w, 200, `{"home":"`+home+`","namespaces":["wp/v2"]}`)
				return
			}
			w.Header().Set("Link", "<"+home+`/api/>; rel="https://api.w.org/"`)
		})
		client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn,
			error) {
			return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(s.URL, "http://"))
		}}}
		site, err := connect.Discover(t.Context(), page, cms.WithHTTPClient(client))
		if err != nil {
			t.Errorf("Discover of %s, which links to %s: error %v, want the site", page, home, err)
			continue
		}
		client.CloseIdleConnections()
		root, err := url.Parse(site.Root())
		if err != nil {
			t.Fatal(err)
		}
		if "http://"+root.Host != home {
			t.Errorf("Discover of %s, which links to %s: root %s, want one of the same host", page, home, root)
		}
	}
}
