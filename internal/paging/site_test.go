package paging

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

// site is a simulated site. A page takes the latency of the network, and the time of a
// worker. Pages beyond the workers wait for one, in order. A page takes the same in each
// walk.
type site struct {
	latency time.Duration
	work    func(chance *rand.Rand) time.Duration
	seed    uint64                 // of chance
	seeds   int                    // that are tried, 0 for one
	workers int                    // 0 is no limit
	speed   func(busy int) float64 // of each worker, 1 if nil
	refuses int                    // by a 429 each page above so many, 0 for none
	wait    time.Duration          // Retry-After of the 429
	trouble int                    // the page that is retried, 0 for none

	arrivals chan *job
	jobs     []*job
	together []int // jobs on the site when one arrived
}

type job struct {
	page int
	left time.Duration // of the work
	done chan bool     // gets false for a 429
}

// attempts is how often a client sends a request at most.
const attempts = 4

var errRefused = errors.New("refused by each attempt")

func (s *site) fetch(ctx context.Context, number int) (int, error) {
	for attempt := 1; attempt <= attempts; attempt++ {
		half := s.latency/2 + time.Duration(number)*time.Microsecond // pages asked for together come in order
		time.Sleep(half)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		j := &job{page: number, done: make(chan bool, 1)}
		s.arrivals <- j
		taken := <-j.done
		time.Sleep(half)
		if taken && (number != s.trouble || attempt > 1) {
			return number, nil
		}
		retries.Tell(ctx, s.wait)
		time.Sleep(s.wait)
	}
	return 0, errRefused
}

// serve works on jobs until ctx ends.
func (s *site) serve(ctx context.Context) {
	for {
		active := s.jobs[:min(len(s.jobs), cmp.Or(s.workers, math.MaxInt))]
		speed, next := 1.0, time.Duration(math.MaxInt64)
		if s.speed != nil {
			speed = s.speed(len(active))
		}
		for _, j := range active {
			next = min(next, time.Duration(math.Ceil(float64(j.left)/speed)))
		}
		began := time.Now()
		timer := time.NewTimer(next)
		var arrived *job
		select {
		case arrived = <-s.arrivals:
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		timer.Stop()
		for _, j := range active {
			if j.left -= time.Duration(float64(time.Since(began)) * speed); j.left <= time.Microsecond {
				j.done <- true
			}
		}
		s.jobs = slices.DeleteFunc(s.jobs, func(j *job) bool { return j.left <= time.Microsecond })
		switch {
		case arrived == nil:
		case s.refuses > 0 && len(s.jobs) >= s.refuses:
			arrived.done <- false
		default:
			arrived.left = s.work(rand.New(rand.NewPCG(uint64(arrived.page), s.seed)))
			s.jobs = append(s.jobs, arrived)
			s.together = append(s.together, len(s.jobs))
		}
	}
}

// walk walks a number of pages, and returns how long it took in virtual time.
func (s *site) walk(t *testing.T, pages, ahead int, adapt bool) (took time.Duration, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s.arrivals, s.jobs, s.together = make(chan *job), nil, nil
		go s.serve(t.Context())
		began, n := time.Now(), 0
		for page, failed := range Walk(t.Context(), Source[int]{
			First: 1, Ahead: ahead, Adapt: adapt, Fetch: s.fetch,
			Inspect: func(int, int) (Step, error) { return Step{Last: pages}, nil },
		}) {
			if n++; failed != nil {
				err = failed
			} else if page != n {
				t.Errorf("page %d came as the page %d, want them in order", page, n)
			}
		}
		took = time.Since(began)
	})
	return took, err
}
