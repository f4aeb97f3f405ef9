package cms_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
)

// Where the exchanges were recorded, and who replays them.
const (
	replayHost     = "http://127.0.0.1:8481"
	replayUser     = "admin"
	replayPassword = "abcd EFGH 1234 ijkl"
	recordingEnd   = ".http.json"
)

// recording is one file of testdata: see the README there.
type recording struct {
	Request struct {
		Method  string
		Path    string
		Query   string
		Headers http.Header
		recordedBody
	}
	Response struct {
		Status  int
		Headers http.Header
		recordedBody
	}
}

type recordedBody struct {
	Body         string `json:"body"`
	BodyEncoding string `json:"body_encoding"`
}

func (b recordedBody) bytes(t testing.TB) []byte {
	t.Helper()
	switch b.BodyEncoding {
	case "":
		return []byte(b.Body)
	case "base64":
		body, err := base64.StdEncoding.DecodeString(b.Body)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	t.Fatalf("unknown encoding %q", b.BodyEncoding)
	return nil
}

func (r *recording) authorized() bool { return r.Request.Headers.Get("Authorization") != "" }

// partial says that the request asked for some fields of the records only.
func (r *recording) partial() bool { return strings.Contains(r.Request.Query, "_fields=") }

func readRecording(t testing.TB, file string) *recording {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rec := new(recording)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return rec
}

// fixture reads a file of testdata.
func fixture(t testing.TB, name string) *recording {
	t.Helper()
	return readRecording(t, filepath.Join("testdata", name+recordingEnd))
}

// replayCase replays one fixture: run makes the calls and judges what they
// return.
type replayCase struct {
	fixture string
	// query and body are what is sent where it is not what was recorded, and
	// why says why that is the same.
	query, body, why string
	options          []cms.Option
	run              func(*replay)
}

// asking returns the case with another query than the recorded one.
func (c replayCase) asking(query, why string) replayCase {
	c.query, c.why = query, why
	return c
}

// replay is a fixture that is being replayed.
type replay struct {
	*testing.T
	*recording
	mock *httpmock.MockTransport
	site *cms.Client // with credentials if the recording has some; it repeats nothing
}

// replayAll replays each fixture in a sub-test of its own. Every one is asked
// for exactly once.
func replayAll(t *testing.T, cases []replayCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.fixture, func(t *testing.T) {
			t.Parallel()
			r := newReplay(t, c)
			c.run(r)
			if n := r.mock.GetTotalCallCount(); n != 1 {
				t.Errorf("%d requests were sent, not one", n)
			}
		})
	}
}

func newReplay(t *testing.T, c replayCase) *replay {
	t.Helper()
	rec := fixture(t, c.fixture)
	if c.query == rec.Request.Query && c.query != "" || c.body == rec.Request.Body && c.body != "" || (c.why == "") != (c.query == "" && c.body == "") {
		t.Fatal("what is sent instead of the recorded request has to differ from it, for a reason")
	}
	if c.query != "" {
		rec.Request.Query = c.query
	}
	if c.body != "" {
		rec.Request.Body = c.body
	}
	mock := newReplayTransport(t)
	serveRecording(t, mock, rec, httpmock.ResponderFromResponse(rec.response(t)))
	options := c.options
	if rec.authorized() {
		options = append([]cms.Option{cms.WithApplicationPassword(replayUser, replayPassword)}, options...)
	}
	return &replay{T: t, recording: rec, mock: mock, site: replaySite(t, mock, options...)}
}

