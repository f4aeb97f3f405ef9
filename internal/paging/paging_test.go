package paging

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// numbers is a source whose pages are their numbers. last is what each page
// says about the end, and end where the pages really end.
func numbers(first, ahead, last, end int) Source[int] {
	return Source[int]{
		First: first,
		Ahead: ahead,
		Fetch: func(ctx context.Context, number int) (int, error) {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if number > end {
				return 0, fmt.Errorf("page %d: %w", number, ErrEnd)
			}
			return number, nil
		},
		Inspect: func(int, int) (Step, error) { return Step{Last: last}, nil },
	}
}

func collect(t *testing.T, walk iter.Seq2[int, error]) []int {
	t.Helper()
	var got []int
	for page, err := range walk {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, page)
	}
	return got
}

func TestWalkYieldsThePagesInOrder(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 1, 3, 20} {
		for name, test := range map[string]struct {
			source Source[int]
			want   []int
		}{
			"to the last page named":          {numbers(1, ahead, 5, 9), []int{1, 2, 3, 4, 5}},
			"to the end where none is named":  {numbers(1, ahead, 0, 4), []int{1, 2, 3, 4}},
			"from a later page":               {numbers(4, ahead, 6, 9), []int{4, 5, 6}},
			"from the last page":              {numbers(6, ahead, 6, 9), []int{6}},
			"from behind the last page named": {numbers(8, ahead, 6, 9), []int{8, 9}},
			"no further than there are any":   {numbers(1, ahead, 9, 3), []int{1, 2, 3}},
			"of nothing":                      {numbers(1, ahead, 0, 0), nil},
		} {
			t.Run(fmt.Sprint(name, " ", ahead, " ahead"), func(t *testing.T) {
				t.Parallel()
				walk := Walk(t.Context(), test.source)
				for range 2 { // a walk can be walked again
					if got := collect(t, walk); !slices.Equal(got, test.want) {
						t.Errorf("got %v, want %v", got, test.want)
					}
				}
			})
		}
	}
}

func TestWalkFetchesOnlyTheFirstPageBeforeItIsAskedForMore(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 3} {
		fetched := []int{}
		s := numbers(1, ahead, 1, 9)
		fetch := s.Fetch
		s.Fetch = func(ctx context.Context, number int) (int, error) {
			fetched = append(fetched, number)
			return fetch(ctx, number)
		}
		walk := Walk(t.Context(), s)
		if len(fetched) != 0 {
			t.Errorf("walk that nobody ranges over reads the pages %v, want none", fetched)
		}
		collect(t, walk)
		if !slices.Equal(fetched, []int{1}) {
			t.Errorf("fetched %v of one page, want %v", fetched, []int{1})
		}
	}
}

func TestWalkFetchesNoPagePastTheLastPage(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 1, 20} {
		var most atomic.Int32
		s := numbers(1, ahead, 5, 99)
		fetch := s.Fetch
		s.Fetch = func(ctx context.Context, number int) (int, error) {
			if n := int32(number); n > most.Load() {
				most.Store(n)
			}
			return fetch(ctx, number)
		}
		collect(t, Walk(t.Context(), s))
		if most.Load() != 5 {
			t.Errorf("Walk with %d pages ahead: page %d was fetched, want at most page 5", ahead, most.Load())
		}
	}
}

func TestWalkFetchesNoPageAfterTheHighestNumber(t *testing.T) {
	t.Parallel()
	var fetched atomic.Int64
	source := Source[int]{
		First: math.MaxInt,
		Ahead: 2,
		Fetch: func(_ context.Context, number int) (int, error) {
			fetched.Add(1)
			return number, nil
		},
		Inspect: func(int, int) (Step, error) { return Step{Done: true}, nil },
	}
	for range Walk(t.Context(), source) {
	}
	if n := fetched.Load(); n != 1 {
		t.Errorf("Walk from the highest number fetched %d pages, want 1", n)
	}
}

func TestWalkEndsAfterADonePageAndOmitsSkippedPages(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 4} {
		s := numbers(1, ahead, 0, 99)
		s.Inspect = func(number, page int) (Step, error) {
			if number != page {
				t.Errorf("Inspect(%d) with page %d, want the same number", number, page)
			}
			return Step{Skip: page%2 == 0, Done: page == 6}, nil
		}
		if got := collect(t, Walk(t.Context(), s)); !slices.Equal(got, []int{1, 3, 5}) {
			t.Errorf("got %v, want %v", got, []int{1, 3, 5})
		}
	}
}

