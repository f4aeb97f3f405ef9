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

// authTransport is the innermost round tripper. It adds the credentials, to requests
// for the origin alone, and notes how far the request came.
type authTransport struct {
	cfg     *Config
	exposed bool // the origin is plain http on another machine, and that is not allowed
	next    http.RoundTripper
}

func (t *authTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sendingOf(req.Context())
	outgoing := req.Clone(req.Context())
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
		resp, err = s.carry(outgoing, t.next)
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

// carry sends req through base and notes whether it may have left this machine.
func (s *sending) carry(req *http.Request, base http.RoundTripper) (*http.Response, error) {
	s.reach(dialing)
	var connecting atomic.Bool // a connection was asked for, and none has come
	var connections atomic.Int32
	ctx, cancel := context.WithCancelCause(req.Context())
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { connecting.Store(true) },
		GotConn: func(httptrace.GotConnInfo) {
			connecting.Store(false)
			if connections.Add(1) > maxConnections {
				cancel(errTurnedAway)
			}
		},
	})
	resp, err := base.RoundTrip(req.WithContext(ctx))
	if err == nil || !connecting.Load() && !dialFailed(err) {
		s.reach(sent)
	}
	if err != nil {
		if errors.Is(context.Cause(ctx), errTurnedAway) {
			err = errTurnedAway
		}
		cancel(nil)
	}
	return resp, err
}

// closeBody does what a RoundTripper owes a request that it does not send.
func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}
