package fonts_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestBaseAddressIsChecked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                                      "the address is empty: pass one like",
		"  ":                                    "the address is empty: pass one like",
		"fonts.example.org":                     "must begin with https://",
		"ftp://fonts.example.org":               "must begin with https://",
		"//fonts.example.org":                   "must begin with https://",
		"https://":                              "has no host",
		"http:fonts.example.org":                "has no host",
		"https://:8080/x":                       "has no host",
		"https://user:secret@fonts.example.org": "; credentials go into WithHeader",
		"https://fonts.example.org?key=secret":  "has a query",
		"https://fonts.example.org?":            "has a query",
		"https://fonts.example.org/#secret":     "has a fragment",
		"https://fonts.example.org/#":           "has a fragment",
		"https://user:sec ret@[::1/%zz":         "cannot be parsed",
		"https://fonts.example.org/v1/api/fonts/list/": "without /api/fonts/list",
		"https://fonts.example.org:99999":              "the port 99999 is not between 1 and 65535",
		"https://fonts.example.org:0/x":                "the port 0 is not between 1 and 65535",
		"https://fonts..example.org":                   "the host is not a name",
		"https://fonts.example.org/a%00b":              "the path holds a control character",
		"https://fonts.example.org/%2e%2e/a":           "a segment of its path is dots",
	} {
		c, err := fonts.New(address)
		e, ok := errors.AsType[*fonts.ArgumentError](err)
		switch {
		case c != nil:
			t.Errorf("%q: fonts.New(address): %v, want nil", address, c)
		case !ok:
			t.Errorf("%q: fonts.New(address): error %v, want a *fonts.ArgumentError", address, err)
		case !strings.Contains(err.Error(), want):
			t.Errorf("%q: fonts.New(address): error %v, want %q in it", address, err, want)
		case e.Argument != "base address":
			t.Errorf("%q: fonts.New(address): Argument %q, want %q", address, e.Argument, "base address")
		case strings.Contains(err.Error(), "secret"):
			t.Errorf("%q: fonts.New(address): error %v, want no %q in it", address, err, "secret")
		}
	}
	for address, want := range map[string]string{
		"https://fonts.example.org":                 "https://fonts.example.org",
		"https://fonts.example.org/xapi/fonts/list": "https://fonts.example.org/xapi/fonts/list",
		"http://[::1]:8080/a/":                      "http://[::1]:8080/a",
		" https://fonts.example.org/a%2Fb// ":       "https://fonts.example.org/a%2Fb",
		"https://fonts.example.org/x/../a/.//b/":    "https://fonts.example.org/a/b",
		"https://fonts.example.org/v1.2/a..b":       "https://fonts.example.org/v1.2/a..b",
	} {
		c, err := fonts.New(address)
		if err != nil {
			t.Fatalf("%q: fonts.New(address): %v", address, err)
		}
		equal(t, address, c.String(), "fonts.Client("+want+")")
	}
}

