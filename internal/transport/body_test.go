package transport

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
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
			if resp, err := c.Do(t.Context(), call); err != nil || resp.Status != 200 {
				t.Fatalf("%s: %v, %v", name, resp, err)
			}
		})
		want := body.Size
		if want == 0 {
			want = -1
		}
		if u := <-got; u.n != size || u.length != want {
			t.Errorf("%s: %+v", name, u)
		}
		if used > 8<<20 {
			t.Errorf("%s: %d bytes were allocated", name, used)
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
		if err != nil || resp.Body != nil || resp.Status != 200 {
			t.Fatalf("%v, %v", resp, err)
		}
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, resp.Stream, make([]byte, 64<<10))
		if n != size || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		if err := resp.Stream.Close(); err != nil {
			t.Error(err)
		}
	})
	if used > 8<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestStreamIsSetOnlyForSuccess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		call := get(site)
		call.Stream = true
		resp, err := newClient(t, Config{}, newScript(t, status(503), status(404))).Do(t.Context(), call)
		if err != nil || resp.Stream != nil || resp.Status != 404 || string(resp.Body) != `{"ok":true}` || resp.Attempts != 2 {
			t.Errorf("%v, %v", resp, err)
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
				if string(got) != "half" || !errors.Is(err, want) || strings.Contains(err.Error(), "cut short") != (name == "is cut") {
					t.Errorf("%q, %v", got, err)
				}
				_ = resp.Stream.Close()
				if _, err := resp.Stream.Read(make([]byte, 1)); err == nil {
					t.Error("a closed stream can be read")
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
		t.Errorf("%#v", f)
	}
	has(t, err.Error(), "opening the body gave nothing")
}

// failing is a body that cannot be closed.
type failing struct{ io.Reader }

func (failing) Close() error { return io.ErrClosedPipe }

func TestErrorOfAStreamThatIsClosedIsReturned(t *testing.T) {
	t.Parallel()
	c := newClient(t, Config{}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: failing{strings.NewReader("x")}, Request: req}, nil
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
	if _, err := resp.Stream.Read(make([]byte, 1)); err == nil || errors.Is(err, io.EOF) || strings.Contains(err.Error(), "cut short") {
		t.Errorf("a stream that was closed: %v", err)
	}
}

func TestBodyIsSentFromItsStartInEachAttempt(t *testing.T) {
	t.Parallel()
	const text = "the whole body"
	for name, body := range map[string]Body{
		"bytes":  {Bytes: []byte(text)},
		"opened": {Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, Size: int64(len(text))},
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
		if err != nil || resp.Attempts != 3 || len(got) != 3 || got[0] != want || got[1] != want || got[2] != want {
			t.Errorf("%s: %q, %v, %v", name, got, resp, err)
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
		"sent twice":                    {Config{}, newScript(t, closing(503), closing(200)), 2},
		"the limiter refuses":           {Config{Limiter: waitFunc(func() error { return errors.New("no") })}, newScript(t), 1},
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
			if opened.Load() != test.want || closed.Load() != test.want {
				t.Errorf("%s: opened %d times, closed %d times", name, opened.Load(), closed.Load())
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
			if !errors.Is(err, gone) || f.Attempts != min(failing, 2)-1 || f.NotReceived != (failing == 1) {
				t.Errorf("%d: %#v", failing, f)
			}
			if answered := failing == 2; (f.Response != nil) != answered {
				t.Errorf("%d: response %v", failing, f.Response)
			}
		})
	}
}

func TestBodyOfAnotherLengthThanItsSizeIsAnError(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{Attempts: 1}, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	for _, size := range []int64{5, 20} {
		call := post(server.URL)
		call.Body = &Body{Reader: &zeros{left: 10}, Size: size}
		resp, err := c.Do(t.Context(), call)
		if f := failed(t, resp, err); f.NotReceived {
			t.Errorf("%#v", f)
		}
	}
}

func TestBodyThatIsReadOnceIsNeverRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		call := get(site)
		call.Method, call.Body = "PUT", &Body{Reader: strings.NewReader("x"), Size: 1}
		resp, err := newClient(t, Config{}, newScript(t, status(503))).Do(t.Context(), call)
		if err != nil || resp.Attempts != 1 || resp.Status != 503 {
			t.Fatalf("%v, %v", resp, err)
		}
		has(t, resp.NoRetryReason, "only once")

		call.Body = &Body{Reader: strings.NewReader("x"), Size: 1}
		resp, err = newClient(t, Config{}, newScript(t, refused)).Do(t.Context(), call)
		f := failed(t, resp, err)
		has(t, f.Error(), "only once")
		if f.Attempts != 1 || !f.NotReceived {
			t.Errorf("%#v", f)
		}
	})
}

func TestBodyThatIsReadOnceIsNotClosed(t *testing.T) {
	t.Parallel()
	var closed atomic.Int32
	c, server := serve(t, Config{}, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	call := post(server.URL)
	call.Body = &Body{Reader: &zeros{left: 10, closed: &closed}, Size: 10}
	if _, err := c.Do(t.Context(), call); err != nil || closed.Load() != 0 {
		t.Errorf("closed %d times, %v", closed.Load(), err)
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
		if resp, err := c.Do(t.Context(), call); err != nil || string(resp.Body) != "0 0 0" {
			t.Errorf("%s: %q, %v", name, resp.Body, err)
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
	if err != nil || resp.Status != 413 || string(resp.Body) != "too large" {
		t.Errorf("%v, %v", resp, err)
	}
	_ = writer.Close() // the upload was still reading
	c.CloseIdleConnections()
}
