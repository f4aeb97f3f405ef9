package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"
)

// slowJar is a cookie jar that takes a second.
type slowJar struct{}

func (slowJar) SetCookies(*url.URL, []*http.Cookie) {}

func (slowJar) Cookies(*url.URL) []*http.Cookie {
	time.Sleep(time.Second)
	return nil
}

// The time of an attempt begins before net/http reads the cookie jar.
func TestTimeoutIsNamedAfterASlowBeginning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mute := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		c := newClient(t, Config{HTTPClient: &http.Client{Transport: mute, Jar: slowJar{}}}, nil)
		call := get("https://site.test/")
		call.Timeout, call.PerCall.Attempts = 2*time.Second, 1
		if _, err := c.Do(t.Context(), call); !errors.Is(err, ErrAttemptTimeout) {
			t.Errorf("Client.Do with a Timeout of 2 s: error %v, want ErrAttemptTimeout", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		if _, err := c.Do(ctx, call); errors.Is(err, ErrAttemptTimeout) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Client.Do with a Timeout of 2 s in a context of 1.5 s: error %v, want that of the context only", err)
		}
	})
}

func TestTimeoutOfAnAttemptIsNamed(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]bool{"before the response": false, "in the body": true} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if begin {
				_, _ = w.Write([]byte("["))
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		}))
		t.Cleanup(server.Close)
		origin, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(Config{Origin: origin})
		if err != nil {
			t.Fatal(err)
		}
		call := &Call{Method: http.MethodGet, URL: origin.JoinPath("x"), Repeat: RepeatSafe}
		call.Timeout, call.PerCall.Attempts = 30*time.Millisecond, 1
		_, err = client.Do(t.Context(), call)
		var failed net.Error
		switch {
		case err == nil || err.Error() != "no whole response arrived within the 30ms of Timeout":
			t.Errorf("%s: Client.Do with a Timeout of 30ms: error %v, want one that names Timeout", name, err)
		case !errors.Is(err, ErrAttemptTimeout), !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("%s: Client.Do: error %v, want ErrAttemptTimeout and DeadlineExceeded", name, err)
		case !errors.As(err, &failed) || !failed.Timeout():
			t.Errorf("%s: Client.Do: error %v, want a net.Error with Timeout", name, err)
		}
	}
}

func TestTimeoutsAreTemporary(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"of a call":     &callTimeoutError{limit: time.Second},
		"of an attempt": &attemptTimeoutError{limit: time.Second, err: context.DeadlineExceeded},
		"of a body":     ErrStalled,
	} {
		var failed interface {
			net.Error
			Temporary() bool
		}
		if !errors.As(err, &failed) {
			t.Errorf("error %v of a timeout %s: want a net.Error with Temporary", err, name)
		} else if !failed.Timeout() || !failed.Temporary() {
			t.Errorf("error %v of a timeout %s: Timeout %t, Temporary %t, want true and true", err, name, failed.Timeout(),
				failed.Temporary())
		}
	}
}

func TestRequestsOfOneCallShareItsTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limited := newClient(t, Config{CallTimeout: time.Minute}, nil)
		other := newClient(t, Config{CallTimeout: time.Second}, nil)
		unlimited := newClient(t, Config{}, nil)
		ctx, cancel := limited.CallContext(t.Context())
		defer cancel()
		for name, test := range map[string]struct {
			client *Client
			outer  context.Context
			same   bool          // the context is the outer one
			after  time.Duration // the context ends after this time; 0 means never
		}{
			"a call":                                {limited, t.Context(), false, time.Minute},
			"a call without a limit":                {unlimited, t.Context(), true, 0},
			"a call inside a call":                  {limited, ctx, true, time.Minute},
			"a call of another client":              {other, ctx, false, time.Second},
			"a call without a limit inside another": {unlimited, ctx, true, time.Minute},
		} {
			inner, cancel := test.client.CallContext(test.outer)
			deadline, ok := inner.Deadline()
			if (inner == test.outer) != test.same {
				t.Errorf("CallContext of %s: the outer context %t, want %t", name, inner == test.outer, test.same)
			}
			if ok != (test.after > 0) || ok && time.Until(deadline) != test.after {
				t.Errorf("CallContext of %s: deadline in %v, set %t, want %v", name, time.Until(deadline), ok, test.after)
			}
			cancel()
		}
		if ctx.Err() != nil {
			t.Errorf("the context of a call after calls inside it: error %v, want none", ctx.Err())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if cause := context.Cause(ctx); !errors.Is(cause, ErrCallTimeout) || !errors.Is(cause, context.DeadlineExceeded) {
			t.Errorf("cause of the context of a call after its timeout: %v, want ErrCallTimeout", cause)
		}
	})
}

func TestReasonNamesTheTimeoutOfTheCallThatPreventsARetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{CallTimeout: time.Minute}, newScript(t, retryAfter(503, "60"), retryAfter(503, "60")))
		for outer, want := range map[time.Duration]string{
			time.Hour:   "the deadline of WithCallTimeout comes before the wait of 1m0s ends",
			time.Second: "the deadline comes before the wait of 1m0s ends",
		} {
			ctx, cancel := context.WithTimeout(t.Context(), outer)
			defer cancel()
			ctx, end := c.CallContext(ctx)
			defer end()
			if resp, err := c.Do(ctx, get(site)); err != nil || resp.NoRetryReason != want {
				t.Errorf("Do in a call of a minute with a deadline in %v: %+v, error %v, want the reason %q", outer, resp, err,
					want)
			}
		}
	})
}

func TestTimeoutIsNotNamedForAnEarlierSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := serveInMemory(t, Config{Attempts: 1}, func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		})
		call := get("http://site.test")
		call.Timeout = 2 * DefaultIdleTimeout
		if _, err := c.Do(t.Context(), call); !errors.Is(err, ErrStalled) || errors.Is(err, ErrAttemptTimeout) {
			t.Errorf("Do with a Timeout of two minutes and a body that stalls: error %v, want only %v", err, ErrStalled)
		}
	})
}