func TestWalkFollowsALastPageThatMoves(t *testing.T) {
	t.Parallel()
	for _, ahead := range []int{0, 1, 4} {
		for name, test := range map[string]struct {
			last func(int) int
			want int
		}{
			"away":   {func(n int) int { return min(n+1, 7) }, 7},
			"closer": {func(n int) int { return max(9-n, 4) }, 5},
		} {
			s := numbers(1, ahead, 0, 99)
			s.Inspect = func(number, _ int) (Step, error) { return Step{Last: test.last(number)}, nil }
			if got := collect(t, Walk(t.Context(), s)); len(got) != test.want {
				t.Errorf("Walk with %d pages ahead, the last page moves %s: items %v, want %d", ahead, name, got,
					test.want)
			}
		}
	}
}

func TestWalkYieldsTheFirstErrorAndEnds(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for _, ahead := range []int{0, 2, 8} {
		fetchFails, inspectFails := numbers(1, ahead, 9, 9), numbers(1, ahead, 9, 9)
		fetchFails.Fetch = func(_ context.Context, number int) (int, error) {
			if number >= 3 {
				return number, boom
			}
			return number, nil
		}
		inspectFails.Inspect = func(number, _ int) (Step, error) {
			if number == 3 {
				return Step{Last: 9}, boom
			}
			return Step{Last: 9}, nil
		}
		for _, s := range []Source[int]{fetchFails, inspectFails} {
			var got []int
			var last error
			for page, err := range Walk(t.Context(), s) {
				got, last = append(got, page), err
			}
			if !slices.Equal(got, []int{1, 2, 0}) || !errors.Is(last, boom) {
				t.Errorf("%d ahead: Walk yields %v, then %v, want %v and %v", ahead, got, last, []int{1, 2, 0}, boom)
			}
		}
	}
}

func TestWalkFetchesAheadWhileTheCallerWorks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := numbers(1, 3, 12, 12)
		var running, most atomic.Int32
		s.Fetch = func(_ context.Context, number int) (int, error) {
			now := running.Add(1)
			for {
				if m := most.Load(); now <= m || most.CompareAndSwap(m, now) {
					break
				}
			}
			defer running.Add(-1)
			time.Sleep(time.Duration(13-number) * time.Second) // later pages come earlier
			return number, nil
		}
		start := time.Now()
		got := collect(t, Walk(t.Context(), s))
		switch {
		case !slices.IsSorted(got):
			t.Errorf("Walk yields the pages %v, want them sorted", got)
		case len(got) != 12:
			t.Errorf("got %v: length %d, want 12", got, len(got))
		}
		if most.Load() != 3 {
			t.Errorf("%d at once, want 3", most.Load())
		}
		if took, serial := time.Since(start), 78*time.Second; took >= serial/2 {
			t.Errorf("took %v, want less than %v", took, serial/2)
		}
	})
}

// When a walk is over, however it ended, all it started is over: a goroutine
// left behind would make synctest.Test fail, and canceled would be too low.
func TestWalkLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, consume := range map[string]func(context.CancelCauseFunc, iter.Seq2[int, error]) error{
		"after break": func(_ context.CancelCauseFunc, walk iter.Seq2[int, error]) error {
			for range walk {
				synctest.Wait() // until four pages are on their way
				break
			}
			return nil
		},
		"after a panic": func(_ context.CancelCauseFunc, walk iter.Seq2[int, error]) error {
			defer func() { _ = recover() }()
			for range walk {
				synctest.Wait()
				panic("the caller's own")
			}
			return nil
		},
		"after a pull that stops early": func(_ context.CancelCauseFunc, walk iter.Seq2[int, error]) error {
			next, stop := iter.Pull2(walk)
			next()
			synctest.Wait()
			stop()
			return nil
		},
		"after the context has ended": func(cancel context.CancelCauseFunc, walk iter.Seq2[int, error]) (last error) {
			for _, err := range walk {
				synctest.Wait()
				cancel(boom)
				last = err
			}
			return last
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				var started, canceled atomic.Int32
				s := numbers(1, 4, 99, 99)
				s.Fetch = func(ctx context.Context, number int) (int, error) {
					if number == 1 {
						return 1, nil
					}
					started.Add(1)
					<-ctx.Done()
					canceled.Add(1)
					return 0, context.Cause(ctx)
				}
				err := consume(cancel, Walk(ctx, s))
				switch {
				case started.Load() != 4:
					t.Errorf("%d requests started, want 4", started.Load())
				case canceled.Load() != 4:
					t.Errorf("%d requests canceled, want 4", canceled.Load())
				}
				if name == "after the context has ended" && !errors.Is(err, boom) {
					t.Errorf("Walk ends with error %v, want %v", err, boom)
				}
			})
		})
	}
}

func TestWalkFetchesNothingThatIsThereAlready(t *testing.T) {
	t.Parallel()
	for _, adapt := range []bool{false, true} {
		source := numbers(1, 2, 5, 9)
		source.Ready, source.Adapt = []int{101, 102}, adapt
		if got := collect(t, Walk(t.Context(), source)); !slices.Equal(got, []int{101, 102, 3, 4, 5}) {
			t.Errorf("collect: %v, want %v", got, []int{101, 102, 3, 4, 5})
		}
	}
}
