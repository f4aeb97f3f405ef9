package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/idna"
)

// limitTransport is the outermost round tripper. It waits for a free slot and for the rate
// limiter, and ends a response that stalls.
type limitTransport struct {
	cfg   *Config
	slots chan struct{}
	next  http.RoundTripper

	foreign bool          // next contains middleware or a transport of the caller
	strays  *atomic.Int64 // number of requests that belong to no call: see [evidence]
}

func (t *limitTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	parent := req.Context()
	s := sendingOf(parent)
	if s != nil && req.Response == nil { // not after a redirect, which belongs to the same attempt
		s.started, s.waited = time.Now(), 0
		s.deadline, _ = parent.Deadline() // includes the Timeout of http.Client
		s.stage.Store(int32(waiting))
	}
	if t.slots != nil || t.cfg.Limiter != nil {
		arrived := time.Now()
		err := t.enter(parent)
		if s != nil {
			s.waited += time.Since(arrived)
		}
		if err != nil {
			closeBody(req)
			return nil, &localError{err}
		}
	}
	ctx := &attempt{slots: t.slots}
	ctx.Context, ctx.cancel = context.WithCancelCause(parent)
	if s != nil {
		s.at, s.cookies = req.URL, req.Header["Cookie"]
		s.reach(inside)
		ctx.which = Attempt{s.call.Operation, s.attempts + 1}
	}
	// All attempts share one request, so middleware gets a copy that it may change.
	outgoing := req.WithContext(ctx)
	if len(t.cfg.Middleware) > 0 {
		outgoing = req.Clone(ctx)
	}
	if s != nil && s.call.Body != nil && s.call.Body.Bytes == nil {
		outgoing.Body = s.guarded(ctx, req.Body)
	}
	outgoing = t.noted(s, ctx, outgoing)
	timed := s.timed(ctx, outgoing)
	carried := false
	defer func() { // deferred, because middleware may panic
		if !carried {
			ctx.release()
		}
	}()
	resp, err := t.next.RoundTrip(outgoing)
	if timed != nil {
		if silent := timed.done(); silent != nil && err != nil {
			err = silent
		}
	}
	if err != nil || resp == nil {
		return nil, err // http.Client itself returns an error for a nil response
	}
	if resp.Body == nil && resp.ContentLength > 0 && req.Method != http.MethodHead {
		return nil, fmt.Errorf("the transport returned a response of %d bytes with a nil Body", resp.ContentLength)
	}
	carried = true
	if resp.StatusCode/100 == 3 {
		dropBadLocation(req, resp)
	}
	body := &ctx.body
	body.ReadCloser, body.ctx, body.limit, body.attempt = resp.Body, parent, t.cfg.IdleTimeout, ctx
	if resp.Body == nil {
		body.ReadCloser = http.NoBody
	}
	body.timer = time.AfterFunc(body.limit, body.stall)
	body.timer.Stop()
	resp.Body = body
	return resp, nil
}

// noted returns req. If middleware or a transport of the caller may send req, noted returns a
// changed request, which records in s.evidence whether anything may have been sent.
func (t *limitTransport) noted(s *sending, ctx *attempt, req *http.Request) *http.Request {
	if s == nil || !t.foreign {
		return req
	}
	s.evidence = &ctx.evidence
	s.evidence.body = req.Body != nil && req.Body != http.NoBody
	s.evidence.strays, s.evidence.before = t.strays, t.strays.Load()
	// Middleware may send the request through another client. The trace also records when that
	// client requests a connection.
	if len(t.cfg.Middleware) > 0 {
		trace := &httptrace.ClientTrace{GetConn: s.evidence.connecting}
		req = req.WithContext(httptrace.WithClientTrace(ctx, trace))
	}
	if s.evidence.body {
		req.Body = &notedBody{req.Body, &s.evidence.read}
		if open, read := req.GetBody, &s.evidence.read; open != nil {
			req.GetBody = func() (io.ReadCloser, error) { read.Store(true); return open() }
		}
	}
	return req
}

// enter waits until an attempt may start. It waits for the slot first, so that the limiter
// counts attempts at the time when they are sent.
func (t *limitTransport) enter(ctx context.Context) error {
	if t.slots != nil {
		select {
		case t.slots <- struct{}{}:
		case <-ctx.Done():
			return ContextError(ctx)
		}
	}
	if t.cfg.Limiter == nil {
		return nil
	}
	admitted := false
	defer func() { // deferred, because the limiter may panic
		if !admitted && t.slots != nil {
			<-t.slots
		}
	}()
	if err := t.cfg.Limiter.Wait(ctx); err != nil {
		return fmt.Errorf("rate limiter: %w", err)
	}
	admitted = true
	return nil
}

// dropBadLocation turns a redirect without a valid target into an ordinary response, because
// the error of http.Client would contain the target with its arguments.
func dropBadLocation(req *http.Request, resp *http.Response) {
	if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header.Del("Location")
	}
}

// authTransport is the innermost round tripper. It adds the credentials to requests to the
// origin, and records whether a request was sent.
type authTransport struct {
	cfg       *Config
	next      http.RoundTripper
	elsewhere http.RoundTripper // transport for other origins; nil means next
	strays    *atomic.Int64     // number of requests that belong to no call: see [evidence]
}

