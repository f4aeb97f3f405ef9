package transport

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

func TestNewNeedsAnOrigin(t *testing.T) {
	t.Parallel()
	if _, err := New(Config{}); err == nil {
		t.Error("error nil, want an error")
	}
	c := newClient(t, Config{}, newScript(t))
	if _, err := c.With(func(cfg *Config) { cfg.Origin = nil }); err == nil {
		t.Error("With: error nil, want an error")
	}
}

func TestZeroValuesAreDefaults(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Origin: at(site)})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{c.cfg.Attempts, c.cfg.MinWait, c.cfg.MaxWait, c.cfg.MaxRetryAfter, c.cfg.IdleTimeout, c.cfg.MaxResponse,
		c.slots == nil}
	want := []any{DefaultAttempts, DefaultMinWait, DefaultMaxWait, DefaultMaxRetryAfter, DefaultIdleTimeout,
		int64(DefaultMaxResponse), true}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	base := c.base.(*defaultTransport).usual
	switch {
	case base == http.DefaultTransport:
		t.Errorf("base %+v: base %+v, want a value other than %v", base.ResponseHeaderTimeout, base, http.DefaultTransport)
	case base.ResponseHeaderTimeout != DefaultHeaderTimeout:
		t.Errorf("base %+v, want %v", base.ResponseHeaderTimeout, DefaultHeaderTimeout)
	case base.Proxy == nil:
		t.Errorf("base %+v: base.Proxy nil, want a value", base.ResponseHeaderTimeout)
	case base.MaxIdleConnsPerHost != 16:
		t.Errorf("base %+v: base.MaxIdleConnsPerHost %d, want 16", base.ResponseHeaderTimeout, base.MaxIdleConnsPerHost)
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
	switch {
	case user.Transport != http.RoundTripper(mock) || user.CheckRedirect != nil:
		t.Errorf("user.Transport %v, user.CheckRedirect %p, want %v and nil", user.Transport, user.CheckRedirect,
			http.RoundTripper(mock))
	case user.Timeout != time.Hour:
		t.Errorf("Timeout of the given client %v, want %v", user.Timeout, time.Hour)
	}
	switch {
	case c.http.Timeout != time.Hour:
		t.Errorf("Timeout of the derived client %v, want %v", c.http.Timeout, time.Hour)
	case c.cfg.Header.Get("X-One") != "1":
		t.Errorf(`the configuration is shared: cfg.Header.Get("X-One") %q, want %q`, c.cfg.Header.Get("X-One"), "1")
	case len(call.Header) != 1:
		t.Errorf("header of the call after Do %v, want 1 field", call.Header)
	}
}

func TestWithDerivesAClientOnTheSameConnections(t *testing.T) {
	t.Parallel()
	wrapped := 0
	wrap := func(next http.RoundTripper) http.RoundTripper { wrapped++; return next }
	c := newClient(t, Config{MaxConcurrent: 2, Middleware: []func(http.RoundTripper) http.RoundTripper{wrap}},
		&http.Transport{})
	same, err := c.With(func(cfg *Config) {
		cfg.UserAgent = "derived"
		cfg.Header = http.Header{"X-One": {"1"}}
		cfg.Middleware = append(cfg.Middleware, wrap)
	})
	switch {
	case err != nil:
		t.Errorf("base %v, slots %v, wrapped %d times, %v, want nil", same.base == c.base, same.slots == c.slots, wrapped,
			err)
	case same.base != c.base:
		t.Errorf("base %v, slots %v, wrapped %d times, %v: same.base %v, want %v", same.base == c.base, same.slots == c.slots,
			wrapped, err, same.base, c.base)
	case same.slots != c.slots:
		t.Errorf("base %v, slots %v, wrapped %d times, %v: same.slots %v, want %v", same.base == c.base,
			same.slots == c.slots, wrapped, err, same.slots, c.slots)
	case wrapped != 3:
		t.Errorf("middleware of the derived client was called %d times, want 3", wrapped)
	}
	switch {
	case c.cfg.UserAgent != "" || len(c.cfg.Header) != 0:
		t.Errorf("the first client was changed: UserAgent %q, Header %v, want an empty string and an empty list",
			c.cfg.UserAgent, c.cfg.Header)
	case len(c.cfg.Middleware) != 1:
		t.Errorf("first client has %d middlewares, want 1", len(c.cfg.Middleware))
	}
	other, err := c.With(func(cfg *Config) {
		cfg.HTTPClient, cfg.MaxConcurrent = &http.Client{Transport: &http.Transport{}}, 5
	})
	switch {
	case err != nil:
		t.Errorf("connections or limit are still shared: error %v, want nil", err)
	case other.base == c.base:
		t.Errorf("connections or limit are still shared: other.base %v, want a value other than %v", other.base, c.base)
	case cap(other.slots) != 5:
		t.Errorf("connections or limit are still shared: cap(other.slots) %d, want 5", cap(other.slots))
	}
	// A client that was given no HTTPClient shares its own connections, too.
	own, _ := New(Config{Origin: at(site)})
	switch child, err := own.With(func(*Config) {}); {
	case err != nil:
		t.Errorf("the child has connections of its own: error %v, want nil", err)
	case child.base != own.base:
		t.Errorf("the child has connections of its own: child.base %v, want %v", child.base, own.base)
	}
}

