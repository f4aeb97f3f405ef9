package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows how many routes were read. On a terminal it rewrites one line. If the
// messages do not go to a terminal, it writes a line every five seconds.
type progress struct {
	environment
	said  time.Time
	shown bool
}

// count shows how many reads of a stage are done. It must not be called concurrently.
func (p *progress) count(stage string, done, total int) {
	const every = 5 * time.Second
	line := fmt.Sprintf("cmsgen: %s: %d of %d", stage, done, total)
	switch now := p.now(); {
	case p.terminal:
		fmt.Fprintf(p.messages, "\r\x1b[K%s", line)
		p.shown = true
	case p.said.IsZero():
		p.said = now
	case now.Sub(p.said) >= every:
		fmt.Fprintln(p.messages, line)
		p.said = now
	}
}

// end removes the line from the terminal.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.messages, "\r\x1b[K")
	}
}

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
