package media_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// stub is a server that answers as a test says and remembers what it was asked.
type stub struct {
	*httptest.Server
	mu       sync.Mutex
	requests []asked
}

// asked is one request as a stub received it.
type asked struct {
	Method, Path string
	Query        url.Values
	Header       http.Header
	Body         []byte
	Length       int64
}

// form reads the body of a request.
func (a asked) form(t testing.TB) form {
	t.Helper()
	return parseForm(t, a.Header, a.Body)
}

// newStub starts a stub. The handler gets the number of the request, from 1.
func newStub(t testing.TB, handler func(n int, w http.ResponseWriter, r *http.Request)) *stub {
	t.Helper()
	s := &stub{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.requests = append(s.requests, asked{r.Method, r.URL.Path, r.URL.Query(), r.Header.Clone(), body, r.ContentLength})
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

// library is that of the stub, through a client that hardly waits before it repeats.
func (s *stub) library(t testing.TB) *media.Library {
	t.Helper()
	return media.New(dial(t, s.URL))
}

func dial(t testing.TB, address string) *cms.Client {
	t.Helper()
	site, err := cms.New(address, cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond}))
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

// oneByOne answers each request with its own status, headers and body.
func oneByOne(answers ...[]string) func(int, http.ResponseWriter, *http.Request) {
	return func(n int, w http.ResponseWriter, _ *http.Request) {
		answer := answers[min(n, len(answers))-1]
		status := 0
		for _, digit := range answer[0] {
			status = status*10 + int(digit-'0')
		}
		reply(w, status, answer[1:]...)
	}
}

// cut ends the connection without an answer.
func cut(_ int, w http.ResponseWriter, _ *http.Request) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

const (
	created  = `{"id":7}`
	outage   = `{"code":"internal_server_error","message":"critical","data":{"status":500}}`
	stored7  = "X-WP-Upload-Attachment-ID: 7"
	canceled = "context canceled"
)

// picture is a file of a few bytes.
func picture() media.File { return media.Bytes("a.png", []byte("picture")) }

// plainly is a file of the same that can be read once and tells nothing.
func plainly(content string) media.File {
	return media.File{Name: "a.png", Reader: io.MultiReader(strings.NewReader(content))}
}

// opened is a file that says how often it was opened and closed.
type opened struct {
	mu            sync.Mutex
	opens, closes int
	content       []byte
}

func (o *opened) file() media.File {
	return media.File{Name: "a.png", Size: int64(len(o.content)), Open: func() (io.ReadCloser, error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.opens++
		return struct {
			io.Reader
			io.Closer
		}{bytes.NewReader(o.content), o}, nil
	}}
}

func (o *opened) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closes++
	return nil
}

// soon is a context that no test needs to outlast.
func soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}
