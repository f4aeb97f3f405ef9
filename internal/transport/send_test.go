package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTruncatedResponseIsRetried(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, Config{Attempts: 3}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	})
	resp, err := c.Do(t.Context(), get(c.cfg.Origin.String()))
	f := failed(t, resp, err)
	if f.Attempts != 3 || f.NotReceived || !errors.Is(f, io.ErrUnexpectedEOF) {
		t.Errorf("%#v", f)
	}
	has(t, f.Error(), "cut short")
	if r := f.Response; r == nil || r.Status != 200 || !r.Truncated || string(r.Body) != "half" {
		t.Errorf("response %v", f.Response)
	}
}

func TestErrorBodyCutShortIsStillAnAnswer(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "half")
	})
	resp, err := c.Do(t.Context(), get(c.cfg.Origin.String()))
	if err != nil || resp.Status != 403 || !resp.Truncated || string(resp.Body) != "half" {
		t.Errorf("%v, %v", resp, err)
	}
}

func TestResetConnectionsAreRetriedOnlyWhereThatIsSafe(t *testing.T) {
	t.Parallel()
	for repeat, want := range map[Repeat]int{RepeatSafe: 3, RepeatUnsent: 1} {
		address := listen(t, func(n int, conn *net.TCPConn) {
			_, _ = conn.Read(make([]byte, 4096))
			if n == 3 {
				_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
				return
			}
			_ = conn.SetLinger(0)
		})
		c := newClient(t, Config{Origin: at(address), HTTPClient: &http.Client{Transport: newDefaultTransport()}, MinWait: 1}, nil)
		call := post(address)
		call.Repeat = repeat
		resp, err := c.Do(t.Context(), call)
		if repeat == RepeatSafe {
			if err != nil || resp.Attempts != want {
				t.Errorf("%v, %v", resp, err)
			}
			continue
		}
		if f := failed(t, resp, err); f.Attempts != want || f.NotReceived {
			t.Errorf("%#v", f)
		}
	}
}

func TestNothingIsSentWithoutAConnection(t *testing.T) {
	t.Parallel()
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	self := httptest.NewUnstartedServer(http.NotFoundHandler())
	self.Config.ErrorLog = quiet()
	self.StartTLS()
	t.Cleanup(self.Close)
	// Accepts, and never says a word.
	mute := listen(t, func(_ int, conn *net.TCPConn) { _, _ = io.Copy(io.Discard, conn) })
	for name, test := range map[string]struct {
		address  string
		attempts int
	}{
		"nobody listens":                {dead.URL, 3},
		"the certificate is unknown":    {self.URL, 1},
		"the server does not speak TLS": {strings.Replace(plain.URL, "http", "https", 1), 1},
		"the handshake stalls":          {strings.Replace(mute, "http", "https", 1), 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := newDefaultTransport()
			if test.address[8:] == mute[7:] {
				base.usual.TLSHandshakeTimeout = 20 * time.Millisecond
			}
			defer base.CloseIdleConnections()
			c := newClient(t, Config{Origin: at(test.address), Attempts: 3, MinWait: 1}, base)
			resp, err := c.Do(t.Context(), post(test.address))
			if f := failed(t, resp, err); !f.NotReceived || f.Attempts != test.attempts {
				t.Errorf("%#v", f)
			}
		})
	}
}

func TestTimeoutWhileConnectingProvesThatNothingWasSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// net/http lets a dial go on when its request has ended, since another
		// request may want the connection: it ends by the dialer's own timeout.
		defer time.Sleep(time.Minute)
		stuck := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			time.Sleep(30 * time.Second)
			return nil, errors.New("no route")
		}}
		c := newClient(t, Config{Attempts: 2, MinWait: 1}, stuck)
		call := post("http://site.test")
		call.Timeout = time.Second
		resp, err := c.Do(t.Context(), call)
		if f := failed(t, resp, err); !f.NotReceived || f.Attempts != 2 || !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("%#v", f)
		}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("enough"))
		defer cancel()
		resp, err = c.Do(ctx, post("http://site.test"))
		if f := failed(t, resp, err); !f.NotReceived || f.Attempts != 1 || !errors.Is(f, context.DeadlineExceeded) {
			t.Errorf("%#v", f)
		}
		has(t, err.Error(), "enough")
	})
}

func TestTimeoutCountsPerAttempt(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"stalled header": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"stalled body": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "[")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _ := serveInMemory(t, Config{Attempts: 3, MinWait: 1}, handler)
				call := get("http://site.test")
				call.Timeout = 10 * time.Second
				took := elapsed(func() {
					resp, err := c.Do(t.Context(), call)
					if f := failed(t, resp, err); f.Attempts != 3 || f.NotReceived || !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("%#v", f)
					}
				})
				if took.Truncate(time.Second) != 30*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestSilentBodyIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := serveInMemory(t, Config{Attempts: 2, IdleTimeout: 20 * time.Second, MinWait: 1}, func(w http.ResponseWriter, r *http.Request) {
			for range 3 { // slow is not silent
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(15 * time.Second)
			}
			<-r.Context().Done()
		})
		took := elapsed(func() {
			resp, err := c.Do(t.Context(), get("http://site.test"))
			if f := failed(t, resp, err); f.Attempts != 2 || !errors.Is(err, ErrStalled) || !f.Response.Truncated || len(f.Response.Body) != 3 {
				t.Errorf("%#v, %v", f, f.Response)
			}
			if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
				t.Errorf("not to be told from other failures: %v", err)
			}
			var passing interface{ Temporary() bool }
			if !errors.As(err, &passing) || !passing.Temporary() {
				t.Errorf("it does not pass: %v", err)
			}
		})
		if took.Truncate(time.Second) != 100*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

func TestContextEndsAnAttemptAtOnce(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, handler := range map[string]http.HandlerFunc{
		"in the header": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"in the body": func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _ := serveInMemory(t, Config{}, handler)
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(3*time.Second, func() { cancel(boom) })
				took := elapsed(func() {
					resp, err := c.Do(ctx, get("http://site.test"))
					if f := failed(t, resp, err); f.Attempts != 1 || f.NotReceived || !errors.Is(err, boom) || !errors.Is(err, context.Canceled) {
						t.Errorf("%#v", f)
					}
				})
				if took != 3*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestInvalidCallsAreFailuresBeforeTheFirstAttempt(t *testing.T) {
	t.Parallel()
	c := newClient(t, Config{}, newScript(t))
	for name, call := range map[string]*Call{
		"method": {Method: "NOT A METHOD", URL: at(site)},
		"host":   {Method: "GET", URL: at(site)},
	} {
		if name == "host" {
			call.URL.Host = "a b?secret"
		}
		resp, err := c.Do(t.Context(), call)
		if f := failed(t, resp, err); f.Attempts != 0 || !f.NotReceived || strings.Contains(err.Error(), "secret/") {
			t.Errorf("%s: %#v", name, f)
		}
	}
}

func TestRoundTripperThatReturnsNothingIsAnError(t *testing.T) {
	t.Parallel()
	for name, middleware := range map[string]roundTripFunc{
		"nil, nil": func(*http.Request) (*http.Response, error) { return nil, nil },
		"no body": func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusNoContent, Request: r}, nil
		},
	} {
		c := newClient(t, Config{Attempts: 1}, middleware)
		resp, err := c.Do(t.Context(), get(site))
		if name == "no body" && (err != nil || resp.Status != 204 || len(resp.Body) != 0) {
			t.Errorf("%s: %v, %v", name, resp, err)
		} else if name != "no body" {
			_ = failed(t, resp, err)
		}
	}
}
