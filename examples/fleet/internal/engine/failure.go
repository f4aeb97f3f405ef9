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
	if strings.Contains(lower, "critical write error") || strings.Contains(lower, "will be disabled") {
		f.keep(text)
	}
}

// Fatalf takes an error after which the server ends.
func (f failure) Fatalf(format string, values ...any) { f.keep(fmt.Sprintf(format, values...)) }

// keep keeps the first error.
func (f failure) keep(text string) {
	err := fmt.Errorf("the store has stopped (%s): "+
		"if the disk is full, free some space and start again: what is stored is kept", text)
	select {
	case f.failed <- err:
	default: // an earlier one is there
	}
}

// Noticef takes a line that nobody needs.
func (f failure) Noticef(string, ...any) {}

// Warnf takes a line that nobody needs.
func (f failure) Warnf(string, ...any) {}

// Debugf takes a line that nobody needs.
func (f failure) Debugf(string, ...any) {}

// Tracef takes a line that nobody needs.
func (f failure) Tracef(string, ...any) {}
