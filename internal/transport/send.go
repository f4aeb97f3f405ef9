package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/fontcms/fontcms-go/internal/retries"
)

// Do sends the call and retries it as its policy allows. It returns a Response for any status.
// If the last attempt had no response, the error is a *Failure.
func (c *Client) Do(ctx context.Context, call *Call) (*Response, error) {
	s := &sending{
		Context: ctx, cfg: &c.cfg, bodies: c.bodies, call: call,
		limit: c.cfg.Attempts, next: decision{again: true},
	}
	if s.sent = Tracked(ctx); s.sent == nil {
		s.sent = &s.own
	}
	if call.Attempts > 0 {
		s.limit = call.Attempts
	}
	if ctx.Err() != nil {
		return nil, &Failure{NotReceived: true, Err: ContextError(ctx)}
	}
	req, err := newRequest(s, &c.cfg, call)
	if err != nil {
		return nil, &Failure{NotReceived: true, Err: Scrub(err)}
	}
	client := c.http
	if call.Timeout > 0 {
		client = new(*c.http)
		client.Timeout = call.Timeout
	}
	// Each call has its own retrying client, because the policy depends on the call.
	s.retrying = retryablehttp.Client{
		HTTPClient:   client,
		RetryMax:     s.limit + accounts, // plus one attempt for each account, after its login was renewed
		CheckRetry:   s.check,
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return s.next.wait },
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	_, err = s.retrying.Do(req) //nolint:bodyclose // check keeps the response and closes its body
	if exit := s.exit.Load(); exit != nil {
		(*exit)()
	}
	if err != nil && s.next.again {
		// The decision was to retry, but no attempt followed: the context ended during the
		// wait, or the body could not be opened.
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

// check is called after each attempt. It reads the response, decides whether to retry, and
// stores the results for Do. It returns whether another attempt follows.
func (s *sending) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	s.attempts++
	s.err, s.next = nil, decision{}
	var response *Response
	if err == nil {
		response, err = s.receive(resp)
		response.TakenBefore = s.taken
		s.last = response
	}
	if err != nil {
		s.err, response = s.timedOut(s.sent.RedactError(Scrub(err))), nil
		if s.call.Secret && !s.unsent(err) {
			s.err = unquoted(s.err)
		}
	}
	if err != nil && !s.unsent(err) || response != nil && (response.Status < 400 || !s.notProcessed(response)) {
		s.taken = true
	}
	switch {
	case s.exit.Load() != nil: // no retry, because Do will panic or end its goroutine
	case ctx.Err() == nil:
		if err != nil || response.Status >= 400 {
			s.next = s.decide(ctx, response, err)
		}
	case err != nil:
		s.err = ContextError(ctx)
	}
	if s.next.wait > 0 {
		retries.Tell(ctx, s.next.wait)
	}
	if response != nil {
		response.NoRetryReason = s.next.why
	} else if s.next.why != "" {
		s.err = fmt.Errorf("%w (not retried: %s)", s.err, s.next.why)
	}
	if s.cfg.Logger != nil {
		s.log(ctx, response)
	}
	return s.next.again, nil
}

// newRequest builds the request that all attempts of the call share.
func newRequest(ctx context.Context, cfg *Config, call *Call) (*retryablehttp.Request, error) {
	method, body := call.Method, call.Body
	target, err := addressOf(cfg, call)
	if err != nil {
		return nil, err
	}
	header, err := headerOf(cfg, call, target)
	if err != nil {
		return nil, err
	}
	if cfg.MethodOverride {
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
	case len(body.Bytes) > 0: // raw stays nil for an empty body, which would otherwise be sent in chunks
		raw = body.Bytes
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, method, "", raw)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = target, target.Host
	if body != nil {
		switch {
		case body.Reader != nil:
			// The body is set only now, because NewRequestWithContext would read a Reader
			// into memory.
			req.Request.Body = io.NopCloser(body.Reader)
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

// addressOf returns the address of a call.
//   - It parses the address again if its host is not the host of the origin, to check the host.
//   - It removes the user, because net/http would send the user as credentials.
//   - It writes the host of the origin in the spelling of the origin. The address may come from
//     a response with another spelling, and a proxy may be configured for one spelling only.
//   - It adds the first slash of a path, which [url.URL.JoinPath] omits if the origin has no
//     path.
func addressOf(cfg *Config, call *Call) (*url.URL, error) {
	u := call.URL
	if u.Host == cfg.Origin.Host && u.User == nil && strings.HasPrefix(u.Path, "/") && !strings.HasSuffix(u.Host, ":") {
		return u, nil
	}
	u, err := url.Parse(u.String())
	if err != nil {
		return nil, err
	}
	u.User, u.Host = nil, strings.TrimSuffix(u.Host, ":")
	if SameOrigin(u, cfg.Origin) {
		u.Scheme, u.Host = cfg.Origin.Scheme, strings.TrimSuffix(cfg.Origin.Host, ":")
	}
	return u, nil
}

// replay returns open in a form for the retrying client. Before the first attempt, this client
// calls the returned function once, only to find out the length of the body. In this first call
// the function returns an empty body and does not call open.
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

// headerOf returns the header of a call to target. Other origins do not get Config.Header,
// because it may hold secrets of the origin.
func headerOf(cfg *Config, call *Call, target *url.URL) (http.Header, error) {
	header := http.Header{}
	if SameOrigin(target, cfg.Origin) && cfg.Header != nil {
		header = cfg.Header.Clone()
	}
	own := [...]string{"application/json", cfg.UserAgent}
	header["Accept"], header["User-Agent"] = own[:1:1], own[1:]
	if overrides(call.Header) {
		return nil, errOverride
	}
	for name, values := range call.Header {
		header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	return header, nil
}
