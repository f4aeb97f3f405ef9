package paging

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

const (
	first  = 4   // width at the start of a walk of twelve pages or more
	worth  = 1.1 // a rate counts as higher only if it is this many times as high
	enough = 8   // pages that are needed to measure a rate
	rest   = 1   // windows before another width is tried
	calm   = 4   // windows before another width is tried after a retry
	costs  = 20  // a retry delays the next trial of a larger width by this many times the wait
)

// gauge finds the width of a walk: how many pages to fetch at once. It measures the rate of
// pages in windows of at least width pages.
//   - It doubles the width as long as the rate rises, and goes back if the rate does not.
//   - Then it tries a larger width from time to time.
//   - It halves the width when a request is retried, or when the rate falls by half.
//   - If pages come half as fast as one at a time, it goes back to one at once, in the middle
//     of a window.
type gauge struct {
	mu      sync.Mutex
	most    int
	width   int // 0 until the length of the walk is known
	before  int // in a trial, the width that the trial is compared with; otherwise equal to width
	running int
	rates   []float64 // pages a second by width, 0 if unknown
	rest    int       // windows until the next trial
	pause   int       // windows between two trials
	wider   time.Time // start of the earliest next trial

	pages    int           // pages that the window has so far
	clock    time.Duration // length of the window; it runs slower while fewer than width pages are fetched
	looked   time.Time     // when clock was last updated
	narrowed time.Time     // when the width was last reduced

	troubled time.Time     // when a retry halved the width
	waiting  int           // requests that wait for their retry
	until    time.Time     // when the last waiting request is sent
	round    time.Duration // length of the last window
}

func newGauge(most int) *gauge {
	return &gauge{most: most, rates: make([]float64, most+1), pause: rest}
}

// room reports whether another page may be fetched if left pages remain.
func (g *gauge) room(left int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.width == 0 { // a short walk begins with a third of its pages, and then doubles the width
		g.width, g.before = min(max((left+2)/3, 2), first, g.most), 1
	}
	allowed := g.width
	if time.Until(g.until) > g.round { // there is time for other pages before the retries
		allowed += g.waiting
	}
	return g.running < allowed
}

// begin counts a page as running until end is called. A retry in the context watched halves
// the width.
func (g *gauge) begin(ctx context.Context) (watched context.Context, end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	g.running++
	began := g.looked
	watched = retries.Watch(ctx, func(wait time.Duration) { g.retried(began, wait) })
	return watched, func() { g.end(began) }
}

// end counts a page that has arrived.
func (g *gauge) end(began time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	g.running--
	switch {
	case g.width == 0:
		g.rates[1], g.round = 1/g.clock.Seconds(), g.clock
		g.open()
	case began.Before(g.narrowed): // the page was fetched at a larger width
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

// window returns the number of pages of a window. A trial of a larger width needs the fewest.
func (g *gauge) window() int {
	if g.width > g.before {
		return g.width
	}
	if g.width < g.before {
		return max(g.width, enough/2)
	}
	return max(g.width, enough)
}

// lost reports whether the rate will be below half the rate of one page at a time, even if
// the rest of the window arrives now.
func (g *gauge) lost() bool {
	return g.width > 1 && g.before == 1 && 2*float64(g.width)/g.clock.Seconds() < g.rates[1]
}

// open begins a window.
func (g *gauge) open() { g.pages, g.clock = 0, 0 }

// tick updates the clock.
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
	times := float64(g.width) / float64(g.before) // width compared with the width before
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
	case now >= other*(1+times)/2 && g.troubled.IsZero(): // the rate rose by at least half of the possible gain
		g.pause = rest
		g.try(2 * g.width)
	case times > 2 && now < other*1.35: // four pages at once are hardly faster than one
		g.try(g.width / 2)
	case now >= worth*other:
		g.settle(g.width)
	default:
		g.pause = min(2*g.pause, 4)
		g.settle(g.before)
	}
}

// slower reports whether the rate at a width is lower than rate.
func (g *gauge) slower(width int, rate float64) bool {
	return width < 1 || g.rates[width] > 0 && g.rates[width]*worth < rate
}

// try starts a trial of another width.
func (g *gauge) try(width int) {
	before := g.width
	g.settle(min(max(width, 1), g.most))
	g.before = before
}

// settle sets the width until the next trial.
func (g *gauge) settle(width int) {
	if width < g.width {
		g.narrowed = g.looked
	}
	g.width, g.before, g.rest = width, width, g.pause
}

// retried halves the width, once for all pages that were running at the time.
func (g *gauge) retried(began time.Time, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	beside := began.After(g.troubled) && g.looked.Before(g.until) // sent while others waited for their retry
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
