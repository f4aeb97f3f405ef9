package snippets_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
		Method, Path, Query string
		Headers             http.Header
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
	if b.BodyEncoding == "" {
		return []byte(b.Body)
	}
	body, err := base64.StdEncoding.DecodeString(b.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func fixture(t testing.TB, name string) *recording {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+recordingEnd))
	if err != nil {
		t.Fatal(err)
	}
	rec := new(recording)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatal(err)
	}
	return rec
}

// replay is a recording that is being replayed.
type replay struct {
	*testing.T
	*recording
	mock *httpmock.MockTransport
	site *cms.Client // with credentials if the recording has some; it repeats nothing
}

// replayAll replays each recording in a sub-test of its own, through the call
// that sends its request, and checks that none is left out. The others are
// listed with a reason.
func replayAll(t *testing.T, cases map[string]func(*replay), unsent map[string]string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*"+recordingEnd))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), recordingEnd))
	}
	listed := slices.Concat(slices.Collect(maps.Keys(cases)), slices.Collect(maps.Keys(unsent)))
	if slices.Sort(listed); !slices.Equal(listed, names) {
		t.Errorf("replayed or listed as unsent:\n%v\nrecorded:\n%v", listed, names)
	}
	for name, run := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := fixture(t, name)
			mock := httpmock.NewMockTransport()
			mock.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
				t.Errorf("nobody recorded this request: %s %s %s", req.Method, req.URL, readBody(req))
				return httpmock.NewStringResponse(http.StatusTeapot, "not recorded"), nil
			})
			options := []cms.Option{
				cms.WithPrefix("wp"), cms.WithHTTPClient(&http.Client{Transport: mock}), cms.WithRetry(cms.Retry{Attempts: 1}),
			}
			if rec.authorized() {
				options = append(options, cms.WithApplicationPassword(replayUser, replayPassword))
			}
			site, err := cms.New(replayHost, options...)
			if err != nil {
				t.Fatal(err)
			}
			r := &replay{t, rec, mock, site}
			r.serve(rec)
			run(r)
		})
	}
}

func (r *recording) authorized() bool { return r.Request.Headers.Get("Authorization") != "" }

// serve answers the request of rec, and no other. It has to come once.
func (r *replay) serve(rec *recording) {
	r.Helper()
	want, err := url.ParseQuery(rec.Request.Query)
	if err != nil {
		r.Fatal(err)
	}
	body, calls := rec.Request.bytes(r), 0
	name := rec.Request.Method + " " + rec.Request.Path + "?" + rec.Request.Query
	matcher := httpmock.NewMatcher(name, func(req *http.Request) bool {
		got, err := url.ParseQuery(req.URL.RawQuery)
		return err == nil && reflect.DeepEqual(got, want) && sameJSON(readBody(req), body)
	})
	r.mock.RegisterMatcherResponder(rec.Request.Method, replayHost+rec.Request.Path, matcher, func(req *http.Request) (*http.Response, error) {
		calls++
		r.checkHeaders(rec, req)
		resp := httpmock.NewBytesResponse(rec.Response.Status, rec.Response.bytes(r))
		resp.Header = rec.Response.Headers.Clone()
		return resp, nil
	})
	r.Cleanup(func() {
		if calls != 1 {
			r.Errorf("%s was sent %d times", name, calls)
		}
	})
}

// also gives the answer of another recording, changed by edit, to a request that
// goes with the recorded one.
func (r *replay) also(name, method, path string, edit func(body string) string) {
	r.Helper()
	rec := fixture(r, name)
	rec.Request.Method, rec.Request.Path, rec.Request.Query, rec.Request.Body = method, path, "", ""
	rec.Request.Headers = r.Request.Headers
	if edit != nil {
		changed := edit(rec.Response.Body)
		if changed == rec.Response.Body {
			r.Fatalf("%s was not changed", name)
		}
		rec.Response.Body = changed
	}
	r.serve(rec)
}

// checkHeaders looks at the headers on which the meaning of a request depends.
func (r *replay) checkHeaders(rec *recording, req *http.Request) {
	r.Helper()
	if got := req.Header.Get("Accept"); got != "application/json" {
		r.Errorf("Accept is %q", got)
	}
	user, password, sent := req.BasicAuth()
	if sent != rec.authorized() || sent && (user != replayUser || password != replayPassword) {
		r.Errorf("sent as %q, credentials sent: %v, recorded with credentials: %v", user, sent, rec.authorized())
	}
	if got := req.Header.Get("Content-Type"); (got == "application/json") != (rec.Request.Body != "") {
		r.Errorf("Content-Type is %q", got)
	}
}

func (r *replay) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func sameJSON(a, b []byte) bool {
	left, errLeft := jsonValue(a)
	right, errRight := jsonValue(b)
	if errLeft != nil || errRight != nil {
		return bytes.Equal(a, b)
	}
	return reflect.DeepEqual(left, right)
}

// jsonValue decodes JSON. Numbers keep their spelling.
func jsonValue(data []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	return v, dec.Decode(&v)
}

// kept checks that v, decoded from the recorded answer, holds all of it, and that
// plain encoding/json writes and reads v without a loss.
func kept[T any](r *replay, v T) {
	r.Helper()
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false) // or it rewrites < inside of raw JSON as well
	r.ok(enc.Encode(v))
	var again T
	r.ok(json.Unmarshal(plain.Bytes(), &again))
	if !reflect.DeepEqual(again, v) && !strings.Contains(r.Request.Query, "_fields=") {
		r.Errorf("encoding/json gives another value:\n%+v\n%+v", again, v)
	}
	server, err := jsonValue(r.Response.bytes(r))
	r.ok(err)
	written, err := modern(v)
	r.ok(err)
	ours, err := jsonValue(written)
	r.ok(err)
	for _, difference := range differences("", server, ours) {
		r.Error(difference)
	}
}

// differences says where ours does not hold what the server wrote, or holds more.
func differences(at string, server, ours any) (found []string) {
	if blank(server) && blank(ours) {
		return nil
	}
	switch server := server.(type) {
	case map[string]any:
		ours, ok := ours.(map[string]any)
		if !ok {
			return []string{at + " is no object"}
		}
		names := maps.Clone(server)
		maps.Copy(names, ours)
		for name := range names {
			found = append(found, differences(at+"."+name, server[name], ours[name])...)
		}
		return found
	case []any:
		ours, ok := ours.([]any)
		if !ok || len(ours) != len(server) {
			return []string{at + " is no list of the same length"}
		}
		for i := range server {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), server[i], ours[i])...)
		}
		return found
	}
	if list, ok := ours.([]any); ok && len(list) == 1 { // which a server may write without brackets
		ours = list[0]
	}
	if fmt.Sprint(server) != fmt.Sprint(ours) { // "2" and 2 are the same number
		return []string{fmt.Sprintf("%s is %v, not %v", at, ours, server)}
	}
	return nil
}

// blank reports whether a value stands for nothing.
func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return fmt.Sprint(v) == "0" || v == false
}
