package transport

import (
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// slowContent is a content of which each piece takes some time.
type slowContent struct {
	pieces int
	each   time.Duration
}

func (c *slowContent) Read(p []byte) (int, error) {
	if c.pieces == 0 {
		return 0, io.EOF
	}
	c.pieces--
	time.Sleep(c.each)
	return len(p), nil
}

func TestUploadToSilentServerEnds(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	zero := func(n int64) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return &zeros{left: n}, nil }
	}
	// takes reads pieces of a body, each after a wait, and the rest at once.
	takes := func(pieces int, each time.Duration) http.HandlerFunc {
		return func(_ http.ResponseWriter, r *http.Request) {
			piece := make([]byte, 64<<10)
			for range pieces {
				time.Sleep(each)
				_, _ = io.ReadFull(r.Body, piece)
			}
			_, _ = io.Copy(io.Discard, r.Body)
		}
	}
	responds := func(after time.Duration) http.HandlerFunc {
		return func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			select {
			case <-time.After(after):
			case <-r.Context().Done():
			}
		}
	}
	for name, test := range map[string]struct {
		body    *Body
		server  http.HandlerFunc
		slow    bool
		timeout time.Duration // of the call
		want    error         // nil for a response
		took    time.Duration
	}{
		"no response to an opened body": {
			body: &Body{Open: zero(size), Size: size}, server: responds(time.Hour), want: errNoResponse, took: 5 * time.Minute,
		},
		"no response to a body that is read once": {
			body: &Body{Reader: &zeros{left: size}}, server: responds(time.Hour), want: errNoResponse, took: 5 * time.Minute,
		},
		"no response to an empty body": {
			body:   &Body{Open: func() (io.ReadCloser, error) { return http.NoBody, nil }},
			server: responds(time.Hour), want: errNoResponse, took: 5 * time.Minute,
		},
		"a response after almost five minutes": {
			body: &Body{Open: zero(size), Size: size}, server: responds(299 * time.Second), took: 299 * time.Second,
		},
		"a server that takes a part only": {
			body: &Body{Open: zero(size), Size: size}, server: func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadFull(r.Body, make([]byte, 1000))
				_, _, _ = w.(http.Hijacker).Hijack() // the connection stays open, and nobody reads
			}, want: errNotTaken, took: 5 * time.Minute,
		},
		"a server that takes a piece every four minutes": {
			body: &Body{Open: zero(size), Size: size}, server: takes(5, 4*time.Minute), took: 20 * time.Minute,
		},
		"a content that comes every ten minutes": {
			body: &Body{Reader: &slowContent{3, 10 * time.Minute}}, server: takes(0, 0), took: 30 * time.Minute,
		},
		"a slow call": {
			body: &Body{Bytes: []byte("{}")}, slow: true, server: responds(time.Hour),
			want: errNoResponse, took: 5 * time.Minute,
		},
		"a slow call without a body": {slow: true, server: responds(time.Hour), want: errNoResponse, took: 5 * time.Minute},
		"a call that is not slow": {
			body: &Body{Bytes: []byte("{}")}, server: responds(time.Hour), took: time.Hour,
		},
		"a call with a longer timeout": {
			body: &Body{Open: zero(size), Size: size}, server: responds(10 * time.Minute),
			timeout: 20 * time.Minute, took: 10 * time.Minute,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _ := serveInMemory(t, Config{Attempts: 4}, test.server)
				call := post("http://site.test")
				call.Body, call.Slow, call.Timeout = test.body, test.slow, test.timeout
				var resp *Response
				var err error
				took := elapsed(func() { resp, err = c.Do(t.Context(), call) })
				if took != test.took {
					t.Errorf("Do took %v, want %v", took, test.took)
				}
				if test.want == nil {
					if err != nil {
						t.Fatalf("Do: error %v, want none", err)
					}
					if resp.Status != http.StatusOK || resp.Attempts != 1 {
						t.Errorf("Do: status %d after %d attempts, want 200 after one", resp.Status, resp.Attempts)
					}
					return
				}
				f := failed(t, resp, err)
				if !errors.Is(err, test.want) || f.Attempts != 1 {
					t.Errorf("Do: error %v after %d attempts, want %v after one", err, f.Attempts, test.want)
				}
				if f.NotReceived {
					t.Error("Do: NotReceived is set, want an attempt that the server may have received")
				}
				if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
					t.Errorf("Do: error %v, want a timeout", err)
				}
			})
		})
	}
}

// earlyResponse is the body of a response that arrives before the end of an upload. A read
// takes the rest of the upload, waits, and ends with the attempt.
type earlyResponse struct {
	req  *http.Request
	wait time.Duration
}

func (r earlyResponse) Read([]byte) (int, error) {
	if _, err := io.Copy(io.Discard, r.req.Body); err != nil {
		return 0, err
	}
	select {
	case <-r.req.Context().Done():
		return 0, r.req.Context().Err()
	case <-time.After(r.wait):
		return 0, io.EOF
	}
}

func (earlyResponse) Close() error { return nil }

func TestSilenceEndsNoUploadAfterItsResponse(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]*Body{
		"an upload": {Reader: &slowContent{3, time.Second}},
		"no body":   {Open: func() (io.ReadCloser, error) { return http.NoBody, nil }},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := newClient(t, Config{IdleTimeout: time.Hour}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
				_, _ = req.Body.Read(make([]byte, 1))
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, ContentLength: -1, Request: req,
					Body: earlyResponse{req, 2 * UploadSilence}}, nil
			}))
			call := post(site)
			call.Body = body
			resp, err := c.Do(t.Context(), call)
			if err != nil || resp.Status != http.StatusOK {
				t.Errorf("Do of %s whose response takes ten minutes: %+v, error %v, want status 200", name, resp, err)
			}
		})
	}
}

func TestSilenceIsNamedIfTheTransportNamesTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, Config{Attempts: 1}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
			_, _ = io.Copy(io.Discard, req.Body)
			<-req.Context().Done()
			return nil, req.Context().Err()
		}))
		call := post(site)
		call.Slow = true
		if _, err := c.Do(t.Context(), call); !errors.Is(err, errNoResponse) {
			t.Errorf("Do of a slow call through a transport of the caller: error %v, want %v", err, errNoResponse)
		}
	})
}
