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
			t.Errorf("%q became a link", license)
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
				t.Errorf("%.60s: an element %s %v", address, n.Data, n.Attr)
			}
			for _, a := range n.Attr {
				isAddress := a.Key == "href" || a.Key == "src" || a.Key == "action"
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" ||
					isAddress && a.Val[0] != '/' && a.Val[0] != '#' && a.Val != "https://openfontlicense.org" {
					t.Errorf("%.60s: an attribute %s=%q", address, a.Key, a.Val)
				}
			}
		}
	}
	shown := open(t, page, "/?"+url.Values{"font": {evil.ID}, "face": {"Bold"}}.Encode())
	if css := shown.byID("css"); strings.ContainsAny(css, "<>\x00") || !strings.HasSuffix(css, "font-weight: 700;") {
		t.Errorf("CSS %q", css)
	}
	if !strings.Contains(shown.byID("family"), "<script>alert(1)</script>") {
		t.Errorf("the name is not shown as it is: %q", shown.byID("family"))
	}
}

func TestThePageNeedsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, address := range []string{"/", "/page.css", "/page.js"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Host = "localhost:8000"
		page.ServeHTTP(w, r)
		body, err := io.ReadAll(w.Body)
		if err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d, %v", address, w.Code, err)
		}
		for _, far := range []string{"http:", "https:", "@import", "eval(", "innerHTML", " style=\""} {
			if strings.Contains(string(body), far) {
				t.Errorf("%s holds %q", address, far)
			}
		}
		if got := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none';") ||
			strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", address, got)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", address, w.Header())
		}
	}
}

func TestItAnswersNeitherOtherNamesNorOtherPaths(t *testing.T) {
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
			t.Errorf("%+v: %d", test, w.Code)
		}
	}
}
