package terms_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveEnsureManyMakesOneTermOfEachSlug has five clients that bring the same categories at
// the same time. After that another client writes nothing.
func TestLiveEnsureManyMakesOneTermOfEachSlug(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	stamp := fmt.Sprintf("many-%x", time.Now().UnixNano())
	all := lots(60)
	for i := range all {
		all[i].Slug = fmt.Sprintf("%s-%03d", stamp, i)
		all[i].Params.Name = new("R&D " + all[i].Slug)
	}
	var group sync.WaitGroup
	for n := range 5 {
		own, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()), cms.WithApplicationPassword(
			os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"))) // clients of one process take turns if derived
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			for i, one := range terms.Categories(own).EnsureMany(t.Context(), all, nil) {
				if one.Err != nil {
					t.Errorf("EnsureMany of client %d: category %d: %v, want no error", n, i, one.Err)
				}
			}
		})
	}
	group.Wait()
	found := map[string]int{}
	for term, err := range terms.Categories(site).All(t.Context(), &terms.ListOptions{Search: stamp}, cms.Exact()) {
		if err != nil {
			t.Fatal(err)
		}
		found[term.Slug]++
		t.Cleanup(func() { _, _ = terms.Categories(site).Delete(context.Background(), term.ID) })
	}
	for _, one := range all {
		if found[one.Slug] != 1 {
			t.Errorf("EnsureMany of 5 clients: %d categories have the slug %s, want 1", found[one.Slug], one.Slug)
		}
	}
	if len(found) != len(all) {
		t.Errorf("EnsureMany of 5 clients: the categories have %d slugs, want %d", len(found), len(all))
	}
	var sent, written atomic.Int64
	other, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			if sent.Add(1); r.Method != http.MethodGet {
				written.Add(1)
			}
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range terms.Categories(other).EnsureMany(t.Context(), all, nil) {
		if one.Err != nil || one.Action != cms.EnsureUnchanged {
			t.Errorf("EnsureMany of unchanged categories: %d is %q, rewritten %v, error %v, want it unchanged", i, one.Action,
				one.Rewritten, one.Err)
		}
	}
	if written.Load() > 0 || sent.Load() > 3 {
		t.Errorf("EnsureMany of %d unchanged categories sent %d requests and wrote %d times, want at most 3 and no write",
			len(all), sent.Load(), written.Load())
	}
}