// TestDerivedClientsShareNoSliceAndNoMap derives two clients from one whose slices have room
// for one more element.
func TestDerivedClientsShareNoSliceAndNoMap(t *testing.T) {
	t.Parallel()
	for field, test := range map[string]struct {
		add   func(name string) Setting
		names func(c *Config) (names string)
	}{
		"Origins": {
			add: func(name string) Setting { return AddOrigins([]string{"https://" + name}) },
			names: func(c *Config) (names string) {
				for _, origin := range c.Origins {
					names += origin.Host
				}
				return names
			},
		},
		"Middleware": {
			add: func(name string) Setting {
				return AddMiddleware([]func(http.RoundTripper) http.RoundTripper{func(next http.RoundTripper) http.RoundTripper {
					return roundTripFunc(func(req *http.Request) (*http.Response, error) {
						req.Method += name
						return next.RoundTrip(req)
					})
				}})
			},
			names: func(c *Config) (names string) {
				var chain http.RoundTripper = roundTripFunc(func(req *http.Request) (*http.Response, error) {
					names = req.Method
					return nil, io.EOF
				})
				for _, wrap := range slices.Backward(c.Middleware) {
					chain = wrap(chain)
				}
				_, _ = chain.RoundTrip(new(http.Request))
				return names
			},
		},
		"Header": {
			add:   func(name string) Setting { return SetHeader(name, "1") },
			names: func(c *Config) string { return strings.ToLower(strings.Join(slices.Sorted(maps.Keys(c.Header)), "")) },
		},
	} {
		derive := func(parent *Client, names ...string) *Client {
			derived, err := parent.With(func(c *Config) {
				for _, name := range names {
					if refused := test.add(name)(c); refused != "" {
						t.Errorf("%s: adding %s was refused: %s, want no refusal", field, name, refused)
					}
				}
			})
			if err != nil {
				t.Fatalf("%s: With: error %v, want none", field, err)
			}
			return derived
		}
		parent := derive(newClient(t, Config{}, &http.Transport{}), "a", "b", "c")
		first, second := derive(parent, "d"), derive(parent, "e")
		for _, client := range []struct {
			what, want string
			*Client
		}{{"parent", "abc", parent}, {"first derived", "abcd", first}, {"second derived", "abce", second}} {
			if got := test.names(&client.cfg); got != client.want {
				t.Errorf("%s of the %s client: %s, want %s", field, client.what, got, client.want)
			}
		}
	}
}

