package transport

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"time"
)

// maxTrusted is the largest Content-Length in bytes for which memory is allocated in
// advance.
const maxTrusted = 1 << 20

// maxKept is the largest buffer in bytes that is kept for the next response.
const maxKept = 2 << 20

// receive reads a response with its body. The body of resp is empty afterwards.
func (s *sending) receive(resp *http.Response) (*Response, error) {
	r := &Response{URL: s.at, Status: resp.StatusCode, Header: resp.Header, Sent: s.sent}
	if resp.Request != nil && resp.Request.Response != nil { // the request was redirected
		r.Redirected, r.LostQuery = true, lostQuery(resp.Request)
	}
	if wait := resp.Header.Get("Retry-After"); wait != "" {
		r.RetryAfter, _ = RetryAfter(wait, time.Now())
	}
	body := resp.Body
	resp.Body = http.NoBody
	good := resp.StatusCode >= 200 && resp.StatusCode < 300
	if good && s.call.Stream {
		r.Stream = body
		return r, nil
	}
	defer body.Close()

	limit := int64(maxErrorBody)
	if good {
		limit = s.cfg.MaxResponse
		if s.call.MaxResponse > 0 {
			limit = s.call.MaxResponse
		}
	}
	buf, _ := s.bodies.Get().(*bytes.Buffer)
	if buf == nil {
		buf = new(bytes.Buffer)
	}
	if n := min(resp.ContentLength, limit, maxTrusted); n > 0 && s.call.Method != http.MethodHead {
		buf.Grow(int(n) + bytes.MinRead)
	}
	s.reading = io.LimitedReader{R: body, N: min(limit, math.MaxInt64-1) + 1}
	_, err := buf.ReadFrom(&s.reading)
	r.Body = buf.Bytes()
	if buf.Cap() <= maxKept {
		r.memory, r.bodies = buf, s.bodies
	}
	if int64(len(r.Body)) > limit {
		r.Body, r.Truncated = r.Body[:limit], true
		err = fmt.Errorf("%w of %d bytes", ErrTooLarge, limit)
	} else if err != nil {
		r.Truncated = true
	}
	if !good {
		err = nil // the caller reports the error status instead
		r.redact()
	}
	return r, err
}

// lostQuery reports whether a redirected request lacks arguments of the first request. The
// argument rest_route does not count, because the redirect may have turned it into a path.
func lostQuery(last *http.Request) bool {
	first := last
	for first.Response != nil && first.Response.Request != nil {
		first = first.Response.Request
	}
	kept := last.URL.Query()
	for name, values := range first.URL.Query() {
		if name != "rest_route" && !slices.Equal(kept[name], values) {
			return true
		}
	}
	return false
}

// Release gives the memory of Body to later calls. The caller must not use Body, or a part of
// it, afterwards.
func (r *Response) Release() {
	if r.Body = nil; r.memory != nil {
		r.memory.Reset()
		r.bodies.Put(r.memory)
		r.memory = nil
	}
}
