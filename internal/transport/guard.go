package transport

import (
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
)

// guard is the innermost round tripper. It adds the credentials, to requests
// for the origin alone, and tells the exchange how far the request came.
type guard struct {
	cfg  *Config
	next http.RoundTripper
}

func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	value, err := g.credentials(req)
	if err != nil {
		closeBody(req)
		return nil, &localError{err}
	}
	outgoing := req.Clone(ctx)
	switch {
	case value != "":
		outgoing.Header.Set("Authorization", value)
	case x != nil && !SameOrigin(req.URL, x.call.URL):
		x.strip(outgoing.Header)
	}
	var resp *http.Response
	if x == nil {
		resp, err = g.next.RoundTrip(outgoing)
	} else {
		if g.concerns(req) {
			x.authorization.Store(&value)
		}
		resp, err = x.carry(outgoing, g.next)
	}
	if resp != nil {
		resp.Request = req // middleware that looks there finds no credentials either
	}
	return resp, err
}

// concerns reports whether req is one that credentials are for.
func (g *guard) concerns(req *http.Request) bool {
	return g.cfg.Authorize != nil && SameOrigin(req.URL, g.cfg.Origin)
}

// credentials returns the Authorization header that req may carry, "" for none.
func (g *guard) credentials(req *http.Request) (string, error) {
	if !g.concerns(req) {
		return "", nil
	}
	if !g.cfg.AllowInsecure && !Secure(req.URL) {
		return "", ErrInsecure
	}
	return g.cfg.Authorize(req.Context())
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

// progress holds the stage of an attempt, which only grows.
type progress struct{ stage atomic.Int32 }

func (p *progress) reach(s stage) {
	for {
		now := p.stage.Load()
		if now >= int32(s) || p.stage.CompareAndSwap(now, int32(s)) {
			return
		}
	}
}

func (p *progress) at() stage { return stage(p.stage.Load()) }
func (p *progress) reset()    { p.stage.Store(int32(waiting)) }

// carry sends req through base and notes whether it may have left this machine.
func (x *exchange) carry(req *http.Request, base http.RoundTripper) (*http.Response, error) {
	x.progress.reach(dialing)
	var connecting atomic.Bool // a connection was asked for, and none has come
	ctx := httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GetConn: func(string) { connecting.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { connecting.Store(false) },
	})
	resp, err := base.RoundTrip(req.WithContext(ctx))
	if err == nil || !connecting.Load() && !dialFailed(err) {
		x.progress.reach(sent)
	}
	return resp, err
}
