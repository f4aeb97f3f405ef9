package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestNoMoreAttemptsThanAllowedAreInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int32
		base := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			now.Add(-1)
			return status(200)(req)
		})
		c := newClient(t, Config{MaxConcurrent: 3}, base)
		derived, err := c.With(func(cfg *Config) { cfg.UserAgent = "x" })
		if err != nil {
			t.Fatal(err)
		}
		took := elapsed(func() {
			var calls sync.WaitGroup
			for i := range 12 {
				calls.Go(func() {
					if _, err := []*Client{c, derived}[i%2].Do(t.Context(), get(site)); err != nil {
						t.Error(err)
					}
				})
			}
			calls.Wait()
		})
		switch {
		case most.Load() != 3:
			t.Errorf("at most %d attempts in flight, want 3", most.Load())
		case took != 4*time.Second:
			t.Errorf("%d attempts at once took %v, want %v", most.Load(), took, 4*time.Second)
		}
	})
}

func TestSlotIsFreeAgainHoweverAnAttemptEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fail := errors.New("no")
		var limited error
		c := newClient(t, Config{MaxConcurrent: 1, MinWait: 1, Attempts: 2,
			Limiter: waitFunc(func() error { return limited })},
			newScript(t, reset, status(500), status(200), status(200), status(200), status(404)))
		do := func(stream bool) *Response {
			call := get(site)
			call.Stream = stream
			resp, _ := c.Do(t.Context(), call)
			return resp
		}
		_ = do(false) // an error, and a failed answer
		_ = do(false)
		limited = fail
		if resp := do(false); resp != nil {
			t.Errorf("a call that the limiter refuses: response %+v, want nil", resp)
		}
		limited = nil
		_, _ = io.Copy(io.Discard, do(true).Stream) // read to its end, not closed
		_ = do(true).Stream.Close()                 // closed, not read
		switch resp := do(true); {
		case resp == nil:
			t.Error("no slot is free: the second call waits, want a free slot")
		case resp.Status != 404:
			t.Errorf("no slot is free: Status %d, want 404", resp.Status)
		}
	})
}

func TestWaitForASlotObeysTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{MaxConcurrent: 1}, newScript(t, status(200)))
		call := get(site)
		call.Stream = true
		held, err := c.Do(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		boom := errors.New("boom")
		ctx, cancel := withCause(t)
		time.AfterFunc(time.Second, func() { cancel(boom) })
		took := elapsed(func() {
			resp, err := c.Do(ctx, post(site))
			switch f := failed(t, resp, err); {
			case !f.NotReceived:
				t.Error("Client.Do(post(site)): NotReceived false, want true")
			case !errors.Is(err, boom):
				t.Errorf("Client.Do(post(site)): error %v, want %v", err, boom)
			case !errors.Is(err, context.Canceled):
				t.Errorf("Client.Do(post(site)): error %v, want Canceled", err)
			}
		})
		if took != time.Second {
			t.Errorf("Client.Do waited %v for a slot, want %v", took, time.Second)
		}
		// The timeout of an attempt bounds that wait, too, and nothing was sent.
		call = post(site)
		call.Timeout, call.Attempts = time.Second, 1
		resp, err := c.Do(t.Context(), call)
		switch f := failed(t, resp, err); {
		case !f.NotReceived:
			t.Error("Client.Do: NotReceived false, want true")
		case !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("Client.Do(call): error %v, want DeadlineExceeded", err)
		}
		_ = held.Stream.Close()
	})
}

func TestLimiterIsAskedBeforeEachAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		limiter := waitFunc(func() error { asked++; time.Sleep(time.Minute); return nil })
		c := newClient(t, Config{Limiter: limiter}, newScript(t, status(503), refused, status(200)))
		took := elapsed(func() {
			if _, err := c.Do(t.Context(), get(site)); err != nil {
				t.Error(err)
			}
		})
		if asked != 3 || took < 3*time.Minute {
			t.Errorf("Limiter was asked %d times in %v, want 3 times in at least %v", asked, took, 3*time.Minute)
		}
	})
}

func TestLimiterThatRefusesEndsTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		never := errors.New("would exceed the deadline")
		asked := 0
		limiter := waitFunc(func() error {
			if asked++; asked == 2 {
				return never
			}
			return nil
		})
		resp, err := newClient(t, Config{Limiter: limiter}, newScript(t, status(429))).Do(t.Context(), post(site))
		f := failed(t, resp, err)
		switch {
		case !errors.Is(err, never):
			t.Errorf("Client.Do(post(site)): error %v, want %v", err, never)
		case f.Attempts != 2:
			t.Errorf("Client.Do: failure with Attempts %d, want 2", f.Attempts)
		case !f.NotReceived:
			t.Error("Client.Do(post(site)): NotReceived false, want true")
		case f.Response == nil:
			t.Error("Client.Do: failure without a response, want the 429")
		case f.Response.Status != 429:
			t.Errorf("last response: status %d, want 429", f.Response.Status)
		}
		has(t, err.Error(), "rate limiter")
	})
}

func TestSlotIsFreeAgainAfterAPanic(t *testing.T) {
	t.Parallel()
	once := func() func() {
		done := false
		return func() {
			if !done {
				done = true
				panic("the caller's own")
			}
		}
	}
	middleware, limiter := once(), once()
	for name, cfg := range map[string]Config{
		"of middleware": {Middleware: []func(http.RoundTripper) http.RoundTripper{
			func(next http.RoundTripper) http.RoundTripper {
				return roundTripFunc(func(req *http.Request) (*http.Response, error) {
					middleware()
					return next.RoundTrip(req)
				})
			}}},
		"of the limiter": {Limiter: waitFunc(func() error { limiter(); return nil })},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg.MaxConcurrent = 1
			c := newClient(t, cfg, newScript(t, status(200)))
			func() {
				defer func() { _ = recover() }()
				_, _ = c.Do(t.Context(), get(site))
			}()
			if len(c.slots) != 0 {
				t.Errorf("the slot is held for ever: slots %v, want an empty list", c.slots)
			}
		})
	}
}

// held is a body of which a read ends when it is told to, and not when it is closed.
type held chan error

func (h held) Read([]byte) (int, error) { return 0, <-h }
func (held) Close() error               { return nil }

func TestClosedResponseDoesNotStall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		closed  bool
		wait    time.Duration
		stalled bool
	}{
		"closed":                 {true, time.Hour, false},
		"open":                   {false, time.Hour, true},
		"open, and soon read on": {false, time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				body := make(held)
				c := newClient(t, Config{IdleTimeout: time.Minute}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
					return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, ContentLength: -1,
						Request: req}, nil
				}))
				call := get(site)
				call.Stream = true
				resp, err := c.Do(t.Context(), call)
				if err != nil {
					t.Fatal(err)
				}
				read := make(chan error)
				begin := func() {
					time.Sleep(time.Hour) // nobody reads, which is not the server's fault
					go func() {
						_, err := resp.Stream.Read(make([]byte, 8))
						read <- err
					}()
					synctest.Wait()
				}
				begin()
				body <- nil
				if err := <-read; err != nil {
					t.Error(err)
				}
				begin()
				if test.closed {
					_ = resp.Stream.Close()
				}
				time.Sleep(test.wait)
				body <- errors.New("reset")
				if err := <-read; errors.Is(err, ErrStalled) != test.stalled {
					t.Error(err)
				}
				_ = resp.Stream.Close()
			})
		})
	}
}
