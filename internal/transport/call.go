package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Repeat sets when a call may be retried.
type Repeat int

const (
	// RepeatUnsent retries only if the server provably did nothing: no connection, 429,
	// and a 503 with Retry-After for which Config.NotProcessed is true.
	RepeatUnsent Repeat = iota
	// RepeatSafe retries on connection errors, 408, 429, 500, and the statuses of
	// Unavailable but 525 and 526. Exceptions: a 500 or 503 for which Config.IsFinal is
	// true, and a response for which Call.Complete is true.
	RepeatSafe
)

// Call is one call: one request, sent as often as its policy allows.
type Call struct {
	Operation string // for logs
	Method    string
	Route     string   // as errors name it
	URL       *url.URL // absolute; user info in it is ignored
	Body      *Body    // nil for none
	Repeat    Repeat
	// Reads says that a POST changes nothing, so that it may follow redirects as
	// a GET does.
	Reads bool
	// Secret says that no error may quote the response.
	Secret bool
	// Slow says that the server may work for minutes before it responds. A call with a
	// body of Open or Reader always is slow.
	Slow bool
	// Complete reports whether a response holds what the call asked for, although its
	// status is an error. It is then not retried. Nil means never.
	Complete func(context.Context, *Response) bool

	// Stream leaves the body of a 2xx response unread, in Response.Stream. Its size has no
	// limit.
	Stream bool
	// MaxResponse replaces the client's when above zero.
	MaxResponse int64
	PerCall
}

// reads reports that the call changes nothing on the server.
func (c *Call) reads() bool {
	return c.Reads || c.Method == http.MethodGet || c.Method == http.MethodHead || c.Method == http.MethodOptions
}

// slow reports whether a call waits for its response as an upload does.
func (c *Call) slow() bool {
	return c.Slow || c.Body != nil && (c.Body.Open != nil || c.Body.Reader != nil)
}

// Body is what a call sends. Exactly one of Bytes, Open and Reader is set.
type Body struct {
	Type  string // Content-Type
	Bytes []byte
	// Open returns the body from its start, once an attempt and once more for
	// each redirect. What it returns is always closed, sometimes a moment after
	// the call.
	Open func() (io.ReadCloser, error)
	// Reader can be read only once, so the call is never retried. It is not closed. A Read
	// may still be running when the call ends.
	Reader io.Reader
	// Size is the exact length of what Open or Reader give, 0 or -1 if unknown.
	Size int64
}

// Response is the last response of a call.
type Response struct {
	URL    *url.URL // of the response, after redirects
	Status int
	Header http.Header
	Body   []byte // decoded content, whole unless Truncated
	// Stream replaces Body in the 2xx response to a streaming call. Read it to its end or
	// close it: until then the attempt is in flight.
	Stream   io.ReadCloser
	Attempts int // of the call
	// Truncated says that Body was cut at a limit or by the connection.
	Truncated bool
	// RetryAfter is the wait that the server asked for, 0 for none.
	RetryAfter time.Duration
	// NoRetryReason tells why the call was not retried although the response allows it. It
	// is "" if no attempts were left.
	NoRetryReason string
	// TakenBefore means that the server may have carried out an earlier attempt, whose
	// response was lost or was that of an outage.
	TakenBefore bool
	// Redirected says that the transport followed a redirect to get the response.
	Redirected bool
	// LostQuery says that a redirect led to an address without an argument of the
	// request: a list without its filter is another list.
	LostQuery bool
	// RenewErr is why no other login could be had after this refusal. It is nil if there
	// was one, or none was asked for.
	RenewErr error
	// Sent has what the call has sent. Error statuses are without it already. It is nil for
	// a response that is a part of another.
	Sent *Sent

	memory *bytes.Buffer // of Body, nil if it is not to be used again
	bodies *sync.Pool
}

// PerCall is what the options of one call say of how it is sent. A number or a
// duration at zero means that of the client. Its methods return why they refuse a
// value, "" if they do not.
type PerCall struct {
	Header   http.Header // replaces the client's values, those of Accept too
	Attempts int         // how often the call is sent at most
	// Timeout limits each attempt: the wait for a slot and for the rate limiter, the
	// request and the whole body of the response, streamed or not.
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
	if p.Header == nil {
		p.Header = http.Header{}
	}
	p.Header.Set(name, value)
	return ""
}
