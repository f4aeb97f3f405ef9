package cms_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestCaptureHoldsTheAnswerOfThePageThatIsYielded(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	var ids []int64
	for range 350 {
		ids = append(ids, server.Insert("posts", map[string]any{"title": "Post"}))
	}
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "editor", carrier(func(r *http.Request) (*http.Response, error) {
			resp, err := inProcess(server, r)
			if err == nil {
				resp.Header.Set("X-Asked", r.URL.RawQuery)
			}
			return resp, err
		}))
		var answer cms.Response
		options := []cms.WalkOption{cms.Prefetch(4), cms.Capture(&answer)}
		for name, more := range map[string][]cms.WalkOption{"by pages": nil, "exact": {cms.Exact()}} {
			n := 0
			for page, err := range site.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 50}, append(options, more...)...) {
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait() // all that is fetched ahead has come
				if n++; answer.Header.Get("X-Asked") == "" || answer.Header.Get("X-Asked") != page.Response.Header.Get("X-Asked") {
					t.Errorf("%s: page %d was asked for by %q, captured is the answer to %q", name, page.Number, page.Response.Header.Get("X-Asked"), answer.Header.Get("X-Asked"))
				}
			}
			if n < 7 {
				t.Errorf("%s: %d pages", name, n)
			}
		}
		n := 0
		for post, err := range site.Posts.GetMany(t.Context(), ids, nil, options...) {
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n++; !slices.Contains(query(t, answer.Header.Get("X-Asked"))["include[]"], fmt.Sprint(post.ID)) {
				t.Errorf("the answer that is captured for %d is that to %q", post.ID, answer.Header.Get("X-Asked"))
			}
		}
		if n != len(ids) {
			t.Errorf("%d records", n)
		}
	})
}
