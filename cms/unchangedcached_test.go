package cms_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestUpdateIfUnchangedReadsTheRecordPastACache(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs."})
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string][]byte{}
	site, err := cms.New(server.URL, login, cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return carrier(func(r *http.Request) (*http.Response, error) {
			if body, ok := stored[r.URL.String()]; ok && r.Header.Get("Cache-Control") != "no-cache" {
				return carried(r, http.StatusOK, string(body)), nil
			}
			response, err := next.RoundTrip(r)
			if err != nil || r.Method != http.MethodGet {
				return response, err
			}
			body, err := io.ReadAll(response.Body)
			stored[r.URL.String()] = body
			response.Body = io.NopCloser(bytes.NewReader(body))
			return response, err
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	content := "Mine."
	rename := func(title string) {
		if _, err := direct.Posts.Update(t.Context(), id, &cms.PostParams{Title: &title}); err != nil {
			t.Fatal(err)
		}
	}
	rename("Leading") // now it has a revision
	read, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	rename("Tracking") // somebody else
	_, err = site.Posts.UpdateIfUnchanged(t.Context(), read, &cms.PostParams{Content: &content})
	if !errors.Is(err, cms.ErrChanged) {
		t.Errorf("UpdateIfUnchanged, a cache has the old record: error %v, want ErrChanged", err)
	}
}
