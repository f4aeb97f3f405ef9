package secrets

import (
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
)

// keys are what a request carries that must stay with its origin.
func keys(r *http.Request) map[string]string {
	out := map[string]string{}
	for name, values := range r.Header {
		if form := told(strings.Join(values, ",")); form != "" {
			out[name] = form
		}
	}
	return out
}

// elsewhere is another origin. It fails the test if a secret reaches it, and counts its requests.
func elsewhere(t *testing.T, asked chan<- struct{}) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := keys(r); len(got) > 0 {
			t.Errorf("Request %s %s to another origin has %v, want no secret", r.Method, r.URL.Path, got)
		}
		asked <- struct{}{}
		w.Header().Set("Set-Cookie", "planted=by-another; Path=/")
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

func jarFor(t *testing.T, address string) *cookiejar.Jar {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	jar.SetCookies(u, []*http.Cookie{{Name: "session", Value: cookie}})
	return jar
}

func TestCookiesAndKeysStayWithTheirOrigin(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 100)
	other := elsewhere(t, asked)
	var at string // the address of the other origin, as a redirect names it
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if at == "" {
			if got := keys(r); got["Cookie"] == "" || got["X-Token"] == "" {
				t.Errorf("Request to the origin has %v, want its cookie and its token", got)
			} else if got["Authorization"] == "" {
				t.Errorf("Request to the origin has %v, want its credentials", got)
			}
			handle(w, r)
			return
		}
		http.Redirect(w, r, at+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	jar := jarFor(t, server.URL)
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, password), cms.WithHeader("X-Token", key),
		cms.WithHTTPClient(&http.Client{Jar: jar}), cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := fonts.New(server.URL, fonts.WithHeader("Authorization", "Bearer "+key),
		fonts.WithHeader("X-Token", key), fonts.WithHTTPClient(&http.Client{Jar: jar}), fonts.WithFirstPage(1))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"read":   func() error { return failing(site.Posts.Get(t.Context(), 1, cms.Header("X-Other", key))) },
		"update": func() error { return failing(site.Posts.Update(t.Context(), 5, nil, cms.UpdateMethod("PUT"))) },
		"upload": func() error {
			return failing(media.New(site).Upload(t.Context(), media.Bytes("a.png", []byte("x")), nil))
		},
		"list fonts": func() error { return failing(catalogue.List(t.Context(), nil)) },
	}
	if err := calls["read"](); err != nil {
		t.Fatal(err)
	}
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	for _, at = range []string{other.URL, "http://localhost" + port, "https://127.0.0.1" + port,
		strings.Replace(other.URL, "127.0.0.1", "localhost", 1), "http://user:pass@" + other.URL[7:]} {
		for name, call := range calls {
			if err := call(); !errors.Is(err, cms.ErrRedirected) && !errors.Is(err, fonts.ErrRedirected) {
				t.Errorf("Call %s, redirected to %s: error %v, want ErrRedirected", name, at, err)
			}
		}
	}
	if len(asked) > 0 {
		t.Errorf("Requests to another origin: %d, want none", len(asked))
	}
	// Middleware that sends a request elsewhere takes nothing along, but what it adds itself.
	turn := cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return carrier(func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.URL.Host = strings.TrimPrefix(other.URL, "http://")
			req.Header.Set("X-Mine", "kept")
			req.Header.Set("X-Forwarded", req.Header.Get("X-Plain"))
			return next.RoundTrip(req)
		})
	})
	turned, err := site.With(turn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := turned.Posts.Get(t.Context(), 1, cms.Header("X-Api-Key", key),
		cms.Header("X-Plain", "plain")); err != nil {
		t.Error(err)
	}
	if len(asked) != 1 {
		t.Errorf("Requests to the other origin: %d, want 1", len(asked))
	}
}

func TestCookiesOfOtherDomainsAreNotStored(t *testing.T) {
	t.Parallel()
	planted := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("planted"); err == nil {
			planted = true
		}
		w.Header().Set("Set-Cookie", "planted=x; Domain=other.test; Path=/")
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	site, err := cms.New(server.URL, cms.WithHTTPClient(&http.Client{Jar: jar}))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := site.Posts.Get(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if planted {
		t.Error("Cookie for another domain was sent back, want it dropped")
	}
}

func TestDiscoverSendsNoCredentialsAndStaysOnTheSite(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 100)
	other := elsewhere(t, asked)
	for how, answer := range map[string]func(w http.ResponseWriter, r *http.Request){
		"a redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/", http.StatusFound) },
		"a link": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Link", "<"+other.URL+"/cms-json/>; rel=\"https://api.w.org/\"")
		},
		"a link with a user": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Link", "<http://user:pass@"+other.URL[7:]+"/cms-json/>; rel=\"https://api.w.org/\"")
		},
		"an element": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<head><link rel="https://api.w.org/" href="` + other.URL + `/cms-json/"></head>`))
		},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" {
				t.Errorf("Discovery by %s: credentials sent to %s, want none", how, r.URL)
			}
			if r.URL.Path == "/" && r.URL.RawQuery == "" {
				answer(w, r)
				return
			}
			http.NotFound(w, r)
		}))
		_, err := connect.Discover(t.Context(), server.URL, cms.WithApplicationPassword(user, password),
			cms.WithHeader("X-Token", key),
			cms.WithHTTPClient(&http.Client{Jar: jarFor(t, server.URL)}), cms.WithRetry(cms.Retry{Attempts: 1}))
		if err == nil {
			t.Errorf("Discovery by %s of another origin succeeded, want an error", how)
		}
		server.Close()
	}
	if len(asked) > 0 {
		t.Errorf("Requests to another origin: %d, want none", len(asked))
	}
}
