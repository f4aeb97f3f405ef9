package cms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
)

var (
	recordedRoute  = regexp.MustCompile(`^/(?:wp|cms)-json/((?:wp|cms)/v2/)?(.*?)/?$`)
	recordedRecord = regexp.MustCompile(`^[a-z-]+(?:/(\d+))?$`)
	recordedBelow  = regexp.MustCompile(`^[a-z-]+/(\d+)/(revisions|autosaves)(?:/(\d+))?$`)
	recordedIndex  = regexp.MustCompile(`^(?:[a-z0-9-]+/v?\d[\d.]*)?$`)
)

// TestRecordingsOfAnotherFolderAreUnderstood reads the recordings in the folder
// that FONTCMS_RECORDINGS names. Of posts, pages, blocks, menu items, their
// revisions and autosaves, and of the indexes every answer has to decode, and to
// come through encoding/json as it is; of all routes every error has to keep its
// code.
func TestRecordingsOfAnotherFolderAreUnderstood(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FONTCMS_RECORDINGS")
	if folder == "" {
		t.Skip("FONTCMS_RECORDINGS names no folder of *.http.json files")
	}
	for _, name := range recordings.Names(t, folder) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			understand(t, recordings.LoadFrom(t, folder, name))
		})
	}
}

// understand gives the recorded answer to whatever the client asks.
func understand(t *testing.T, rec *recordings.Recording) {
	t.Helper()
	route := recordedRoute.FindStringSubmatch(rec.Request.Path)
	if route == nil {
		t.Skip("not below the root of a REST API")
	}
	mock := newReplayTransport(t)
	mock.RegisterNoResponder(rec.Responder(t))
	site := replaySite(t, mock)
	body := rec.Response.Bytes(t)
	switch method := rec.Request.Method; {
	case rec.Response.Status >= 400:
		understandError(t, site, route[2], rec, body)
	case rec.Response.Status >= 300 || method == http.MethodHead || method == http.MethodOptions ||
		strings.Contains(rec.Request.Query, "_envelope"):
		t.Skip("no answer with records")
	case route[1] == "":
		understandIndex(t, site, route[2], rec, body)
	default:
		understandRoute(t, site, route[2], rec, body)
	}
}

func understandRoute(t *testing.T, site *cms.Client, route string, rec *recordings.Recording, body []byte) {
	t.Helper()
	switch kind, _, _ := strings.Cut(route, "/"); kind {
	case "posts":
		understandCollection(t, site.Posts, route, rec, body)
	case "pages":
		understandCollection(t, site.Pages, route, rec, body)
	case "blocks":
		understandCollection(t, site.Blocks, route, rec, body)
	case "menu-items":
		understandCollection(t, menuItemContent(site), route, rec, body)
	default:
		t.Skip("no answer with records of this package")
	}
}

func understandCollection[T, P, L any](t *testing.T, collection *cms.Content[T, P, L], route string,
	rec *recordings.Recording, body []byte) {
	t.Helper()
	number := func(s string) int64 {
		n, _ := strconv.ParseInt(s, 10, 64)
		return n
	}
	if record := recordedRecord.FindStringSubmatch(route); record != nil {
		understandRecord(t, collection, number(record[1]), rec, body)
		return
	}
	below := recordedBelow.FindStringSubmatch(route)
	if below == nil {
		t.Skip("no answer with records of this package")
	}
	parent, id := number(below[1]), number(below[3])
	if below[2] == "revisions" {
		understandRevision(t, collection.Revisions(parent), id, rec, body)
		return
	}
	understandAutosave(t, collection.Autosaves(parent), id, rec, body)
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

func understandError(t *testing.T, site *cms.Client, route string, rec *recordings.Recording, body []byte) {
	t.Helper()
	_, err := cms.Do(t.Context(), site, cms.Request[json.RawMessage]{Method: rec.Request.Method, Path: route})
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		t.Fatalf("cms.Do: error %v, want a *cms.Error", err)
	}
	code := recordedCode(body)
	switch {
	case e.Status != rec.Response.Status:
		t.Errorf("error %v has status %d, want %d", err, e.Status, rec.Response.Status)
	case string(e.Code) != code:
		t.Errorf("status %d, code %q: %v: Code %q, want %q", e.Status, e.Code, err, string(e.Code), code)
	case errors.Is(err, cms.ErrNotREST) != (code == ""):
		t.Errorf("error %v with code %q is ErrNotREST: %t, want %t", err, code, code != "", code == "")
	}
	_, numeric := strconv.Atoi(code) // which a gateway may say, too
	if errors.Is(err, cms.ErrNotFound) != (e.Status == 404 && code != "" && code != "rest_no_route" && numeric != nil) {
		t.Errorf("error %v with status %d and code %q is ErrNotFound: %t, want the opposite", err, e.Status, code,
			errors.Is(err, cms.ErrNotFound))
	}
}

