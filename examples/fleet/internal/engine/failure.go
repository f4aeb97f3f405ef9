package engine

import (
	"fmt"
	"strings"
)

// failure is the log of the server, of which it keeps the first error that stops the store.
type failure struct{ failed chan error }

func newFailure() failure { return failure{make(chan error, 1)} }

// Errorf takes an error.
func (f failure) Errorf(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	lower := strings.ToLower(text)
	if !strings.Contains(lower, "critical write error") && !strings.Contains(lower, "will be disabled") {
		return
	}
	err := fmt.Errorf("the disk cannot be written, so that the store has stopped (%s): "+
		"free some space and start again: what is stored is kept", text)
	select {
	case f.failed <- err:
	default: // an earlier one is there
	}
}

// Fatalf takes an error after which the server ends.
func (f failure) Fatalf(format string, values ...any) {
	f.Errorf(format+" (will be disabled)", values...)
}

// Noticef takes a line that nobody needs.
func (f failure) Noticef(string, ...any) {}

// Warnf takes a line that nobody needs.
func (f failure) Warnf(string, ...any) {}

// Debugf takes a line that nobody needs.
func (f failure) Debugf(string, ...any) {}

// Tracef takes a line that nobody needs.
func (f failure) Tracef(string, ...any) {}
