package cms_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
)

// TestEnsureThroughACacheKeepsADraftOfAnotherRun has a leftover of another run,
// which claims it while this run updates the record. The cache serves old records.
func TestEnsureThroughACacheKeepsADraftOfAnotherRun(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	server.Insert("posts", map[string]any{"title": "Kerning", "slug": "kerning"})
	draft := server.Insert("posts", map[string]any{
		"title": "Kerning", "status": "draft", "slug": "kerning-" + strings.Repeat("a", 26),
		"content": "<!-- fontcms-ensure 0/kerning. -->",
	})
	login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
	direct, err := cms.New(server.URL, login)
	if err != nil {
		t.Fatal(err)
	}
	claimed := false
	site, err := cms.New(server.URL, login, cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return carrier(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodPost && !claimed {
				claimed = true
				content, slug := "Pairs.", "leading"
				_, err := direct.Posts.Update(r.Context(), draft, &cms.PostParams{Content: &content, Slug: &slug})
				if err != nil {
					return nil, err
				}
			}
			return next.RoundTrip(r)
		})
	}), cms.WithHTTPClient(&http.Client{Transport: &oldlists.Cache{Records: true}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
		t.Fatal(err)
	}
	now, err := direct.Posts.Get(t.Context(), draft, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatalf("Get of the draft that another run has claimed: error %v, want the record", err)
	}
	if now.Slug != "leading" {
		t.Errorf("the draft that another run has claimed has the slug %q, want leading", now.Slug)
	}
}
