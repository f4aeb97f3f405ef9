package fonts_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestPagesAreFetchedAheadInOrder waits, at the first font, for a page behind that of
// the font: a walk that fetches none ahead would wait for ever.
func TestPagesAreFetchedAheadInOrder(t *testing.T) {
	t.Parallel()
	all := names(30)
	for name, option := range map[string]fonts.WalkOption{"a number of pages": fonts.Prefetch(2),
		"adaptive": fonts.PrefetchAdaptive()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			third := make(chan struct{}, 100)
			c, _ := client(t, func(_ int, a asked) (int, string) {
				if a.PageData.Page == 3 {
					third <- struct{}{}
				}
				return 200, page(cut(all, 1, a), totals(30, 10))
			}, fonts.WithFirstPage(1))
			var got []string
			for font, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}, option) {
				if err != nil {
					t.Fatal(err)
				}
				if len(got) == 0 {
					<-third
				}
				got = append(got, font.ID)
			}
			equal(t, "ids", got, all)
		})
	}
}

func TestPrefetchLimitsTheRequestsInFlight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options     []fonts.WalkOption
		first, most int32 // while the first font is read, and at all
	}{
		"none":     {[]fonts.WalkOption{fonts.Prefetch(0)}, 0, 1},
		"five":     {[]fonts.WalkOption{fonts.Prefetch(5)}, 5, 5},
		"adaptive": {[]fonts.WalkOption{fonts.PrefetchAdaptive()}, 4, 16},
		"the last": {[]fonts.WalkOption{fonts.Prefetch(5), fonts.PrefetchAdaptive(), fonts.Prefetch(3)}, 3, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			const pages = 200
			s := &script{answer: stating(names(pages), pages, pages)}
			var now, most atomic.Int32
			slow := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				most.Store(max(most.Load(), now.Add(1)))
				time.Sleep(time.Second)
				now.Add(-1)
				return handled(s).Transport.RoundTrip(r)
			})}
			catalogue, err := fonts.New(base, fonts.WithHTTPClient(slow), fonts.WithFirstPage(1))
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, err := range catalogue.All(t.Context(), &fonts.ListOptions{Size: 1}, c.options...) {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == 1 {
					synctest.Wait()
					equal(t, name+": at the first font", now.Load(), c.first)
				}
			}
			equal(t, name+": fonts", n, pages)
			equal(t, name+": at most", most.Load(), c.most)
		})
	}
}

func TestPrefetchAsksForOnePageAfterTheStatedLast(t *testing.T) {
	t.Parallel()
	c, s := client(t, stating(names(6), 6, 2), fonts.WithFirstPage(1))
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Prefetch(5)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range s.asked {
		if a.PageData.Page > 3 {
			t.Errorf("All of two full pages asked for page %d, want none after page 3", a.PageData.Page)
		}
	}
	if len(s.asked) != 3 {
		t.Errorf("All of two full pages sent %d requests, want 3", len(s.asked))
	}
}
