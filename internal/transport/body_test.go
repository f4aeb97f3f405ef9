package transport

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

//nolint:paralleltest // it measures the memory of the whole process.
func TestUploadsStream(t *testing.T) {
	const size = 64 << 20
	type upload struct {
		length int64
		n      int64
	}
	got := make(chan upload, 1)
	c, server := serve(t, Config{}, func(_ http.ResponseWriter, r *http.Request) {
		n, _ := io.CopyBuffer(struct{ io.Writer }{io.Discard}, r.Body, make([]byte, 64<<10))
		got <- upload{r.ContentLength, n}
	})
	open := func() (io.ReadCloser, error) { return &zeros{left: size}, nil }
	for name, body := range map[string]*Body{
		"opened, size known":   {Open: open, Size: size},
		"opened, size unknown": {Open: open, Size: -1},
		"opened, size not set": {Open: open},
		"once, size known":     {Reader: &zeros{left: size}, Size: size},
		"once, size unknown":   {Reader: &zeros{left: size}, Size: -1},
		"once, size not set":   {Reader: &zeros{left: size}},
	} {
		call := post(server.URL)
		call.Body = body
		used := allocated(func() {
			switch resp, err := c.Do(t.Context(), call); {
			case err != nil:
				t.Fatalf("%s: Client.Do(call): error %v, want nil", name, err)
			case resp.Status != 200:
				t.Fatalf("%s: Client.Do(call): Status %d, want 200", name, resp.Status)
			}
		})
		want := body.Size
		if want == 0 {
			want = -1
		}
		if u := <-got; u.n != size || u.length != want {
			t.Errorf("%s: u.n %d, u.length %d, want %d and %d", name, u.n, u.length, size, want)
		}
		if used > 8<<20 {
			t.Errorf("allocated: %s: %d bytes were allocated, want at most %d", name, used, 8<<20)
		}
	}
}

//nolint:paralleltest // it measures the memory of the whole process.
func TestDownloadsStream(t *testing.T) {
	const size = 64 << 20
	c, server := serve(t, Config{MaxResponse: 1000}, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.CopyBuffer(struct{ io.Writer }{w}, &zeros{left: size}, make([]byte, 64<<10))
	})
	call := get(server.URL)
	call.Stream = true
	used := allocated(func() {
		resp, err := c.Do(t.Context(), call)
		switch {
		case err != nil:
			t.Fatalf("Client.Do(call): error %v, want nil", err)
		case resp.Body != nil:
			t.Fatalf("Client.Do(call): Body %s, want nil", resp.Body)
		case resp.Status != 200:
			t.Fatalf("Client.Do(call): Status %d, want 200", resp.Status)
		}
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, resp.Stream, make([]byte, 64<<10))
		if n != size || err != nil {
			t.Errorf("reading the stream of Client.Do(call): %d bytes, error %v, want %d and nil", n, err, size)
		}
		if err := resp.Stream.Close(); err != nil {
			t.Error(err)
		}
	})
	if used > 8<<20 {
		t.Errorf("allocated: %d bytes were allocated, want at most %d", used, 8<<20)
	}
}

func TestStreamIsSetOnlyForSuccess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		call := get(site)
		call.Stream = true
		resp, err := newClient(t, Config{}, newScript(t, status(503), status(404))).Do(t.Context(), call)
		switch {
		case err != nil:
			t.Errorf("Client.Do(call): error %v, want nil", err)
		case resp.Stream != nil:
			t.Errorf("Client.Do(call): Stream %v, want nil", resp.Stream)
		case resp.Status != 404:
			t.Errorf("Client.Do(call): Status %d, want 404", resp.Status)
		case string(resp.Body) != `{"ok":true}`:
			t.Errorf("Client.Do(call): Body %q, want %q", string(resp.Body), `{"ok":true}`)
		case resp.Attempts != 2:
			t.Errorf("Client.Do(call): Attempts %d, want 2", resp.Attempts)
		}
	})
}

