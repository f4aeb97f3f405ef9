package media_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// libraryThrough returns the library of an editor, as a process of its own sees it.
func libraryThrough(t *testing.T, server *cmstest.Server, base http.RoundTripper) *media.Library {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithHTTPClient(&http.Client{Transport: base}))
	if err != nil {
		t.Fatal(err)
	}
	return media.New(site)
}

// sent returns the requests with a method that a server got.
func sent(server *cmstest.Server, method string) (all []string) {
	for _, r := range server.Requests() {
		if r.Method == method {
			all = append(all, r.Path)
		}
	}
	return all
}

// wantRefused checks that Ensure returned no record, and an error of a kind with a text.
func wantRefused(t *testing.T, what string, m *media.Media, err, kind error, text string) {
	t.Helper()
	if m != nil {
		t.Errorf("%s returned record %d, want none", what, m.ID)
	}
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: error %v, want %v with %q", what, err, kind, text)
	}
}

func wantFiles(t *testing.T, after string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("after %s the library has %d files, want %d", after, got, want)
	}
}

func TestEnsureUploadsOnceDespiteCachedLists(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	cache := &oldlists.Cache{}
	file := media.Bytes("a.png", drawn(t, 40, 30))
	var first int64
	for n := range 3 {
		m, err := libraryThrough(t, server, cache).Ensure(t.Context(), file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == 0 {
			first = m.ID
		}
		if m.ID != first {
			t.Errorf("call %d of Ensure returned record %d, want %d", n+1, m.ID, first)
		}
	}
	wantFiles(t, "three calls", count(), 1)
	if uploads := sent(server, http.MethodPost); len(uploads) != 1 {
		t.Errorf("three calls of Ensure sent %q, want one upload", uploads)
	}
}

func TestEnsureTakesBackItsCopyIfNoListShowsTheHolder(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	replica := &oldlists.Replica{}
	file := media.Bytes("a.png", drawn(t, 40, 30))
	first, err := libraryThrough(t, server, replica).Ensure(t.Context(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		m, err := libraryThrough(t, server, replica).Ensure(t.Context(), file, nil)
		wantRefused(t, "Ensure while no list shows the record", m, err, cms.ErrConflict, first.Slug)
	}
	wantFiles(t, "three calls", count(), 1)
	replica.Advance(2 * time.Minute)
	m, err := libraryThrough(t, server, replica).Ensure(t.Context(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.ID != first.ID {
		t.Errorf("Ensure after two minutes returned record %d, want %d", m.ID, first.ID)
	}
	wantFiles(t, "the fourth call", count(), 1)
}

// meanwhile is a transport that runs a function before the first upload is sent.
func meanwhile(run func()) carrier {
	var began atomic.Bool
	return func(req *http.Request) (*http.Response, error) {
		if req.Method == http.MethodPost && began.CompareAndSwap(false, true) {
			run()
		}
		return http.DefaultTransport.RoundTrip(req)
	}
}

func TestEnsureReturnsTheRecordOfAFasterProcess(t *testing.T) {
	t.Parallel()
	server, faster, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 40, 30))
	var first *media.Media
	m, err := libraryThrough(t, server, meanwhile(func() {
		var err error
		if first, err = faster.Ensure(t.Context(), file, nil); err != nil {
			t.Error(err)
		}
	})).Ensure(t.Context(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.ID != first.ID || m.Slug != first.Slug {
		t.Errorf("Ensure returned record %d with the slug %q, want record %d of the faster process", m.ID, m.Slug, first.ID)
	}
	wantFiles(t, "two processes", count(), 1)
	deletes := sent(server, http.MethodDelete)
	if len(deletes) != 1 || strings.HasSuffix(deletes[0], fmt.Sprint("/", first.ID)) {
		t.Errorf("Ensure sent the deletes %q, want one, of the record that it created", deletes)
	}
}

// TestEnsureReadsAnotherListAfterAnOldOne has a first list after the upload that shows only
// the record of a faster process. Before Ensure reads this record, it changes.
func TestEnsureReadsAnotherListAfterAnOldOne(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(library *media.Library, id int64) error
		kind   string // type of the record, as the site then shows it
		files  int
	}{
		"was deleted": {func(library *media.Library, id int64) error {
			_, err := library.Delete(t.Context(), id)
			return err
		}, "attachment", 1},
		"was renamed": {func(library *media.Library, id int64) error {
			_, err := library.Update(t.Context(), id, &media.Params{Slug: new("another")})
			return err
		}, "attachment", 2},
		"is no file": {func(*media.Library, int64) error { return nil }, "page", 2},
	} {
		server, faster, count := newLibrary(t)
		file := media.Bytes("a.png", drawn(t, 40, 30))
		var first *media.Media
		upload := meanwhile(func() {
			var err error
			if first, err = faster.Ensure(t.Context(), file, nil); err != nil {
				t.Error(err)
			}
		})
		lists := 0
		m, err := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
			resp, err := upload.RoundTrip(req)
			switch {
			case err != nil || first == nil || req.Method != http.MethodGet:
				return resp, err
			case !req.URL.Query().Has("slug[]"):
				return resp, rewrite(resp, `"type":"attachment"`, fmt.Sprintf(`"type":%q`, test.kind))
			}
			if lists++; lists > 1 {
				return resp, nil
			}
			list := fmt.Sprintf(`[{"id":%d,"slug":%q,"type":"attachment"}]`, first.ID, first.Slug)
			resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(list)), int64(len(list))
			return resp, test.change(faster, first.ID)
		})).Ensure(t.Context(), file, nil)
		if err != nil {
			t.Errorf("Ensure, when an earlier record %s: error %v, want none", name, err)
			continue
		}
		if m.ID == first.ID || lists < 2 {
			t.Errorf("Ensure, when an earlier record %s: record %d after %d lists, want its own after 2", name, m.ID, lists)
		}
		wantFiles(t, "Ensure, when an earlier record "+name+",", count(), test.files)
	}
}

