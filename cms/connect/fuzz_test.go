package connect

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// FuzzDiscover follows what any site says: a page with a Link header, a
// redirect, an index. No request leaves the site, and credentials go nowhere.
func FuzzDiscover(f *testing.F) {
	const index = `{"namespaces":["wp/v2"],"home":"https://docs.example.org/blog"}`
	f.Add("docs.example.org/a/b", 200, `<https://docs.example.org/wp-json/>; rel="https://api.w.org/"`, "", []byte(index))
	f.Add("http://docs.example.org", 301, "", "https://www.docs.example.org/", []byte(index))
	f.Add("https://docs.example.org/x/?y", 200, "", "",
		[]byte(`<link rel="https://api.w.org/" href="//evil.example/wp-json/">`))
	f.Add("https://docs.example.org", 302, "", "//evil.example/", []byte(index))
	for _, answer := range fuzzing.Answers(f, "../testdata", "index_*", "plain_*", "fault_html*", "fault_redirect*") {
		f.Add("https://docs.example.org", answer.Status, answer.Header.Get("Link"), answer.Header.Get("Location"),
			answer.Body)
	}
	f.Fuzz(func(t *testing.T, page string, status int, link, location string, body []byte) {
		if status < 200 || status > 599 {
			return
		}
		tap := new(fuzzing.Tap)
		tap.Answer(status, http.Header{"Content-Type": {"application/json"}, "Link": {link}, "Location": {location}}, body)
		site, err := Discover(t.Context(), page, cms.WithHTTPClient(tap.Client()), cms.WithApplicationPassword("u", "p"),
			cms.WithRetry(cms.Retry{MinWait: 1, MaxWait: 1}))
		if (site == nil) == (err == nil) {
			t.Fatalf("Discover: site %v, error %v, want one of them", site, err)
		}
		sent := tap.Sent()
		if roots := (maxLevels + 1) * 4; len(sent) > 10*(maxHops+2*roots) { // the transport follows up to ten redirects, too
			t.Errorf("Discover: %d requests, want at most %d", len(sent), 10*(maxHops+2*roots))
		}
		for _, req := range sent {
			switch {
			case req.Header.Get("Authorization") != "":
				t.Errorf(`credentials went to %v: req.Header.Get("Authorization") %q, want an empty string`, req.URL,
					req.Header.Get("Authorization"))
			case req.URL.User != nil:
				t.Errorf("credentials went to %v: URL.User %v, want nil", req.URL, req.URL.User)
			}
			if !sameSite(sent[0].URL, req.URL) && !sameSite(sent[len(sent)-1].URL, req.URL) {
				t.Errorf("Discover of %q sent a request to %v, want requests only to the sites of the first and last", page,
					req.URL)
			}
			if bare(req.URL) != bare(sent[0].URL) {
				t.Errorf("bare(req.URL): %q led to %v: bare(req.URL) %q, want %q", page, req.URL, bare(req.URL), bare(sent[0].URL))
			}
		}
		if err != nil {
			return
		}
		root, home := parsed(t, site.Root()), parsed(t, site.Site())
		switch {
		case bare(root) != bare(sent[0].URL):
			t.Errorf("bare(root): %q became %v below %v: bare(root) %q, want %q", page, root, home, bare(root),
				bare(sent[0].URL))
		case !transport.SameOrigin(home, root):
			t.Errorf("Discover of %q: root %v below the home %v, want one origin", page, root, home)
		}
	})
}

func parsed(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func bare(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }

func FuzzLinkHeader(f *testing.F) {
	for _, s := range []string{
		`<https://a.test/wp-json/>; rel="https://api.w.org/"`, `</a>; rel=x, </b>; title="a,b"; rel="x https://api.w.org/"`,
		`<`, `<a`, `<a>;"`, `<a>;rel`, `a>b<c>;rel=https://api.w.org/`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		target := headerLink(http.Header{"Link": {line}})
		if target != "" && (!strings.Contains(line, "<"+target) && !strings.Contains(line, target) ||
			!strings.Contains(line, apiRelation)) {
			t.Errorf("headerLink(%q): %q, want a target of %q", line, target, apiRelation)
		}
		// A link in front of it, of another relation, changes nothing, and neither does a header in front.
		first := `</other>; title="x, <y>"; rel="alternate", `
		if got := headerLink(http.Header{"Link": {first + line}}); got != target {
			t.Errorf("headerLink(%q) after another link: %q, want %q", line, got, target)
		}
		if got := headerLink(http.Header{"Link": {first, line}}); got != target {
			t.Errorf("headerLink(%q) after another header: %q, want %q", line, got, target)
		}
		own := "<" + strings.Map(func(r rune) rune {
			if r == '<' || r == '>' {
				return -1
			}
			return r
		}, line) + `>; rel="` + apiRelation + `"`
		if got, want := headerLink(http.Header{"Link": {own}}), strings.TrimSpace(own[1:strings.Index(own,
			">")]); got != want {
			t.Errorf("headerLink: %q gives %q, want %q", own, got, want)
		}
	})
}

func FuzzLinkElement(f *testing.F) {
	for _, s := range []string{
		`<link rel="https://api.w.org/" href="/a">`,
		`<head><link href=/a rel='x https://api.w.org/'></head><body><link rel="https://api.w.org/" href=/b>`, `<link`,
		`<script><link rel="https://api.w.org/" href=/b></script>`, `<!--`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		href := elementLink(page)
		if href != "" && !strings.Contains(string(page), "<") {
			t.Errorf("elementLink(%q): %q, want nothing without %q", page, href, "<")
		}
		if got := elementLink(append([]byte(`<link rel="https://api.w.org/" href="/first">`), page...)); got != "/first" {
			t.Errorf("elementLink: %q, want the first link %q", got, "/first")
		}
		if got := elementLink(append([]byte(`<body>`), page...)); got != "" {
			t.Errorf("elementLink of a page with a body: %q, want nothing", got)
		}
	})
}
