package paging

import (
	"sync"
	"time"
)

const (
	worth = 10 // more at once are worth it if pages come a tenth faster: 1/worth
	rest  = 24 // pages between a trial that was not worth it, or trouble, and the next trial
)

// gauge finds how many pages to fetch at once, from what each takes. It tries
// twice as many as long as that makes pages come faster, goes back to what was
// best, and from then on tries one more now and then. Half as many are left when
// the server has trouble with a page, or takes more than twice as long as it did
// for two in a row.
type gauge struct {
	mu      sync.Mutex
	most    int
	width   int // at once
	before  int // the width that the present one has to beat
	running int
	levels  []level // by the number at once
	slow    int     // pages in a row that took twice as long as others
	careful bool    // no more doubling
	wait    int     // pages until the next trial
}

// level is what pages took while a number of them was under way.
type level struct {
	pages int
	mean  time.Duration
}

// newGauge is a gauge that begins with two at once.
func newGauge(most int) *gauge {
	return &gauge{most: most, width: min(2, most), before: 1, levels: make([]level, most+1)}
}

// at is how many pages may be under way now.
func (g *gauge) at() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.width
}

// begin counts a page that is asked for, and returns how many are under way.
func (g *gauge) begin() (together int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running++
	return min(g.running, g.most)
}

// end counts a page that has come, after a time, with so many under way when it was asked for.
func (g *gauge) end(together int, took time.Duration, strained bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	l := &g.levels[together]
	if l.pages > 1 && took > 2*l.mean+time.Millisecond {
		g.slow++
	} else {
		g.slow = 0
	}
	if strained || g.slow > 1 {
		clear(g.levels)
		g.width, g.slow = max(g.width/2, 1), 0
		g.before, g.careful, g.wait = g.width, true, rest
		return
	}
	l.pages++
	l.mean += (took - l.mean) / time.Duration(min(l.pages, 4)) // what was long ago counts less
	if g.wait > 0 {
		if g.wait--; g.wait == 0 {
			g.try(g.width + 1)
		}
		return
	}
	if together != g.width || l.pages < g.width || g.before == g.width {
		return // nothing is tried, or not yet for long enough
	}
	switch {
	case !g.faster():
		g.width, g.careful, g.wait = g.before, true, rest
	case g.careful:
		g.try(g.width + 1)
	default:
		g.try(2 * g.width)
	}
}

// try goes on with another width, as far as there may be so many.
func (g *gauge) try(width int) {
	g.before = g.width
	if g.width = min(width, g.most); g.width > g.before {
		g.levels[g.width] = level{}
	}
}

// faster reports whether as many as now bring pages faster than as many as before.
func (g *gauge) faster() bool {
	now, before := g.levels[g.width], g.levels[g.before]
	if before.pages == 0 {
		return true
	}
	return time.Duration(g.width)*before.mean*worth > time.Duration(g.before)*now.mean*(worth+1)
}
