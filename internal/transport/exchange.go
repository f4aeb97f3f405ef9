package transport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// maxTrusted bounds the memory set aside on a Content-Length's word alone.
const maxTrusted = 1 << 20

// exchange is the state of one call while it is sent, perhaps repeatedly.
type exchange struct {
	cfg   *Config
	call  *Call
	limit int // attempts at most

	attempts int
	started  time.Time     // of the current attempt
	waited   time.Duration // of the current attempt, for its turns
	stage    atomic.Int32  // of the current attempt, a stage
	last     *Response     // the last answer that came, also if a later attempt failed
	err      error         // of the last attempt
	due      bool          // another attempt is to follow
	wait     time.Duration
	taken    bool                   // some attempt may have been acted on by the server
	renewed  bool                   // a 401 was repeated with other credentials, which is done once
	exit     atomic.Pointer[func()] // what the body of the call did instead of returning

	at            *url.URL               // of the current request
	cookies       []string               // of the jar, in the current request
	authorization atomic.Pointer[string] // what the guard sent last, nil for nothing
}

// Do sends the call and repeats it as its policy allows. Any answer, whatever
// its status, is a Response; only a call without an answer to its last attempt
// is an error, always a *Failure.
func (c *Client) Do(ctx context.Context, call *Call) (*Response, error) {
	x := &exchange{cfg: &c.cfg, call: call, limit: c.cfg.Attempts, due: true}
	if call.Attempts > 0 {
		x.limit = call.Attempts
	}
	if ctx.Err() != nil {
		return nil, &Failure{Untaken: true, Err: ContextError(ctx)}
	}
	req, err := c.request(context.WithValue(ctx, exchangeKey{}, x), call)
	if err != nil {
		return nil, &Failure{Untaken: true, Err: Plain(err)}
	}
	client := c.http
	if call.Timeout > 0 {
		client = new(*c.http)
		client.Timeout = call.Timeout
	}
	// A retrying client for this call alone: its policy can then know the call.
	retrying := &retryablehttp.Client{
		HTTPClient:     client,
		RetryMax:       x.limit,
		RequestLogHook: x.begin,
		CheckRetry:     x.check,
		Backoff:        func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return x.wait },
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
	}
	_, err = retrying.Do(req) //nolint:bodyclose // check took the answer over
	if exit := x.exit.Load(); exit != nil {
		(*exit)()
	}
	if err != nil && x.due {
		// No attempt followed: the context ended during the wait, or the body
		// could not be opened.
		x.err = Plain(err)
		if ctx.Err() != nil {
			x.err = ContextError(ctx)
		}
	}
	if x.last != nil {
		x.last.Attempts = x.attempts
	}
	if x.err != nil {
		return nil, &Failure{Attempts: x.attempts, Untaken: !x.taken, Response: x.last, Err: x.err}
	}
	return x.last, nil
}

// request builds the request of all attempts of the call.
func (c *Client) request(ctx context.Context, call *Call) (*retryablehttp.Request, error) {
	target, method, body := *call.URL, call.Method, call.Body
	target.User = nil // net/http would make credentials of it, past the guard
	header, err := c.header(call, &target)
	if err != nil {
		return nil, err
	}
	if c.cfg.MethodOverride {
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
			header.Set(overrideHeader, method)
			method = http.MethodPost
		}
	}
	var raw any
	switch {
	case body == nil:
	case body.Open != nil:
		raw = replay(body.Open)
	case len(body.Bytes) > 0: // no bytes are no body, or they would be sent in chunks
		raw = body.Bytes
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, method, target.String(), raw)
	if err != nil {
		return nil, err
	}
	if body != nil {
		switch {
		case body.Once != nil:
			// NewRequest would read it into memory, so it is set behind its back.
			req.Request.Body = io.NopCloser(body.Once)
			req.GetBody = nil
			req.ContentLength = body.Size
		case body.Open != nil:
			req.ContentLength = body.Size
		}
		if body.Type != "" {
			header.Set("Content-Type", body.Type)
		}
	}
	req.Header = header
	return req, nil
}

// replay adapts open for the retrying client, which calls it once at build
// time merely to look for a length.
func replay(open func() (io.ReadCloser, error)) retryablehttp.ReaderFunc {
	probed := false
	return func() (io.Reader, error) {
		if !probed {
			probed = true
			return http.NoBody, nil
		}
		body, err := open()
		if err == nil && body == nil {
			err = errors.New("opening the body gave nothing")
		}
		return body, err
	}
}

