package transport

import (
	"fmt"
	"net/http"
	"time"
)

// PerCall is what the options of one call say of how it is sent. A number or a
// duration at zero means that of the client. Its methods return why they refuse a
// value, "" if they do not. SetHeader needs a Header that is not nil.
type PerCall struct {
	Header   http.Header // replaces the client's values, those of Accept too
	Attempts int         // how often the call is sent at most
	// Timeout bounds each attempt: the wait for a slot and for the rate limiter, the
	// request and the whole body of the answer, streamed or not.
	Timeout time.Duration
}

// SetAttempts sets how often the call is sent at most.
func (p *PerCall) SetAttempts(n int) (refused string) {
	if n < 1 {
		return fmt.Sprintf("%d is not 1 or more", n)
	}
	p.Attempts = n
	return ""
}

// SetTimeout bounds each attempt.
func (p *PerCall) SetTimeout(d time.Duration) (refused string) {
	if d <= 0 {
		return fmt.Sprintf("%v is not above zero", d)
	}
	p.Timeout = d
	return ""
}

// SetHeader adds a header, unless it is one of those that [HeaderRefused] names.
func (p *PerCall) SetHeader(name, value string, reserved ...string) (refused string) {
	if reason := HeaderRefused(name, value, reserved...); reason != "" {
		return reason
	}
	p.Header.Set(name, value)
	return ""
}
