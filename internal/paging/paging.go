// Package paging walks numbered pages in order, some of them ahead of time.
package paging

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// ErrEnd is what Fetch returns for a page behind the last one.
var ErrEnd = errors.New("no such page")

// Source is what a walk reads.
type Source[P any] struct {
	// First is the number of the first page. Pages are counted up from it.
	First int
	// Ready are the first pages, if they are there already.
	Ready []P
	// Ahead is how many pages are fetched before they are asked for: at most, if
	// Adapt is set. How many are best is then found out on the way.
	Ahead int
	Adapt bool
	// Slow reports that the server had trouble with a page. It goes with Adapt,
	// and may be nil.
	Slow func(page P, err error) bool
	// Fetch reads one page. It is called from several goroutines if Ahead is
	// above zero, and for pages behind the last one if that is not known.
	Fetch func(ctx context.Context, number int) (P, error)
	// Inspect sees each page in order, before it is yielded.
	Inspect func(number int, page P) (Step, error)
}

// Step is what a page says about the walk.
type Step struct {
	Last int  // number of the last page as far as known, below First if not
	Done bool // nothing comes after this page
	Skip bool // the page itself is not worth yielding
}

type result[P any] struct {
	page P
	err  error
	exit func() // ends the consumer as the goroutine ended, nil if it returned
}

// Walk yields the pages of s in order. It ends behind the last page, after the
// first error, which it yields, or when the caller stops; by then no goroutine
// of it is left. A panic of Fetch reaches the consumer when its page is due: as it
// is from the consumer's own goroutine, as a [*relay.PanicError] from another. So
// does runtime.Goexit.
func Walk[P any](ctx context.Context, s Source[P]) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()

		ahead := func() int { return s.Ahead }
		fetch := s.Fetch
		if s.Adapt {
			g := newGauge(s.Ahead)
			ahead = g.at
			fetch = func(ctx context.Context, number int) (P, error) {
				together, began := g.begin(), time.Now()
				page, err := s.Fetch(ctx, number)
				g.end(together, time.Since(began), s.Slow != nil && s.Slow(page, err))
				return page, err
			}
		}
		read := func(ctx context.Context, number int) (P, error) {
			if i := number - s.First; i < len(s.Ready) {
				return s.Ready[i], nil
			}
			return fetch(ctx, number)
		}
		var none P
		var queue []<-chan result[P]
		next := s.First
		start := func() <-chan result[P] {
			number, out := next, make(chan result[P], 1)
			next++
			running.Go(func() {
				var r result[P]
				relay.Run(func() { r.page, r.err = read(ctx, number) }, func(exit func()) {
					r.exit = exit
					out <- r
				})
			})
			return out
		}
		for number := s.First; ; number++ {
			var r result[P]
			if len(queue) > 0 {
				r = <-queue[0]
				queue = queue[1:]
			} else {
				next++
				r.page, r.err = read(ctx, number)
			}
			if r.exit != nil {
				r.exit()
			}
			if errors.Is(r.err, ErrEnd) {
				return
			}
			var step Step
			if r.err == nil {
				step, r.err = s.Inspect(number, r.page)
			}
			if r.err != nil {
				yield(none, r.err)
				return
			}
			known := step.Last >= s.First
			done := step.Done || known && number >= step.Last
			for !done && len(queue) < ahead() && (!known || next <= step.Last) {
				queue = append(queue, start())
			}
			if !step.Skip && !yield(r.page, nil) {
				return
			}
			if done {
				return
			}
		}
	}
}
