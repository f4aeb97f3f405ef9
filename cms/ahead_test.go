package cms_test

import (
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestPrefetchAdaptiveChangesNeitherOrderNorNumber(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	for range 120 {
		server.Insert("posts", map[string]any{"title": "Post"})
	}
	site := dial(t, server.URL)
	walk := func(options ...cms.WalkOption) string {
		got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 5}, options...), func(p *cms.Post) int64 { return p.ID })
		if err != nil || len(got) != 120 {
			t.Fatalf("%d posts, %v", len(got), err)
		}
		return fmt.Sprint(got)
	}
	plain := walk()
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Skip: 6, Times: 1, Status: 503})
	if adaptive := walk(cms.PrefetchAdaptive()); adaptive != plain {
		t.Errorf("%s, then %s", plain, adaptive)
	}
	if exact := walk(cms.Exact(), cms.PrefetchAdaptive()); len(exact) != len(plain) {
		t.Errorf("%s", exact)
	}
}
