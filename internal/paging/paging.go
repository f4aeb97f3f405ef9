// Package paging walks numbered pages in order, some of them ahead of time.
package paging

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// Most is how many pages an adaptive walk fetches at once, and holds, at most.
const Most = 16

// ErrEnd is the error of Fetch for a page past the last one.
var ErrEnd = errors.New("no such page")

// Source is what a walk reads.
type Source[P any] struct {
	// First is the number of the first page. Pages are counted up from it.
	First int
	// Ready are the first pages, if they are there already.
	Ready []P
	// Ahead is how many pages are fetched before they are asked for. With Adapt it is how
	// many are held at most; how many are fetched at once is found out on the way.
	Ahead int
	Adapt bool
	// Unordered yields pages as they arrive. No page is cancelled then because another is
	// the last one or past it.
	Unordered bool
	// Fetch reads one page. It is called from several goroutines if Ahead is above zero,
	// and for pages past the last one if that is not known.
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

// Walk yields the pages of s, in order unless s is Unordered. It ends after the last
// page, after the first error, which it yields, or when the caller stops. No goroutine is
// left then. A panic of Fetch, or runtime.Goexit, reaches the consumer when its page is
// due. From another goroutine a panic is a [*relay.PanicError].
func Walk[P any](ctx context.Context, s Source[P]) iter.Seq2[P, error] {
	return func(yield func(P, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		w := walk[P]{Source: s, ctx: ctx, next: s.First, last: s.First - 1, came: make(chan struct{}, 1)}
		if s.Adapt {
			w.gauge = newGauge(s.Ahead)
		}
		defer w.running.Wait()
		defer cancel()

		var none P
		ended := false // no more pages are needed
		for number := s.First; ; number++ {
			r := w.take()
			if r.exit != nil {
				r.exit()
			}
			if errors.Is(r.err, ErrEnd) {
				if w.last, ended = s.First-1, true; !s.Unordered || len(w.queue) == 0 {
					return
				}
				continue
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
			switch ended = ended || step.Done || known && number >= step.Last; {
			case ended:
				w.last = s.First - 1
			case known:
				w.last = step.Last
			default:
				w.last = math.MaxInt
			}
			w.start()
			over := ended && (!s.Unordered || len(w.queue) == 0)
			if !step.Skip && !yield(r.page, nil) || over {
				return
			}
		}
	}
}

// walk is a walk on its way.
type walk[P any] struct {
	Source[P]
	ctx     context.Context
	gauge   *gauge // nil if the number of pages ahead is fixed
	running sync.WaitGroup

	queue []<-chan result[P] // the next pages, in order
	next  int                // the page after them
	last  int                // the last page to fetch, as the pages until now say
	came  chan struct{}      // a page of the queue has come
}

// take returns the next page. Pages after it are fetched while it does not come.
func (w *walk[P]) take() (r result[P]) {
	if len(w.queue) == 0 {
		number := w.next
		w.next++
		if i := number - w.First; i < len(w.Ready) {
			return result[P]{page: w.Ready[i]}
		}
		ctx := w.ctx
		if w.gauge != nil {
			watched, end := w.gauge.begin(ctx)
			defer end()
			ctx = watched
		}
		r.page, r.err = w.Fetch(ctx, number)
		return r
	}
	for {
		for i, out := range w.queue {
			select {
			case r = <-out:
				w.queue = slices.Delete(w.queue, i, i+1)
				return r
			default:
			}
			if !w.Unordered {
				break
			}
		}
		<-w.came
		w.start()
	}
}

// start fetches pages ahead, as many as there may be.
func (w *walk[P]) start() {
	for len(w.queue) < w.Ahead && w.next <= w.last && (w.gauge == nil || w.gauge.room(w.last-w.next+1)) {
		number, out := w.next, make(chan result[P], 1)
		w.next++
		w.queue = append(w.queue, out)
		if i := number - w.First; i < len(w.Ready) {
			out <- result[P]{page: w.Ready[i]}
			continue
		}
		ctx, end := w.ctx, (func())(nil)
		if w.gauge != nil {
			ctx, end = w.gauge.begin(ctx)
		}
		w.running.Go(func() {
			var r result[P]
			relay.Run(func() { r.page, r.err = w.Fetch(ctx, number) }, func(exit func()) {
				r.exit = exit
				if end != nil {
					end()
				}
				out <- r
				select {
				case w.came <- struct{}{}:
				default: // a signal is already pending
				}
			})
		})
	}
}
