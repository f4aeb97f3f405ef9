package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestPrefetchAdaptiveChangesNeitherOrderNorNumber(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for range 120 {
		server.Insert("posts", map[string]any{"title": "Post"})
	}
	site := stub.Dial(t, server.URL)
	walk := func(options ...cms.WalkOption) string {
		got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 5}, options...), func(p *cms.Post) int64 {
			return p.ID
		})
		if err != nil || len(got) != 120 {
			t.Fatalf("walk yields %d posts, error %v, want 120 and nil", len(got), err)
		}
		return fmt.Sprint(got)
	}
	plain := walk()
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Skip: 6, Times: 1, Status: 503})
	if adaptive := walk(cms.PrefetchAdaptive()); adaptive != plain {
		t.Errorf("walk with PrefetchAdaptive: %s, want %s as without", adaptive, plain)
	}
	if exact := walk(cms.Exact(), cms.PrefetchAdaptive()); len(exact) != len(plain) {
		t.Errorf("exact walk with Prefetch yields %d posts, want %d", len(exact), len(plain))
	}
}

func TestPanicInMiddlewareReachesTheConsumerOfAWalk(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for range 40 {
		server.Insert("posts", map[string]any{"title": "Post"})
	}
	misstep := errors.New("a misstep")
	site := stub.Dial(t, server.URL, cms.WithMaxConcurrent(2),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return stub.Carrier(func(req *http.Request) (*http.Response, error) {
				if req.URL.Query().Get("page") == "3" {
					panic(misstep)
				}
				return next.RoundTrip(req)
			})
		}))
	walk := func(options ...cms.WalkOption) (value any) {
		defer func() { value = recover() }()
		for _, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 5}, options...) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	if value := walk(); value != any(misstep) {
		t.Errorf("walk without Prefetch: recovered %v, want %v", value, any(misstep))
	}
	for range 3 { // a slot that stays taken would end this
		value := walk(cms.Prefetch(2))
		e, ok := value.(error)
		switch {
		case !ok:
			t.Errorf("walk with Prefetch: recovered %v, want an error", value)
		case !errors.Is(e, misstep):
			t.Errorf("walk with Prefetch: recovered %v, want %v", e, misstep)
		case !strings.Contains(e.Error(), "TestPanicInMiddleware"):
			t.Errorf("walk with Prefetch: recovered %v, want %q in it", e, "TestPanicInMiddleware")
		}
	}
}
