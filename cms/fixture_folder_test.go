package cms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
)

var (
	recordedRoute  = regexp.MustCompile(`^/(?:wp|cms)-json/((?:wp|cms)/v2/)?(.*?)/?$`)
	recordedRecord = regexp.MustCompile(`^(posts|pages)(?:/(\d+))?$`)
)

// TestRecordingsOfAnotherFolderAreUnderstood reads the recordings in the folder
// that FONTCMS_RECORDINGS names. Of posts and pages every answer has to decode;
// of all routes every error has to keep its code.
func TestRecordingsOfAnotherFolderAreUnderstood(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FONTCMS_RECORDINGS")
	if folder == "" {
		t.Skip("FONTCMS_RECORDINGS names no folder of *.http.json files")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"+recordingEnd))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), recordingEnd), func(t *testing.T) {
			t.Parallel()
			understand(t, readRecording(t, file))
		})
	}
}

// understand gives the recorded answer to whatever the client asks.
func understand(t *testing.T, rec *recording) {
	t.Helper()
	route := recordedRoute.FindStringSubmatch(rec.Request.Path)
	if route == nil {
		t.Skip("not below the root of an interface")
	}
	mock := httpmock.NewMockTransport()
	mock.RegisterNoResponder(httpmock.ResponderFromResponse(rec.response(t)))
	site := replaySite(t, mock)
	kind := recordedRecord.FindStringSubmatch(route[2])
	body := rec.Response.bytes(t)
	switch {
	case rec.Response.Status >= 400:
		understandError(t, site, route[2], rec, body)
	case route[1] == "" || kind == nil || rec.Response.Status >= 300 || strings.Contains(rec.Request.Query, "_envelope"):
		t.Skip("no answer with posts or pages")
	case kind[1] == "posts":
		understandRecord(t, site.Posts, kind[2], rec, body)
	default:
		understandRecord(t, site.Pages, kind[2], rec, body)
	}
}

// recordedCode is the code in an error answer, "" if it is no envelope.
func recordedCode(body []byte) string {
	if i := bytes.IndexByte(body, '{'); i > 0 {
		body = body[i:] // behind a notice of PHP
	}
	var envelope struct{ Code any }
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if dec.Decode(&envelope) != nil {
		return ""
	}
	switch code := envelope.Code.(type) {
	case string:
		return code
	case json.Number:
		return code.String()
	}
	return ""
}

func understandError(t *testing.T, site *cms.Client, route string, rec *recording, body []byte) {
	t.Helper()
	_, err := cms.Do(t.Context(), site, cms.Request[json.RawMessage]{Method: rec.Request.Method, Path: route})
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	code := recordedCode(body)
	if e.Status != rec.Response.Status || string(e.Code) != code || errors.Is(err, cms.ErrNotREST) != (code == "") {
		t.Errorf("status %d, code %q: %v", e.Status, e.Code, err)
	}
	_, numeric := strconv.Atoi(code) // which a gateway may say, too
	if errors.Is(err, cms.ErrNotFound) != (e.Status == 404 && code != "" && code != "rest_no_route" && numeric != nil) {
		t.Errorf("not found or not: %v", err)
	}
}

func understandRecord[T, P, L any](t *testing.T, collection *cms.Collection[T, P, L], id string, rec *recording, body []byte) {
	t.Helper()
	n, _ := strconv.ParseInt(id, 10, 64)
	var err error
	switch method := rec.Request.Method; {
	case method == http.MethodHead || method == http.MethodOptions:
		t.Skip("no answer with posts or pages")
	case id == "" && method == http.MethodGet:
		var page *cms.ListPage[T]
		if page, err = collection.List(t.Context(), nil); err == nil && page.Items == nil {
			t.Error("the list is nil")
		}
	case id == "":
		_, err = collection.Create(t.Context(), nil)
	case bytes.Contains(body, []byte(`"deleted":true`)):
		_, err = collection.Delete(t.Context(), n)
	case method == http.MethodDelete:
		_, err = collection.Trash(t.Context(), n)
	case method == http.MethodGet:
		_, err = collection.Get(t.Context(), n)
	default:
		_, err = collection.Update(t.Context(), n, nil)
	}
	due := byte('{')
	if id == "" && rec.Request.Method == http.MethodGet {
		due = '['
	}
	// What is no JSON, or JSON of another shape, is an error that says so: nothing
	// else is one.
	switch trimmed := bytes.TrimSpace(body); {
	case err == nil:
	case !json.Valid(trimmed) && errors.Is(err, cms.ErrNotREST):
	case json.Valid(trimmed) && trimmed[0] != due && errors.Is(err, cms.ErrDecode):
	default:
		t.Error(err)
	}
}
