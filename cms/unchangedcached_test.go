package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
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
	site, err := cms.New(server.URL, login,
		cms.WithHTTPClient(&http.Client{Transport: &oldlists.Cache{Records: true}}))
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
