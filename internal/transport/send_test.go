package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

func TestTruncatedResponseIsRetried(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, Config{Attempts: 3}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	})
	resp, err := c.Do(t.Context(), get(c.cfg.Origin.String()))
	f := failed(t, resp, err)
	switch {
	case f.Attempts != 3:
		t.Errorf("Client.Do: failure with Attempts %d, want 3", f.Attempts)
	case f.NotReceived:
		t.Error("Client.Do: NotReceived true, want false")
	case !errors.Is(f, io.ErrUnexpectedEOF):
		t.Errorf("Client.Do: error %v, want ErrUnexpectedEOF", f)
	}
	has(t, f.Error(), "cut short")
	switch r := f.Response; {
	case r == nil:
		t.Errorf("response %v: result nil, want a value", f.Response)
	case r.Status != 200:
		t.Errorf("response %v: Status %d, want 200", f.Response, r.Status)
	case !r.Truncated:
		t.Errorf("Client.Do: response %v with Truncated false, want true", r)
	case string(r.Body) != "half":
		t.Errorf("response %v: Body %q, want %q", f.Response, string(r.Body), "half")
	}
}

func TestErrorBodyCutShortIsStillAResponse(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "half")
	})
	resp, err := c.Do(t.Context(), get(c.cfg.Origin.String()))
	switch {
	case err != nil:
		t.Errorf("Client.Do: error %v, want nil", err)
	case resp.Status != 403:
		t.Errorf("Client.Do: Status %d, want 403", resp.Status)
	case !resp.Truncated:
		t.Error("Client.Do: Truncated false, want true")
	case string(resp.Body) != "half":
		t.Errorf("Client.Do: Body %q, want %q", string(resp.Body), "half")
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
		c := newClient(t, Config{Origin: at(address), HTTPClient: &http.Client{Transport: newDefaultTransport()}, MinWait: 1},
			nil)
		call := post(address)
		call.Repeat = repeat
		resp, err := c.Do(t.Context(), call)
		if repeat == RepeatSafe {
			switch {
			case err != nil:
				t.Errorf("Client.Do(call): error %v, want nil", err)
			case resp.Attempts != want:
				t.Errorf("Client.Do(call): Attempts %d, want %d", resp.Attempts, want)
			}
			continue
		}
		switch f := failed(t, resp, err); {
		case f.Attempts != want:
			t.Errorf("Client.Do: failure with Attempts %d, want %d", f.Attempts, want)
		case f.NotReceived:
			t.Error("Client.Do: NotReceived true, want false")
		}
	}
}

func TestNothingIsSentWithoutAConnection(t *testing.T) {
	t.Parallel()
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	self := httptest.NewUnstartedServer(http.NotFoundHandler())
	self.Config.ErrorLog = quiet()
	self.StartTLS()
	t.Cleanup(self.Close)
	// Accepts, and never says a word.
	mute := listen(t, func(_ int, conn *net.TCPConn) { _, _ = io.Copy(io.Discard, conn) })
	const noRule = "the proxy is not known"
	for name, test := range map[string]struct {
		address  string
		attempts int
	}{
		noRule:                          {"http://site.test", 1},
		"nobody listens":                {"http://" + freeport.Refused, 3},
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
			if name == noRule {
				base.usual.Proxy = func(*http.Request) (*url.URL, error) { return nil, errors.New("no rule") }
			}
			defer base.CloseIdleConnections()
			for _, base := range []http.RoundTripper{base, base.usual} {
				c := newClient(t, Config{Origin: at(test.address), Attempts: 3, MinWait: 1}, base)
				for _, call := range []*Call{post(test.address), get(test.address)} {
					resp, err := c.Do(t.Context(), call)
					switch f := failed(t, resp, err); {
					case !f.NotReceived:
						t.Errorf("Client.Do of a %s through %T: NotReceived false, want true", call.Method, base)
					case f.Attempts != test.attempts:
						t.Errorf("Client.Do of a %s through %T: failure with Attempts %d, want %d", call.Method, base, f.Attempts,
							test.attempts)
					}
				}
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
		switch f := failed(t, resp, err); {
		case !f.NotReceived:
			t.Error("Client.Do: NotReceived false, want true")
		case f.Attempts != 2:
			t.Errorf("Client.Do: failure with Attempts %d, want 2", f.Attempts)
		case !errors.Is(f, context.DeadlineExceeded):
			t.Errorf("Client.Do: error %v, want DeadlineExceeded", f)
		}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("enough"))
		defer cancel()
		resp, err = c.Do(ctx, post("http://site.test"))
		switch f := failed(t, resp, err); {
		case !f.NotReceived:
			t.Error("Client.Do: NotReceived false, want true")
		case f.Attempts != 1:
			t.Errorf("Client.Do: failure with Attempts %d, want 1", f.Attempts)
		case !errors.Is(f, context.DeadlineExceeded):
			t.Errorf("Client.Do: error %v, want DeadlineExceeded", f)
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
					switch f := failed(t, resp, err); {
					case f.Attempts != 3:
						t.Errorf("Client.Do: failure with Attempts %d, want 3", f.Attempts)
					case f.NotReceived:
						t.Error("Client.Do: NotReceived true, want false")
					case !errors.Is(err, context.DeadlineExceeded):
						t.Errorf("Client.Do(call): error %v, want DeadlineExceeded", err)
					}
				})
				if took.Truncate(time.Second) != 30*time.Second {
					t.Errorf("took %v: took.Truncate(time.Second) %v, want %v", took, took.Truncate(time.Second), 30*time.Second)
				}
			})
		})
	}
}

