package changes_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// site is a site in memory whose clock the test sets. Requests reach it without a network.
type site struct {
	*cmstest.Server
	client *cms.Client

	mu        sync.Mutex
	now       time.Time
	perPage   int // of lists, 0 for what was requested
	requests  []string
	fail      func(n int, r *http.Request) *http.Response // nil for the response of the site
	change    func(r *http.Request, response *http.Response)
	meanwhile func() // called before each request of a pass
}

// between has act called before each request that act itself does not send.
func (s *site) between(act func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meanwhile = act
}

func newSite(t testing.TB, options ...cmstest.Option) *site {
	t.Helper()
	s := &site{now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)}
	s.Server = cmstest.NewServer(append([]cmstest.Option{cmstest.WithClock(s.clock)}, options...)...)
	t.Cleanup(s.Close)
	s.client = s.as(t, "admin")
	return s
}

func (s *site) as(t testing.TB, user string) *cms.Client {
	t.Helper()
	client, err := cms.New(s.URL, cms.WithApplicationPassword(user, s.AppPassword(user)),
		cms.WithRetry(cms.Retry{Attempts: 1}), cms.WithHTTPClient(&http.Client{Transport: s}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *site) set(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

func (s *site) pass(d time.Duration) { s.set(s.clock().Add(d)) }

// post creates a post and returns its id.
func (s *site) post(t testing.TB, params *cms.PostParams) int64 {
	t.Helper()
	return must[*cms.Post](t)(s.client.Posts.Create(t.Context(), params)).ID
}

func (s *site) edit(t testing.TB, id int64, params *cms.PostParams) {
	t.Helper()
	must[*cms.Post](t)(s.client.Posts.Update(t.Context(), id, params))
}

func (s *site) remove(t testing.TB, id int64) {
	t.Helper()
	must[*cms.Deleted[cms.Post]](t)(s.client.Posts.Delete(t.Context(), id))
}

func (s *site) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	act := s.meanwhile
	s.meanwhile = nil
	s.mu.Unlock()
	if act != nil && r.Method == http.MethodGet {
		act()
	}
	if act != nil {
		s.between(act)
	}
	query := r.URL.Query()
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path+"?"+r.URL.RawQuery)
	n, fail, change := len(s.requests), s.fail, s.change
	if s.perPage > 0 && r.Method == http.MethodGet && query.Has("per_page") && !query.Has("include[]") {
		query.Set("per_page", fmt.Sprint(s.perPage))
		r = r.Clone(r.Context())
		r.URL.RawQuery = query.Encode()
	}
	s.mu.Unlock()
	if fail != nil {
		if response := fail(n, r); response != nil {
			return response, nil
		}
	}
	in := r.Clone(r.Context())
	if in.Body == nil {
		in.Body = http.NoBody
	}
	out := httptest.NewRecorder()
	s.Handler().ServeHTTP(out, in)
	response := out.Result()
	for name, values := range response.Header { // as a connection would
		delete(response.Header, name)
		response.Header[http.CanonicalHeaderKey(name)] = values
	}
	response.Header.Set("Date", s.clock().UTC().Format(http.TimeFormat))
	response.Request = r
	if change != nil {
		change(r, response)
	}
	return response, nil
}

// failAt has the nth of the next requests fail, or none if n is negative.
func (s *site) failAt(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.fail = nil, nil
	if n >= 0 {
		s.fail = func(number int, r *http.Request) *http.Response {
			if number == n+1 {
				return broken(r)
			}
			return nil
		}
	}
}

// broken is a response of a site whose database fails.
func broken(r *http.Request) *http.Response {
	out := httptest.NewRecorder()
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(http.StatusInternalServerError)
	out.Body = bytes.NewBufferString(`{"code":"db_down","message":"The database is gone.","data":{"status":500}}`)
	response := out.Result()
	response.Request = r
	return response
}

// taken returns what a pass yields, as "created posts/5", and the errors.
func taken(t *testing.T, feed *changes.Feed, options *changes.Options) (list []string, errs []error) {
	t.Helper()
	for c, err := range feed.All(t.Context(), options) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, fmt.Sprintf("%s %s/%d", c.Op, c.Kind, c.ID))
	}
	return list, errs
}

// expect runs a pass and compares what it yields.
func expect(t *testing.T, when string, feed *changes.Feed, options *changes.Options, want ...string) {
	t.Helper()
	got, errs := taken(t, feed, options)
	if len(errs) > 0 {
		t.Fatalf("%s: Feed.All: errors %v, want none", when, errs)
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Fatalf("%s: Feed.All yielded %q, want %q", when, got, want)
	}
}

func must[V any](t testing.TB) func(V, error) V {
	t.Helper()
	return func(v V, err error) V {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// readBody returns the body of a response, which can be read again.
func readBody(response *http.Response) string {
	body, _ := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return string(body)
}

func replaceBody(response *http.Response, from, to string) {
	setBody(response, strings.ReplaceAll(readBody(response), from, to))
}

func setBody(response *http.Response, body string) {
	response.Body, response.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	response.Header.Del("Content-Length")
}
