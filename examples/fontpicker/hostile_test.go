package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// evilFont is one whose every field tries to be something else than text.
func evilFont() fonts.Font {
	const evil = `"'></style></textarea></title></script><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}` +
		"\x00\u2028"
	return fonts.Font{
		ID: evil, Name: evil, FontFamily: evil, FontSubfamily: []string{evil, "Bold"}, Version: evil, Copyright: evil,
		Description: evil, Designer: evil,
		License: new("javascript:alert(1)//" + evil), Tags: evil, Languages: evil, Category: evil, CreatedAt: evil,
		UpdatedAt: evil,
	}
}

func TestHostileRecordsAreTextAndNothingElse(t *testing.T) {
	t.Parallel()
	evil := evilFont()
	page := picking(append(samples(), evil)...)
	for _, license := range []string{*evil.License, "data:text/html,<script>", "JaVaScRiPt:alert(1)", "//evil.test",
		"https://", "vbscript:x"} {
		if webAddress(license) != "" {
			t.Errorf("webAddress of %q: a link, want none", license)
		}
	}
	for _, address := range []string{
		"/", "/?" + url.Values{"font": {evil.ID}}.Encode(),
		"/?" + url.Values{"q": {evil.ID}, "language": {evil.ID}, "tag": {evil.ID}, "category": {evil.ID},
			"font": {evil.ID}}.Encode(),
	} {
		d := open(t, page, address)
		for _, n := range d.all("") {
			if slices.Contains([]string{"img", "style", "iframe", "textarea", "object", "base"}, n.Data) ||
				n.Data == "script" && (attribute(n, "src") != "/page.js" || text(n) != "") {
				t.Errorf("The page %.60s has an element %s %v, want no such", address, n.Data, n.Attr)
			}
			for _, a := range n.Attr {
				isAddress := a.Key == "href" || a.Key == "src" || a.Key == "action"
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
					t.Errorf("The page %.60s has an attribute %s=%q, want no such", address, a.Key, a.Val)
				} else if isAddress && a.Val[0] != '/' && a.Val[0] != '#' && a.Val != "https://openfontlicense.org" {
					t.Errorf("The page %.60s has an address %s=%q, want its own, or that of the licence", address, a.Key, a.Val)
				}
			}
		}
	}
	shown := open(t, page, "/?"+url.Values{"font": {evil.ID}, "face": {"Bold"}}.Encode())
	if css := shown.byID("css"); strings.ContainsAny(css, "<>\x00") || !strings.HasSuffix(css, "font-weight: 700;") {
		t.Errorf("The CSS of the hostile face: %q, want no <, > or NUL, and the weight 700 last", css)
	}
	if !strings.Contains(shown.byID("family"), "<script>alert(1)</script>") {
		t.Errorf("The page shows the family as %q, want its text as it is", shown.byID("family"))
	}
}

func TestPageNeedsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, address := range []string{"/", "/page.css", "/page.js"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Host = "localhost:8000"
		page.ServeHTTP(w, r)
		body, err := io.ReadAll(w.Body)
		if err != nil || w.Code != http.StatusOK {
			t.Fatalf("GET of %s: status %d, error %v, want 200", address, w.Code, err)
		}
		for _, far := range []string{"http:", "https:", "@import", "eval(", "innerHTML", " style=\""} {
			if strings.Contains(string(body), far) {
				t.Errorf("GET of %s: the body has %q, want it without", address, far)
			}
		}
		if got := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none';") ||
			strings.Contains(got, "unsafe") {
			t.Errorf("GET of %s: the policy %q, want default-src 'none' first, and nothing unsafe", address, got)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("GET of %s: headers %v, want X-Content-Type-Options nosniff", address, w.Header())
		}
	}
}

func TestOtherNamesAndOtherPathsAreRefused(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, test := range []struct {
		method, host, path string
		status             int
	}{
		{"GET", "127.0.0.1:1", "/", 200}, {"GET", "[::1]:1", "/", 200}, {"GET", "localhost", "/", 200},
		{"GET", "192.0.2.1", "/", 200}, {"HEAD", "127.0.0.1", "/", 200},
		{"GET", "evil.test", "/", 421}, {"GET", "evil.test:80", "/page.js", 421}, {"GET", "localhost.evil.test", "/", 421},
		{"POST", "127.0.0.1", "/", 405}, {"GET", "127.0.0.1", "/main.go", 404}, {"GET", "127.0.0.1", "/page.html", 404},
		{"GET", "127.0.0.1", "/x", 404},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(test.method, test.path, nil)
		r.Host = test.host
		page.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s of %s%s: status %d, want %d", test.method, test.host, test.path, w.Code, test.status)
		}
	}
}
