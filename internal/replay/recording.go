// Package replay sends recorded or prepared responses to the requests of a test. It
// checks that a value decoded from a response, and encoded again, loses nothing. It is
// only for tests of this module. It imports testing and httpmock, so only files ending
// in _test.go, and the package sitetest below, may import it.
//
// It makes no client: package sitetest makes those of the package cms.
package replay

import (
	"encoding/base64"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/jarcoal/httpmock"
)

// Host is the address of the recorded site. A request that was recorded with credentials must
// have User and Password.
const (
	Host     = "http://127.0.0.1:8481"
	User     = "admin"
	Password = "abcd EFGH 1234 ijkl"
)

// extension ends the file name of a recording.
const extension = ".http.json"

// Recording is one recorded exchange: see cms/testdata/README.md.
type Recording struct {
	Request  Request  `json:"request"`
	Response Response `json:"response"`
}

// Request is the recorded request.
type Request struct {
	Method  string      `json:"method"`
	Path    string      `json:"path"`
	Query   string      `json:"query"`
	Headers http.Header `json:"headers"`
	Content
}

// Response is the recorded response.
type Response struct {
	Status  int         `json:"status"`
	Headers http.Header `json:"headers"`
	Content
}

// Content is a body: a string, or Base64 where BodyEncoding says "base64".
type Content struct {
	Body         string `json:"body"`
	BodyEncoding string `json:"body_encoding"`
}

// Bytes returns the body as it was sent.
func (c Content) Bytes(t testing.TB) []byte {
	t.Helper()
	switch c.BodyEncoding {
	case "":
		return []byte(c.Body)
	case "base64":
		body, err := base64.StdEncoding.DecodeString(c.Body)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	t.Fatalf("unknown encoding %q", c.BodyEncoding)
	return nil
}

// Load reads a recording from the folder testdata of the test, by its name.
func Load(t testing.TB, name string) *Recording {
	t.Helper()
	return LoadFrom(t, "testdata", name)
}

// LoadFrom reads a recording from another folder.
func LoadFrom(t testing.TB, folder, name string) *Recording {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name+extension))
	if err != nil {
		t.Fatal(err)
	}
	rec := new(Recording)
	if err := json.Unmarshal(data, rec); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rec
}

// Names returns the names of all recordings in a folder, without the extension and
// sorted. It fails the test if there is no recording.
func Names(t testing.TB, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"+extension))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s: %v", folder, err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), extension))
	}
	slices.Sort(names)
	return names
}

// Complete checks that each recording in testdata is listed once: as replayed, or
// as unsent, with the reason why no call sends its request.
func Complete(t testing.TB, replayed []string, unsent map[string]string) {
	t.Helper()
	listed := slices.Clone(replayed)
	for name, reason := range unsent {
		listed = append(listed, name)
		if reason == "" {
			t.Errorf("%s is not sent for no reason", name)
		}
	}
	slices.Sort(listed)
	names := Names(t, "testdata")
	for i, name := range listed {
		if i > 0 && listed[i-1] == name {
			t.Errorf("%s is listed twice", name)
		}
		if _, found := slices.BinarySearch(names, name); !found {
			t.Errorf("%s is listed and is no recording", name)
		}
	}
	for _, name := range names {
		if _, found := slices.BinarySearch(listed, name); !found {
			t.Errorf("%s is neither replayed nor listed as unsent", name)
		}
	}
}

// Authorized reports whether the request came with credentials.
func (r *Recording) Authorized() bool { return r.Request.Headers.Get("Authorization") != "" }

// Partial reports whether the request asked for some fields of the records only, or for
// the context "embed".
func (r *Recording) Partial() bool {
	return strings.Contains(r.Request.Query, "_fields=") || strings.Contains(r.Request.Query, "context=embed")
}

// JSON returns the recorded response, decoded with [Value].
func (r *Recording) JSON(t testing.TB) any {
	t.Helper()
	value, err := Value(r.Response.Bytes(t))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Responder returns the recorded response, byte for byte.
func (r *Recording) Responder(t testing.TB) httpmock.Responder {
	t.Helper()
	return httpmock.NewBytesResponder(r.Response.Status, r.Response.Bytes(t)).HeaderSet(r.Response.Headers)
}

// Elsewhere returns the recorded response to another request: without arguments or a
// body, with credentials or without.
func (r *Recording) Elsewhere(authorized bool, method, path string) *Recording {
	other := *r
	other.Request = Request{Method: method, Path: path, Headers: http.Header{}}
	if authorized {
		other.Request.Headers.Set("Authorization", "Basic REDACTED")
	}
	return &other
}

// contentType returns the media type that was recorded for the request. It returns "" for
// a request without a body, and the type of JSON if no type was recorded.
func (r *Recording) contentType() string {
	if r.Request.Body == "" {
		return ""
	}
	if mediaType, _, err := mime.ParseMediaType(r.Request.Headers.Get("Content-Type")); err == nil {
		return mediaType
	}
	return "application/json"
}
