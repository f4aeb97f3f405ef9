package paging

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
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
		if _, err := s.walk(t, 120, adaptive, true); err != nil {
			t.Fatal(err)
		}
		if before, after := slices.Max(s.together[50:59]), slices.Max(s.together[70:78]); before < 6 || after > before/2+1 {
			t.Errorf("%s: %d at once before, %d after: %v", name, before, after, s.together)
		}
	}
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
