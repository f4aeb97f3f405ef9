package program

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
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
	said  time.Time
}

// Count starts a meter for total pieces of what, -1 if their number is not known.
func Count(out io.Writer, what string, total int64) *Meter {
	m := &Meter{out: out, what: what, total: total, said: time.Now()}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		m.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	return m
}

// Add counts n more as done.
func (m *Meter) Add(n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += n
	if m.bar != nil {
		_ = m.bar.Add64(n) // a bar that cannot be drawn stops no work
		return
	}
	if time.Since(m.said) >= every {
		m.say()
	}
}

// Done ends the meter with a line that says how much was done.
func (m *Meter) Done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		_ = m.bar.Finish()
	}
	m.say()
}

func (m *Meter) say() {
	m.said = time.Now()
	if m.total >= 0 {
		Printf(m.out, "%s: %d of %d\n", m.what, m.done, m.total)
	} else {
		Printf(m.out, "%s: %d\n", m.what, m.done)
	}
}
