package cms_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Authors choose addresses, and other hosts redirects; the credentials are ours.
func TestDownloadChangesNothingOnTheSite(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
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
				t.Errorf("the address itself: %v, want ErrInvalidArgument", err)
			}
			if _, err := site.Download(t.Context(), elsewhere.URL, io.Discard); !errors.Is(err, cms.ErrRedirected) {
				t.Errorf("a redirect there: %v, want ErrRedirected", err)
			}
			if status := server.Record("posts", id)["status"]; status != "publish" {
				t.Errorf("the post is %v, want %q", status, "publish")
			}
		})
	}
}

func TestHeadersOfADownloadStayWithTheHostThatWasNamed(t *testing.T) {
	t.Parallel()
	told := make(chan string, 2)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		told <- r.Header.Get("X-Api-Key")
	}))
	t.Cleanup(elsewhere.Close)
	client, address := files(t, true, func(_ int, w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("X-Api-Key") != "secret" {
			t.Errorf(`the host that was named has not got the header: Header.Get("X-Api-Key") %q, want %q`,
				r.Header.Get("X-Api-Key"), "secret")
		}
		http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		return true
	})
	for _, from := range []string{address, elsewhere.URL} {
		if _, err := client.Download(t.Context(), from, io.Discard, cms.Header("X-Api-Key", "secret")); err != nil {
			t.Error(err)
		}
	}
	if redirected, named := <-told, <-told; redirected != "" || named != "secret" {
		t.Errorf("headers sent after the redirect %q, to the named host %q, want none and %q", redirected, named, "secret")
	}
}
