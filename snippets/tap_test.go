package snippets_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

// modern encodes as this module does.
func modern(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) }

// errLost is a connection that ends before the answer.
var errLost = errors.New("connection reset by peer")

// reply is what a tap answers: an error, or a status with headers and a body.
type reply struct {
	status int
	body   string
	header map[string]string
	err    error
}

// tap is a transport that gives prepared answers, one after the other, and
// remembers what was asked.
type tap struct {
	t       testing.TB
	mu      sync.Mutex
	replies []reply
	asked   []string // "GET /path?query body"
}

func (p *tap) RoundTrip(req *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := req.Method + " " + req.URL.RequestURI()
	if body := readBody(req); len(body) > 0 {
		sent += " " + string(body)
	}
	p.asked = append(p.asked, sent)
	if len(p.replies) == 0 {
		p.t.Errorf("one request too many: %s", sent)
		return nil, errLost
	}
	next := p.replies[0]
	p.replies = p.replies[1:]
	if next.err != nil {
		return nil, next.err
	}
	resp := &http.Response{
		StatusCode: next.status, ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json; charset=UTF-8"}},
		Body:   io.NopCloser(strings.NewReader(next.body)),
	}
	for name, value := range next.header {
		resp.Header.Set(name, value)
	}
	return resp, nil
}

func readBody(req *http.Request) []byte {
	if req.Body == nil {
		return nil
	}
	body, _ := io.ReadAll(req.Body)
	return body
}

// newTap returns a tap and a client that sends to it, and hardly waits before it
// repeats.
func newTap(t testing.TB, replies ...reply) (*tap, *cms.Client) {
	t.Helper()
	p := &tap{t: t, replies: replies}
	site, err := cms.New("https://docs.example.org",
		cms.WithHTTPClient(&http.Client{Transport: p}),
		cms.WithRetry(cms.Retry{MinWait: time.Nanosecond, MaxWait: time.Nanosecond}))
	if err != nil {
		t.Fatal(err)
	}
	return p, site
}

// sent checks the requests so far, and that every answer was asked for.
func (p *tap) sent(want ...string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if got := strings.Join(p.asked, "\n"); got != strings.Join(want, "\n") {
		p.t.Errorf("sent:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
	if len(p.replies) > 0 {
		p.t.Errorf("%d answers were not asked for", len(p.replies))
	}
}

// refused checks that a call was refused because of an argument, and nothing sent.
func (p *tap) refused(err error, argument string) {
	p.t.Helper()
	e, ok := errors.AsType[*cms.ArgumentError](err)
	if !ok || e.Argument != argument || e.Operation == "" || e.Reason == "" || !errors.Is(err, cms.ErrInvalidArgument) {
		p.t.Errorf("the argument %s is not refused: %v", argument, err)
	}
	p.sent()
}

// failed checks an error of the site.
func failed(t testing.TB, err error, status int, code cms.ErrorCode, is ...error) *cms.Error {
	t.Helper()
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("the error is %T: %v", err, err)
	}
	if e.Status != status || e.Code != code || e.Operation == "" || e.Method == "" || e.Path == "" {
		t.Errorf("status %d, code %q, not %d, %q: %v", e.Status, e.Code, status, code, err)
	}
	for _, sentinel := range is {
		if !errors.Is(err, sentinel) {
			t.Errorf("is not %q: %v", sentinel, err)
		}
	}
	if !slices.Contains(is, cms.ErrNotFound) && errors.Is(err, cms.ErrNotFound) {
		t.Errorf("is taken for not found: %v", err)
	}
	return e
}
