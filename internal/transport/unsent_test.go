package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestFailureBeforeAnythingWasSentIsFinal has middleware, or a base of the caller, that
// fails before it sends, as one without a token does.
func TestFailureBeforeAnythingWasSentIsFinal(t *testing.T) {
	t.Parallel()
	noToken := errors.New("no token")
	fails := func(before func(*http.Request)) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			before(req)
			closeBody(req)
			return nil, noToken
		})
	}
	nothing := func(*http.Request) {}
	reads := func(req *http.Request) {
		if req.Body != nil {
			_, _ = io.Copy(io.Discard, req.Body)
		}
	}
	opens := func(req *http.Request) { // to send the body in a request of its own
		if body, err := req.GetBody(); err == nil {
			_ = body.Close()
		}
	}
	// connects is what a transport does that has a connection, such as one of net/http.
	connects := func(req *http.Request) {
		trace := httptrace.ContextClientTrace(req.Context())
		if trace == nil || trace.GetConn == nil {
			return
		}
		trace.GetConn("site.test:443")
		if trace.GotConn != nil {
			trace.GotConn(httptrace.GotConnInfo{})
		}
	}
	put := func(address string) *Call { c := get(address); c.Method, c.Body = "PUT", post(address).Body; return c }
	for name, test := range map[string]struct {
		call     *Call
		before   func(*http.Request)
		attempts int
		received bool // the server may have acted
	}{
		"read":                              {get(site), nothing, 1, false},
		"create":                            {post(site), nothing, 1, false},
		"update":                            {put(site), nothing, 1, false},
		"create after another request":      {post(site), connects, 1, false}, // for a token
		"create whose body was read":        {post(site), reads, 1, true},
		"create whose body was opened":      {post(site), opens, 1, true},
		"create that was perhaps sent":      {post(site), func(r *http.Request) { connects(r); reads(r) }, 1, true},
		"read that was perhaps sent":        {get(site), connects, 2, true},
		"update that was perhaps sent":      {put(site), func(r *http.Request) { connects(r); reads(r) }, 2, true},
		"update whose body was never taken": {put(site), connects, 1, false},
	} {
		for where, cfg := range map[string]Config{
			"middleware": {
				Middleware: []func(http.RoundTripper) http.RoundTripper{
					func(http.RoundTripper) http.RoundTripper { return fails(test.before) },
				},
				HTTPClient: &http.Client{Transport: &http.Transport{}},
			},
			"base": {HTTPClient: &http.Client{Transport: fails(test.before)}},
		} {
			if where == "base" && name == "read" {
				continue // nothing tells it from a transport whose connection broke
			}
			cfg.MinWait, cfg.Attempts = 1, 2
			resp, err := newClient(t, cfg, nil).Do(t.Context(), test.call)
			f := failed(t, resp, err)
			if f.Attempts != test.attempts || f.NotReceived == test.received {
				t.Errorf("%s with a %s that fails: %d attempts, NotReceived %t, want %d and %t",
					name, where, f.Attempts, f.NotReceived, test.attempts, !test.received)
			}
			if !errors.Is(err, noToken) {
				t.Errorf("%s with a %s that fails: error %v, want its own", name, where, err)
			}
		}
	}
}

func TestNetworkErrorOfMiddlewareIsRetried(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]error{
		"the end": io.EOF, "an early end": io.ErrUnexpectedEOF, "a deadline": context.DeadlineExceeded,
		"a reset": syscall.ECONNRESET, "an error of net": &net.OpError{Op: "read", Err: errors.New("reset")},
		"an end in an *url.Error": &url.Error{Op: "Get", Err: &url.Error{Op: "Get", Err: io.EOF}},
	} {
		cfg := Config{MinWait: 1, Attempts: 2, Middleware: []func(http.RoundTripper) http.RoundTripper{
			func(http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(*http.Request) (*http.Response, error) { return nil, fault })
			},
		}}
		resp, err := newClient(t, cfg, newScript(t)).Do(t.Context(), get(site))
		if f := failed(t, resp, err); f.Attempts != 2 {
			t.Errorf("read with %s as the error of middleware: %d attempts, want 2", name, f.Attempts)
		}
	}
}

// TestResetMayHaveBeenReceived has middleware that drops the context of its request.
func TestResetMayHaveBeenReceived(t *testing.T) {
	t.Parallel()
	drop := func(next http.RoundTripper) http.RoundTripper {
		return roundTripFunc(func(req *http.Request) (*http.Response, error) {
			return next.RoundTrip(req.WithContext(context.Background()))
		})
	}
	same := func(next http.RoundTripper) http.RoundTripper { return next }
	for name, wrap := range map[string]func(http.RoundTripper) http.RoundTripper{"drops": drop, "keeps": same} {
		address := listen(t, func(_ int, conn *net.TCPConn) {
			_, _ = conn.Read(make([]byte, 4096))
			_ = conn.SetLinger(0)
		})
		base := &http.Transport{}
		t.Cleanup(base.CloseIdleConnections)
		cfg := Config{Origin: at(address), MinWait: 1, Attempts: 2,
			Middleware: []func(http.RoundTripper) http.RoundTripper{wrap}}
		for method, call := range map[string]*Call{"POST": post(address), "GET": get(address)} {
			resp, err := newClient(t, cfg, base).Do(t.Context(), call)
			if f := failed(t, resp, err); f.NotReceived || (f.Attempts == 2) != (method == "GET") {
				t.Errorf("%s that was reset, after middleware that %s the context: NotReceived %t after %d attempts, want false",
					method, name, f.NotReceived, f.Attempts)
			}
		}
	}
}

// TestRefusalAfterTheTimeoutIsRetried has a slow rule for proxies.
func TestRefusalAfterTheTimeoutIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{Attempts: 2, MinWait: 1}, &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
			time.Sleep(2 * time.Second)
			return nil, errors.New("no rule")
		}})
		call := post(site)
		call.Timeout, call.Repeat = time.Second, RepeatSafe
		resp, err := c.Do(t.Context(), call)
		if f := failed(t, resp, err); f.Attempts != 2 || !f.NotReceived {
			t.Errorf("Do with a rule that fails after the Timeout: %d attempts, NotReceived %t, want 2 and true", f.Attempts,
				f.NotReceived)
		}
	})
}

// TestProtocolOfACallerMayHaveSentTheRequest has a protocol, such as HTTP/3, that a caller has
// registered. net/http then asks for no connection.
func TestProtocolOfACallerMayHaveSentTheRequest(t *testing.T) {
	t.Parallel()
	base := &http.Transport{
		Proxy:        func(*http.Request) (*url.URL, error) { return nil, nil },
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, // no HTTP/2 of its own
	}
	base.RegisterProtocol("https", roundTripFunc(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("the stream was reset")
	}))
	for method, call := range map[string]*Call{"POST": post(site), "GET": get(site)} {
		resp, err := newClient(t, Config{MinWait: 1, Attempts: 2}, base).Do(t.Context(), call)
		if f := failed(t, resp, err); f.NotReceived || (f.Attempts == 2) != (method == "GET") {
			t.Errorf("%s over a protocol that fails: NotReceived %t after %d attempts, want false and retries of a read only",
				method, f.NotReceived, f.Attempts)
		}
	}
}
