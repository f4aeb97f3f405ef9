package paging

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// server answers pages, of which some number at once is best.
type server struct {
	mu       sync.Mutex
	cores    int
	running  int
	most     int // at once, since it was last looked at
	pages    int
	trouble  func(page int) bool
	together []int // by page
}

const work = 40 * time.Millisecond // of one page

func (s *server) fetch(ctx context.Context, number int) (int, error) {
	s.mu.Lock()
	s.running++
	s.pages++
	s.most = max(s.most, s.running)
	s.together = append(s.together, s.running)
	takes := work * time.Duration(max(s.running, s.cores)) / time.Duration(s.cores)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.running--
		s.mu.Unlock()
	}()
	select {
	case <-time.After(takes):
		return number, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// walk walks a number of pages and says how long it took.
func (s *server) walk(t *testing.T, pages, ahead int, adapt bool) time.Duration {
	t.Helper()
	began, n := time.Now(), 0
	source := Source[int]{
		First: 1, Ahead: ahead, Adapt: adapt, Fetch: s.fetch,
		Inspect: func(int, int) (Step, error) { return Step{Last: pages}, nil },
		Slow: func(page int, _ error) bool {
			return s.trouble != nil && s.trouble(page)
		},
	}
	for page, err := range Walk(t.Context(), source) {
		if n++; err != nil || page != n {
			t.Fatalf("page %d is %d, %v", n, page, err)
		}
	}
	if n != pages {
		t.Fatalf("%d pages of %d", n, pages)
	}
	return time.Since(began)
}

func TestAWalkFindsHowManyPagesAServerTakesAtOnce(t *testing.T) {
	t.Parallel()
	for _, cores := range []int{1, 2, 4, 6} {
		synctest.Test(t, func(t *testing.T) {
			const pages = 200
			best := time.Hour
			for ahead := 1; ahead <= 8; ahead++ {
				best = min(best, (&server{cores: cores}).walk(t, pages, ahead, false))
			}
			adapted, single := (&server{cores: cores}).walk(t, pages, 8, true), (&server{cores: cores}).walk(t, pages, 0, false)
			t.Logf("%d cores: %v, the best width %v, one at a time %v", cores, adapted, best, single)
			if adapted > best*11/10 {
				t.Errorf("%d cores: it took %v, with the best width %v", cores, adapted, best)
			}
		})
	}
}

func TestAWalkTakesFewerPagesAtOnceWhereTheServerHasTrouble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &server{cores: 8, trouble: func(page int) bool { return page == 60 }}
		s.walk(t, 120, 8, true)
		if before, behind := slices.Max(s.together[50:59]), slices.Max(s.together[70:78]); before < 6 || behind > before/2+1 {
			t.Errorf("%d at once before the trouble, %d behind it: %v", before, behind, s.together)
		}
		slow := &server{cores: 8}
		source := Source[int]{First: 1, Ahead: 8, Adapt: true, Inspect: func(int, int) (Step, error) { return Step{Last: 120}, nil }}
		source.Fetch = func(ctx context.Context, number int) (int, error) {
			if number == 60 {
				slow.mu.Lock()
				slow.cores = 1
				slow.mu.Unlock()
			}
			return slow.fetch(ctx, number)
		}
		for range Walk(t.Context(), source) {
		}
		if before, behind := slices.Max(slow.together[50:59]), slices.Max(slow.together[70:84]); before < 6 || behind > 4 {
			t.Errorf("%d at once before the server became slow, %d behind: %v", before, behind, slow.together)
		}
	})
}

func TestAWalkThatAdaptsEndsWithItsFirstError(t *testing.T) {
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
				t.Errorf("page %d: %v", n, err)
			}
		}
		if n != 3 {
			t.Errorf("%d pages", n)
		}
	})
}