// replaySite is a client that sends to mock and repeats nothing.
func replaySite(t testing.TB, mock *httpmock.MockTransport, options ...cms.Option) *cms.Client {
	t.Helper()
	site, err := cms.New(replayHost, append([]cms.Option{
		cms.WithPrefix("wp"),
		cms.WithHTTPClient(&http.Client{Transport: mock}),
		cms.WithRetry(cms.Retry{Attempts: 1}),
	}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// newReplayTransport answers what nobody recorded with a failure of the test,
// and with a status that is not repeated.
func newReplayTransport(t testing.TB) *httpmock.MockTransport {
	t.Helper()
	mock := httpmock.NewMockTransport()
	mock.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
		t.Errorf("nobody recorded this request: %s", sentAs(req))
		return httpmock.NewStringResponse(http.StatusTeapot, "not recorded"), nil
	})
	return mock
}

// response is the recorded answer.
func (r *recording) response(t testing.TB) *http.Response {
	t.Helper()
	resp := httpmock.NewBytesResponse(r.Response.Status, r.Response.bytes(t))
	resp.Header = r.Response.Headers.Clone()
	return resp
}

// serveRecording answers the request of rec, and no other.
func serveRecording(t testing.TB, mock *httpmock.MockTransport, rec *recording, answer httpmock.Responder) {
	t.Helper()
	want, err := url.ParseQuery(rec.Request.Query)
	if err != nil {
		t.Fatal(err)
	}
	body := rec.Request.bytes(t)
	matcher := httpmock.NewMatcher(fmt.Sprintf("%s with %s", rec.Request.Query, body), func(req *http.Request) bool {
		got, err := url.ParseQuery(req.URL.RawQuery)
		return err == nil && reflect.DeepEqual(got, want) && sameJSON(readBody(req), body)
	})
	mock.RegisterMatcherResponder(rec.Request.Method, replayHost+rec.Request.Path, matcher, func(req *http.Request) (*http.Response, error) {
		checkHeaders(t, rec, req)
		return answer(req)
	})
}

// checkHeaders looks at the headers on which the meaning of a request depends.
func checkHeaders(t testing.TB, rec *recording, req *http.Request) {
	t.Helper()
	if got := req.Header.Get("Accept"); got != "application/json" {
		t.Errorf("Accept is %q", got)
	}
	user, password, sent := req.BasicAuth()
	if sent != rec.authorized() || sent && (user != replayUser || password != replayPassword) {
		t.Errorf("sent as %q, credentials sent: %v, recorded with credentials: %v", user, sent, rec.authorized())
	}
	contentType := ""
	if rec.Request.Body != "" {
		contentType = "application/json"
	}
	if got := req.Header.Get("Content-Type"); got != contentType {
		t.Errorf("Content-Type is %q, not %q", got, contentType)
	}
	const override = "X-Http-Method-Override"
	if got, want := req.Header.Get(override), rec.Request.Headers.Get(override); got != want {
		t.Errorf("%s is %q, not %q", override, got, want)
	}
}

// readBody reads the body of a request; the mock winds it back.
func readBody(req *http.Request) []byte {
	if req.Body == nil {
		return nil
	}
	body, _ := io.ReadAll(req.Body)
	return body
}

// sameJSON compares two bodies as JSON, or as what they are if one is none.
func sameJSON(a, b []byte) bool {
	left, errLeft := jsonValue(a)
	right, errRight := jsonValue(b)
	if errLeft != nil || errRight != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(left, right)
}

func sentAs(req *http.Request) string {
	query, err := url.QueryUnescape(req.URL.RawQuery)
	if err != nil {
		query = req.URL.RawQuery
	}
	return fmt.Sprintf("%s %s?%s %s", req.Method, req.URL.Path, query, readBody(req))
}

// serveElsewhere gives the answer of a fixture to another request than the
// recorded one, which is to come with credentials or without.
func serveElsewhere(t testing.TB, mock *httpmock.MockTransport, name string, authorized bool, method, path, query, body string) *recording {
	t.Helper()
	rec := fixture(t, name)
	rec.Request.Headers.Del("Authorization")
	if authorized {
		rec.Request.Headers.Set("Authorization", "Basic REDACTED")
	}
	rec.Request.Method, rec.Request.Path, rec.Request.Query, rec.Request.Body = method, path, query, body
	serveRecording(t, mock, rec, httpmock.ResponderFromResponse(rec.response(t)))
	return rec
}
