// Package paging walks numbered pages in order, and fetches some of them ahead.
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

// Most is the largest number of pages that an adaptive walk fetches at once, and the largest
// number that it holds.
const Most = 16

// ErrEnd is the error of Fetch for a page past the last page.
var ErrEnd = errors.New("no such page")

// Source is a list of pages.
type Source[P any] struct {
	// First is the number of the first page.
	First int
	// Ready has the first pages if they were already fetched.
	Ready []P
	// Ahead is the number of pages that are fetched ahead. With Adapt it is only the largest
	// number of pages that are held, and the walk measures how many to fetch at once.
	Ahead int
	Adapt bool
	// Unordered yields pages as they arrive. The last page then cancels no other page.
	Unordered bool
	// Fetch reads one page. If Ahead is above zero, it is called from several goroutines.
	// It may be called for pages past the last page.
	Fetch func(ctx context.Context, number int) (P, error)
	// Inspect is called for each page in order, before the page is yielded.
	Inspect func(number int, page P) (Step, error)
}

// Step tells a walk how to continue after a page.
type Step struct {
	Last int  // number of the last page; below First if unknown
	Done bool // this is the last page
	Skip bool // the page is not yielded
}

type result[P any] struct {
	page P
	err  error
	exit func() // panics or ends the calling goroutine, as Fetch did; nil if Fetch returned
}

// Walk yields the pages of s, in order unless s is Unordered. It ends after the last page,
// after it has yielded an error, or when the caller stops. It leaves no goroutine running. If
// Fetch panics or calls runtime.Goexit, the consumer does the same at that page. A panic of
// another goroutine has a [*relay.PanicError] as its value.
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
		ended := false // whether no more pages are needed
		for number := s.First; ; number++ {
			r := w.take()
			if r.exit != nil {
				r.exit()
			}
			if errors.Is(r.err, ErrEnd) {
				if w.Ahead, ended = 0, true; !s.Unordered || len(w.queue) == 0 {
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
				w.Ahead = 0
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

type walk[P any] struct {
	Source[P]
	ctx     context.Context
	gauge   *gauge // nil if the number of pages ahead is fixed
	running sync.WaitGroup

	queue []<-chan result[P] // results of the next pages, in order
	next  int                // number of the page after those in the queue
	last  int                // largest number to fetch ahead: the last page, or math.MaxInt if unknown
	came  chan struct{}      // signals that a page of the queue has arrived
}

// take waits for the next page and returns it. Meanwhile further pages are fetched.
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

// start begins to fetch further pages, as many as Ahead and the gauge allow.
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
