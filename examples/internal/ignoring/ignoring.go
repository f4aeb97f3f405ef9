// Package ignoring stands in front of a site in tests, and makes it one that does not
// know an argument of a list: it lists everything, and says nothing of it.
package ignoring

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// Front is a site that forgets an argument of the lists at a route, from the moment on
// that On is set. It is closed with the test.
type Front struct {
	URL string
	On  atomic.Bool
}

// New returns the front of a site, for a route such as "/menu-items". It is on.
func New(t testing.TB, site, route, argument string) *Front {
	t.Helper()
	return front(t, site, route, argument, false)
}

// Knowing is New for a site that describes the argument, and lists everything all the
// same.
func Knowing(t testing.TB, site, route, argument string) *Front {
	t.Helper()
	return front(t, site, route, argument, true)
}

func front(t testing.TB, site, route, argument string, describes bool) *Front {
	t.Helper()
	address, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	f := &Front{}
	f.On.Store(true)
	forgets := func(r *http.Request, method string) bool {
		return f.On.Load() && r.Method == method && strings.HasSuffix(r.URL.Path, route)
	}
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			if query := r.Out.URL.Query(); forgets(r.In, http.MethodGet) {
				for name := range query {
					if name == argument || strings.HasPrefix(name, argument+"[") {
						query.Del(name)
					}
				}
				r.Out.URL.RawQuery = query.Encode()
			}
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			if describes || !forgets(r.Request, http.MethodOptions) {
				return nil
			}
			body, err := io.ReadAll(r.Body)
			var route map[string][]struct {
				Methods []string       `json:"methods"`
				Args    map[string]any `json:"args"`
			}
			if err := errors.Join(err, json.Unmarshal(body, &route)); err != nil {
				return err
			}
			for _, e := range route["endpoints"] {
				if e.Methods[0] == http.MethodGet {
					delete(e.Args, argument)
				}
			}
			if body, err = json.Marshal(route); err != nil {
				return err
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return nil
		},
	})
	t.Cleanup(server.Close)
	f.URL = server.URL
	return f
}