func TestStreamSaysWhyItEndedEarly(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, want := range map[string]error{"stalls": ErrStalled, "is cut": io.ErrUnexpectedEOF, "is canceled": boom} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _ := serveInMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Length", "10")
					_, _ = io.WriteString(w, "half")
					w.(http.Flusher).Flush()
					if name != "is cut" {
						<-r.Context().Done()
					}
				})
				ctx, cancel := withCause(t)
				if name == "is canceled" {
					time.AfterFunc(time.Second, func() { cancel(boom) })
				}
				call := get("http://site.test")
				call.Stream = true
				resp, err := c.Do(ctx, call)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(resp.Stream)
				switch {
				case string(got) != "half":
					t.Errorf("Client.Do(call): %q, want %q", string(got), "half")
				case !errors.Is(err, want):
					t.Errorf("%q: Client.Do(call): error %v, want %v", got, err, want)
				case strings.Contains(err.Error(), "cut short") != (name == "is cut"):
					t.Errorf("%q: Client.Do(call): error %v contains %q: %t, want %t", got, err, "cut short",
						strings.Contains(err.Error(), "cut short"), name == "is cut")
				}
				_ = resp.Stream.Close()
				if _, err := resp.Stream.Read(make([]byte, 1)); err == nil {
					t.Error("a closed stream can be read: error nil, want an error")
				}
			})
		})
	}
}

func TestBodyThatOpensToNothingEndsTheCall(t *testing.T) {
	t.Parallel()
	call := post(site)
	call.Body = &Body{Open: func() (io.ReadCloser, error) { return nil, nil }}
	resp, err := newClient(t, Config{MinWait: 1}, newScript(t)).Do(t.Context(), call)
	if f := failed(t, resp, err); !f.NotReceived {
		t.Error("Client.Do: NotReceived false, want true")
	}
	has(t, err.Error(), "opening the body gave nothing")
}

// failing is a body that cannot be closed.
type failing struct{ io.Reader }

func (failing) Close() error { return io.ErrClosedPipe }

func TestErrorOfAStreamThatIsClosedIsReturned(t *testing.T) {
	t.Parallel()
	c := newClient(t, Config{}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: failing{strings.NewReader("x")},
			Request: req}, nil
	}))
	call := get(site)
	call.Stream = true
	resp, err := c.Do(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Stream.Close(); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func TestStreamThatIsClosedWasNotCutShort(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{}, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "whole") })
	call := get(server.URL)
	call.Stream = true
	resp, err := c.Do(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Stream.Close(); err != nil {
		t.Error(err)
	}
	switch _, err := resp.Stream.Read(make([]byte, 1)); {
	case err == nil:
		t.Errorf("a stream that was closed: %v: error nil, want an error", err)
	case errors.Is(err, io.EOF):
		t.Errorf("a stream that was closed: %v, want an error other than EOF", err)
	case strings.Contains(err.Error(), "cut short"):
		t.Errorf("a stream that was closed: %v, want no %q in it", err, "cut short")
	}
}

func TestBodyIsSentFromItsStartInEachAttempt(t *testing.T) {
	t.Parallel()
	const text = "the whole body"
	for name, body := range map[string]Body{
		"bytes": {Bytes: []byte(text)},
		"opened": {Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
			Size: int64(len(text))},
	} {
		var got []string
		c, server := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			got = append(got, fmt.Sprint(string(b), r.ContentLength, r.Header["Content-Type"]))
			if len(got) < 3 {
				w.WriteHeader(http.StatusBadGateway)
			}
		})
		call := get(server.URL)
		call.Method, call.Body = "PUT", &body
		body.Type = "text/plain"
		resp, err := c.Do(t.Context(), call)
		want := fmt.Sprint(text, len(text), []string{"text/plain"})
		switch {
		case err != nil:
			t.Errorf("%s: Client.Do(call): error %v, want nil", name, err)
		case resp.Attempts != 3:
			t.Errorf("%s: Client.Do(call): Attempts %d, want 3", name, resp.Attempts)
		case len(got) != 3:
			t.Errorf("%s: %d attempts sent a body, want 3", name, len(got))
		case got[0] != want:
			t.Errorf("%s: got[0] %q, want %q", name, got[0], want)
		case got[1] != want:
			t.Errorf("%s: got[1] %q, want %q", name, got[1], want)
		case got[2] != want:
			t.Errorf("%s: got[2] %q, want %q", name, got[2], want)
		}
	}
}

