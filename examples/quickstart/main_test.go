package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// left counts the posts of a site, those in the trash included.
func left(t *testing.T, server *cmstest.Server) int {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	n, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny, cms.StatusTrash}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// through starts a proxy in front of the server. between may answer in place of it.
func through(t *testing.T, server *cmstest.Server,
	between func(w http.ResponseWriter, r *http.Request, next http.Handler)) string {
	t.Helper()
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { between(w, r, proxy) }))
	t.Cleanup(front.Close)
	return front.URL
}

func TestWithoutArgumentsItDoesTheMainJobInMemory(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), nil, program.Environment{Out: &out, Err: &out}); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"font-family: ", "create:", "publish:", "list:      5 of 1191", "walk:      1191 posts",
		"update:", "trash:", "is gone"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("quickstart printed\n%s\nwant %q", out.String(), line)
		}
	}
}

func TestItRemovesWhatItCreatedWhenItFailsHalfWay(t *testing.T) {
	t.Parallel()
	isUpdate := func(r *http.Request) bool {
		return r.Method == http.MethodPost && !strings.HasSuffix(r.URL.Path, "/posts")
	}
	for name, between := range map[string]func(w http.ResponseWriter, r *http.Request, next http.Handler){
		"publishing is refused": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if isUpdate(r) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusForbidden)
				_, _ = io.WriteString(w, `{"code":"rest_cannot_publish","message":"no","data":{"status":403}}`)
				return
			}
			next.ServeHTTP(w, r)
		},
		"the answer to the create is lost": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if r.Method == http.MethodPost && !isUpdate(r) {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			args := []string{"-site", through(t, server, between), "-prefix", "cms", "-user", "editor"}
			if err := run(t.Context(), args,
				program.Environment{Password: server.AppPassword("editor"), Out: io.Discard, Err: io.Discard}); err == nil {
				t.Error("quickstart on a site that fails: no error, want one")
			}
			if n := left(t, server); n != 0 {
				t.Errorf("After the failure the site has %d posts, want none", n)
			}
		})
	}
}

// interrupt cancels when a line with the given text is written.
type interrupt struct {
	text   string
	cancel context.CancelFunc
	out    io.Writer
}

func (i interrupt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), i.text) {
		i.cancel()
	}
	return i.out.Write(p)
}

func TestItRemovesWhatItCreatedWhenItIsInterrupted(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"create:", "publish:", "update:", "trash:"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var out bytes.Buffer
			err := run(ctx, []string{"-site", server.URL, "-prefix", "cms", "-user", "editor"}, program.Environment{
				Password: server.AppPassword("editor"), Out: interrupt{line, cancel, &out}, Err: io.Discard,
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("quickstart that is interrupted at %s: error %v, want context.Canceled", line, err)
			}
			if n := left(t, server); n != 0 {
				t.Errorf("After the interrupt the site has %d posts, want none", n)
			}
			if strings.Count(out.String(), " is gone\n") != 1 {
				t.Errorf("quickstart that is interrupted printed\n%s\nwant once that the post is gone", out.String())
			}
		})
	}
}

func TestItRemovesNoPostOfOthersWhereTheSiteIgnoresTheSlug(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	for range 3 {
		server.Insert("posts", map[string]any{"title": "Of others", "status": "publish"})
	}
	before := left(t, server)
	var out bytes.Buffer
	err := run(t.Context(), []string{"-site", ignoring.Knowing(t, server.URL, "/posts", "slug").URL, "-prefix", "cms",
		"-user", "admin"},
		program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &out})
	if after := left(t, server); before < 3 || after != before {
		t.Errorf("quickstart on a site that ignores the slug left %d posts of %d, want all, 3 or more\n%s", after, before,
			out.String())
	} else if !errors.Is(err, cms.ErrFilterIgnored) {
		t.Errorf("quickstart on a site that ignores the slug: error %v, want ErrFilterIgnored\n%s", err, out.String())
	}
}

func TestItRefusesAWrongPasswordBeforeItWrites(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	err := run(t.Context(), []string{"-site", server.URL, "-prefix", "cms", "-user", "editor"},
		program.Environment{Password: "wrong", Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, cms.ErrCredentialsRejected) || strings.Contains(err.Error(), "left behind") {
		t.Errorf("quickstart with an invalid password: error %v, want ErrCredentialsRejected, and nothing left", err)
	}
}
