package settings_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/oldlists"
)

func through(cache http.RoundTripper) cms.Option {
	return cms.WithHTTPClient(&http.Client{Transport: cache})
}

func TestEditReadsTheSettingsPastACache(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	site, err := cms.New(server.URL, login, through(&oldlists.Cache{Records: true}))
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			document = string(body)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, document) // the client reports what is lost
	}))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, through(&oldlists.Cache{Records: true}))
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
		t.Errorf("Update, a cache has an old document: the disabled blocks %q, want those of the site",
			settings.DisabledBlocks)
	}
}
