package connect_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
)

// stub is a server that answers as a test says and remembers what it was asked.
type stub struct {
	*httptest.Server
	mu       sync.Mutex
	requests []asked
}

// asked is one request as a stub received it.
type asked struct {
	Method, Path, Query, Body string
	Header                    http.Header
}

// newStub starts a stub. The handler gets the number of the request, from 1.
func newStub(t testing.TB, handler func(n int, w http.ResponseWriter, r *http.Request)) *stub {
	t.Helper()
	s := &stub{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.requests = append(s.requests, asked{r.Method, r.URL.Path, r.URL.RawQuery, string(body), r.Header.Clone()})
		n := len(s.requests)
		s.mu.Unlock()
		handler(n, w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// seen returns the requests so far.
func (s *stub) seen() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]asked(nil), s.requests...)
}

// client is a client of the stub that waits almost not at all before it repeats.
func (s *stub) client(t testing.TB, options ...cms.Option) *cms.Client {
	t.Helper()
	return dial(t, s.URL, options...)
}

func dial(t testing.TB, address string, options ...cms.Option) *cms.Client {
	t.Helper()
	quick := cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond})
	site, err := cms.New(address, append([]cms.Option{quick}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// reply writes an answer: a status, headers as "Name: value", and the body last.
func reply(w http.ResponseWriter, status int, parts ...string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	for _, header := range parts[:len(parts)-1] {
		name, value, _ := strings.Cut(header, ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, parts[len(parts)-1])
}

// always answers every request alike.
func always(status int, parts ...string) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, _ *http.Request) { reply(w, status, parts...) }
}

// said returns all texts of a finding.
func said(f connect.Finding) string { return f.Detail + ". " + f.Remedy + ". " + f.Go }

// carrier is a transport in memory.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(req *http.Request) (*http.Response, error) { return c(req) }

// carried is an answer of a carrier.
func carried(req *http.Request, status int, parts ...string) *http.Response {
	w := httptest.NewRecorder()
	reply(w, status, parts...)
	resp := w.Result()
	resp.Request = req
	return resp
}
