package resilience

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

var errOverBudget = errors.New("the server was asked more often than the row allows")

// server answers as a row says, and remembers what it was asked.
type server struct {
	handler http.HandlerFunc
	budget  int

	mu       sync.Mutex
	requests []request
	over     bool
}

// request is one request as a server received it.
type request struct {
	method, path string // the method that is meant, also where a header names it
	query        string
	body         string
}

func (r request) String() string {
	if r.query == "" {
		return r.method + " " + r.path
	}
	return r.method + " " + r.path + "?" + r.query
}

func (r request) writes() bool { return r.method != http.MethodGet && r.method != http.MethodHead }

// newServer answers at most budget requests by handler.
func newServer(t *testing.T, budget int, handler http.HandlerFunc) *server {
	t.Helper()
	s := &server{handler: handler, budget: budget}
	t.Cleanup(func() {
		if s.mu.Lock(); s.over {
			t.Errorf("Server received more than %d requests, want at most these", budget)
		}
		s.mu.Unlock()
	})
	return s
}

// admit keeps r, and reports whether it is within the budget.
func (s *server) admit(r *http.Request) bool {
	method := r.Method
	if override := r.Header.Get("X-HTTP-Method-Override"); override != "" {
		method = override
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) >= s.budget {
		s.over = true
		return false
	}
	s.requests = append(s.requests, request{method, r.URL.Path, r.URL.RawQuery, string(body)})
	return true
}

// RoundTrip makes a server the transport of a client.
func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	received := r.Clone(r.Context())
	if received.Body == nil {
		received.Body = http.NoBody
	}
	if !s.admit(received) {
		return nil, errOverBudget
	}
	w := httptest.NewRecorder()
	s.handler(w, received)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// site is a client in memory that signs its requests.
func (s *server) site(t *testing.T, options ...cms.Option) *cms.Client {
	t.Helper()
	return dial(t, "https://docs.example.org",
		append([]cms.Option{cms.WithHTTPClient(&http.Client{Transport: s})}, options...)...)
}

// listen serves s on a port of this machine, and returns its address.
func (s *server) listen(t *testing.T) string {
	t.Helper()
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.admit(r) {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = conn.Close()
			}
			return
		}
		s.handler(w, r)
	}))
	t.Cleanup(listening.Close)
	return listening.URL
}

func dial(t *testing.T, address string, options ...cms.Option) *cms.Client {
	t.Helper()
	site, err := cms.New(address, append([]cms.Option{
		cms.WithApplicationPassword("editor", "secret"),
		cms.WithRetry(cms.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// seen are the requests so far.
func (s *server) seen() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// writes are the requests so far that write.
func (s *server) writes() []request {
	return slices.DeleteFunc(s.seen(), func(r request) bool { return !r.writes() })
}

// answer writes a status, headers as "Name: value", and a body.
func answer(w http.ResponseWriter, status int, body string, headers ...string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// respondAlways answers every request alike.
func respondAlways(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, status, body, headers...) }
}

// refusal is the body of an answer of the REST API that refuses.
func refusal(status int, code string) string {
	return fmt.Sprintf(`{"code":%q,"message":"No.","data":{"status":%d}}`, code, status)
}

// bounded is the context of a row.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// totals are the headers of a list.
func totals(total, pages string) []string {
	return []string{"X-CMS-Total: " + total, "X-CMS-TotalPages: " + pages}
}
