package transport

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestNewNeedsAnOrigin(t *testing.T) {
	t.Parallel()
	if _, err := New(Config{}); err == nil {
		t.Error("no error")
	}
	c := newClient(t, Config{}, newScript(t))
	if _, err := c.With(func(cfg *Config) { cfg.Origin = nil }); err == nil {
		t.Error("no error of With")
	}
}

func TestZeroValuesAreDefaults(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Origin: at(site)})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{c.cfg.Attempts, c.cfg.MinWait, c.cfg.MaxWait, c.cfg.MaxRetryAfter, c.cfg.IdleTimeout, c.cfg.MaxResponse, c.slots == nil}
	want := []any{DefaultAttempts, DefaultMinWait, DefaultMaxWait, DefaultMaxRetryAfter, DefaultIdleTimeout, int64(DefaultMaxResponse), true}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	base := c.base.(*defaultTransport).usual
	if base == http.DefaultTransport || base.ResponseHeaderTimeout != DefaultHeaderTimeout || base.Proxy == nil || base.MaxIdleConnsPerHost != 16 {
		t.Errorf("base %+v", base.ResponseHeaderTimeout)
	}
}

func TestHTTPClientIsNeverChanged(t *testing.T) {
	t.Parallel()
	mock := newScript(t, status(200))
	user := &http.Client{Transport: mock, Timeout: time.Hour}
	header := http.Header{"X-One": {"1"}}
	middleware := make([]func(http.RoundTripper) http.RoundTripper, 0, 4)
	cfg := Config{Origin: at(site), HTTPClient: user, Header: header, Middleware: middleware}
	c := newClient(t, cfg, nil)
	header.Set("X-One", "changed")
	call := get(site)
	call.Header, call.Timeout = http.Header{"X-Two": {"2"}}, time.Minute
	if _, err := c.Do(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	if user.Transport != http.RoundTripper(mock) || user.CheckRedirect != nil || user.Timeout != time.Hour {
		t.Errorf("%+v", user)
	}
	if c.http.Timeout != time.Hour || c.cfg.Header.Get("X-One") != "1" || len(call.Header) != 1 {
		t.Error("the configuration is shared")
	}
}

func TestWithDerivesAClientOnTheSameConnections(t *testing.T) {
	t.Parallel()
	wrapped := 0
	wrap := func(next http.RoundTripper) http.RoundTripper { wrapped++; return next }
	c := newClient(t, Config{MaxConcurrent: 2, Middleware: []func(http.RoundTripper) http.RoundTripper{wrap}}, &http.Transport{})
	same, err := c.With(func(cfg *Config) {
		cfg.UserAgent = "derived"
		cfg.Header = http.Header{"X-One": {"1"}}
		cfg.Middleware = append(cfg.Middleware, wrap)
	})
	if err != nil || same.base != c.base || same.slots != c.slots || wrapped != 3 {
		t.Errorf("base %v, slots %v, wrapped %d times, %v", same.base == c.base, same.slots == c.slots, wrapped, err)
	}
	if c.cfg.UserAgent != "" || len(c.cfg.Header) != 0 || len(c.cfg.Middleware) != 1 {
		t.Error("the first client was changed")
	}
	other, err := c.With(func(cfg *Config) { cfg.HTTPClient, cfg.MaxConcurrent = &http.Client{Transport: &http.Transport{}}, 5 })
	if err != nil || other.base == c.base || cap(other.slots) != 5 {
		t.Error("connections or limit are still shared")
	}
	// A client that was given no HTTPClient shares its own connections, too.
	own, _ := New(Config{Origin: at(site)})
	if child, err := own.With(func(*Config) {}); err != nil || child.base != own.base {
		t.Error("the child has connections of its own")
	}
}

// counting serves and counts connections.
func counting(t *testing.T, cfg Config, handler http.HandlerFunc) (*Client, string, *atomic.Int32) {
	t.Helper()
	var conns atomic.Int32
	server := httptest.NewUnstartedServer(handler)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			conns.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	cfg.Origin, cfg.MinWait = at(server.URL), 1
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	return c, server.URL, &conns
}

func TestLargeErrorBodiesDoNotCostAConnectionPerAttempt(t *testing.T) {
	t.Parallel()
	c, address, conns := counting(t, Config{Attempts: 5}, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, strings.Repeat("x", 300_000))
	})
	resp, err := c.Do(t.Context(), get(address))
	if err != nil || resp.Attempts != 5 || len(resp.Body) != 300_000 || conns.Load() != 1 {
		t.Errorf("%v over %d connections, %v", resp, conns.Load(), err)
	}
}