func TestOptionsThatMakeNoSenseAreErrorsThatNameThem(t *testing.T) {
	t.Parallel()
	good, err := fonts.New(base, nil, fonts.WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string][]fonts.Option{
		"WithCallTimeout":   {fonts.WithCallTimeout(-1)},
		"WithHTTPClient":    {fonts.WithHTTPClient(nil)},
		"WithMiddleware":    {fonts.WithMiddleware(nil)},
		"WithLimiter":       {fonts.WithLimiter(nil)},
		"WithMaxConcurrent": {fonts.WithMaxConcurrent(0), fonts.WithMaxConcurrent(-1)},
		"WithUserAgent":     {fonts.WithUserAgent(""), fonts.WithUserAgent("a\nb")},
		"WithRetry": {
			fonts.WithRetry(fonts.Retry{Attempts: -1}), fonts.WithRetry(fonts.Retry{MinWait: -1}),
			fonts.WithRetry(fonts.Retry{MaxWait: -1}),
			fonts.WithRetry(fonts.Retry{MaxRetryAfter: -1}), fonts.WithRetry(fonts.Retry{MinWait: 2, MaxWait: 1}),
		},
		"WithHeader": {
			fonts.WithHeader("", "x"), fonts.WithHeader("X", ""), fonts.WithHeader("X Y", "z"), fonts.WithHeader("X:", "z"),
			fonts.WithHeader("X", "a\r\nb"),
			fonts.WithHeader("accept", "x"), fonts.WithHeader("accept-encoding", "x"), fonts.WithHeader("content-type", "x"),
			fonts.WithHeader("content-length", "1"), fonts.WithHeader("host", "x"), fonts.WithHeader("user-agent", "x"),
			fonts.WithHeader("connection", "close"), fonts.WithHeader("transfer-encoding", "chunked"),
			fonts.WithHeader("Transfer_Encoding", "chunked"),
			fonts.WithHeader("upgrade", "h2c"), fonts.WithHeader("TE", "trailers"), fonts.WithHeader("trailer", "X"),
			fonts.WithHeader("range", "bytes=0-1"),
			fonts.WithHeader("Proxy-Authorization", "Basic x"), fonts.WithHeader("expect", "100-continue"),
			fonts.WithHeader("X-HTTP-Method-Override", "DELETE"),
		},
		"WithMaxResponseSize": {fonts.WithMaxResponseSize(0), fonts.WithMaxResponseSize(-1)},
		"WithFirstPage":       {fonts.WithFirstPage(-1), fonts.WithFirstPage(2)},
	} {
		for i, option := range options {
			c, err := fonts.New(base, option)
			e, ok := errors.AsType[*fonts.ArgumentError](err)
			switch {
			case c != nil:
				t.Errorf("%s, %d: fonts.New(base, option): %v, want nil", name, i, c)
			case !ok:
				t.Errorf("%s, %d: fonts.New(base, option): error %v, want a *fonts.ArgumentError", name, i, err)
			case e.Argument != name:
				t.Errorf("%d: fonts.New(base, option): Argument %q, want %q", i, e.Argument, name)
			case !strings.HasPrefix(err.Error(), "fonts: "+name+": "):
				t.Errorf("%s, %d: fonts.New(base, option): error %v, want the prefix %q", name, i, err, "fonts: "+name+": ")
			}
			if c, err := good.With(option); c != nil || !errors.Is(err, fonts.ErrInvalidArgument) {
				t.Errorf("With(option %d of %s): client %v, error %v, want nil and ErrInvalidArgument", i, name, c, err)
			}
		}
	}
}

func TestCallOptionsThatMakeNoSenseAreErrorsThatNameThem(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, "")))
	for name, options := range map[string][]fonts.WalkOption{
		"Attempts": {fonts.Attempts(0), fonts.Attempts(-1)},
		"Timeout":  {fonts.Timeout(0), fonts.Timeout(-time.Second)},
		"Header":   {fonts.Header("", ""), fonts.Header("Host", "x"), fonts.Header("Upgrade", "h2c")},
		"Capture":  {fonts.Capture(nil)},
		"Prefetch": {fonts.Prefetch(-1), fonts.Prefetch(65)},
		"Resume":   {fonts.Resume(nil)},
	} {
		for _, option := range options {
			for _, err := range c.All(t.Context(), nil, option) {
				e, ok := errors.AsType[*fonts.ArgumentError](err)
				switch {
				case !ok:
					t.Errorf("%s: Client.All(option): error %v, want a *fonts.ArgumentError", name, err)
				case e.Argument != name || e.Operation != "fonts.All":
					t.Errorf("Client.All(option): Argument %q, Operation %q, want %q and %q", e.Argument, e.Operation, name,
						"fonts.All")
				}
			}
			if call, ok := option.(fonts.CallOption); ok {
				if _, err := c.List(t.Context(), nil, call, nil); !errors.Is(err, fonts.ErrInvalidArgument) {
					t.Errorf("%s: Client.List(call): error %v, want ErrInvalidArgument", name, err)
				}
			}
		}
	}
	for _, err := range c.All(t.Context(), nil, fonts.Attempts(0), fonts.Prefetch(-9)) {
		switch e, ok := errors.AsType[*fonts.ArgumentError](err); {
		case !ok:
			t.Errorf("of two errors the first: %v, want a *fonts.ArgumentError", err)
		case e.Argument != "Attempts":
			t.Errorf("of two errors the first: %v: Argument %q, want %q", err, e.Argument, "Attempts")
		}
	}
	equal(t, "requests", len(server.pages()), 0)
}

