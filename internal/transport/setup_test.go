package transport

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jarcoal/httpmock"
)

// site is the origin of the clients in these tests.
const site = "https://site.test"

func at(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u
}

// get is a call that may be repeated, post one that may not.
func get(address string) *Call {
	return &Call{Operation: "Read", Method: http.MethodGet, URL: at(address), Repeat: RepeatSafe}
}

func post(address string) *Call {
	return &Call{Operation: "Create", Method: http.MethodPost, URL: at(address),
		Body: &Body{Type: "application/json", Bytes: []byte(`{}`)}}
}

// newClient returns a client on base, of site unless cfg says otherwise.
func newClient(t testing.TB, cfg Config, base http.RoundTripper) *Client {
	t.Helper()
	if cfg.Origin == nil {
		cfg.Origin = at(site)
	}
	if cfg.HTTPClient == nil {
		cfg.HTTPClient = &http.Client{Transport: base}
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// script answers the first attempt with the first step, and so on. An attempt
// behind the last step fails the test.
type script struct {
	*httpmock.MockTransport
	attempts atomic.Int32
}

func newScript(t testing.TB, steps ...httpmock.Responder) *script {
	t.Helper()
	s := &script{MockTransport: httpmock.NewMockTransport()}
	s.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
		n := int(s.attempts.Add(1))
		if n > len(steps) {
			t.Errorf("attempt %d was sent: %s %s, want at most %d attempts", n, req.Method, req.URL, len(steps))
			return httpmock.NewStringResponse(http.StatusTeapot, ""), nil
		}
		return steps[n-1](req)
	})
	return s
}

func status(code int) httpmock.Responder { return httpmock.NewStringResponder(code, `{"ok":true}`) }

func retryAfter(code int, value string) httpmock.Responder {
	return status(code).HeaderSet(http.Header{"Retry-After": {value}})
}

// refused is an attempt that finds no server, reset one whose fate is unknown.
func refused(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("refused")}
}

func reset(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: errors.New("reset")}
}

// failed returns the *Failure that err must be.
func failed(t testing.TB, resp *Response, err error) *Failure {
	t.Helper()
	f, ok := errors.AsType[*Failure](err)
	if !ok {
		if resp != nil {
			t.Fatalf("Client.Do returned status %d and error %v, want a *Failure", resp.Status, err)
		}
		t.Fatalf("error %v, want a *Failure", err)
	}
	if resp != nil {
		t.Errorf("failure with the response %+v, want nil", resp)
	}
	return f
}

// serve starts a server and returns a client for it, with connections of its own.
func serve(t testing.TB, cfg Config, handler http.HandlerFunc) (*Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	if cfg.Origin == nil {
		cfg.Origin = at(server.URL)
	}
	if cfg.MinWait == 0 {
		cfg.MinWait = 1
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	return c, server
}

// listen starts a server that treats each connection as handle says. n counts
// from 1.
func listen(t testing.TB, handle func(n int, conn *net.TCPConn)) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 1; ; n++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			handle(n, conn.(*net.TCPConn))
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() { _ = listener.Close(); <-done })
	return "http://" + listener.Addr().String()
}

// pipes is a network in memory, for servers inside a synctest bubble.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	dialed atomic.Int32
}

// serveInMemory is serve inside a bubble, which fails if a goroutine is left
// when the test ends.
func serveInMemory(t *testing.T, cfg Config, handler http.HandlerFunc) (*Client, *pipes) {
	t.Helper()
	p := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handler}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(p) }()
	c := newClient(t, cfg, &http.Transport{DialContext: p.dial})
	t.Cleanup(func() {
		c.CloseIdleConnections()
		_ = server.Close()
		<-done
	})
	return c, p
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		p.dialed.Add(1)
		return here, nil
	case <-ctx.Done():
		return nil, &net.OpError{Op: "dial", Err: ctx.Err()}
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "memory"} }

// zeros is a body of n bytes that notes whether it was closed.
type zeros struct {
	left   int64
	closed *atomic.Int32
	once   sync.Once
}

func (z *zeros) Read(p []byte) (int, error) {
	if z.left <= 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), z.left))
	clear(p[:n])
	z.left -= int64(n)
	return n, nil
}

func (z *zeros) Close() error {
	if z.closed != nil {
		z.once.Do(func() { z.closed.Add(1) }) // net/http may close twice
	}
	return nil
}

func has(t testing.TB, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("text %q, want %q in it", text, part)
	}
}

// roundTripFunc is a RoundTripper.
type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// waitFunc is a Limiter.
type waitFunc func() error

func (f waitFunc) Wait(context.Context) error { return f() }

func static(value string) Authorize {
	return func(context.Context) (Login, error) { return Login{Authorization: value}, nil }
}

func deny(context.Context) (Login, error) { return Login{}, errors.New("the vault is locked") }

func withCause(t *testing.T) (context.Context, context.CancelCauseFunc) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	t.Cleanup(func() { cancel(nil) })
	return ctx, cancel
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
