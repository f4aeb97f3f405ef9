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
	// RepeatUnsent retries only if the server certainly did nothing: there was no
	// connection, or the status was 429, or 503 with Retry-After and Config.NotProcessed
	// returned true.
	RepeatUnsent Repeat = iota
	// RepeatSafe retries on connection errors, 408, 429, 500, and the statuses of
	// Unavailable except 525 and 526. Exceptions: a 500 or 503 for which Config.IsFinal
	// is true, and a response that Call.Result holds to be complete.
	RepeatSafe
)

// Result is the result that a call expects.
type Result interface {
	// Holds reports whether a response with an error status nevertheless holds the result.
	// The call is then not retried.
	Holds(context.Context, *Response) bool
}

// Call is one request, which is retried as its policy allows.
type Call struct {
	Operation string // name in logs
	Method    string
	Route     string   // the name of the address in errors
	URL       *url.URL // absolute; user info in it is ignored
	Body      *Body    // nil for none
	Repeat    Repeat
	// Reads means that a POST changes nothing. It then follows redirects as a GET does.
	Reads bool
	// Secret means that no error may quote the response.
	Secret bool
	// Slow means that the server may need minutes to respond. A call whose body has Open or
	// Reader is always slow.
	Slow   bool
	Result Result // the result that the call expects; nil if any is accepted

	// Stream leaves the body of a 2xx response unread, in Response.Stream. Its size has no
	// limit.
	Stream bool
	// MaxResponse replaces Config.MaxResponse if it is above zero.
	MaxResponse int64
	PerCall
}

// reads reports whether the call changes nothing on the server.
func (c *Call) reads() bool {
	return c.Reads || c.Method == http.MethodGet || c.Method == http.MethodHead || c.Method == http.MethodOptions
}

// slow reports whether the call waits for its response as long as an upload does.
func (c *Call) slow() bool {
	return c.Slow || c.Body != nil && (c.Body.Open != nil || c.Body.Reader != nil)
}

// Body is the body of a call. Exactly one of Bytes, Open and Reader is set.
type Body struct {
	Type  string // Content-Type
	Bytes []byte
	// Open returns the body from its start. It is called once for each attempt and for each
	// redirect. The returned reader is always closed, sometimes shortly after the call.
	Open func() (io.ReadCloser, error)
	// Reader can be read only once, so the call is never retried. It is not closed. A Read
	// may still be running when the call ends.
	Reader io.Reader
	// Size is the exact length of the body of Open or Reader in bytes, 0 or -1 if unknown.
	Size int64
}

// Response is the last response of a call.
type Response struct {
	URL    *url.URL // address of the response, after redirects
	Status int
	Header http.Header
	Body   []byte // decoded content, whole unless Truncated
	// Stream replaces Body in a 2xx response to a call with Call.Stream. Read it to its end
	// or close it: until then the attempt is in flight.
	Stream   io.ReadCloser
	Attempts int // attempts of the call
	// Truncated means that Body is incomplete, because of a limit or a broken connection.
	Truncated bool
	// RetryAfter is the wait that the server asked for, 0 for none.
	RetryAfter time.Duration
	// NoRetryReason is the reason why the call was not retried although the response allows
	// a retry. It is "" if no attempts were left.
	NoRetryReason string
	// TakenBefore means that the server may have carried out an earlier attempt, whose
	// response was lost or reported an outage.
	TakenBefore bool
	// Redirected means that the transport followed a redirect.
	Redirected bool
	// LostQuery means that the address of a redirect lacks an argument of the request. A list
	// without its filter would be another list.
	LostQuery bool
	// RenewErr is the error of a failed renewal of the login after this response. It is
	// nil if the renewal succeeded, and if there was no renewal.
	RenewErr error
	// Sent has the logins and keys that the call has sent. A response with an error status no
	// longer contains them. Sent is nil for a response inside another response.
	Sent *Sent

	memory *bytes.Buffer // buffer that contains Body, nil if the buffer must not be reused
	bodies *sync.Pool
}

// PerCall has the settings of one call. A number or duration of zero means the setting of the
// client. The methods return the reason why they refuse a value, or "".
type PerCall struct {
	Header   http.Header // replaces the values of the client, also of Accept
	Attempts int         // the largest number of attempts
	// Timeout limits each attempt: the wait for a slot and for the rate limiter, the
	// request and the whole body of the response, streamed or not.
	Timeout time.Duration
}

// SetAttempts sets the largest number of attempts.
func (p *PerCall) SetAttempts(n int) (refused string) {
	if n < 1 {
		return fmt.Sprintf("must be 1 or more, not %d", n)
	}
	p.Attempts = n
	return ""
}

// SetTimeout limits the time of each attempt.
func (p *PerCall) SetTimeout(d time.Duration) (refused string) {
	if d <= 0 {
		return fmt.Sprintf("must be above zero, not %v", d)
	}
	p.Timeout = d
	return ""
}

// SetHeader adds a header. It refuses the headers that [HeaderRefused] refuses.
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