// errProxied explains [ErrInsecure] for a site on this machine that is reached through a proxy.
var errProxied = errors.New("the request goes through a proxy: use https, or exclude the host from the proxy " +
	"(NO_PROXY), or use WithInsecureHTTP if you trust the network")

// exposed returns an error if others could read the credentials of a request, unless the
// configuration allows it. Plain http is allowed to this machine, but not through a proxy,
// because the proxy could read them.
func (t *authTransport) exposed(req *http.Request) error {
	switch {
	case t.cfg.AllowInsecure || strings.EqualFold(req.URL.Scheme, "https"):
		return nil
	case !Secure(req.URL):
		return ErrInsecure
	}
	choose := proxyOf(t.next)
	if choose == nil {
		return nil
	}
	if proxy, err := choose(req); err != nil || proxy == nil {
		return nil //nolint:nilerr // next fails with the same error
	}
	return Because(ErrInsecure, errProxied)
}

func (t *authTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sendingOf(req.Context())
	if s == nil {
		t.strays.Add(1)
	}
	header := maps.Clone(req.Header) // a copy, because middleware keeps req and must not see the credentials
	next, exposed := t.next, t.exposed(req)
	var err error
	if SameOrigin(req.URL, t.cfg.Origin) {
		err = t.authorize(req.Context(), s, header, exposed)
	} else {
		t.cfg.strip(s, req.URL, header)
		if t.elsewhere != nil {
			next = t.elsewhere
		}
	}
	if exposed != nil && s.hasLogin(header) {
		err = exposed
	}
	if err != nil {
		closeBody(req)
		return nil, &localError{err}
	}
	resp, err := s.carry(req, header, next)
	if resp != nil {
		resp.Request = req // middleware must not get the request with credentials
	}
	return resp, err
}

// authorize adds the credentials to the header of a request to the origin. The parameter exposed
// is the result of [authTransport.exposed]. If there are credentials, and this result is an error,
// authorize returns the error.
func (t *authTransport) authorize(ctx context.Context, s *sending, header http.Header, exposed error) error {
	for which := range accounts {
		account := t.cfg.account(which)
		switch {
		case account.Authorize == nil:
			continue
		case exposed != nil:
			return exposed
		}
		login, err := account.Authorize(ctx)
		if err != nil {
			return err
		}
		account.set(header, login)
		if s != nil {
			s.sent.keepLogin(which, login)
		}
	}
	return nil
}

// maxConnections is the largest number of connections of one attempt. net/http itself sends a
// request over another connection if the first was stale, or if the server closed it with the
// HTTP/2 frame GOAWAY. Up to 16 idle connections may be stale. Without a limit, a server that
// always sends GOAWAY would get the request for ever.
const maxConnections = 20

// errTurnedAway is the error of an attempt with too many connections.
var errTurnedAway = fmt.Errorf("the server ended %d connections without taking the request", maxConnections)

// connecting records the connections of a request.
type connecting struct {
	waits atomic.Bool // a connection was requested, and none has arrived
	had   atomic.Int32
	trace httptrace.ClientTrace

	address url.URL // a copy, because some transports change the URL, and all attempts share the request
}

// carry sends a copy of req with the given header through base. It records whether the copy may
// have left this machine. s is nil for a request that middleware itself has created.
func (s *sending) carry(req *http.Request, header http.Header, base http.RoundTripper) (*http.Response, error) {
	ctx, c := req.Context(), &connecting{address: *req.URL}
	if a, ok := ctx.Value(attemptKey{}).(*attempt); ok {
		c.trace.GetConn = func(string) { c.waits.Store(true) }
		c.trace.GotConn = func(httptrace.GotConnInfo) {
			c.waits.Store(false)
			if c.had.Add(1) > maxConnections {
				a.cancel(errTurnedAway)
			}
		}
		ctx = httptrace.WithClientTrace(ctx, &c.trace)
	}
	outgoing := req.WithContext(ctx)
	outgoing.Header, outgoing.URL = header, &c.address
	s.reach(dialing)
	resp, err := base.RoundTrip(outgoing)
	s.keep(header, req.URL.RawQuery, resp)
	refused := proxyRuleFailed(base, req, err)
	if err == nil || !refused && !c.waits.Load() && !dialFailed(err) && !s.foreignFailure(base, err) {
		s.reach(sent)
	}
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), errTurnedAway):
		err = errTurnedAway
	case refused:
		err = &localError{err}
	}
	return resp, err
}

// closeBody closes the body of a request that is not sent, as a RoundTripper must.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// SameOrigin reports whether a and b have the same scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	if a.Scheme == b.Scheme && a.Host == b.Host { // avoids parsing in the usual case
		return true
	}
	return strings.EqualFold(a.Scheme, b.Scheme) && Host(a) == Host(b) && port(a) == port(b)
}

// Host returns the name of the host of u in small letters and in ASCII, as net/http sends it: a site
// may write its name in Unicode (bücher.example), and a caller xn--bcher-kva.example.
func Host(u *url.URL) string {
	name := strings.ToLower(u.Hostname())
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	return name // an IPv6 address, or a name that has no ASCII form
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	switch strings.ToLower(u.Scheme) {
	case "https":
		return "443"
	case "http":
		return "80"
	}
	return ""
}