func understandRecord[T, P, L any](t *testing.T, collection *cms.Content[T, P, L], id int64, rec *recordings.Recording,
	body []byte) {
	t.Helper()
	switch method := rec.Request.Method; {
	case id == 0 && method == http.MethodGet:
		page, err := collection.List(t.Context(), nil)
		understoodPage(t, page, err, rec, body)
	case id == 0:
		v, err := collection.Create(t.Context(), nil)
		understood(t, v, err, '{', rec, body)
	case bytes.Contains(body, []byte(`"deleted":true`)):
		v, err := collection.Delete(t.Context(), id)
		understood(t, v, err, '{', rec, body)
	case method == http.MethodDelete:
		v, err := collection.Trash(t.Context(), id)
		understood(t, v, err, '{', rec, body)
	case method == http.MethodGet:
		v, err := collection.Get(t.Context(), id)
		understood(t, v, err, '{', rec, body)
	default:
		v, err := collection.Update(t.Context(), id, nil)
		understood(t, v, err, '{', rec, body)
	}
}

func understandRevision(t *testing.T, revisions *cms.Revisions, id int64, rec *recordings.Recording, body []byte) {
	t.Helper()
	switch method := rec.Request.Method; {
	case id == 0 && method == http.MethodGet:
		page, err := revisions.List(t.Context(), nil)
		understoodPage(t, page, err, rec, body)
	case method == http.MethodDelete:
		v, err := revisions.Delete(t.Context(), id)
		understood(t, v, err, '{', rec, body)
	default:
		v, err := revisions.Get(t.Context(), id)
		understood(t, v, err, '{', rec, body)
	}
}

func understandAutosave[P any](t *testing.T, autosaves *cms.Autosaves[P], id int64, rec *recordings.Recording,
	body []byte) {
	t.Helper()
	switch method := rec.Request.Method; {
	case id == 0 && method == http.MethodGet:
		list, err := autosaves.List(t.Context())
		if err == nil && list == nil {
			t.Error("the list is nil: list nil, want a value")
		}
		understood(t, &list, err, '[', rec, body)
	case id == 0:
		v, err := autosaves.Create(t.Context(), nil)
		understood(t, v, err, '{', rec, body)
	default:
		v, err := autosaves.Get(t.Context())
		understood(t, v, err, '{', rec, body)
	}
}

// understandIndex reads the index of the site, or that of a namespace.
func understandIndex(t *testing.T, site *cms.Client, route string, rec *recordings.Recording, body []byte) {
	t.Helper()
	switch {
	case !recordedIndex.MatchString(route) || rec.Request.Method != http.MethodGet ||
		strings.Contains(rec.Request.Query, "rest_route="):
		t.Skip("no answer with records of this package")
	case route == "":
		x, err := site.Index(t.Context())
		understood(t, x, err, '{', rec, body)
	default:
		x, err := describe.Of(t.Context(), site.Read, route)
		understood(t, x, err, '{', rec, body)
	}
}

func understoodPage[T any](t *testing.T, page *cms.ListPage[T], err error, rec *recordings.Recording, body []byte) {
	t.Helper()
	if err != nil {
		understood[T](t, nil, err, '[', rec, body)
		return
	}
	if page.Items == nil {
		t.Error("the list is nil: Items nil, want a value")
	}
	understood(t, &page.Items, nil, '[', rec, body)
}

// understood judges a value or an error. A value comes through encoding/json. What
// is no JSON, or JSON of another shape than what is due, is an error that says so:
// nothing else is one.
func understood[T any](t *testing.T, v *T, err error, due byte, rec *recordings.Recording, body []byte) {
	t.Helper()
	switch trimmed := bytes.TrimSpace(body); {
	case err == nil:
		recordings.Kept(t, rec, recordRules(), recordings.JSON(t, v), v)
	case !json.Valid(trimmed) && errors.Is(err, cms.ErrNotREST):
	case json.Valid(trimmed) && trimmed[0] != due && errors.Is(err, cms.ErrDecode):
	default:
		t.Error(err)
	}
}
