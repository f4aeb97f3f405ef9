package media_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
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
	if b.BodyEncoding == "" {
		return []byte(b.Body)
	}
	body, err := base64.StdEncoding.DecodeString(b.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func readRecording(t testing.TB, file string) *recording {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rec := new(recording)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatalf("%s: json.Unmarshal(data, rec): %v", file, err)
	}
	return rec
}

func fixture(t testing.TB, name string) *recording {
	t.Helper()
	return readRecording(t, filepath.Join("testdata", name+recordingEnd))
}

// replayCase replays one fixture: run makes the calls and judges what they return.
type replayCase struct {
	fixture string
	run     func(*replay)
	// instead changes the request into what is sent in its place, and why says why
	// that asks for the same.
	instead func(*recording)
	why     string
	// refused says that nothing is sent at all.
	refused bool
}

// replay is a fixture that is being replayed.
type replay struct {
	*testing.T
	*recording
	mock    *httpmock.MockTransport
	site    *cms.Client // with credentials if the recording has some; it repeats nothing
	library *media.Library
}

func replayAll(t *testing.T, cases []replayCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.fixture, func(t *testing.T) {
			t.Parallel()
			rec := fixture(t, c.fixture)
			if (c.instead == nil) != (c.why == "") {
				t.Fatalf("case of %s: instead %v, why %q, want both or neither", c.fixture, c.instead != nil, c.why)
			}
			if c.instead != nil {
				c.instead(rec)
			}
			mock := httpmock.NewMockTransport()
			mock.RegisterNoResponder(func(req *http.Request) (*http.Response, error) {
				t.Errorf("sent %s %s, want the recorded request", req.Method, req.URL)
				return httpmock.NewStringResponse(http.StatusTeapot, "not recorded"), nil
			})
			serve(t, mock, rec)
			var options []cms.Option
			if rec.Request.Headers.Get("Authorization") != "" {
				options = append(options, cms.WithApplicationPassword(replayUser, replayPassword))
			}
			site := replaySite(t, mock, options...)
			r := &replay{T: t, recording: rec, mock: mock, site: site, library: media.New(site)}
			c.run(r)
			want := 1
			if c.refused {
				want = 0
			}
			switch n := mock.GetTotalCallCount(); {
			case n < want:
				t.Errorf("%d requests, want at least %d", n, want)
			case c.refused && n > 0:
				t.Errorf("%d requests of a refused call, want 0", n)
			}
		})
	}
}

// replaySite is a client that sends to mock and repeats nothing.
func replaySite(t testing.TB, mock http.RoundTripper, options ...cms.Option) *cms.Client {
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

// serve answers the request of a recording, and reports what differs from it.
func serve(t testing.TB, mock *httpmock.MockTransport, rec *recording) {
	t.Helper()
	want, err := url.ParseQuery(rec.Request.Query)
	if err != nil {
		t.Fatal(err)
	}
	mock.RegisterResponder(rec.Request.Method, replayHost+rec.Request.Path,
		func(req *http.Request) (*http.Response, error) {
			if got := req.URL.Query(); !reflect.DeepEqual(listed(got), listed(want)) {
				t.Errorf("arguments %v, recorded %v: listed(got) %v, want %v", got, want, listed(got), listed(want))
			}
			checkHeaders(t, rec, req)
			checkBody(t, rec, req)
			resp := httpmock.NewBytesResponse(rec.Response.Status, rec.Response.bytes(t))
			resp.Header = rec.Response.Headers.Clone()
			return resp, nil
		})
}

// listed spells a list of one as several: WordPress 7.1, where these were recorded,
// reads both alike.
func listed(query url.Values) url.Values {
	for _, name := range []string{"media_type", "mime_type"} {
		if one, ok := query[name]; ok {
			delete(query, name)
			query[name+"[]"] = one
		}
	}
	return query
}

// checkHeaders looks at the headers on which the meaning of a request depends.
func checkHeaders(t testing.TB, rec *recording, req *http.Request) {
	t.Helper()
	user, password, sent := req.BasicAuth()
	switch {
	case sent != (rec.Request.Headers.Get("Authorization") != ""):
		t.Errorf("sent as %q, credentials sent: %v, want %t", user, sent, rec.Request.Headers.Get("Authorization") != "")
	case sent && (user != replayUser || password != replayPassword):
		t.Errorf("credentials of user %q, want %q and its password", user, replayUser)
	}
	for _, name := range []string{"Accept", "Content-Disposition", "Content-Md5"} {
		if got, want := req.Header.Get(name), rec.Request.Headers.Get(name); got != want {
			t.Errorf("header %s: %q, want %q as recorded", name, got, want)
		}
	}
	got, _, _ := mime.ParseMediaType(req.Header.Get("Content-Type"))
	want, _, _ := mime.ParseMediaType(rec.Request.Headers.Get("Content-Type"))
	if got != want {
		t.Errorf("Content-Type %q, want %q as recorded", got, want)
	}
}

// checkBody compares bodies as forms, as JSON, or as bytes.
func checkBody(t testing.TB, rec *recording, req *http.Request) {
	t.Helper()
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
	}
	want := rec.Request.bytes(t)
	switch mediaType, _, _ := mime.ParseMediaType(rec.Request.Headers.Get("Content-Type")); {
	case rec.Request.Body == omitted:
	case mediaType == "multipart/form-data":
		got, recorded := parseForm(t, req.Header, body), parseForm(t, rec.Request.Headers, want)
		if !reflect.DeepEqual(got, recorded) {
			t.Errorf("the form has %v, recorded %v: %+v, want %+v", got.fields, recorded.fields, got, recorded)
		}
	case mediaType == "application/json":
		var a, b any
		switch {
		case json.Unmarshal(body, &a) != nil:
			t.Errorf("the body is %s, recorded %s: json.Unmarshal(body, &a) error %v, want nil", body, want,
				json.Unmarshal(body, &a))
		case json.Unmarshal(want, &b) != nil:
			t.Errorf("the body is %s, recorded %s: json.Unmarshal(want, &b) error %v, want nil", body, want,
				json.Unmarshal(want, &b))
		case !reflect.DeepEqual(a, b):
			t.Errorf("the body is %s, recorded %s: %v, want %v", body, want, a, b)
		}
	default:
		if !bytes.Equal(body, want) {
			t.Errorf("the body has %d bytes, recorded %d, or they differ: body %s, want %s", len(body), len(want), body, want)
		}
	}
}

// omitted stands for a body that is not compared.
const omitted = "omitted"

// form is a form as a server reads it.
type form struct {
	fields              map[string][]string
	name, kind, content string // of the file
}

func parseForm(t testing.TB, header http.Header, body []byte) form {
	t.Helper()
	_, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	f := form{fields: map[string][]string{}}
	for r := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		part, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return f
		}
		if err != nil {
			t.Fatalf("broken form: %v", err)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			t.Fatalf("broken form: %v", err)
		}
		if part.FormName() == "file" {
			f.name, f.kind, f.content = part.FileName(), part.Header.Get("Content-Type"), string(content)
			continue
		}
		f.fields[part.FormName()] = append(f.fields[part.FormName()], string(content))
	}
}
