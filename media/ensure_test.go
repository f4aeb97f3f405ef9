package media_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

// newLibrary returns the library of a site in memory, and the number of files in it.
func newLibrary(t *testing.T) (*cmstest.Server, *media.Library, func() int) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	library := media.New(site)
	return server, library, func() int {
		n, err := library.Count(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestEnsureUploadsAContentOnce(t *testing.T) {
	t.Parallel()
	_, library, count := newLibrary(t)
	content := drawn(t, 400, 300)
	params := &media.Params{AltText: new("Two letters")}
	first, err := library.Ensure(t.Context(), media.Bytes("Sheet b ü.png", content), params)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case first.Title.Raw != "Sheet b ü" || first.AltText != "Two letters":
		t.Errorf("Library.Ensure: %+v, params with the slug %v: first.Title.Raw %q, first.AltText %q, want %q and %q", first,
			params.Slug, first.Title.Raw, first.AltText, "Sheet b ü", "Two letters")
	case len(first.MediaDetails.Sizes) == 0:
		t.Errorf("Library.Ensure: %+v, params with the slug %v: length of first.MediaDetails.Sizes 0, want more than 0",
			first, params.Slug)
	case params.Slug != nil:
		t.Errorf("%+v, params with the slug %v, want nil", first, params.Slug)
	}
	for name, file := range map[string]media.File{
		"again":              media.Bytes("Sheet b ü.png", content),
		"under another name": media.Bytes("renamed.png", content),
	} {
		m, err := library.Ensure(t.Context(), file, &media.Params{Title: new("Another title")})
		switch {
		case err != nil:
			t.Errorf("Library.Ensure: %s: %+v, %v, %d files: error %v, want nil", name, m, err, count(), err)
		case m.ID != first.ID || m.Title.Raw != "Sheet b ü":
			t.Errorf("Library.Ensure: %s: %+v, %v, %d files: ID %d, Title.Raw %q, want %d and %q", name, m, err, count(), m.ID,
				m.Title.Raw, first.ID, "Sheet b ü")
		case count() != 1:
			t.Errorf("count: %s: %+v, %v, %d files: count() %d, want 1", name, m, err, count(), count())
		}
	}
	other, err := library.Ensure(t.Context(), media.Bytes("Sheet b ü.png", drawn(t, 300, 400)), nil)
	switch {
	case err != nil:
		t.Errorf("another content: %+v, %v, %d files: error %v, want nil", other, err, count(), err)
	case other.ID == first.ID:
		t.Errorf("another content: %+v, %v, %d files: other.ID %d, want a value other than %d", other, err, count(), other.ID,
			first.ID)
	case count() != 2:
		t.Errorf("another content: %+v, %v, %d files: count() %d, want 2", other, err, count(), count())
	}
}

func TestContentSlugIsTheBeginningOfTheSHA256(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"": "file-e3b0c44298fc1c149afb", "abc": "file-ba7816bf8f01cfea4141",
	} {
		file := media.Bytes("a.txt", []byte(content))
		if slug, err := file.ContentSlug(); err != nil || slug != want {
			t.Errorf("ContentSlug of %q: %q, error %v, want %q", content, slug, err, want)
		}
	}
}

func TestEnsureFindsAFileWhoseResponseWasLost(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/media", Times: 1, Processed: true,
		Cut: cmstest.CutAnswer})
	m, err := library.Ensure(t.Context(), file, nil)
	switch {
	case err != nil:
		t.Errorf("stored: %+v, %v, %d files: error %v, want nil", m, err, count(), err)
	case m.ID == 0:
		t.Errorf("stored: %+v, %v, %d files: ID 0, want more than 0", m, err, count())
	case count() != 1:
		t.Errorf("stored: %+v, %v, %d files: count() %d, want 1", m, err, count(), count())
	}
}

func TestEnsureUploadsOnceInACall(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/media", Times: 1, Cut: cmstest.CutAnswer})
	switch m, err := library.Ensure(t.Context(), file, nil); {
	case m != nil:
		t.Errorf("not stored: %+v, %v, %d files: %+v, want nil", m, err, count(), m)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("not stored: %+v, %v, %d files: error %v, want ErrOutcomeUnknown", m, err, count(), err)
	case count() != 0:
		t.Errorf("not stored: %+v, %v, %d files: count() %d, want 0", m, err, count(), count())
	}
	switch m, err := library.Ensure(t.Context(), file, nil); {
	case err != nil:
		t.Errorf("the next call: %+v, %v, %d files: error %v, want nil", m, err, count(), err)
	case m.ID == 0:
		t.Errorf("the next call: %+v, %v, %d files: ID 0, want more than 0", m, err, count())
	case count() != 1:
		t.Errorf("the next call: %+v, %v, %d files: count() %d, want 1", m, err, count(), count())
	}
}