func TestOtherOriginsAreReachedThroughTheirClient(t *testing.T) {
	t.Parallel()
	var reached string
	through := func(name string) *http.Client {
		return &http.Client{Transport: roundTripFunc(func(req *http.Request) (*http.Response, error) {
			reached = name
			return status(http.StatusOK)(req)
		})}
	}
	usual, elsewhere, own := through("usual"), through("elsewhere"), &http.Client{}
	parent := newClient(t, Config{HTTPClient: usual, Elsewhere: elsewhere}, nil)
	for name, test := range map[string]struct {
		change func(*Config)
		want   string // client of another origin
	}{
		"the same client":       {func(c *Config) { c.UserAgent = "derived" }, "elsewhere"},
		"another client":        {func(c *Config) { c.Elsewhere = through("third") }, "third"},
		"no client":             {func(c *Config) { c.Elsewhere = nil }, "usual"},
		"one without transport": {func(c *Config) { c.Elsewhere = own }, ""},
	} {
		derived, err := parent.With(test.change)
		if err != nil {
			t.Fatal(err)
		}
		for address, want := range map[string]string{site: "usual", "https://cdn.test": test.want} {
			if want == "" {
				if _, ok := derived.elsewhere.(*defaultTransport); !ok {
					t.Errorf("With and %s for other origins: transport %T, want one of its own", name, derived.elsewhere)
				}
				continue
			}
			if _, err := derived.Do(t.Context(), get(address)); err != nil || reached != want {
				t.Errorf("Do(get(%s)) with %s for other origins: through %q, error %v, want %q", address, name, reached, err, want)
			}
		}
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
	switch {
	case err != nil:
		t.Errorf("Client.Do(get(address)): error %v, want nil", err)
	case resp.Attempts != 5 || len(resp.Body) != 300_000:
		t.Errorf("Client.Do(get(address)): Attempts %d, body of %d bytes, want 5 and 300000", resp.Attempts, len(resp.Body))
	case conns.Load() != 1:
		t.Errorf("Client.Do(get(address)): %d connections in 5 attempts, want 1", conns.Load())
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
	if _, err := c.Do(t.Context(), get(address)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_, _ = c.Do(t.Context(), get("http://"+freeport.Refused))
		_, _ = c.Do(t.Context(), get(address+"/bad"))
		_, _ = c.Do(ctx, get(address))
		body := get(address)
		body.Body = &Body{Open: func() (io.ReadCloser, error) { return nil, io.ErrNoProgress }}
		if _, err := c.Do(t.Context(), body); err == nil {
			t.Error("error nil, want an error")
		}
	}
	switch _, err := c.Do(t.Context(), get(address)); {
	case err != nil:
		t.Errorf("first Client.Do(get(address)): error %v, want nil", err)
	case conns.Load() != 1:
		t.Errorf("first Client.Do(get(address)): %d connections, want 1", conns.Load())
	}
	c.CloseIdleConnections() // this does close them
	switch _, err := c.Do(t.Context(), get(address)); {
	case err != nil:
		t.Errorf("last Client.Do(get(address)): error %v, want nil", err)
	case conns.Load() != 2:
		t.Errorf("last Client.Do(get(address)): %d connections, want 2", conns.Load())
	}
}

func TestCloseIdleConnectionsClosesThoseOfEachTransport(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		slow, elsewhere bool
	}{"a call": {false, false}, "a slow call": {true, false}, "a call of another origin": {false, true}} {
		c, address, conns := counting(t, Config{Elsewhere: &http.Client{}}, func(http.ResponseWriter, *http.Request) {})
		if test.elsewhere {
			address = strings.Replace(address, "127.0.0.1", "localhost", 1)
		}
		call := get(address)
		call.Slow = test.slow
		for n, closed := range []bool{false, false, true} {
			if closed {
				c.CloseIdleConnections()
			}
			want := int32(1)
			if closed {
				want = 2
			}
			if _, err := c.Do(t.Context(), call); err != nil || conns.Load() != want {
				t.Errorf("Do of %s, number %d: error %v after %d connections, want %d", name, n+1, err, conns.Load(), want)
			}
		}
	}
}

func TestCloseIdleConnectionsIgnoresOtherRoundTrippers(t *testing.T) {
	t.Parallel()
	newClient(t, Config{}, roundTripFunc(status(200))).CloseIdleConnections()
}

func TestClientIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	c, address, _ := counting(t, Config{MaxConcurrent: 4, Authorize: static("x"), Header: http.Header{"X-One": {"1"}}},
		func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Query().Get("n"))%2 == 1 && r.Header.Get("X-Again") == "" {
				w.WriteHeader(http.StatusForbidden)
			}
			_, _ = io.WriteString(w, r.URL.RawQuery)
		})
	var calls sync.WaitGroup
	for n := range 50 {
		calls.Go(func() {
			resp, err := c.Do(t.Context(), get(fmt.Sprintf("%s?n=%d", address, n)))
			switch {
			case err != nil:
				t.Errorf("Client.Do: error %v, want nil", err)
			case string(resp.Body) != fmt.Sprintf("n=%d", n):
				t.Errorf("Client.Do: Body %q, want %q", string(resp.Body), fmt.Sprintf("n=%d", n))
			}
		})
	}
	calls.Wait()
}

// A goroutine that is left behind makes synctest.Test fail.
func TestClosedClientsLeaveMemory(t *testing.T) {
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
func TestCloseLeavesNoGoroutine(t *testing.T) {
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
		t.Errorf("New: %d slots are taken: slots %v, want an empty list", len(c.slots), c.slots)
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
	t.Errorf("Close leaves %d goroutines, want %d as before:\n%s", runtime.NumGoroutine(), before,
		stacks[:runtime.Stack(stacks, true)])
}
