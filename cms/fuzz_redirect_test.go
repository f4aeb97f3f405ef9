package cms_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// FuzzRedirect answers a reading and a writing with a redirect to anywhere. The
// method stays, a request with credentials or with the headers of the client
// reaches the site's own origin alone, and a write is not made a second time.
func FuzzRedirect(f *testing.F) {
	for _, to := range []string{"https://evil.example/", "//docs.example.org:444/x", "http://docs.example.org/", "/other",
		"https://docs.example.org@evil.example/", "https://DOCS.example.org/x", "\\\\evil.example", "https:/evil",
		"https://docs.example.org:443/wp-json/?_method=DELETE", "?a=b", "https://u:p@docs.example.org/", ""} {
		f.Add(308, to)
		f.Add(302, to)
	}
	tap := new(fuzzing.Tap)
	site := tapped(f, tap, cms.WithApplicationPassword("user", "secret"), cms.WithHeader("X-Door", "open"))
	f.Fuzz(func(t *testing.T, status int, location string) {
		if status < 300 || status > 399 || strings.ContainsFunc(location, func(r rune) bool { return r > unicode.MaxASCII }) {
			return // other letters may spell the site's own host
		}
		for _, method := range []string{"GET", "POST"} {
			tap.Answer(status, http.Header{"Location": {location}}, nil)
			_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: method, Path: "cms/v2/posts"})
			if err == nil {
				t.Fatalf("cms.Do: %d to %q is a success: error nil, want an error", status, location)
			}
			if strings.Contains(err.Error(), "secret") && !strings.Contains(location, "secret") {
				t.Fatalf("Do: error %v tells the secret, which %q does not hold, want it hidden", err, location)
			}
			for i, req := range tap.Sent() {
				switch {
				case req.Method != method:
					t.Errorf("request %d: method %s, want %s", i, req.Method, method)
				case i > 10:
					t.Errorf("Tap.Sent: %s was sent as %s, request %d, want at most 10", method, req.Method, i)
				case method == "POST" && i > 0 && status != 307 && status != 308:
					t.Errorf("request %d: %s after status %d, want no POST", i, req.Method, status)
				}
				if (req.Header.Get("Authorization") != "" || req.Header.Get("X-Door") != "") && !ours(req.URL) {
					t.Errorf("credentials were sent to %v, want them only at the site", req.URL)
				}
				if !ours(req.URL) {
					t.Errorf("status %d to %q: request to %v, want requests only to the site", status, location, req.URL)
				}
			}
		}
	})
}

// ours reports whether net/http would knock at the site's own door.
func ours(u *url.URL) bool {
	return strings.EqualFold(u.Hostname(), "docs.example.org") && (u.Port() == "" || u.Port() == "443") &&
		u.Scheme == "https" && u.User == nil
}
