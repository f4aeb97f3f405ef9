package transport

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/fontcms/fontcms-go/internal/retries"
)

// Do sends the call and retries it as its policy allows. A response with any status is
// a Response. A call without a response to its last attempt is an error, always a
// *Failure.
func (c *Client) Do(ctx context.Context, call *Call) (*Response, error) {
	s := &sending{cfg: &c.cfg, bodies: c.bodies, call: call, limit: c.cfg.Attempts, next: decision{again: true}}
	if call.Attempts > 0 {
		s.limit = call.Attempts
	}
	if ctx.Err() != nil {
		return nil, &Failure{NotReceived: true, Err: ContextError(ctx)}
	}
	req, err := newRequest(context.WithValue(ctx, sendingKey{}, s), &c.cfg, call)
	if err != nil {
		return nil, &Failure{NotReceived: true, Err: Scrub(err)}
	}
	client := c.http
	if call.Timeout > 0 {
		client = new(*c.http)
		client.Timeout = call.Timeout
	}
	// Each call has a retrying client of its own, so that its policy knows the call.
	s.retrying = retryablehttp.Client{
		HTTPClient:     client,
		RetryMax:       s.limit,
		RequestLogHook: s.begin,
		CheckRetry:     s.check,
		Backoff:        func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return s.next.wait },
		ErrorHandler:   retryablehttp.PassthroughErrorHandler,
	}
	_, err = s.retrying.Do(req) //nolint:bodyclose // check took the answer over
	if exit := s.exit.Load(); exit != nil {
		(*exit)()
	}
	if err != nil && s.next.again {
		// No attempt followed: the context ended during the wait, or the body
		// could not be opened.
		s.err = Scrub(err)
		if ctx.Err() != nil {
			s.err = ContextError(ctx)
		}
	}
	if s.last != nil {
		s.last.Attempts = s.attempts
	}
	if s.err != nil {
		return nil, &Failure{Attempts: s.attempts, NotReceived: !s.taken, Response: s.last, Err: s.err}
	}
	return s.last, nil
}

// begin is called before each attempt.
func (s *sending) begin(retryablehttp.Logger, *http.Request, int) {
	s.started, s.waited = time.Now(), 0
	s.stage.Store(int32(waiting))
}

// check is called after each attempt. It reads the response, because the retry depends
// on it, and keeps all that Do returns.
func (s *sending) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	s.attempts++
	s.err, s.next = nil, decision{}
	var answer *Response
	if err == nil {
		answer, err = s.receive(resp)
		answer.TakenBefore = s.taken
		s.last = answer
	}
	if err != nil {
		s.err, answer = Scrub(err), nil
		if s.call.Secret && !s.unsent(err) {
			s.err = unquoted(s.err)
		}
	}
	if err != nil && !s.unsent(err) || answer != nil && (answer.Status < 400 || !s.notProcessed(answer)) {
		s.taken = true
	}
	switch {
	case s.exit.Load() != nil: // Do panics
	case ctx.Err() == nil:
		if err != nil || answer.Status >= 400 {
			s.next = s.decide(ctx, answer, err)
		}
	case err != nil:
		s.err = ContextError(ctx)
	}
	if s.next.wait > 0 {
		retries.Tell(ctx, s.next.wait)
	}
	if answer != nil {
		answer.NoRetryReason = s.next.why
	} else if s.next.why != "" {
		s.err = fmt.Errorf("%w (not retried: %s)", s.err, s.next.why)
	}
	if s.cfg.Logger != nil {
		s.log(ctx, answer)
	}
	return s.next.again, nil
}
