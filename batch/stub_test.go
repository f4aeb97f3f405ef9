package batch_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
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

// paths are the paths of the items, if the request is a batch.
func (a asked) paths(t testing.TB) (paths []string) {
	t.Helper()
	var body struct{ Requests []struct{ Path string } }
	if err := json.Unmarshal([]byte(a.Body), &body); err != nil {
		t.Fatalf("%s: json.Unmarshal: %v", a.Body, err)
	}
	for _, item := range body.Requests {
		paths = append(paths, item.Path)
	}
	return paths
}

type handler = func(n int, w http.ResponseWriter, r asked)

// newStub starts a stub. The handler gets the number of the request, from 1.
func newStub(t testing.TB, handle handler) *stub {
	t.Helper()
	s := &stub{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		request := asked{r.Method, r.URL.Path, r.URL.RawQuery, string(body), r.Header.Clone()}
		s.mu.Lock()
		s.requests = append(s.requests, request)
		n := len(s.requests)
		s.mu.Unlock()
		handle(n, w, request)
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

// lines are the method and path of the requests so far, with their query.
func (s *stub) lines() (lines []string) {
	for _, r := range s.seen() {
		line := r.Method + " " + r.Path
		if r.Query != "" {
			line += "?" + r.Query
		}
		lines = append(lines, line)
	}
	return lines
}

// client is a client of the stub that waits almost not at all before it repeats.
func (s *stub) client(t testing.TB, options ...cms.Option) *cms.Client {
	t.Helper()
	quick := cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Millisecond, MaxWait: time.Millisecond})
	site, err := cms.New(s.URL, append([]cms.Option{quick}, options...)...)
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
func always(status int, parts ...string) handler {
	return func(_ int, w http.ResponseWriter, _ asked) { reply(w, status, parts...) }
}

// cut ends the connection without an answer.
func cut(_ int, w http.ResponseWriter, _ asked) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// echo answers a batch of /…/N with records of the id N, and such a request by
// itself with one.
func echo(t testing.TB) handler {
	t.Helper()
	return func(_ int, w http.ResponseWriter, r asked) {
		if !strings.HasSuffix(r.Path, "batch/v1") {
			reply(w, http.StatusOK, fmt.Sprintf(`{"id":%s}`, lastSegment(r.Path)))
			return
		}
		var items []string
		for _, path := range r.paths(t) {
			items = append(items, item(http.StatusOK, fmt.Sprintf(`{"id":%s}`, lastSegment(path))))
		}
		reply(w, http.StatusMultiStatus, answers(items...))
	}
}

func lastSegment(path string) string { return path[strings.LastIndex(path, "/")+1:] }

// item is the answer to one item.
func item(status int, body string) string {
	return fmt.Sprintf(`{"body":%s,"status":%d,"headers":[]}`, body, status)
}

// answers is the answer of the batch route.
func answers(items ...string) string { return `{"responses":[` + strings.Join(items, ",") + `]}` }

// updates is a batch of updates of the posts 1 to n.
func updates(site *cms.Client, n int) *batch.Builder {
	b := batch.New(site)
	for id := range n {
		b.Add(site.Posts.UpdateRequest(int64(id+1), post("x")))
	}
	return b
}

// each is n times the same outcome.
func each(n int, o outcome) []outcome {
	list := make([]outcome, n)
	for i := range list {
		list[i] = o
	}
	return list
}
