package batch_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// paths are the paths of the items, if the request is a batch.
func paths(t testing.TB, a stub.Request) (all []string) {
	t.Helper()
	var body struct{ Requests []struct{ Path string } }
	if err := json.Unmarshal([]byte(a.Body), &body); err != nil {
		t.Fatalf("%s: json.Unmarshal: %v", a.Body, err)
	}
	for _, item := range body.Requests {
		all = append(all, item.Path)
	}
	return all
}

// handler sends a response. n is the number of the request, from 1.
type handler = func(n int, w http.ResponseWriter, r stub.Request)

// newStub starts a server.
func newStub(t testing.TB, handle handler) *stub.Server {
	t.Helper()
	return stub.Serve(t, func(n int, w http.ResponseWriter, _ *http.Request, r stub.Request) { handle(n, w, r) })
}

// lines are the method and path of the requests so far, with their query.
func lines(s *stub.Server) (all []string) {
	for _, r := range s.Seen() {
		line := r.Method + " " + r.Path
		if r.Query != "" {
			line += "?" + r.Query
		}
		all = append(all, line)
	}
	return all
}

// client returns a client of a server that sends each request three times at most.
func client(t testing.TB, s *stub.Server, options ...cms.Option) *cms.Client {
	t.Helper()
	quick := cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Millisecond, MaxWait: time.Millisecond})
	return stub.Dial(t, s.URL, append([]cms.Option{quick}, options...)...)
}

// always sends the same response to every request.
func always(status int, parts ...string) handler {
	return func(_ int, w http.ResponseWriter, _ stub.Request) { stub.Reply(w, status, parts...) }
}

// cut ends the connection without an answer.
func cut(_ int, w http.ResponseWriter, _ stub.Request) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// echo answers a batch of /…/N with records of the id N, and such a request by
// itself with one.
func echo(t testing.TB) handler {
	t.Helper()
	return func(_ int, w http.ResponseWriter, r stub.Request) {
		if !strings.HasSuffix(r.Path, "batch/v1") {
			stub.Reply(w, http.StatusOK, fmt.Sprintf(`{"id":%s}`, lastSegment(r.Path)))
			return
		}
		var items []string
		for _, path := range paths(t, r) {
			items = append(items, item(http.StatusOK, fmt.Sprintf(`{"id":%s}`, lastSegment(path))))
		}
		stub.Reply(w, http.StatusMultiStatus, answers(items...))
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