func TestWalkOptionsAreNoCallOptions(t *testing.T) {
	t.Parallel()
	var cursor fonts.Cursor
	for _, option := range []fonts.WalkOption{fonts.Prefetch(1), fonts.Resume(&cursor)} {
		if _, ok := option.(fonts.CallOption); ok {
			t.Errorf("%T is a CallOption, want only a WalkOption", option)
		}
	}
	var _ fonts.WalkOption = fonts.Attempts(1)
}

func TestHeadersOfClientAndCall(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, "")), fonts.WithHeader("x-api-key", "client"),
		fonts.WithHeader("X-Other", "kept"), fonts.WithUserAgent("mirror/1.2"))
	if _, err := list(t.Context(), c, fonts.Header("X-Api-Key", "call")); err != nil {
		t.Fatal(err)
	}
	if _, err := list(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	header := server.heads[0]
	equal(t, "headers", []string{header.Get("X-Api-Key"), header.Get("X-Other"), header.Get("User-Agent")},
		[]string{"call", "kept", "mirror/1.2 fontcms-go/0.1.0"})
	equal(t, "next call", server.heads[1].Get("X-Api-Key"), "client")
}

func TestHTTPClientIsCopiedNotChanged(t *testing.T) {
	t.Parallel()
	mine := handled(&script{answer: fixed(200, page(names(1), ""))})
	mine.Timeout = time.Minute
	c, err := fonts.New(base, fonts.WithHTTPClient(mine))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list(t.Context(), c, fonts.Timeout(time.Second)); err != nil {
		t.Fatal(err)
	}
	if mine.Timeout != time.Minute || mine.CheckRedirect != nil {
		t.Errorf("given client: Timeout %v, CheckRedirect %p, want %v and nil", mine.Timeout, mine.CheckRedirect, time.Minute)
	}
	if _, ok := mine.Transport.(roundTripper); !ok {
		t.Errorf("Transport of the given client is %T, want the roundTripper of its owner", mine.Transport)
	}
}

type limiter struct{ waits atomic.Int32 }

func (l *limiter) Wait(context.Context) error { l.waits.Add(1); return nil }

