package main

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// TestPasswordThatAShellWouldObeyIsRefused has a site that gives passwords of its own
// making, and takes each.
func TestPasswordThatAShellWouldObeyIsRefused(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{`x'; touch /tmp/owned; '`, "x\nFONTCMS_SITE='evil", "x\x1b[2J", "$(id)", "pässword",
		strings.Repeat("x", 300)} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		address, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			r.Out.Host = r.In.Host
			if _, _, ok := r.In.BasicAuth(); ok {
				r.Out.SetBasicAuth("editor", server.AppPassword("editor"))
			}
		}})
		t.Cleanup(front.Close)
		b := &browser{T: t, press: "approve", user: "editor", change: func(back *url.URL) {
			query := back.Query()
			query.Set("password", evil)
			query.Del("site_url")
			back.RawQuery = query.Encode()
		}}
		err = run(t.Context(), []string{"-site", front.URL, "-prefix", "cms"}, program.Environment{Out: b, Err: b})
		if out := b.output(); err == nil || strings.Contains(err.Error(), evil) {
			t.Errorf("authorize with the password %q: error %v, want one without the password", evil, err)
		} else if strings.Contains(out, "PASSWORD") {
			t.Errorf("authorize with the password %q printed %s, want no password", evil, out)
		}
	}
}