func TestBodyIsOpenedOnceAnAttemptAndAlwaysClosed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		cfg  Config
		base http.RoundTripper
		want int32 // how often it is opened
	}{
		"sent twice": {Config{}, newScript(t, closing(503), closing(200)), 2},
		"the limiter refuses": {Config{Limiter: waitFunc(func() error { return errors.New("no") })}, newScript(t),
			1},
		"credentials are not to be had": {Config{Authorize: deny}, newScript(t), 1},
		"credentials would be seen":     {Config{Authorize: static("x"), Origin: at("http://site.test")}, newScript(t), 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			var opened, closed atomic.Int32
			call := get(site)
			if test.cfg.Origin != nil {
				call = get(test.cfg.Origin.String())
			}
			call.Method = "PUT"
			call.Body = &Body{Size: 10, Open: func() (io.ReadCloser, error) {
				opened.Add(1)
				return &zeros{left: 10, closed: &closed}, nil
			}}
			_, _ = newClient(t, test.cfg, test.base).Do(t.Context(), call)
			switch {
			case opened.Load() != test.want:
				t.Errorf("%s: Client.Do opened the body %d times, want %d", name, opened.Load(), test.want)
			case closed.Load() != test.want:
				t.Errorf("%s: Client.Do closed the body %d times, want %d", name, closed.Load(), test.want)
			}
		})
	}
}

// closing reads and closes the body as a RoundTripper has to.
func closing(code int) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
		return status(code)(req)
	}
}

func TestBodyThatCannotBeOpenedEndsTheCall(t *testing.T) {
	t.Parallel()
	gone := errors.New("file is gone")
	for failing, step := range map[int]func(*http.Request) (*http.Response, error){1: nil, 2: closing(503), 3: reset} {
		synctest.Test(t, func(t *testing.T) {
			steps := newScript(t)
			if step != nil {
				steps = newScript(t, step)
			}
			opened := 0
			call := get(site)
			call.Method = "PUT"
			call.Body = &Body{Size: -1, Open: func() (io.ReadCloser, error) {
				if opened++; opened == min(failing, 2) {
					return nil, gone
				}
				return &zeros{left: 3}, nil
			}}
			resp, err := newClient(t, Config{}, steps).Do(t.Context(), call)
			f := failed(t, resp, err)
			switch {
			case !errors.Is(err, gone):
				t.Errorf("%d: Client.Do(call): error %v, want %v", failing, err, gone)
			case f.Attempts != min(failing, 2)-1:
				t.Errorf("%d: Client.Do: failure with Attempts %d, want %d", failing, f.Attempts, min(failing, 2)-1)
			case f.NotReceived != (failing == 1):
				t.Errorf("%d: Client.Do: NotReceived %t, want %t", failing, f.NotReceived, failing == 1)
			}
			if answered := failing == 2; (f.Response != nil) != answered {
				t.Errorf("open fails at attempt %d: response %+v, want a response: %t", failing, f.Response, answered)
			}
		})
	}
}

func TestBodyOfAnotherLengthThanItsSizeIsAnError(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{Attempts: 1}, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	})
	for _, size := range []int64{5, 20} {
		call := post(server.URL)
		call.Body = &Body{Reader: &zeros{left: 10}, Size: size}
		resp, err := c.Do(t.Context(), call)
		if f := failed(t, resp, err); f.NotReceived {
			t.Error("Client.Do with a body of another length: NotReceived true, want false")
		}
	}
}

func TestBodyThatIsReadOnceIsNeverRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		call := get(site)
		call.Method, call.Body = "PUT", &Body{Reader: strings.NewReader("x"), Size: 1}
		resp, err := newClient(t, Config{}, newScript(t, status(503))).Do(t.Context(), call)
		switch {
		case err != nil:
			t.Fatalf("Client.Do(call): error %v, want nil", err)
		case resp.Attempts != 1 || resp.Status != 503:
			t.Fatalf("Client.Do(call): Attempts %d, Status %d, want 1 and 503", resp.Attempts, resp.Status)
		}
		has(t, resp.NoRetryReason, "only once")

		call.Body = &Body{Reader: strings.NewReader("x"), Size: 1}
		resp, err = newClient(t, Config{}, newScript(t, refused)).Do(t.Context(), call)
		f := failed(t, resp, err)
		has(t, f.Error(), "only once")
		switch {
		case f.Attempts != 1:
			t.Errorf("Client.Do: failure with Attempts %d, want 1", f.Attempts)
		case !f.NotReceived:
			t.Error("Client.Do with a body that is read once: NotReceived false, want true")
		}
	})
}