func TestMiddlewareLimiterAndLoggerSeeEachAttempt(t *testing.T) {
	t.Parallel()
	var order []string
	var attempts []fonts.Attempt
	mark := func(name string) func(http.RoundTripper) http.RoundTripper {
		return func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(r *http.Request) (*http.Response, error) {
				order = append(order, name)
				if attempt, ok := fonts.AttemptFrom(r.Context()); ok && name == "a" {
					attempts = append(attempts, attempt)
				}
				return next.RoundTrip(r)
			})
		}
	}
	var out bytes.Buffer
	var limit limiter
	c, _ := client(t, func(n int, _ asked) (int, string) {
		if n == 1 {
			return 503, "secret body"
		}
		return 200, page(nil, "")
	}, fonts.WithMiddleware(mark("a"), mark("b")), fonts.WithLimiter(&limit), fonts.WithMaxConcurrent(1),
		fonts.WithLogger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))),
		fonts.WithHeader("X-Key", "secret"))
	derived, err := c.With(fonts.WithMiddleware(mark("c")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list(t.Context(), derived); err != nil {
		t.Fatal(err)
	}
	equal(t, "middleware", order, strings.Split("abcabc", ""))
	equal(t, "attempts", attempts, []fonts.Attempt{{"fonts.List", 1}, {"fonts.List", 2}})
	equal(t, "waits", limit.waits.Load(), int32(2))
	log := out.String()
	switch {
	case strings.Count(log, "\n") != 2:
		t.Errorf(`log: %s: strings.Count(log, "\n") %d, want 2`, log, strings.Count(log, "\n"))
	case !strings.Contains(log, "operation=fonts.List"):
		t.Errorf("log: %s, want %q in it", log, "operation=fonts.List")
	case strings.Contains(log, "secret"):
		t.Errorf("log: %s, want no %q in it", log, "secret")
	}
	order = nil
	if _, err := list(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	equal(t, "the client it was derived from", order, []string{"a", "b"})
}

func TestDerivedClientsHaveTheirOwnMiddleware(t *testing.T) {
	t.Parallel()
	for n := range 6 {
		var order []string
		mark := func(name string) fonts.Option {
			return fonts.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
				return roundTripper(func(r *http.Request) (*http.Response, error) {
					order = append(order, name)
					return next.RoundTrip(r)
				})
			})
		}
		parent, _ := client(t, fixed(200, page(nil, "")))
		for range n {
			var err error
			if parent, err = parent.With(mark("p")); err != nil {
				t.Fatal(err)
			}
		}
		derive := func(from *fonts.Client, name string) *fonts.Client {
			derived, err := from.With(mark(name))
			if err != nil {
				t.Fatal(err)
			}
			return derived
		}
		one, two := derive(parent, "1"), derive(parent, "2")
		for name, derived := range map[string]*fonts.Client{"11": derive(one, "1"), "22": derive(two, "2")} {
			order = nil
			if _, err := list(t.Context(), derived); err != nil {
				t.Fatal(err)
			}
			equal(t, name, strings.Join(order, ""), strings.Repeat("p", n)+name)
		}
	}
}

func TestFirstPageOfADerivedClientIsItsOwn(t *testing.T) {
	t.Parallel()
	parent, server := client(t, fixed(200, page(names(1), `,"total":1`)), fonts.WithFirstPage(1))
	derived, err := parent.With(fonts.WithFirstPage(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*fonts.Client{parent, derived} {
		if _, err := c.List(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, "pages of the parent and of the derived client", server.pages(), []int{1, 0})
}

func TestClientPrintsItsAddressOnly(t *testing.T) {
	t.Parallel()
	c, _ := client(t, fixed(200, ""), fonts.WithHeader("X-Key", "secret"))
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%v", c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c)} {
		if text != "fonts.Client(https://fonts.test)" {
			t.Errorf("text %q, want %q", text, "fonts.Client(https://fonts.test)")
		}
	}
}

func TestClientServesManyAtOnce(t *testing.T) {
	t.Parallel()
	all := names(30)
	c, _ := client(t, func(_ int, a asked) (int, string) { return 200, page(cut(all, 0, a), "") })
	done := make(chan int)
	for range 8 {
		go func() {
			n := 0
			for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 4}, fonts.Prefetch(3)) {
				if err == nil {
					n++
				}
			}
			done <- n
		}()
	}
	for range 8 {
		equal(t, "fonts", <-done, 30)
	}
}

// closing is a transport that counts how often its idle connections are closed.
type closing struct {
	http.RoundTripper
	times atomic.Int32
}

func (c *closing) CloseIdleConnections() { c.times.Add(1) }

func TestCloseIdleConnectionsReachesTheTransport(t *testing.T) {
	t.Parallel()
	transport := &closing{RoundTripper: http.DefaultTransport}
	c, err := fonts.New(base, fonts.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		t.Fatal(err)
	}
	c.CloseIdleConnections()
	equal(t, "times", transport.times.Load(), int32(1))
}
