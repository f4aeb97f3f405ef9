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

// maxTrusted limits the memory that is allocated because of a Content-Length.
const maxTrusted = 1 << 20

// maxKept bounds what is kept of the memory of a body for the next one.
const maxKept = 2 << 20

// receive reads the response and its body, and leaves an empty body in resp.
func (s *sending) receive(resp *http.Response) (*Response, error) {
	r := &Response{URL: s.at, Status: resp.StatusCode, Header: resp.Header, Sent: s.sent}
	if resp.Request != nil && resp.Request.Response != nil { // it was redirected to
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
		err = nil // the error status is reported instead
		r.redact()
	}
	return r, err
}

// lostQuery reports that a request was redirected to from an address with arguments
// that its own lacks. The one that names the route may have become a path.
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

// Release lets later calls read into the memory of Body. Nothing may hold a part of it.
func (r *Response) Release() {
	if r.Body = nil; r.memory != nil {
		r.memory.Reset()
		r.bodies.Put(r.memory)
		r.memory = nil
	}
}
