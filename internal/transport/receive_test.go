package transport

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"
)

func TestResponsesAreCapped(t *testing.T) {
	t.Parallel()
	c, server := serve(t, Config{MaxResponse: 1000}, func(w http.ResponseWriter, r *http.Request) {
		var size, code int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d/%d", &code, &size)
		w.WriteHeader(code)
		_, _ = w.Write(bytes.Repeat([]byte("x"), size))
	})
	for _, test := range []struct {
		code, size, limit, want int
		truncated               bool
	}{
		{200, 1000, 0, 1000, false},
		{200, 1001, 0, 1000, true},
		{200, 1001, 2000, 1001, false},
		{200, 5, 4, 4, true},
		{200, 2, 1, 1, true},
		{300, 2000, 0, 2000, false},
		{404, 2000, 0, 2000, false},
		{404, maxErrorBody, 0, maxErrorBody, false},
		{404, maxErrorBody + 1, 0, maxErrorBody, true},
	} {
		call := get(fmt.Sprintf("%s/%d/%d", server.URL, test.code, test.size))
		call.MaxResponse = int64(test.limit)
		resp, err := c.Do(t.Context(), call)
		if test.truncated && test.code == 200 {
			f := failed(t, resp, err)
			switch {
			case !errors.Is(err, ErrTooLarge):
				t.Errorf("%+v: Client.Do(call): error %v, want %v", test, err, ErrTooLarge)
			case f.Attempts != 1:
				t.Errorf("%+v: Client.Do: failure with Attempts %d, want 1", test, f.Attempts)
			}
			resp = f.Response
		} else if err != nil {
			t.Fatal(err)
		}
		if len(resp.Body) != test.want || resp.Truncated != test.truncated {
			t.Errorf("Client.Do of %+v: body of %d bytes, truncated %t, want %d and %t", test, len(resp.Body), resp.Truncated,
				test.want, test.truncated)
		}
	}
}

func TestSizeLimitAppliesToDecompressedResponses(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = io.Copy(z, &zeros{left: 16 << 20})
	_ = z.Close()
	for _, code := range []int{200, 500} {
		c, server := serve(t, Config{Attempts: 1, MaxResponse: 1 << 20}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(code)
			_, _ = w.Write(bomb.Bytes())
		})
		resp, err := c.Do(t.Context(), get(server.URL))
		if code == 200 {
			f := failed(t, resp, err)
			if !errors.Is(err, ErrTooLarge) {
				t.Error(err)
			}
			resp = f.Response
		}
		switch {
		case len(resp.Body) != 1<<20:
			t.Errorf("status %d: body of %d bytes, want %d", code, len(resp.Body), 1<<20)
		case !resp.Truncated:
			t.Errorf("status %d: Truncated false after %d bytes, want true", code, len(resp.Body))
		}
	}
}

//nolint:paralleltest // it measures the memory of the whole process.
func TestContentLengthAloneAllocatesNoMemory(t *testing.T) {
	c, server := serve(t, Config{Attempts: 1}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "60000000")
	})
	for _, method := range []string{"GET", "HEAD"} {
		call := get(server.URL)
		call.Method = method
		if used := allocated(func() { _, _ = c.Do(t.Context(), call) }); used > 8<<20 {
			t.Errorf("allocated: %s: %d bytes, want at most %d", method, used, 8<<20)
		}
	}
}

// allocated returns how many bytes are allocated while do runs.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// closedOnce is a body that counts what is done to it after it was closed.
type closedOnce struct {
	io.Reader
	closed, later int
}

func (c *closedOnce) Read(p []byte) (int, error) {
	if c.closed > 0 {
		c.later++
	}
	return c.Reader.Read(p)
}

func (c *closedOnce) Close() error {
	c.closed++
	return nil
}

func TestBodyOfEachResponseIsClosedOnce(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int64{"no content": 0, "content": 10, "too much content": maxErrorBody + 10} {
		var bodies []*closedOnce
		c := newClient(t, Config{MinWait: 1, Attempts: 2}, roundTripFunc(func(req *http.Request) (*http.Response, error) {
			bodies = append(bodies, &closedOnce{Reader: &zeros{left: size}})
			return &http.Response{StatusCode: http.StatusBadGateway, Header: http.Header{}, ContentLength: -1, Request: req,
				Body: bodies[len(bodies)-1]}, nil
		}))
		if _, err := c.Do(t.Context(), get(site)); err != nil || len(bodies) != 2 {
			t.Fatalf("Do with %s: error %v after %d responses, want none after 2", name, err, len(bodies))
		}
		for i, body := range bodies {
			if body.closed != 1 || body.later != 0 {
				t.Errorf("Do with %s: body %d closed %d times, then read %d times, want 1 and 0", name, i+1, body.closed,
					body.later)
			}
		}
	}
}
