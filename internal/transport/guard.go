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

// guard is the innermost round tripper. It adds the credentials, to requests
// for the origin alone, and tells the exchange how far the request came.
type guard struct {
	cfg     *Config
	exposed bool // the origin is plain http on another machine, and that is not allowed
	next    http.RoundTripper
}

func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	x, _ := req.Context().Value(exchangeKey{}).(*exchange)
	outgoing := req.Clone(req.Context())
	switch ours := SameOrigin(req.URL, g.cfg.Origin); {
	case ours && g.cfg.Authorize != nil:
		value, err := "", ErrInsecure
		if !g.exposed {
			value, err = g.cfg.Authorize(req.Context())
		}
		if err != nil {
			closeBody(req)
			return nil, &localError{err}
		}
		if value != "" {
			outgoing.Header.Set("Authorization", value)
		}
		if x != nil {
			x.authorization.Store(&value)
		}
	case x != nil && !SameOrigin(req.URL, x.call.URL):
		x.strip(outgoing.Header)
	}
	var resp *http.Response
	var err error
	if x == nil {
		resp, err = g.next.RoundTrip(outgoing)
	} else {
		resp, err = x.carry(outgoing, g.next)
	}
	if resp != nil {
		resp.Request = req // middleware that looks there finds no credentials either
	}
	return resp, err
}

// strip takes out of a request that middleware sends elsewhere what was meant for
// the origin: the configured headers, cookies of the jar, and keys of the call.
// What middleware itself has set stays.
func (x *exchange) strip(header http.Header) {
	for name, values := range header {
		ours := slices.Equal(values, x.cfg.Header[name]) || name == "Cookie" && slices.Equal(values, x.cookies) ||
			secretive(name) && slices.Equal(values, x.call.Header[name])
		if ours {
			delete(header, name)
		}
	}
}

// exchangeKey finds the exchange in the context of its requests.
type exchangeKey struct{}

// A stage is how far an attempt came, the best proof of what it may have done.
type stage int32

const (
	waiting stage = iota // for the rate limiter or for a free slot: nothing was sent
	inside               // in the middleware, which may do anything
	dialing              // at the base, which has no connection yet: nothing was sent
	sent                 // perhaps over a connection
)

// reach notes a stage of the current attempt, which only grows.
func (x *exchange) reach(s stage) {
	for {
		now := x.stage.Load()
		if now >= int32(s) || x.stage.CompareAndSwap(now, int32(s)) {
			return
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
func (x *exchange) carry(req *http.Request, base http.RoundTripper) (*http.Response, error) {
	x.reach(dialing)
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
		x.reach(sent)
	}
	if err != nil {
		if errors.Is(context.Cause(ctx), errTurnedAway) {
			err = errTurnedAway
		}
		cancel(nil)
	}
	return resp, err
}
