package program

import (
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// every is how often a line is written where there is no terminal.
const every = 5 * time.Second

// Meter counts work that is done. Its methods may be called from several goroutines.
type Meter struct {
	mu    sync.Mutex
	out   io.Writer
	what  string
	total int64
	done  int64
	bar   *progressbar.ProgressBar // nil where there is no terminal
	on    *screen
	said  time.Time
}

// Count starts a meter for total pieces of what, -1 if their number is not known.
func Count(out io.Writer, what string, total int64) *Meter {
	m := &Meter{out: out, what: what, total: total, said: time.Now()}
	if w, ok := out.(window); ok {
		rest := len(what) + 2*len(strconv.FormatInt(total, 10)) + len("  100% || (/) [99m59s:99m59s]")
		m.on, m.bar = w.screen, progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w.file),
			progressbar.OptionSetDescription(what),
			progressbar.OptionSetWidth(max(5, min(40, w.width()-1-rest))),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
		m.show(m.bar)
	}
	return m
}

// Add counts n more as done.
func (m *Meter) Add(n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += n
	if m.bar != nil {
		m.on.mu.Lock()
		defer m.on.mu.Unlock()
		_ = m.bar.Add64(n) // a bar that cannot be drawn stops no work
		return
	}
	if time.Since(m.said) >= every {
		m.say()
	}
}

// Done ends the meter with a line that says how much was done, unless there was nothing
// to do.
func (m *Meter) Done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		m.show(nil)
	}
	if m.total != 0 || m.done != 0 {
		m.say()
	}
}

func (m *Meter) say() {
	m.said = time.Now()
	if m.total >= 0 {
		Printf(m.out, "%s: %d of %d\n", m.what, m.done, m.total)
	} else {
		Printf(m.out, "%s: %d\n", m.what, m.done)
	}
}

// show makes bar that of the screen, or ends the one that is there.
func (m *Meter) show(bar *progressbar.ProgressBar) {
	m.on.mu.Lock()
	defer m.on.mu.Unlock()
	if bar == nil {
		_ = m.bar.Clear()
	}
	m.on.bar = bar
}
