package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
)

// authTransport is the innermost round tripper. It adds credentials to requests for the
// origin only, and notes whether the request was sent.
type authTransport struct {
	cfg     *Config
	exposed bool // the origin is plain http on another machine, and that is not allowed
	next    http.RoundTripper
}

func (t *authTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sendingOf(req.Context())
	ctx, c := traced(req.Context())
	outgoing := req.Clone(ctx)
	switch ours := SameOrigin(req.URL, t.cfg.Origin); {
	case ours && t.cfg.Authorize != nil:
		value, err := "", ErrInsecure
		if !t.exposed {
			value, err = t.cfg.Authorize(req.Context())
		}
		if err != nil {
			closeBody(req)
			return nil, &localError{err}
		}
		if value != "" {
			outgoing.Header.Set("Authorization", value)
		}
		if s != nil {
			s.authorization.Store(&value)
		}
	case s != nil && !SameOrigin(req.URL, s.call.URL):
		s.strip(outgoing.Header)
	}
	var resp *http.Response
	var err error
	if s == nil {
		resp, err = t.next.RoundTrip(outgoing)
	} else {
		resp, err = s.carry(outgoing, t.next, c)
	}
	if resp != nil {
		resp.Request = req // middleware that looks there finds no credentials either
	}
	return resp, err
}

// strip takes out of a request that middleware sends elsewhere what was meant for
// the origin: the configured headers, cookies of the jar, and keys of the call.
// What middleware itself has set stays.
func (s *sending) strip(header http.Header) {
	for name, values := range header {
		ours := slices.Equal(values, s.cfg.Header[name]) || name == "Cookie" && slices.Equal(values, s.cookies) ||
			secretive(name) && slices.Equal(values, s.call.Header[name])
		if ours {
			delete(header, name)
		}
	}
}

// maxConnections is how many connections one attempt may take. net/http itself sends a
// request again over another connection if the first one was stale, or if the server
// ended it by the HTTP/2 frame GOAWAY. Up to 16 idle connections may be stale. A server
// that sends GOAWAY each time would get the request without end.
const maxConnections = 20

// errTurnedAway ends an attempt that took too many connections.
var errTurnedAway = fmt.Errorf("the server ended %d connections without taking the request", maxConnections)

// connecting notes how a request gets its connections.
type connecting struct {
	waits atomic.Bool // one was asked for, and none has come
	had   atomic.Int32
	trace httptrace.ClientTrace
}

// traced returns a context of an attempt that notes them, any other one as it is.
func traced(ctx context.Context) (context.Context, *connecting) {
	c := new(connecting)
	a, ok := ctx.Value(attemptKey{}).(*attempt)
	if !ok {
		return ctx, c
	}
	c.trace.GetConn = func(string) { c.waits.Store(true) }
	c.trace.GotConn = func(httptrace.GotConnInfo) {
		c.waits.Store(false)
		if c.had.Add(1) > maxConnections {
			a.cancel(errTurnedAway)
		}
	}
	return httptrace.WithClientTrace(ctx, &c.trace), c
}

// carry sends req through base and notes whether it may have left this machine.
func (s *sending) carry(req *http.Request, base http.RoundTripper, c *connecting) (*http.Response, error) {
	s.reach(dialing)
	resp, err := base.RoundTrip(req)
	if err == nil || !c.waits.Load() && !dialFailed(err) {
		s.reach(sent)
	}
	if err != nil && errors.Is(context.Cause(req.Context()), errTurnedAway) {
		err = errTurnedAway
	}
	return resp, err
}

// closeBody does what a RoundTripper owes a request that it does not send.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}