func TestTimeoutOfTheGivenClientLimitsCallsWithoutOne(t *testing.T) {
	t.Parallel()
	for timeout, want := range map[time.Duration]time.Duration{
		0: 10 * time.Second, time.Second: time.Second, time.Minute: time.Minute,
	} {
		synctest.Test(t, func(t *testing.T) {
			mute := roundTripFunc(func(req *http.Request) (*http.Response, error) {
				<-req.Context().Done()
				return nil, req.Context().Err()
			})
			c := newClient(t, Config{HTTPClient: &http.Client{Transport: mute, Timeout: 10 * time.Second}}, nil)
			call := get(site)
			call.Timeout, call.Attempts = timeout, 1
			took := elapsed(func() {
				_, err := c.Do(t.Context(), call)
				if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrAttemptTimeout) != (timeout > 0) {
					t.Errorf("Do with a Timeout of %v: error %v, want one that names Timeout if it is set", timeout, err)
				}
			})
			if took != want {
				t.Errorf("Do with a Timeout of %v, and 10 s of the given client, took %v, want %v", timeout, took, want)
			}
		})
	}
}

func TestSilentBodyIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _ := serveInMemory(t, Config{Attempts: 2, IdleTimeout: 20 * time.Second, MinWait: 1},
			func(w http.ResponseWriter, r *http.Request) {
				for range 3 { // slow is not silent
					_, _ = io.WriteString(w, " ")
					w.(http.Flusher).Flush()
					time.Sleep(15 * time.Second)
				}
				<-r.Context().Done()
			})
		took := elapsed(func() {
			resp, err := c.Do(t.Context(), get("http://site.test"))
			switch f := failed(t, resp, err); {
			case f.Attempts != 2:
				t.Errorf("Client.Do: failure with Attempts %d, want 2", f.Attempts)
			case !errors.Is(err, ErrStalled):
				t.Errorf("Client.Do: error %v, want %v", err, ErrStalled)
			case !f.Response.Truncated:
				t.Error("Client.Do: Truncated of the last response false, want true")
			case len(f.Response.Body) != 3:
				t.Errorf("last response: body of %d bytes, want 3", len(f.Response.Body))
			}
			switch timeout, ok := errors.AsType[net.Error](err); {
			case !ok:
				t.Errorf("not to be told from other failures: %v, want a net.Error", err)
			case !timeout.Timeout():
				t.Errorf("Client.Do: error %v has Timeout false, want true", err)
			}
			var passing interface{ Temporary() bool }
			switch {
			case !errors.As(err, &passing):
				t.Errorf("Client.Do: error %v has no Temporary method, want one", err)
			case !passing.Temporary():
				t.Errorf("Client.Do: error %v has Temporary false, want true", err)
			}
		})
		if took.Truncate(time.Second) != 100*time.Second {
			t.Errorf("took %v: took.Truncate(time.Second) %v, want %v", took, took.Truncate(time.Second), 100*time.Second)
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
					switch f := failed(t, resp, err); {
					case f.Attempts != 1:
						t.Errorf("Client.Do: failure with Attempts %d, want 1", f.Attempts)
					case f.NotReceived:
						t.Error("Client.Do: NotReceived true, want false")
					case !errors.Is(err, boom):
						t.Errorf("Client.Do: error %v, want %v", err, boom)
					case !errors.Is(err, context.Canceled):
						t.Errorf("Client.Do: error %v, want Canceled", err)
					}
				})
				if took != 3*time.Second {
					t.Errorf("took %v, want %v", took, 3*time.Second)
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
		switch f := failed(t, resp, err); {
		case f.Attempts != 0:
			t.Errorf("%s: Client.Do: failure with Attempts %d, want 0", name, f.Attempts)
		case !f.NotReceived:
			t.Errorf("%s: Client.Do: NotReceived false, want true", name)
		case strings.Contains(err.Error(), "secret/"):
			t.Errorf("%s: Client.Do(call): error %v, want no %q in it", name, err, "secret/")
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
		"no body of a byte": func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, ContentLength: 1, Request: r}, nil
		},
	} {
		c := newClient(t, Config{Attempts: 1}, middleware)
		resp, err := c.Do(t.Context(), get(site))
		if name == "no body" && (err != nil || resp.Status != 204 || len(resp.Body) != 0) {
			t.Errorf("%s: error %v, response %+v, want no error, status 204 and an empty body", name, err, resp)
		} else if name != "no body" {
			_ = failed(t, resp, err)
		}
		if name == "no body of a byte" {
			has(t, err.Error(), "a response of 1 bytes with a nil Body")
		}
	}
}
