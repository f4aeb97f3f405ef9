package paging

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/internal/retries"
)

// The comment of gauge explains width, window and trial.
const (
	first  = 4   // largest width at the start of a walk
	worth  = 1.1 // a rate counts as higher than another rate only if it is at least 1.1 times as high
	enough = 8   // pages that are needed to measure a rate
	rest   = 1   // windows between two trials at the start of a walk
	calm   = 4   // windows between two trials after a request was retried
	costs  = 20  // after a retry, no larger width is tried for this many times the wait before the retry
)

// gauge finds the width of a walk: how many pages to fetch at once. A window is the time in
// which a number of pages arrive, at least width pages. At the end of each window gauge
// measures the rate in pages a second. A trial is a window with a new width. Its rate is
// compared with the rate at the previous width.
//   - At first, gauge doubles the width as long as the rate rises. Then it keeps the better
//     one of the last two widths.
//   - Later it tries a larger width from time to time.
//   - When a request is retried, gauge halves the width. When the rate falls by half, gauge tries
//     half the width.
//   - A trial that compares with width 1 may end early: gauge returns to width 1 as soon as
//     the pages arrive less than half as fast as with width 1.
type gauge struct {
	mu      sync.Mutex
	most    int
	width   int // 0 until the first page has arrived
	before  int // the width before the trial; equal to width if there is no trial
	running int
	rates   []float64 // rates[w] is the rate at width w, 0 if unknown
	rest    int       // windows until the next trial
	pause   int       // windows between two trials
	wider   time.Time // a larger width is not tried before this time

	pages    int           // pages that have arrived in the current window
	clock    time.Duration // duration of the window; time with fewer than width running pages counts less
	looked   time.Time     // when clock was last updated
	narrowed time.Time     // when the width was last reduced

	troubled time.Time     // when a retry last halved the width; zero if none did
	waiting  int           // number of requests that wait for their retry
	until    time.Time     // when the last of the waiting requests is retried
	round    time.Duration // duration of the last window
}

func newGauge(most int) *gauge {
	return &gauge{most: most, rates: make([]float64, most+1), pause: rest}
}

// room reports whether another page may be fetched. left is the number of pages that remain.
func (g *gauge) room(left int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	// The first width is a third of the pages that remain, between 2 and the constant first, and
	// at most g.most. It is compared with width 1, at which the first page was fetched.
	if g.width == 0 {
		g.width, g.before = min(max((left+2)/3, 2), first, g.most), 1
	}
	allowed := g.width
	if time.Until(g.until) > g.round { // there is enough time to fetch other pages before the retries
		allowed += g.waiting
	}
	return g.running < allowed
}

// begin counts a page as running until the caller calls the returned function end. If a request
// with the returned context is retried, gauge halves the width.
func (g *gauge) begin(ctx context.Context) (watched context.Context, end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	g.running++
	began := g.looked
	watched = retries.Watch(ctx, func(wait time.Duration) { g.retried(began, wait) })
	return watched, func() { g.end(began) }
}

// end counts a page whose fetch has ended. began is the time when the fetch began.
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

// window returns the number of pages of a window. A trial of a larger width needs the
// fewest pages.
func (g *gauge) window() int {
	if g.width > g.before {
		return g.width
	}
	if g.width < g.before {
		return max(g.width, enough/2)
	}
	return max(g.width, enough)
}

// lost reports whether a trial that compares with width 1 has already failed. It has failed if
// the rate will be below half the rate at width 1, even if the rest of the window arrives now.
func (g *gauge) lost() bool {
	return g.width > 1 && g.before == 1 && 2*float64(g.width)/g.clock.Seconds() < g.rates[1]
}

// open begins a window.
func (g *gauge) open() { g.pages, g.clock = 0, 0 }

// tick adds the time since the last tick to g.clock. If fewer than width pages are running, it adds
// a smaller part of this time. If no page is running, it adds nothing.
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
	times := float64(g.width) / float64(g.before) // ratio of the width to the width before the trial
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

// slower reports whether the rate at a width is known and clearly lower than the given rate. A
// width below 1 always counts as slower.
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

// retried is called before a request waits for its retry, and halves the width. began is the
// time when the request began. If another retry has halved the width after this time, retried does
// not halve it again.
func (g *gauge) retried(began time.Time, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tick()
	// beside means that this page was requested while other pages waited for their retry. If such
	// a page is retried, too, room no longer allows pages beside the waiting requests.
	beside := began.After(g.troubled) && g.looked.Before(g.until)
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