// rewrite replaces a part of a response.
func rewrite(resp *http.Response, part, by string) error {
	body, err := io.ReadAll(resp.Body)
	body = bytes.Replace(body, []byte(part), []byte(by), 1)
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return err
}

// TestEnsureReadsListsUntilOneShowsItsUpload has a site whose first lists after the upload are
// empty.
func TestEnsureReadsListsUntilOneShowsItsUpload(t *testing.T) {
	t.Parallel()
	for hidden, want := range []struct {
		lists, writes int
		took          time.Duration
	}{
		{1, 1, 0}, {2, 1, 50 * time.Millisecond}, {3, 1, 150 * time.Millisecond}, {4, 1, 350 * time.Millisecond},
		{5, 1, 750 * time.Millisecond}, {5, 2, 750 * time.Millisecond},
	} {
		server, _, count := newLibrary(t)
		password := server.AppPassword("editor")
		synctest.Test(t, func(t *testing.T) {
			lists, writes := 0, 0
			site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", password),
				cms.WithHTTPClient(&http.Client{Transport: carrier(func(req *http.Request) (*http.Response, error) {
					switch {
					case req.Method == http.MethodPost:
						writes++
					case writes == 1 && req.URL.Query().Get("page") == "1":
						if lists++; lists <= hidden {
							return stub.Carried(req, 200, "X-WP-Total: 0", "X-WP-TotalPages: 0", "[]"), nil
						}
					}
					inside := req.Clone(req.Context())
					if inside.Body == nil {
						inside.Body = http.NoBody
					}
					w := httptest.NewRecorder()
					server.Handler().ServeHTTP(w, inside)
					resp := w.Result()
					if req.Method == http.MethodPost {
						return resp, rewrite(resp, `"alt_text":""`, fmt.Sprintf(`"alt_text":"of write %d"`, writes))
					}
					return resp, nil
				})}))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			m, err := media.New(site).Ensure(t.Context(), media.Bytes("a.txt", []byte("letters")), nil)
			took := time.Since(began)
			if err != nil || took != want.took {
				t.Fatalf("Ensure with %d empty lists: error %v after %v, want none after %v", hidden, err, took, want.took)
			}
			if text := fmt.Sprintf("of write %d", want.writes); m.AltText != text {
				t.Errorf("Ensure with %d empty lists: the record %s, want that %s", hidden, m.AltText, text)
			}
			if lists != want.lists || writes != want.writes {
				t.Errorf("Ensure with %d empty lists: %d lists and %d writes, want %d and %d", hidden, lists, writes,
					want.lists, want.writes)
			}
		})
		wantFiles(t, fmt.Sprintf("Ensure with %d empty lists", hidden), count(), 1)
	}
}

// renaming is a transport of a site that stores each upload with another slug.
func renaming(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodPost {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte("file-"), []byte("name-"))))
	}
	return http.DefaultTransport.RoundTrip(req)
}

func TestEnsureTakesBackAnUploadThatTheSiteRenamed(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	for range 3 {
		library := libraryThrough(t, server, carrier(renaming))
		m, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 40, 30)), nil)
		wantRefused(t, "Ensure on a site that renames slugs", m, err, cms.ErrSlugIgnored, "it renames the slugs of uploads")
	}
	wantFiles(t, "three calls", count(), 0)
}

