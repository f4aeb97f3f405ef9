package batch_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
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
		Method, Path, Query, Body string
		Headers                   http.Header
	}
	Response struct {
		Status  int
		Headers http.Header
		Body    string
	}
}

func (r *recording) authorized() bool { return r.Request.Headers.Get("Authorization") != "" }

// fixture reads a file of testdata.
func fixture(t testing.TB, name string) *recording {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+recordingEnd))
	if err != nil {
		t.Fatal(err)
	}
	rec := new(recording)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rec
}

// response is the recorded answer.
func (r *recording) response() *http.Response {
	resp := httpmock.NewStringResponse(r.Response.Status, r.Response.Body)
	resp.Header = r.Response.Headers.Clone()
	return resp
}

// newTransport answers what nobody recorded with a failure of the test, and
// with a status that is not repeated.
func newTransport(t testing.TB) *httpmock.MockTransport {
	t.Helper()
	mock := httpmock.NewMockTransport()
	mock.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
		t.Errorf("nobody recorded this request: %s %s %s", req.Method, req.URL, bodyOf(req))
		return httpmock.NewStringResponse(http.StatusTeapot, "not recorded"), nil
	})
	return mock
}

// serve answers the request of rec, and no other.
func serve(t testing.TB, mock *httpmock.MockTransport, rec *recording) {
	t.Helper()
	want, err := url.ParseQuery(rec.Request.Query)
	if err != nil {
		t.Fatal(err)
	}
	body := withDefaults(t, []byte(rec.Request.Body))
	matcher := httpmock.NewMatcher(fmt.Sprintf("%s with %s", rec.Request.Query, rec.Request.Body), func(req *http.Request) bool {
		got, err := url.ParseQuery(req.URL.RawQuery)
		return err == nil && reflect.DeepEqual(got, want) && reflect.DeepEqual(jsonValue(t, bodyOf(req)), body)
	})
	mock.RegisterMatcherResponder(rec.Request.Method, replayHost+rec.Request.Path, matcher, func(req *http.Request) (*http.Response, error) {
		for name, want := range map[string]string{"Accept": "application/json", "Content-Type": "application/json"} {
			if got := req.Header.Get(name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		user, password, sent := req.BasicAuth()
		if sent != rec.authorized() || sent && (user != replayUser || password != replayPassword) {
			t.Errorf("sent as %q, credentials sent: %v, recorded with credentials: %v", user, sent, rec.authorized())
		}
		return rec.response(), nil
	})
}

// replaySite is a client that sends to mock and repeats nothing, with
// credentials if the recording has some.
func replaySite(t testing.TB, mock *httpmock.MockTransport, rec *recording) *cms.Client {
	t.Helper()
	options := []cms.Option{
		cms.WithPrefix("wp"),
		cms.WithHTTPClient(&http.Client{Transport: mock}),
		cms.WithRetry(cms.Retry{Attempts: 1}),
	}
	if rec.authorized() {
		options = append(options, cms.WithApplicationPassword(replayUser, replayPassword))
	}
	site, err := cms.New(replayHost, options...)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// withDefaults is the body of a batch with the defaults of the specification
// written out.
func withDefaults(t testing.TB, body []byte) any {
	t.Helper()
	value := jsonValue(t, body)
	top, _ := value.(map[string]any)
	if _, ok := top["validation"]; !ok {
		top["validation"] = "normal"
	}
	items, _ := top["requests"].([]any)
	for _, item := range items {
		if item := item.(map[string]any); item["method"] == nil {
			item["method"] = "POST"
		}
	}
	return value
}

func jsonValue(t testing.TB, body []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s: %v", body, err)
	}
	return value
}

// bodyOf reads the body of a request; the mock winds it back.
func bodyOf(req *http.Request) []byte {
	if req.Body == nil {
		return nil
	}
	body, _ := io.ReadAll(req.Body)
	return body
}
