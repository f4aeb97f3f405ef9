package settings_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/settings"
)

// cached is a cache in front of a site: it stores the first response to each address, and
// serves it for ever, unless a request asks for a fresh one.
func cached(next http.RoundTripper) http.RoundTripper {
	stored := map[string][]byte{}
	return carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method != http.MethodGet {
			return next.RoundTrip(r)
		}
		if body, ok := stored[r.URL.String()]; ok && r.Header.Get("Cache-Control") != "no-cache" {
			return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(bytes.NewReader(body)),
				Header: http.Header{"Content-Type": {"application/json"}}}, nil
		}
		response, err := next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(response.Body)
		stored[r.URL.String()] = body
		response.Body = io.NopCloser(bytes.NewReader(body))
		return response, err
	})
}

type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

func TestEditReadsTheSettingsPastACache(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	site, err := cms.New(server.URL, login, cms.WithMiddleware(cached))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(site).Get(t.Context()); err != nil { // the cache stores 10 posts a page
		t.Fatal(err)
	}
	posts := func(n int) func(*settings.Settings) error {
		return func(s *settings.Settings) error { s.PostsPerPage = n; return nil }
	}
	if _, err := settings.New(direct).Edit(t.Context(), posts(20)); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.New(site).Edit(t.Context(), posts(10)); err != nil {
		t.Fatal(err)
	}
	now, err := settings.New(direct).Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if now.PostsPerPage != 10 {
		t.Errorf("Edit to 10 posts a page, a cache has an old 10: the site has %d, want 10", now.PostsPerPage)
	}
}

func TestUpdateOfBlockVisibilityReadsTheDocumentPastACache(t *testing.T) {
	t.Parallel()
	document := `{"visibility_controls":{"cookie":{"enable":true}}}`
	site, err := cms.New("https://docs.example.org", cms.WithApplicationPassword("admin", "abcd"),
		cms.WithMiddleware(cached), cms.WithMiddleware(func(http.RoundTripper) http.RoundTripper {
			return carrier(func(r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodPost {
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return nil, err
					}
					document = string(body)
				}
				return &http.Response{StatusCode: http.StatusOK, Request: r,
					Body:   io.NopCloser(bytes.NewReader([]byte(document))),
					Header: http.Header{"Content-Type": {"application/json"}}}, nil
			})
		}))
	if err != nil {
		t.Fatal(err)
	}
	service := blockvisibility.New(site)
	if _, err := service.Settings(t.Context()); err != nil {
		t.Fatal(err)
	}
	document = `{"visibility_controls":{"cookie":{"enable":true}},"disabled_blocks":["core/html"]}` // somebody else
	settings, err := service.Update(t.Context(), func(s *blockvisibility.Settings) error {
		s.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(settings.DisabledBlocks) != 1 {
		t.Errorf("Update, a cache has an old document: the disabled blocks %q, want those of the site", settings.DisabledBlocks)
	}
}
