package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestRedirectOfAWriteIsAnError(t *testing.T) {
	t.Parallel()
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				stub.Reply(w, 200, `[{"id":1}]`)
				return
			}
			stub.Reply(w, status, "Location: "+strings.TrimSuffix(r.URL.Path, "/")+"/?token=hidden", "")
		})
		site := s.Client(t)
		_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One")})
		switch {
		case status < 307 && !errors.Is(err, cms.ErrRedirected):
			t.Errorf("status %d: error %v, want ErrRedirected", status, err)
		case err == nil:
			t.Errorf("%d: Posts.Create: error nil, want an error", status)
		}
		if err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("error %v, want no %q in it", err, "hidden")
		}
		for _, request := range s.Seen() {
			if request.Method != http.MethodPost {
				t.Errorf("%d: the site saw a %s, want %q", status, request.Method, http.MethodPost)
			}
		}
	}
}

func TestRedirectsOfReadsStayWithinTheOrigin(t *testing.T) {
	t.Parallel()
	elsewhere := stub.New(t, stub.Always(200, `{"id":6}`))
	var target string
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/5") {
			stub.Reply(w, 301, "Location: "+target, "")
			return
		}
		stub.Reply(w, 200, `{"id":5}`)
	})
	site := s.Client(t, cms.WithApplicationPassword("editor", "secret"))
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	for _, target = range []string{elsewhere.URL + "/x", strings.Replace(s.URL, "http:", "https:", 1) + "/x",
		"http://localhost" + port + "/x", "//example.invalid/x", "gopher://x/", "::bad", "/moved?_method=DELETE",
		"?a=b&%5fmethod=PUT"} {
		post, err := site.Posts.Get(t.Context(), 5)
		if !errors.Is(err, cms.ErrRedirected) {
			t.Errorf("%s: Posts.Get(5): error %v, post %+v, want ErrRedirected", target, err, post)
		}
	}
	if len(elsewhere.Seen()) > 0 {
		t.Errorf("a redirect left the origin: requests sent: %d, want at most 0", len(elsewhere.Seen()))
	}
	for _, target = range []string{"/moved", s.URL + "/moved", "6"} {
		switch post, err := site.Posts.Get(t.Context(), 5); {
		case err != nil:
			t.Errorf("%s: Posts.Get(5): error %v, want nil", target, err)
		case post.ID != 5:
			t.Errorf("%s: Posts.Get(5): ID %d, want 5", target, post.ID)
		}
	}
}

// A proxy sends /cms-json/cms/v2/posts to the same address without its query.
func TestRedirectThatDropsArgumentsIsAnError(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			stub.Reply(w, 301, "Location: "+r.URL.Path, "")
			return
		}
		stub.Reply(w, 200, `[{"id":1}]`)
	})
	_, err := s.Client(t).Posts.List(t.Context(), &cms.PostListOptions{Search: "kerning"})
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrRedirected):
		t.Errorf("Posts.List: error %v, want ErrRedirected", err)
	case e.Hint != "the redirect drops arguments of the request; use the final address of the site: scheme, host, www":
		t.Errorf("Posts.List: Hint %q, want %q", e.Hint, "the redirect drops arguments of the request; use the "+
			"final address of the site: scheme, host, www")
	}
}

func TestRedirectToTheNewRecordLeavesTheOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for location, unknown := range map[string]bool{
		"/wp-json/cms/v2/posts/1": true, "/wp-json/cms/v2/posts/0": false, "/login": false,
	} {
		s := stub.New(t, stub.Always(308, "Location: https://elsewhere.test"+location, ""))
		_, err := s.Client(t).Posts.Create(t.Context(), &cms.PostParams{Title: new("One")})
		if !errors.Is(err, cms.ErrRedirected) {
			t.Errorf("Create that is redirected to %s: error %v, want ErrRedirected", location, err)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) != unknown {
			t.Errorf("Create that is redirected to %s: error %v, want ErrOutcomeUnknown: %t", location, err, unknown)
		}
	}
}