func TestEnsureTakesANumberFromTwoForTheSameSlug(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	file := media.Bytes("a.txt", []byte("letters"))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	for suffix, same := range map[string]bool{
		"-2": true, "-9": true, "-12": true, "-1": false, "-0": false, "-a": false, "2": false, "-": false, "-2-2": false,
	} {
		library := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(req)
			if err != nil || req.Method != http.MethodPost {
				return resp, err
			}
			return resp, rewrite(resp, `"slug":"`+slug+`"`, `"slug":"`+slug+suffix+`"`)
		}))
		m, err := library.Ensure(t.Context(), file, nil)
		if same {
			if err != nil || m.Slug != slug+suffix {
				t.Errorf("Ensure with the slug %s%s of the site: %+v, error %v, want that slug and no error", slug, suffix, m, err)
				continue
			}
			if _, err := library.Delete(t.Context(), m.ID); err != nil {
				t.Fatal(err)
			}
		} else {
			wantRefused(t, "Ensure with the suffix "+suffix, m, err, cms.ErrSlugIgnored, "it renames the slugs of uploads")
		}
		wantFiles(t, "the suffix "+suffix, count(), 0)
	}
}

func TestEnsureNamesACopyThatItCannotTakeBack(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodDelete, Status: http.StatusForbidden,
		Body: []byte(`{"code":"rest_cannot_delete","message":"no","data":{"status":403}}`)})
	_, err := libraryThrough(t, server, carrier(renaming)).Ensure(t.Context(), media.Bytes("a.png", drawn(t, 40, 30)), nil)
	wantFiles(t, "a delete that failed", count(), 1)
	if !errors.Is(err, cms.ErrSlugIgnored) || !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Ensure: %v, want ErrSlugIgnored and ErrForbidden", err)
	}
}

func TestEnsureNamesBothCopiesIfItCannotTakeBackItsOwn(t *testing.T) {
	t.Parallel()
	server, faster, count := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodDelete, Status: http.StatusForbidden,
		Body: []byte(`{"code":"rest_cannot_delete","message":"no","data":{"status":403}}`)})
	file := media.Bytes("a.png", drawn(t, 40, 30))
	m, err := libraryThrough(t, server, meanwhile(func() {
		if _, err := faster.Ensure(t.Context(), file, nil); err != nil {
			t.Error(err)
		}
	})).Ensure(t.Context(), file, nil)
	wantRefused(t, "Ensure", m, err, cms.ErrConflict,
		"records 1 and 2 have the content, and record 2 could not be deleted")
	if !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Ensure: error %v, want ErrForbidden, too", err)
	}
	wantFiles(t, "a delete that failed", count(), 2)
}

// TestEnsureSendsItsOptionsWithEachRequest has an upload that is withdrawn, because a faster
// process has stored the content.
func TestEnsureSendsItsOptionsWithEachRequest(t *testing.T) {
	t.Parallel()
	server, faster, _ := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 40, 30))
	base := meanwhile(func() {
		if _, err := faster.Ensure(t.Context(), file, nil); err != nil {
			t.Error(err)
		}
	})
	var requests []string
	library := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
		requests = append(requests, req.Method+" "+req.Header.Get("X-Extra"))
		return base.RoundTrip(req)
	}))
	if _, err := library.Ensure(t.Context(), file, nil, cms.Header("X-Extra", "1")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"GET 1", "POST 1", "GET 1", "GET 1", "DELETE 1"}; !slices.Equal(requests, want) {
		t.Errorf("Ensure with a header sent %q, want %q", requests, want)
	}
}

// The response to the upload has the id of a foreign record, which the Location
// contradicts.
func TestEnsureDeletesNoRecordThatItDidNotCreate(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	server.Insert("media", map[string]any{"title": "foreign", "slug": "foreign", "width": 10, "height": 10})
	for name, headers := range map[string][2]string{
		"no header names the record":   {"", ""},
		"Location has another id":      {"Location", server.URL + "/wp-json/cms/v2/media/4711"},
		"the upload id is another one": {"X-Wp-Upload-Attachment-Id", "4711"},
	} {
		library := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
			resp, err := renaming(req)
			if err == nil && req.Method == http.MethodPost {
				resp.Header.Del("Location")
				resp.Header.Del("X-Wp-Upload-Attachment-Id")
				if headers[0] != "" {
					resp.Header.Set(headers[0], headers[1])
				}
			}
			return resp, err
		}))
		before := count()
		_, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 40, 30)), nil)
		if !errors.Is(err, cms.ErrSlugIgnored) || !strings.Contains(err.Error(), "does not prove") {
			t.Errorf("%s: Ensure: %v, want ErrSlugIgnored that names the record that stays", name, err)
		}
		wantFiles(t, name, count(), before+1)
	}
	if deletes := sent(server, http.MethodDelete); len(deletes) != 0 {
		t.Errorf("Ensure sent the deletes %q, want none", deletes)
	}
}

