package replay

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ErrLost is the error of a connection that ends before the response.
var ErrLost = errors.New("connection reset by peer")

// Reply is a response of a tap: an error, or a status with headers and a body. The body
// is JSON unless Header has another Content-Type.
type Reply struct {
	Status int
	Body   string
	Header map[string]string
	Err    error
}

// Answer returns a reply without headers.
func Answer(status int, body string) Reply { return Reply{Status: status, Body: body} }

// Tap is a transport that returns prepared responses, one after the other, and keeps
// the requests. A request after the last response fails the test.
type Tap struct {
	t       testing.TB
	mu      sync.Mutex
	replies []Reply
	asked   []string
}

// NewTap returns a tap for a test.
func NewTap(t testing.TB, replies ...Reply) *Tap {
	t.Helper()
	return &Tap{t: t, replies: replies}
}

// RoundTrip returns the next response.
func (p *Tap) RoundTrip(req *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := req.Method + " " + WithoutRandom(req.URL).RequestURI()
	if data := body(req); len(data) > 0 {
		sent += " " + string(data)
	}
	p.asked = append(p.asked, sent)
	if len(p.replies) == 0 {
		p.t.Errorf("one request too many: %s", sent)
		return nil, ErrLost
	}
	next := p.replies[0]
	p.replies = p.replies[1:]
	if next.Err != nil {
		return nil, next.Err
	}
	resp := &http.Response{
		StatusCode: next.Status, ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json; charset=UTF-8"}},
		Body:   io.NopCloser(strings.NewReader(next.Body)),
	}
	for name, value := range next.Header {
		resp.Header.Set(name, value)
	}
	return resp, nil
}

// Client returns a client that sends to the tap.
func (p *Tap) Client() *http.Client { return &http.Client{Transport: p} }

// Asked returns the requests so far: "GET /path?query", "POST /path body".
func (p *Tap) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

// Sent checks the requests so far, and that every response was used.
func (p *Tap) Sent(want ...string) {
	p.t.Helper()
	if got := strings.Join(p.Asked(), "\n"); got != strings.Join(want, "\n") {
		p.t.Errorf("sent:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
	p.Drained()
}

// Drained checks that every response was used.
func (p *Tap) Drained() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.replies) > 0 {
		p.t.Errorf("%d responses were not used", len(p.replies))
	}
}