func TestEnsureFindsAFileWhoseSlugWasTaken(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	server.Insert("posts", map[string]any{"title": "x", "slug": slug, "status": "publish"})
	var ids []int64
	for range 2 {
		m, err := library.Ensure(t.Context(), file, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	switch {
	case ids[0] != ids[1]:
		t.Errorf("records %d, %d files: ids[0] %d, want %d", ids, count(), ids[0], ids[1])
	case count() != 1:
		t.Errorf("records %d, %d files: count() %d, want 1", ids, count(), count())
	}
}

func TestEnsureUploadsWithTheTitleOfItsCaller(t *testing.T) {
	t.Parallel()
	_, library, _ := newLibrary(t)
	for title, params := range map[string]*media.Params{
		"a": nil, "A name": {Title: new("A name")},
	} {
		m, err := library.Ensure(t.Context(), media.Bytes("a.txt", []byte("the letters of "+title)), params)
		if err != nil {
			t.Errorf("Ensure of a file a.txt for the title %q: error %v, want none", title, err)
		} else if m.Title.Raw != title {
			t.Errorf("Ensure of a file a.txt: title %q, want %q", m.Title.Raw, title)
		}
	}
}

func TestEnsureFindsItsUploadUnderALargeNumber(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.txt", []byte("letters"))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= 9; number++ {
		taken := slug
		if number > 1 {
			taken = fmt.Sprintf("%s-%d", slug, number)
		}
		server.Insert("posts", map[string]any{"title": "x", "slug": taken, "status": "publish"})
	}
	m, err := library.Ensure(t.Context(), file, nil)
	if err != nil || m.Slug != slug+"-10" {
		t.Errorf("Ensure where nine slugs are taken: %+v, error %v, want the slug %s-10 and no error", m, err, slug)
	}
	if n := count(); n != 1 {
		t.Errorf("after Ensure where nine slugs are taken the library has %d files, want 1", n)
	}
}

func TestEnsureReturnsTheFirstOfTwoCopies(t *testing.T) {
	t.Parallel()
	_, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for range 2 { // as two programs at the same time
		m, err := library.Upload(t.Context(), file, &media.Params{Slug: &slug})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	switch m, err := library.Ensure(t.Context(), file, nil); {
	case err != nil:
		t.Errorf("Library.Ensure(file): %+v of %d, %v, %d files: error %v, want nil", m, ids, err, count(), err)
	case m.ID != slices.Min(ids):
		t.Errorf("Library.Ensure(file): %+v of %d, %v, %d files: ID %d, want %d", m, ids, err, count(), m.ID, slices.Min(ids))
	case count() != 2:
		t.Errorf("count: %+v of %d, %v, %d files: count() %d, want 2", m, ids, err, count(), count())
	}
}

func TestEnsureMakesMissingSubSizes(t *testing.T) {
	t.Parallel()
	_, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	without := &media.Params{GenerateSubSizes: new(false)}
	first, err := library.Ensure(t.Context(), file, without)
	switch {
	case err != nil:
		t.Fatalf("Library.Ensure(file, without): error %v, want nil", err)
	case len(first.MediaDetails.Sizes) != 0:
		t.Fatalf("Library.Ensure(file, without): length of first.MediaDetails.Sizes %d, want 0",
			len(first.MediaDetails.Sizes))
	}
	switch m, err := library.Ensure(t.Context(), file, without); {
	case err != nil:
		t.Errorf("without sub-sizes: %+v, %v, want nil", m, err)
	case len(m.MediaDetails.Sizes) != 0:
		t.Errorf("without sub-sizes: %+v, %v: length of MediaDetails.Sizes %d, want 0", m, err, len(m.MediaDetails.Sizes))
	}
	switch m, err := library.Ensure(t.Context(), file, nil); {
	case err != nil:
		t.Errorf("Library.Ensure(file): %+v, %v, %d files: error %v, want nil", m, err, count(), err)
	case m.ID != first.ID:
		t.Errorf("Library.Ensure(file): %+v, %v, %d files: ID %d, want %d", m, err, count(), m.ID, first.ID)
	case len(m.MediaDetails.Sizes) == 0:
		t.Errorf("Library.Ensure(file): %+v, %v, %d files: length of MediaDetails.Sizes 0, want more than 0", m, err, count())
	case count() != 1:
		t.Errorf("count: %+v, %v, %d files: count() %d, want 1", m, err, count(), count())
	}
}

func TestEnsureRefusesWhatItCannotFindAgain(t *testing.T) {
	t.Parallel()
	server, library, _ := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 10, 10))
	for name, test := range map[string]struct {
		file    media.File
		params  *media.Params
		options []cms.CallOption
	}{
		"a reader":     {media.File{Name: "a.png", Reader: http.NoBody}, nil, nil},
		"a slug":       {file, &media.Params{Slug: new("mine")}, nil},
		"a few fields": {file, nil, []cms.CallOption{cms.Fields("id")}},
	} {
		if _, err := library.Ensure(t.Context(), test.file, test.params, test.options...); !errors.Is(err,
			cms.ErrInvalidArgument) {
			t.Errorf("%s: Library.Ensure: error %v, want ErrInvalidArgument", name, err)
		}
	}
	if sent := server.Requests(); len(sent) != 0 {
		t.Errorf("Server.Requests: %d requests were sent: length of sent %d, want 0", len(sent), len(sent))
	}
}

