package paging

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

func TestAdaptiveWalkFetchesFewerPagesAtOnceAfterTrouble(t *testing.T) {
	t.Parallel()
	troubled := site{work: steady(40 * ms), speed: shared(8), trouble: 60}
	slowed := site{work: steady(40 * ms)}
	slowed.speed = func(busy int) float64 {
		if len(slowed.together) > 60 {
			return shared(1)(busy)
		}
		return shared(8)(busy)
	}
	for name, s := range map[string]*site{"a page was retried": &troubled, "the site became slow": &slowed} {
		if _, err := s.walk(t, 120, Most, true); err != nil {
			t.Fatal(err)
		}
		switch before, after := slices.Max(s.together[50:59]), slices.Max(s.together[88:98]); {
		case before < 6:
			t.Errorf("%s: %d at once before the trouble: %v, want at least 6", name, before, s.together)
		case after > before/2+1:
			t.Errorf("%s: %d at once after the trouble: %v, want at most %d", name, after, s.together, before/2+1)
		}
	}
}

func TestWalkThatAdaptsEndsWithItsFirstError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		source := Source[int]{
			First: 1, Ahead: 4, Adapt: true,
			Fetch: func(_ context.Context, number int) (int, error) {
				if number == 3 {
					return 0, broken
				}
				return number, nil
			},
			Inspect: func(int, int) (Step, error) { return Step{Last: 9}, nil },
		}
		n := 0
		for _, err := range Walk(t.Context(), source) {
			if n++; err != nil && (n != 3 || !errors.Is(err, broken)) {
				t.Errorf("page %d: error %v, want %v at page 3", n, err, broken)
			}
		}
		if n != 3 {
			t.Errorf("%d pages, want 3", n)
		}
	})
}

func TestAdaptiveWalkFetchesNoMorePagesThanItMayHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int32
		var held int32
		source := Source[int]{
			First: 1, Ahead: Most, Adapt: true,
			Fetch: func(_ context.Context, number int) (int, error) {
				begun.Add(1)
				time.Sleep(time.Second)
				if number == 2 {
					time.Sleep(time.Hour) // all others come before it
					held = begun.Load()
				}
				return number, nil
			},
			Inspect: func(int, int) (Step, error) { return Step{Last: 200}, nil },
		}
		for page := range Walk(t.Context(), source) {
			if page == 2 {
				break
			}
		}
		if held != 1+Most {
			t.Errorf("%d pages were fetched while the second did not come, want %d", held, 1+Most)
		}
	})
}

func TestPagesComeWhileRequestsWaitForTheirRetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGauge(Most)
		_, end := g.begin(t.Context())
		time.Sleep(time.Second)
		end()
		var pages []context.Context
		for g.room(100) {
			page, _ := g.begin(t.Context())
			pages = append(pages, page)
		}
		for _, page := range pages[2:] {
			time.Sleep(time.Millisecond)
			retries.Tell(page, 5*time.Second)
		}
		switch {
		case g.width != 2:
			t.Errorf("2 of 4 pages wait: width %d, want 2", g.width)
		case !slices.Equal([]int{g.running, g.waiting}, []int{4, 2}):
			t.Errorf("of 4 pages 2 wait: %d at once, %d running, %d waiting: []int{g.running, g.waiting} %v, want %v", g.width,
				g.running, g.waiting, []int{g.running, g.waiting}, []int{4, 2})
		case g.room(96):
			t.Errorf("2 of 4 pages wait: room for page 96 with %d running, want none", g.running)
		}
		g.end(time.Now())
		if !g.room(96) {
			t.Error("no room beside the pages that wait, want room for page 96")
		}
		if time.Sleep(4500 * time.Millisecond); g.room(96) {
			t.Error("room for a page that would run when the waiting pages are sent, want none")
		}
	})
}
