package replay

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jarcoal/httpmock"
)

// Transport responds to the requests of the recordings that it serves. Any other
// request fails the test, and gets a status that no client retries.
type Transport struct {
	*httpmock.MockTransport

	t testing.TB
}

// NewTransport returns a transport of its own for a test.
func NewTransport(t testing.TB) *Transport {
	t.Helper()
	mock := httpmock.NewMockTransport()
	mock.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
		query, err := url.QueryUnescape(req.URL.RawQuery)
		if err != nil {
			query = req.URL.RawQuery
		}
		t.Errorf("nobody recorded this request: %s %s?%s %s", req.Method, req.URL.Path, query, body(req))
		return httpmock.NewStringResponse(http.StatusTeapot, "not recorded"), nil
	})
	return &Transport{mock, t}
}

// Client returns a client that sends to the transport.
func (m *Transport) Client() *http.Client { return &http.Client{Transport: m} }

// Sent checks how many requests were sent so far.
func (m *Transport) Sent(want int) {
	m.t.Helper()
	if n := m.GetTotalCallCount(); n != want {
		m.t.Errorf("%d requests were sent, not %d", n, want)
	}
}

// Terms say how a recording is served.
type Terms struct {
	// Times is how often the request must come until the test ends, 0 for any number.
	Times int
	// Same compares the body of a request with the recorded body. The default is [SameJSON].
	Same func(req *http.Request, sent, recorded []byte) bool
	// Answer replaces the recorded response.
	Answer httpmock.Responder
}

// Serve responds only to the request of a recording. Method, path, arguments and body
// must be equal, and so must the presence of credentials and the headers that change
// the meaning of a request. It must come once.
func (m *Transport) Serve(rec *Recording) {
	m.t.Helper()
	m.ServeOn(rec, Terms{Times: 1})
}

// ServeOn is [Transport.Serve] with other terms.
func (m *Transport) ServeOn(rec *Recording, terms Terms) {
	m.t.Helper()
	want, err := url.ParseQuery(rec.Request.Query)
	if err != nil {
		m.t.Fatal(err)
	}
	recorded, same, answer := rec.Request.Bytes(m.t), terms.Same, terms.Answer
	if same == nil {
		same = func(_ *http.Request, sent, recorded []byte) bool { return SameJSON(sent, recorded) }
	}
	if answer == nil {
		answer = rec.Responder(m.t)
	}
	name := fmt.Sprintf("%s with %s", rec.Request.Query, recorded)
	matcher := httpmock.NewMatcher(name, func(req *http.Request) bool {
		got, err := url.ParseQuery(req.URL.RawQuery)
		// The option Uncached sends a random name as _embed. A recording cannot contain it.
		if WithoutRandom(req.URL).Query().Get("_embed") == "random" {
			got.Del("_embed")
		}
		return err == nil && reflect.DeepEqual(got, want) && same(req, body(req), recorded)
	})
	var calls atomic.Int64
	m.RegisterMatcherResponder(rec.Request.Method, Host+rec.Request.Path, matcher,
		func(req *http.Request) (*http.Response, error) {
			calls.Add(1)
			m.checkHeaders(rec, req)
			return answer(req)
		})
	m.t.Cleanup(func() {
		if n := int(calls.Load()); terms.Times > 0 && n != terms.Times {
			m.t.Errorf("%s %s was sent %d times, not %d", rec.Request.Method, rec.Request.Path, n, terms.Times)
		}
	})
}

// checkHeaders compares the headers on which the meaning of a request depends.
func (m *Transport) checkHeaders(rec *Recording, req *http.Request) {
	m.t.Helper()
	if got := req.Header.Get("Accept"); got != "application/json" {
		m.t.Errorf("Accept is %q", got)
	}
	user, password, sent := req.BasicAuth()
	if sent != rec.Authorized() || sent && (user != User || password != Password) {
		m.t.Errorf("sent as %q, credentials sent: %v, recorded with credentials: %v", user, sent, rec.Authorized())
	}
	got, want := req.Header.Get("Content-Type"), rec.contentType()
	if strings.HasPrefix(want, "multipart/") { // the boundary is not compared, because it is random
		got, _, _ = strings.Cut(got, ";")
	}
	if got != want {
		m.t.Errorf("Content-Type is %q, not %q", got, want)
	}
	for _, name := range []string{"X-Http-Method-Override", "Content-Disposition", "Content-Md5"} {
		if got, want := req.Header.Get(name), rec.Request.Headers.Get(name); got != want {
			m.t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
}

// body reads the body of a request. After that the body can be read again, because httpmock
// keeps a copy.
func body(req *http.Request) []byte {
	if req.Body == nil {
		return nil
	}
	data, _ := io.ReadAll(req.Body)
	return data
}

// SameJSON compares two bodies as JSON, or byte by byte if one of them is not JSON.
func SameJSON(a, b []byte) bool {
	left, errLeft := Value(a)
	right, errRight := Value(b)
	if errLeft != nil || errRight != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(left, right)
}