func TestEnsureWritesNothingIfTheSiteIgnoresTheSlug(t *testing.T) {
	t.Parallel()
	server, library, _ := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/media",
		Body: []byte(`[{"id":5,"slug":"another","type":"attachment"}]`)})
	_, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 10, 10)), nil)
	switch {
	case err == nil:
		t.Error("Library.Ensure: error nil, want an error")
	case !errors.Is(err, cms.ErrSlugIgnored) && !errors.Is(err, cms.ErrFilterIgnored):
		t.Errorf("Library.Ensure: error %v, want ErrFilterIgnored if !errors.Is(err, cms.ErrSlugIgnored)", err)
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("the site saw a %s, want %q", r.Method, http.MethodGet)
		}
	}
}

func TestEnsureFindsAPrivateFile(t *testing.T) {
	t.Parallel()
	_, library, _ := newLibrary(t)
	var ids []int64
	for range 2 {
		m, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 20, 20)),
			&media.Params{Status: new(cms.StatusPrivate)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if ids[0] != ids[1] {
		t.Errorf("records %d: ids[0] %d, want %d", ids, ids[0], ids[1])
	}
}

func TestEnsureOfOneContentAtOnceLeavesOneRecord(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/media", Times: 6, Processed: true,
		Delay: 20 * time.Millisecond})
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			if _, err := library.Ensure(t.Context(), media.Bytes(fmt.Sprintf("%d.png", i), drawn(t, 20, 20)), nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if count() != 1 {
		t.Errorf("count: %d files: count() %d, want 1", count(), count())
	}
}

// withoutSubSizes is a transport of a site that makes no sub-sizes: it returns the record as it is.
func withoutSubSizes(req *http.Request) (*http.Response, error) {
	if record, ok := strings.CutSuffix(req.URL.Path, "/post-process"); ok {
		req = req.Clone(req.Context())
		req.Method, req.Body, req.ContentLength = http.MethodGet, nil, 0
		req.URL.Path, req.URL.RawQuery = record, "context=edit"
	}
	return http.DefaultTransport.RoundTrip(req)
}

func TestEnsureMakesSubSizesOnceIfTheSiteMakesNone(t *testing.T) {
	t.Parallel()
	server, library, _ := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	if _, err := library.Ensure(t.Context(), file, &media.Params{GenerateSubSizes: new(false)}); err != nil {
		t.Fatal(err)
	}
	made := 0
	library = libraryThrough(t, server, carrier(func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/post-process") {
			made++
		}
		return withoutSubSizes(req)
	}))
	for range 3 {
		if _, err := library.Ensure(t.Context(), file, nil); err != nil {
			t.Fatal(err)
		}
	}
	if made != 1 {
		t.Errorf("three calls of Ensure asked %d times for sub-sizes that the site does not make, want once", made)
	}
}