func TestAGaugeFollowsWhatPagesTake(t *testing.T) {
	t.Parallel()
	type page struct {
		together, took int // milliseconds
		strained       bool
		want           int // at once, from now on
	}
	many := func(n int, p page) []page { return slices.Repeat([]page{p}, n) }
	eight := slices.Concat([]page{{2, 10, false, 2}, {2, 10, false, 4}}, many(3, page{4, 10, false, 4}), many(1, page{4, 10, false, 8}))
	for name, test := range map[string]struct {
		most  int
		pages []page
	}{
		"nothing is known of one alone":       {8, eight},
		"two are no faster than one":          {8, []page{{1, 10, false, 2}, {2, 20, false, 2}, {2, 20, false, 1}}},
		"two are faster than one":             {8, []page{{1, 10, false, 2}, {2, 10, false, 2}, {2, 10, false, 4}}},
		"two are a tenth faster":              {8, []page{{1, 11, false, 2}, {2, 20, false, 2}, {2, 20, false, 1}}},
		"two are more than that":              {8, []page{{1, 12, false, 2}, {2, 20, false, 2}, {2, 20, false, 4}}},
		"there may be one alone":              {1, []page{{1, 10, false, 1}, {1, 10, false, 1}, {1, 10, true, 1}}},
		"there may be three":                  {3, []page{{2, 10, false, 2}, {2, 10, false, 3}, {3, 10, false, 3}, {3, 10, false, 3}, {3, 10, false, 3}, {3, 10, false, 3}}},
		"pages of another number say nothing": {8, []page{{1, 10, false, 2}, {1, 10, false, 2}, {1, 10, false, 2}, {2, 10, false, 2}, {2, 10, false, 4}}},
		"trouble":                             {8, slices.Concat(eight, []page{{8, 10, true, 4}, {8, 10, true, 2}, {8, 10, true, 1}, {8, 10, true, 1}})},
		"one slow page":                       {8, slices.Concat(eight, many(2, page{8, 10, false, 8}), []page{{8, 22, false, 8}, {8, 10, false, 8}, {8, 50, false, 8}})},
		"two slow pages":                      {8, slices.Concat(eight, many(2, page{8, 10, false, 8}), []page{{8, 22, false, 8}, {8, 50, false, 4}})},
		"twice and a little":                  {8, slices.Concat(eight, many(2, page{8, 10, false, 8}), []page{{8, 21, false, 8}, {8, 50, false, 8}, {8, 100, false, 4}})},
		"a trial after trouble":               {8, slices.Concat(eight, []page{{8, 10, true, 4}}, many(23, page{4, 10, false, 4}), []page{{4, 10, false, 5}})},
		"a trial that fails, and the next": {8, slices.Concat([]page{{1, 10, false, 2}, {2, 20, false, 2}, {2, 20, false, 1}}, many(23, page{1, 10, false, 1}), []page{{1, 10, false, 2}},
			[]page{{2, 20, false, 2}, {2, 20, false, 1}}, many(23, page{1, 10, false, 1}), []page{{1, 10, false, 2}})},
		"a trial forgets what the width brought before": {8, slices.Concat([]page{{1, 10, false, 2}, {2, 20, false, 2}, {2, 20, false, 1}}, many(23, page{1, 10, false, 1}),
			[]page{{1, 10, false, 2}, {2, 10, false, 2}, {2, 10, false, 3}})},
		"a trial beyond the most forgets nothing": {2, []page{{1, 10, false, 2}, {2, 10, false, 2}, {2, 10, false, 2}, {2, 50, false, 2}, {2, 50, false, 1}}},
		"a trial that is worth it is followed by one more": {8, slices.Concat(eight, []page{{8, 10, true, 4}}, many(23, page{4, 10, false, 4}), []page{{4, 10, false, 5}},
			many(4, page{5, 10, false, 5}), []page{{5, 10, false, 6}})},
	} {
		g := newGauge(test.most)
		for i, p := range test.pages {
			g.begin()
			g.end(p.together, time.Duration(p.took)*time.Millisecond, p.strained)
			if got := g.at(); got != p.want {
				t.Errorf("%s: %d at once behind page %d, expected %d", name, got, i, p.want)
			}
		}
	}
	g := newGauge(2)
	if first, second, third := g.begin(), g.begin(), g.begin(); first != 1 || second != 2 || third != 2 {
		t.Errorf("%d, %d and %d are under way, of two at most", first, second, third)
	}
}