func TestEnsureReportsBothCopiesAfterALostResponse(t *testing.T) {
	t.Parallel()
	server, faster, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 40, 30))
	var first *media.Media
	library := libraryThrough(t, server, meanwhile(func() {
		var err error
		if first, err = faster.Ensure(t.Context(), file, nil); err != nil {
			t.Error(err)
		}
		server.Fail(cmstest.Fault{Method: http.MethodPost, Times: 1, Processed: true, Cut: cmstest.CutAnswer})
	}))
	m, err := library.Ensure(t.Context(), file, nil)
	wantFiles(t, "a lost response", count(), 2)
	wantRefused(t, "Ensure", m, err, cms.ErrConflict, fmt.Sprintf("these records have its content: %d (", first.ID))
	for copied, failed := range faster.All(t.Context(), nil) {
		if failed != nil || !strings.Contains(err.Error(), fmt.Sprintf("%d (", copied.ID)) {
			t.Errorf("Ensure: error %v, want it to name record %+v, error %v", err, copied, failed)
		}
	}
	if e, ok := errors.AsType[*cms.Error](err); !ok || !strings.HasSuffix(e.Path, "/v2/media") {
		t.Errorf("Ensure: error %v, want one with the path of the route", err)
	}
	if deletes := sent(server, http.MethodDelete); len(deletes) != 0 {
		t.Errorf("Ensure sent the deletes %q, want none", deletes)
	}
	if m, err = library.Ensure(t.Context(), file, nil); err != nil || m.ID != first.ID {
		t.Errorf("the next call of Ensure: %+v, %v, want record %d", m, err, first.ID)
	}
}

// TestEnsureNamesTheUploadIfItCannotBeCompared refuses one of the requests after the upload.
func TestEnsureNamesTheUploadIfItCannotBeCompared(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		list    string // list after the upload, "" for that of the site
		refused func(*http.Request) bool
	}{
		"the list": {"", func(req *http.Request) bool { return req.URL.Query().Has("slug[]") }},
		"the read of an earlier record": {`[{"id":1,"slug":%q,"type":"attachment"}]`, func(req *http.Request) bool {
			return strings.HasSuffix(req.URL.Path, "/1")
		}},
		"the update that no list shows": {`[]`, func(req *http.Request) bool { return req.Method == http.MethodPost }},
	} {
		server, _, count := newLibrary(t)
		server.Insert("media", map[string]any{"title": "first", "slug": "first", "width": 10, "height": 10})
		file := media.Bytes("a.txt", []byte("letters"))
		slug, err := file.ContentSlug()
		if err != nil {
			t.Fatal(err)
		}
		uploaded := false
		library := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
			switch {
			case !uploaded:
				uploaded = req.Method == http.MethodPost
			case test.refused(req):
				return stub.Carried(req, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`), nil
			case test.list != "" && req.URL.Query().Has("slug[]"):
				return stub.Carried(req, 200, strings.Replace(test.list, "%q", strconv.Quote(slug), 1)), nil
			}
			return http.DefaultTransport.RoundTrip(req)
		}))
		m, err := library.Ensure(t.Context(), file, nil)
		wantRefused(t, "Ensure, when the site refuses "+name+",", m, err, cms.ErrForbidden, "")
		unfinished, ok := errors.AsType[*media.UnfinishedError](err)
		if !ok || unfinished.ID != 2 {
			t.Errorf("Ensure, when the site refuses %s: error %v, want an UnfinishedError of record 2", name, err)
		}
		wantFiles(t, "Ensure, when the site refuses "+name+",", count(), 2)
	}
}

// TestEnsureFailsOnceIfSubSizesFailAfterALostResponse has a site that stores the upload
// without sub-sizes.
func TestEnsureFailsOnceIfSubSizesFailAfterALostResponse(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	processed := 0
	library := libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
		switch {
		case strings.HasSuffix(req.URL.Path, "/post-process"):
			processed++
			return stub.Carried(req, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`), nil
		case req.Method == http.MethodPost:
			server.Insert("media", map[string]any{"title": "a", "slug": slug, "filename": "a.png", "width": 400,
				"height": 300, "generate_sub_sizes": false})
			return nil, io.ErrUnexpectedEOF
		}
		return http.DefaultTransport.RoundTrip(req)
	}))
	m, err := library.Ensure(t.Context(), file, nil)
	wantRefused(t, "Ensure after a lost response", m, err, cms.ErrForbidden, "")
	if processed != 1 {
		t.Errorf("Ensure after a lost response asked %d times for sub-sizes, want once", processed)
	}
	wantFiles(t, "a lost response", count(), 1)
}

