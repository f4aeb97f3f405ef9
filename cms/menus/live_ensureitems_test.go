package menus_test

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
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveEnsureItemsMakesEachItemOnce has five clients that bring the same menu at the same time.
// After that another client writes nothing.
func TestLiveEnsureItemsMakesEachItemOnce(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	menu, err := menus.New(site).Ensure(t.Context(), fmt.Sprintf("Items %x", time.Now().UnixNano()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = menus.New(site).Delete(context.Background(), menu.ID, menus.DeleteItems) })
	all := branches(6)
	var group sync.WaitGroup
	for n := range 5 {
		own, err := cms.New(site.Site(), cms.WithPrefix(site.Prefix()), cms.WithApplicationPassword(
			os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"))) // clients of one process take turns if derived
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			for i, one := range menus.New(own).EnsureItems(t.Context(), menu.ID, all, nil) {
				if one.Err != nil {
					t.Errorf("EnsureItems of client %d: item %d: %v, want no error", n, i, one.Err)
				}
			}
		})
	}
	group.Wait()
	isShown(t, site, menu.ID, lines(all), "after 5 clients")
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
	done, actions := ensured(t, menus.New(other), menu.ID, all, nil)
	if n := strings.Count(actions, "unchanged"); n != len(all) {
		t.Errorf("EnsureItems of %d unchanged items: %s, first error %v, want them unchanged", len(all), actions, done[0].Err)
	}
	if written.Load() > 0 || sent.Load() > 2 { // one of them may find the routes
		t.Errorf("EnsureItems of unchanged items sent %d requests and wrote %d times, want at most 2 and no write",
			sent.Load(), written.Load())
	}
}