// begin is called before each attempt.
func (x *exchange) begin(retryablehttp.Logger, *http.Request, int) {
	x.started, x.waited = time.Now(), 0
	x.stage.Store(int32(waiting))
}

// check is called after each attempt. It reads the answer, since what may be
// repeated depends on it, and remembers all that Do returns.
func (x *exchange) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	x.attempts++
	x.wait, x.err, x.due = 0, nil, false
	var answer *Response
	if err == nil {
		answer, err = x.read(resp)
		answer.TakenBefore = x.taken
		x.last = answer
	}
	if err != nil {
		x.err, answer = Plain(err), nil
		if x.call.Secret && !x.unsent(err) {
			x.err = unquoted(x.err)
		}
	}
	if err != nil && !x.unsent(err) || answer != nil && (answer.Status < 400 || !x.refused(answer)) {
		x.taken = true
	}
	var v verdict
	switch {
	case x.exit.Load() != nil: // Do panics
	case ctx.Err() == nil:
		if err != nil || answer.Status >= 400 {
			v = x.judge(ctx, answer, err)
		}
	case err != nil:
		x.err = ContextError(ctx)
	}
	if answer != nil {
		answer.GaveUp = v.why
	} else if v.why != "" {
		x.err = fmt.Errorf("%w (not repeated: %s)", x.err, v.why)
	}
	x.due, x.wait = v.again, v.wait
	if x.cfg.Logger != nil {
		x.log(ctx, answer, v)
	}
	return v.again, nil
}

// unsent reports that an attempt that ended with err never left this machine.
func (x *exchange) unsent(err error) bool {
	switch stage(x.stage.Load()) {
	case waiting, dialing:
		return true
	case inside:
		_, local := errors.AsType[*localError](err)
		return local || dialFailed(err)
	default:
		return false
	}
}

// refused reports that the server turned the attempt away unread.
func (x *exchange) refused(answer *Response) bool {
	switch answer.Status {
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return x.cfg.Refused != nil && x.cfg.Refused(answer)
	}
	return false
}

// read takes the answer over, body included, and leaves an empty body behind.
func (x *exchange) read(resp *http.Response) (*Response, error) {
	r := &Response{URL: x.at, Status: resp.StatusCode, Header: resp.Header}
	if resp.Request != nil && resp.Request.Response != nil { // it was redirected to
		r.Redirected, r.Astray = true, astray(resp.Request)
	}
	if wait := resp.Header.Get("Retry-After"); wait != "" {
		r.RetryAfter, _ = RetryAfter(wait, time.Now())
	}
	body := resp.Body
	resp.Body = http.NoBody
	good := resp.StatusCode >= 200 && resp.StatusCode < 300
	if good && x.call.Stream {
		r.Stream = body
		return r, nil
	}
	defer body.Close()

	limit := int64(maxErrorBody)
	if good {
		limit = x.cfg.MaxResponse
		if x.call.MaxResponse > 0 {
			limit = x.call.MaxResponse
		}
	}
	var buf bytes.Buffer
	if n := min(resp.ContentLength, limit, maxTrusted); n > 0 && x.call.Method != http.MethodHead {
		buf.Grow(int(n) + bytes.MinRead)
	}
	_, err := buf.ReadFrom(io.LimitReader(body, min(limit, math.MaxInt64-1)+1))
	r.Body = buf.Bytes()
	if int64(len(r.Body)) > limit {
		r.Body, r.Truncated = r.Body[:limit], true
		err = fmt.Errorf("%w of %d bytes", ErrTooLarge, limit)
	} else if err != nil {
		r.Truncated = true
	}
	if !good {
		err = nil // its status says enough
	}
	return r, err
}

// astray reports that a request was redirected to from an address with arguments
// that its own lacks. The one that names the route may have become a path.
func astray(last *http.Request) bool {
	first := last
	for first.Response != nil && first.Response.Request != nil {
		first = first.Response.Request
	}
	kept := last.URL.Query()
	for name, values := range first.URL.Query() {
		if name != "rest_route" && !slices.Equal(kept[name], values) {
			return true
		}
	}
	return false
}