func TestBodyThatIsReadOnceIsNotClosed(t *testing.T) {
	t.Parallel()
	var closed atomic.Int32
	c, server := serve(t, Config{}, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	call := post(server.URL)
	call.Body = &Body{Reader: &zeros{left: 10, closed: &closed}, Size: 10}
	switch _, err := c.Do(t.Context(), call); {
	case err != nil:
		t.Errorf("closed %d times, %v, want nil", closed.Load(), err)
	case closed.Load() != 0:
		t.Errorf("Client.Do closed the body %d times (error %v), want 0", closed.Load(), err)
	}
}

func TestBodyWithoutContentIsSentAsEmpty(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprint(w, r.ContentLength, len(b), len(r.TransferEncoding))
	})
	for name, body := range map[string]*Body{
		"none": nil, "no bytes": {Type: "application/json"}, "no bytes, not nil": {Bytes: []byte{}},
	} {
		call := post(server.URL)
		call.Body = body
		switch resp, err := c.Do(t.Context(), call); {
		case err != nil:
			t.Errorf("%s: Client.Do(call): error %v, want nil", name, err)
		case string(resp.Body) != "0 0 0":
			t.Errorf("%s: Client.Do(call): Body %q, want %q", name, string(resp.Body), "0 0 0")
		}
	}
}

func TestResponseBeforeTheEndOfAnUploadIsReturned(t *testing.T) {
	t.Parallel()
	address := listen(t, func(_ int, conn *net.TCPConn) {
		_, _ = conn.Read(make([]byte, 4096))
		_, _ = io.WriteString(conn, "HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large")
		_, _ = io.Copy(io.Discard, conn)
	})
	c := newClient(t, Config{Origin: at(address)}, newDefaultTransport())
	reader, writer := io.Pipe()
	call := post(address)
	call.Body = &Body{Reader: reader, Size: -1}
	go func() { _, _ = writer.Write(make([]byte, 100)) }()
	resp, err := c.Do(t.Context(), call)
	switch {
	case err != nil:
		t.Errorf("Client.Do(call): error %v, want nil", err)
	case resp.Status != 413:
		t.Errorf("Client.Do(call): Status %d, want 413", resp.Status)
	case string(resp.Body) != "too large":
		t.Errorf("Client.Do(call): Body %q, want %q", string(resp.Body), "too large")
	}
	_ = writer.Close() // the upload was still reading
	c.CloseIdleConnections()
}

// unclosable is a body whose Close fails.
type unclosable struct {
	io.Reader
	err error
}

func (u unclosable) Close() error { return u.err }

func TestBodyWhoseCloseFailsIsAnError(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{Attempts: 1}, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	})
	changed := errors.New("the file was changed")
	for _, size := range []int64{0, 7} {
		call := post(server.URL)
		call.Body = &Body{Size: size, Open: func() (io.ReadCloser, error) {
			return unclosable{strings.NewReader("content"), changed}, nil
		}}
		if _, err := c.Do(t.Context(), call); !errors.Is(err, changed) {
			t.Errorf("Do with a body of size %d whose Close fails: error %v, want %v", size, err, changed)
		}
	}
}

// exiting is a body whose Read or Close does not return.
type exiting struct{ read, closing func() }

func (e exiting) Read([]byte) (int, error) {
	e.read()
	return 0, io.EOF
}

func (e exiting) Close() error {
	e.closing()
	return nil
}

func TestBodyThatPanicsDoesSoInTheGoroutineOfTheCall(t *testing.T) {
	t.Parallel()
	fail, nothing := func() { panic("the caller's own") }, func() {}
	for name, body := range map[string]exiting{
		"read panics":  {fail, nothing},
		"close panics": {nothing, fail},
		"read ends":    {runtime.Goexit, nothing},
		"close ends":   {nothing, runtime.Goexit},
	} {
		for _, once := range []bool{true, false} {
			if once && strings.HasPrefix(name, "close") {
				continue // a body that is read once is not closed
			}
			c, server := serve(t, Config{Attempts: 2}, func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
			})
			call := post(server.URL)
			call.Repeat = RepeatSafe
			opened := 0
			call.Body = &Body{Open: func() (io.ReadCloser, error) { opened++; return body, nil }}
			if once {
				call.Body = &Body{Reader: body}
			}
			ended, returned, recovered := make(chan struct{}), false, any(nil)
			go func() {
				defer close(ended)
				defer func() { recovered = recover() }()
				_, _ = c.Do(t.Context(), call)
				returned = true
			}()
			<-ended
			want := "<nil>"
			if strings.HasSuffix(name, "panics") {
				want = "the caller's own"
			}
			if returned || !strings.Contains(fmt.Sprint(recovered), want) {
				t.Errorf("Do with a body whose %s, read once %t: returned %t, panic %v, want that it does the same", name, once,
					returned, recovered)
			}
			if opened > 1 {
				t.Errorf("Do with a body whose %s: opened %d times, want once", name, opened)
			}
		}
	}
}
