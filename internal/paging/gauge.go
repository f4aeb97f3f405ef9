package paging

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

const (
	first  = 4   // pages at once at the start of a walk of twelve pages or more
	worth  = 1.1 // a rate that is this much higher counts as higher
	enough = 8   // pages show a rate
	rest   = 1   // windows before another width is tried
	calm   = 4   // the same after a retry
	costs  = 20  // the time before that, in waits of the retry
)

// gauge finds how many pages to fetch at once. It counts the pages that come in a window
// of time, which ends after as many pages as are fetched at once. It doubles their number
// as long as the pages come faster for it, and goes back where they do not. From then on it
// tries a larger number now and then. It halves the number when a request is retried, and
// when pages come half as fast as before. It goes back to one page at a time in the middle
// of a window that shows the latter.
type gauge struct {
	mu      sync.Mutex
	most    int
	width   int // at once, 0 until the length of the walk is known
	before  int // the width that the present one is compared with, itself if nothing is tried
	running int
	rates   []float64 // pages a second by the width, 0 if unknown
	rest    int       // windows until the next trial
	pause   int       // what rest begins with
	wider   time.Time // no trial before

	pages    int           // of the window
	clock    time.Duration // of the window; it runs slower while fewer pages than width are fetched
	looked   time.Time     // when the clock was set
	narrowed time.Time     // when the width became smaller

	troubled time.Time     // when a retry halved the width
	waiting  int           // requests that wait to be retried, while others may be sent
	until    time.Time     // when the last of them is sent
	round    time.Duration // what the last window took
}

func newGauge(most int) *gauge {
	return &gauge{most: most, rates: make([]float64, most+1), pause: rest}
}

// room reports whether another page may be fetched, if so many are left.
func (g *gauge) room(left int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.width == 0 { // of few pages a third, and all others when twice as many are fetched
		g.width, g.before = min(max((left+2)/3, 2), first, g.most), 1
	}
	allowed := g.width
	if time.Until(g.until) > g.round { // other pages come before the requests that wait are sent
		allowed += g.waiting
	}
	return g.running < allowed
}

// begin counts a page that is fetched, until end is called. Its context tells of retries.
func (g *gauge) begin(ctx context.Context) (watched context.Context, end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	g.running++
	began := g.looked
	watched = retries.Watch(ctx, func(wait time.Duration) { g.retried(began, wait) })
	return watched, func() { g.end(began) }
}

// end counts a page that has come.
func (g *gauge) end(began time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	g.running--
	switch {
	case g.width == 0:
		g.rates[1], g.round = 1/g.clock.Seconds(), g.clock
		g.open()
	case began.Before(g.narrowed): // it was fetched beside more pages
		g.open()
	default:
		g.pages++
		switch {
		case g.pages >= g.window():
			g.decide()
			g.open()
		case g.lost():
			g.settle(1)
			g.open()
		}
	}
}

// window is how many pages end a window. A larger width than before proves itself at once.
func (g *gauge) window() int {
	if g.width > g.before {
		return g.width
	}
	if g.width < g.before {
		return max(g.width, enough/2)
	}
	return max(g.width, enough)
}

// lost reports that pages come half as fast as one at a time, even if all others of the window came now.
func (g *gauge) lost() bool {
	return g.width > 1 && g.before == 1 && 2*float64(g.width)/g.clock.Seconds() < g.rates[1]
}

// open begins a window.
func (g *gauge) open() { g.pages, g.clock = 0, 0 }

// tick sets the clock.
func (g *gauge) tick() {
	now := time.Now()
	if g.running > 0 {
		width := max(g.width, 1)
		g.clock += now.Sub(g.looked) * time.Duration(min(g.running, width)) / time.Duration(width)
	}
	g.looked = now
}

// decide sets the width at the end of a window.
func (g *gauge) decide() {
	now, old, other := float64(g.pages)/g.clock.Seconds(), g.rates[g.width], g.rates[g.before]
	g.rates[g.width], g.round = now, g.clock
	times := float64(g.width) / float64(g.before) // how many times as many pages at once
	switch {
	case g.pages >= enough && g.width >= g.before && now < other/2: // the site became slow
		g.try(g.before / 2)
	case g.width == g.before:
		g.rates[g.width] = (now + cmp.Or(old, now)) / 2
		if g.rest--; g.rest <= 0 && g.looked.After(g.wider) {
			g.try(g.width + max(g.width/2, 1))
		}
	case g.width < g.before && now >= worth*other && !g.slower(g.width/2, now):
		g.try(g.width / 2)
	case g.width < g.before && now*worth >= other:
		g.settle(g.width)
	case g.width < g.before:
		g.settle(g.before)
	case now >= other*(1+times)/2 && g.troubled.IsZero(): // at least half of the gain that there can be
		g.pause = rest
		g.try(2 * g.width)
	case times > 2 && now < other*1.35: // four pages at once hardly come faster than one
		g.try(g.width / 2)
	case now >= worth*other:
		g.settle(g.width)
	default:
		g.pause = min(2*g.pause, 4)
		g.settle(g.before)
	}
}

// slower reports that with another width pages come slower than at a rate.
func (g *gauge) slower(width int, rate float64) bool {
	return width < 1 || g.rates[width] > 0 && g.rates[width]*worth < rate
}

// try compares another width with the present one.
func (g *gauge) try(width int) {
	before := g.width
	g.settle(min(max(width, 1), g.most))
	g.before = before
}

// settle keeps a width until the next trial.
func (g *gauge) settle(width int) {
	if width < g.width {
		g.narrowed = g.looked
	}
	g.width, g.before, g.rest = width, width, g.pause
}

// retried halves the width, once for all pages that are fetched.
func (g *gauge) retried(began time.Time, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	beside := began.After(g.troubled) && g.looked.Before(g.until) // it was sent while others waited
	if beside || g.looked.After(g.until) {
		g.waiting = 0
	}
	if !beside {
		g.waiting++
	}
	if until := g.looked.Add(wait); until.After(g.until) {
		g.until = until
	}
	if began.Before(g.troubled) {
		return
	}
	g.troubled, g.wider, g.pause = g.looked, g.looked.Add(costs*wait), calm
	width := max(g.width/2, 1)
	if g.before < g.width {
		width = max(width, g.before)
	}
	g.settle(width)
	clear(g.rates)
	g.open()
}
