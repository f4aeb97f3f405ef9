package cms_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Authors choose addresses, and other hosts redirects; the credentials are ours.
func TestADownloadChangesNothingOnTheSite(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	site := ensurer(t, server, "admin", http.DefaultTransport)
	for name, arguments := range map[string]string{
		"plain":              "?_method=DELETE",
		"escaped":            "?a=b&%5Fmethod=DELETE&force=true",
		"as PHP reads it":    "?%20_method=DELETE",
		"behind a semicolon": "?a=b;_method=DELETE",
		"an envelope":        "?_envelope=1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id := server.Insert("posts", map[string]any{"title": "Note"})
			address := fmt.Sprintf("%s/cms-json/cms/v2/posts/%d%s", server.URL, id, arguments)
			elsewhere := httptest.NewServer(http.RedirectHandler(address, http.StatusFound))
			t.Cleanup(elsewhere.Close)
			if _, err := site.Download(t.Context(), address, io.Discard); !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("the address itself: %v", err)
			}
			if _, err := site.Download(t.Context(), elsewhere.URL, io.Discard); !errors.Is(err, cms.ErrRedirected) {
				t.Errorf("a redirect there: %v", err)
			}
			if status := server.Record("posts", id)["status"]; status != "publish" {
				t.Errorf("the post is %v", status)
			}
		})
	}
}
