package cms_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestLiveEnsureManyMakesOneRecordOfEachSlug has five clients that bring the same posts at
// the same time. After that another client writes nothing.
func TestLiveEnsureManyMakesOneRecordOfEachSlug(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	stamp := strings.ToLower(fmt.Sprintf("many-%x", time.Now().UnixNano()))
	all := lots(60)
	for i := range all {
		all[i].Slug = fmt.Sprintf("%s-%03d-x", stamp, i)
		all[i].Params.Title = new(all[i].Slug)
	}
	var wg sync.WaitGroup
	for n := range 5 {
		own, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()), cms.WithApplicationPassword(
			os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"))) // clients of one process take turns if derived
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for i, one := range own.Posts.EnsureMany(t.Context(), all, nil) {
				if one.Err != nil {
					t.Errorf("EnsureMany of client %d: record %d: %v, want no error", n, i, one.Err)
				}
			}
		})
	}
	wg.Wait()
	ids := map[string][]int64{}
	for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{Search: stamp,
		Status: []cms.Status{cms.StatusAny, cms.StatusTrash}}, cms.Exact(), cms.Fields("id", "slug")) {
		if err != nil {
			t.Fatal(err)
		}
		ids[post.Slug] = append(ids[post.Slug], post.ID)
		t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	}
	if len(ids) != len(all) {
		t.Errorf("EnsureMany of 5 clients: the posts have %d slugs, want %d", len(ids), len(all))
	}
	revisions := map[int64]int{}
	count := func(id int64) int {
		n, err := site.Posts.Revisions(id).Count(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, one := range all {
		if len(ids[one.Slug]) != 1 {
			t.Fatalf("EnsureMany of 5 clients: the posts %v have the slug %s, want one", ids[one.Slug], one.Slug)
		}
		revisions[ids[one.Slug][0]] = count(ids[one.Slug][0])
	}
	var written atomic.Int64
	other, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodGet {
				written.Add(1)
			}
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range other.Posts.EnsureMany(t.Context(), all, nil) {
		if one.Err != nil || one.Action != cms.EnsureUnchanged {
			t.Errorf("EnsureMany of unchanged posts: record %d is %q, rewritten %v, error %v, want it unchanged", i, one.Action,
				one.Rewritten, one.Err)
		}
	}
	if n := written.Load(); n > 0 {
		t.Errorf("EnsureMany of unchanged posts wrote %d times, want 0", n)
	}
	for id, before := range revisions {
		if n := count(id); n != before {
			t.Errorf("EnsureMany of unchanged posts: post %d has %d revisions, want %d", id, n, before)
		}
	}
}
