// Package stub has a server that sends what a test says and keeps the requests, and what
// tests need to write responses. Only tests import it.
package stub

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// Server sends what a test says, and keeps the requests. It is safe for concurrent use.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	requests []Request
}

// Request is a request as a [Server] received it.
type Request struct {
	Method, Path, Query, Body string
	Header                    http.Header
	Length                    int64 // -1 if the request did not state it
}

// Values returns the arguments of the query.
func (r Request) Values() url.Values {
	values, _ := url.ParseQuery(r.Query) // a malformed argument is left out
	return values
}

// Handler sends a response. n is the number of the request, from 1. The body of r was read.
type Handler = func(n int, w http.ResponseWriter, r *http.Request)

// New starts a server. It ends with the test.
func New(t testing.TB, handler Handler) *Server {
	t.Helper()
	return Serve(t, func(n int, w http.ResponseWriter, r *http.Request, _ Request) { handler(n, w, r) })
}

// Serve is [New] for a handler that reads the request as the server keeps it.
func Serve(t testing.TB, handler func(n int, w http.ResponseWriter, r *http.Request, kept Request)) *Server {
	t.Helper()
	s := &Server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		kept := Request{r.Method, r.URL.Path, r.URL.RawQuery, string(body), r.Header.Clone(), r.ContentLength}
		s.mu.Lock()
		s.requests = append(s.requests, kept)
		n := len(s.requests)
		s.mu.Unlock()
		handler(n, w, r, kept)
	}))
	t.Cleanup(s.Close)
	return s
}

// Seen returns the requests so far.
func (s *Server) Seen() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Forget discards the requests so far.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// Client returns a client of the server, as [Dial] does.
func (s *Server) Client(t testing.TB, options ...cms.Option) *cms.Client {
	t.Helper()
	return Dial(t, s.URL, options...)
}

// Dial returns a client of an address. It waits one millisecond before it retries a request.
func Dial(t testing.TB, address string, options ...cms.Option) *cms.Client {
	t.Helper()
	quick := cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond})
	site, err := cms.New(address, append([]cms.Option{quick}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// Reply writes a response: a status, headers as "Name: value", and the body last.
func Reply(w http.ResponseWriter, status int, parts ...string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	for _, header := range parts[:len(parts)-1] {
		name, value, _ := strings.Cut(header, ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, parts[len(parts)-1])
}

// Always returns a handler that sends the same response to every request.
func Always(status int, parts ...string) Handler {
	return func(_ int, w http.ResponseWriter, _ *http.Request) { Reply(w, status, parts...) }
}

// Cut ends the connection without a response.
func Cut(w http.ResponseWriter) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// Carrier is a transport in memory.
type Carrier func(*http.Request) (*http.Response, error)

// RoundTrip calls c.
func (c Carrier) RoundTrip(req *http.Request) (*http.Response, error) { return c(req) }

// Carried returns the response of a [Carrier], with the parts of [Reply].
func Carried(req *http.Request, status int, parts ...string) *http.Response {
	w := httptest.NewRecorder()
	Reply(w, status, parts...)
	resp := w.Result()
	resp.Request = req
	return resp
}
