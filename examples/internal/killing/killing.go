// Package killing kills programs between any two requests, for tests of a second run
// after it. Only tests import it.
package killing

import (
	"bytes"
	"io"
	"os/exec"
	"sync"
)

// A Moment is when a program is killed, in the life of one request.
type Moment int

// The moments.
const (
	Never  Moment = iota
	Before        // the site does not hear of the request
	During        // the site does what it says, but so late that the next run has begun
	After         // the site has done what it says, and the program does not hear of it
)

// String names the moment.
func (m Moment) String() string { return [...]string{"never", "before", "during", "after"}[m] }

// Run is what came of a program.
type Run struct {
	Killed       bool
	Seen, Writes int // requests
	Output       string
	Err          error
}

// Run runs a program, and kills it by SIGKILL at its request number at, from 1.
func (f *Front) Run(command *exec.Cmd, at int, moment Moment) Run {
	output := &buffer{}
	command.Stdout, command.Stderr = output, output
	f.mu.Lock()
	if err := command.Start(); err != nil {
		f.mu.Unlock()
		return Run{Err: err}
	}
	f.plan = plan{victim: command.Process, at: at, moment: moment}
	f.mu.Unlock()
	err := command.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plan.victim = nil
	return Run{f.plan.killed, f.plan.seen, f.plan.writes, output.String(), err}
}

// buffer is a bytes.Buffer for several writers.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

var _ io.Writer = (*buffer)(nil)

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