func TestGivingUpClosesNoIdleConnectionOfOtherCalls(t *testing.T) {
	t.Parallel()
	c, address, conns := counting(t, Config{Attempts: 2}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/bad" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dead := httptest.NewServer(nil)
	dead.Close()
	if _, err := c.Do(t.Context(), get(address)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_, _ = c.Do(t.Context(), get(dead.URL))
		_, _ = c.Do(t.Context(), get(address+"/bad"))
		_, _ = c.Do(ctx, get(address))
		body := get(address)
		body.Body = &Body{Open: func() (io.ReadCloser, error) { return nil, io.ErrNoProgress }}
		if _, err := c.Do(t.Context(), body); err == nil {
			t.Error("no error")
		}
	}
	if _, err := c.Do(t.Context(), get(address)); err != nil || conns.Load() != 1 {
		t.Errorf("%d connections, %v", conns.Load(), err)
	}
	c.CloseIdleConnections() // this does close them
	if _, err := c.Do(t.Context(), get(address)); err != nil || conns.Load() != 2 {
		t.Errorf("%d connections, %v", conns.Load(), err)
	}
}

func TestCloseIdleConnectionsIgnoresOtherRoundTrippers(t *testing.T) {
	t.Parallel()
	newClient(t, Config{}, roundTripFunc(status(200))).CloseIdleConnections()
}

func TestClientIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	c, address, _ := counting(t, Config{MaxConcurrent: 4, Authorize: static("x"), Header: http.Header{"X-One": {"1"}}}, func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.Query().Get("n"))%2 == 1 && r.Header.Get("X-Again") == "" {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = io.WriteString(w, r.URL.RawQuery)
	})
	var calls sync.WaitGroup
	for n := range 50 {
		calls.Go(func() {
			resp, err := c.Do(t.Context(), get(fmt.Sprintf("%s?n=%d", address, n)))
			if err != nil || string(resp.Body) != fmt.Sprintf("n=%d", n) {
				t.Errorf("%v, %v", resp, err)
			}
		})
	}
	calls.Wait()
}

// A goroutine that is left behind makes synctest.Test fail.
func TestNothingIsLeftBehindInMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := serveInMemory(t, Config{Attempts: 3}, func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/stall":
				<-r.Context().Done()
			case "/cut":
				w.Header().Set("Content-Length", "10")
			case "/bad":
				w.WriteHeader(http.StatusBadGateway)
			}
		})
		for range 20 {
			for _, path := range []string{"/", "/stall", "/cut", "/bad"} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				_, _ = c.Do(ctx, get("http://site.test"+path))
				cancel()
			}
		}
	})
}

//nolint:paralleltest // it counts the goroutines of the whole process.
func TestNothingIsLeftBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		switch r.URL.Path {
		case "/stall":
			<-r.Context().Done()
		case "/cut":
			w.Header().Set("Content-Length", "10")
		case "/bad":
			w.WriteHeader(http.StatusBadGateway)
		case "/far":
			http.Redirect(w, r, "https://elsewhere.test/", http.StatusTemporaryRedirect)
		}
	}))
	c, err := New(Config{Origin: at(server.URL), Attempts: 2, MinWait: 1, MaxResponse: 10, MaxConcurrent: 3})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		for _, path := range []string{"/", "/stall", "/cut", "/bad", "/far"} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			call := post(server.URL + path)
			call.Timeout = time.Minute
			call.Body = &Body{Open: func() (io.ReadCloser, error) { return &zeros{left: 1 << 16}, nil }, Size: -1}
			_, _ = c.Do(ctx, call)
			cancel()
		}
	}
	if len(c.slots) != 0 {
		t.Errorf("%d slots are taken", len(c.slots))
	}
	c.CloseIdleConnections()
	server.Close()
	for range 500 { // connections take a moment to go
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