// unfinished is a transport of a site that stores an upload and then fails. It refuses
// later requests for which refused returns true.
func unfinished(refused func(*http.Request) bool) carrier {
	uploaded := false
	return func(req *http.Request) (*http.Response, error) {
		if uploaded && refused(req) {
			return stub.Carried(req, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`), nil
		}
		resp, err := http.DefaultTransport.RoundTrip(req)
		if uploaded || req.Method != http.MethodPost || err != nil {
			return resp, err
		}
		uploaded = true
		var made struct{ ID int64 }
		if err := errors.Join(json.NewDecoder(resp.Body).Decode(&made), resp.Body.Close()); err != nil {
			return nil, err
		}
		return stub.Carried(req, 500, fmt.Sprint("X-WP-Upload-Attachment-ID: ", made.ID), ""), nil
	}
}

func TestEnsureNamesAnUnfinishedUploadThatCannotBeRead(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	library := libraryThrough(t, server, unfinished(func(*http.Request) bool { return true }))
	m, err := library.Ensure(t.Context(), media.Bytes("a.txt", []byte("letters")), nil)
	wantRefused(t, "Ensure", m, err, cms.ErrForbidden, "")
	e, ok := errors.AsType[*media.UnfinishedError](err)
	if !ok || e.ID == 0 {
		t.Errorf("Ensure of an upload that cannot be finished: error %v, want an UnfinishedError with the id", err)
	}
	wantFiles(t, "an upload that cannot be finished", count(), 1)
}

func TestEnsureReturnsAnUnfinishedUploadThatCanBeRead(t *testing.T) {
	t.Parallel()
	server, _, count := newLibrary(t)
	library := libraryThrough(t, server, unfinished(func(req *http.Request) bool { return req.Method == http.MethodPost }))
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	m, err := library.Ensure(t.Context(), media.Bytes("a.png", picture.Bytes()), nil)
	if err != nil || m == nil {
		t.Errorf("Ensure of a stored upload that cannot be processed: %+v, error %v, want its record", m, err)
	}
	wantFiles(t, "a stored upload that cannot be processed", count(), 1)
}

// changing is a file whose content changes after it was read once, at the same size.
func changing(now, later []byte) media.File {
	var opened atomic.Bool
	return media.File{Name: "a.txt", Size: int64(len(now)), Open: func() (io.ReadCloser, error) {
		if opened.CompareAndSwap(false, true) {
			return io.NopCloser(bytes.NewReader(now)), nil
		}
		return io.NopCloser(bytes.NewReader(later)), nil
	}}
}

func TestEnsureStoresNoContentThatChangedAfterItWasHashed(t *testing.T) {
	t.Parallel()
	_, library, count := newLibrary(t)
	for _, raw := range []bool{false, true} {
		file := changing([]byte("letters"), []byte("LETTERS"))
		file.Raw = raw
		m, err := library.Ensure(t.Context(), file, nil)
		if m != nil || !errors.Is(err, cms.ErrConflict) {
			t.Errorf("Ensure of a file that changes, raw %t: %+v, %v, want ErrConflict", raw, m, err)
		}
		wantFiles(t, "the upload of a file that changed", count(), 0)
	}
}

func TestEnsureRefusesAnMD5OfAnotherContent(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file, other := media.Bytes("a.txt", []byte("letters")), media.Bytes("a.txt", []byte("LETTERS"))
	sum, err := other.Sum()
	if err != nil {
		t.Fatal(err)
	}
	file.MD5 = sum
	if m, err := library.Ensure(t.Context(), file, nil); m != nil || !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("Ensure with the MD5 of another content: %+v, %v, want ErrInvalidArgument", m, err)
	}
	if requests := server.Requests(); len(requests) != 0 {
		t.Errorf("Ensure sent %d requests, want none", len(requests))
	}
	other.MD5 = strings.ToUpper(sum)
	if _, err := library.Ensure(t.Context(), other, nil); err != nil {
		t.Errorf("Ensure with the right MD5 in capitals: %v, want no error", err)
	}
	wantFiles(t, "the right MD5", count(), 1)
}
