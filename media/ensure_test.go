package media_test

import (
	"context"
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
	"github.com/fontcms/fontcms-go/internal/stub"
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
	another := file
	another.MD5 = strings.Repeat("0", 32)
	for name, test := range map[string]struct {
		file     media.File
		params   *media.Params
		options  []cms.CallOption
		argument string
	}{
		"a reader":     {media.File{Name: "a.png", Reader: http.NoBody}, nil, nil, "file"},
		"another MD5":  {another, nil, nil, "file"},
		"a slug":       {file, &media.Params{Slug: new("mine")}, nil, "slug"},
		"a few fields": {file, nil, []cms.CallOption{cms.Fields("id")}, "fields"},
	} {
		_, err := library.Ensure(t.Context(), test.file, test.params, test.options...)
		argument, ok := errors.AsType[*cms.ArgumentError](err)
		if !ok || argument.Operation != "media.Ensure" {
			t.Errorf("%s: Library.Ensure: error %v, want an ArgumentError of media.Ensure", name, err)
		} else if argument.Argument != test.argument {
			t.Errorf("%s: Library.Ensure: argument %q, want %q", name, argument.Argument, test.argument)
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

// ensured is a site whose library has one record, with the slug of a content.
func ensured(t *testing.T, file media.File, record string) (*stub.Server, string) {
	t.Helper()
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	body := `{"id":7,"type":"attachment","slug":"` + slug + `",` + record + `}`
	return stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			body := "[" + body + "]"
			stub.Reply(w, http.StatusOK, "X-WP-Total: 1", "X-WP-TotalPages: 1", body)
			return
		}
		stub.Reply(w, http.StatusOK, body)
	}), slug
}

func TestEnsureAsksForSubSizesThatAreMissing(t *testing.T) {
	t.Parallel()
	for record, want := range map[string]bool{
		`"media_type":"image","media_details":{"width":150,"height":150}`:                    false,
		`"media_type":"image","media_details":{"width":151,"height":10}`:                     true,
		`"media_type":"image","media_details":{"width":10,"height":151}`:                     true,
		`"media_type":"image","media_details":{"width":10,"height":10},"exif_orientation":1`: false,
		`"media_type":"image","media_details":{"width":10,"height":10},"exif_orientation":2`: true,
		`"media_type":"image","media_details":{"width":400,"sizes":{"a":{"file":"a.png"}}}`:  false,
		`"media_type":"image","media_details":{"width":400,"original_image":"a.png"}`:        false,
		`"media_type":"image","media_details":{"width":10},"missing_image_sizes":["a"]`:      true,
		`"media_type":"file","media_details":{"width":400},"missing_image_sizes":["a"]`:      false,
		`"media_type":"file","media_details":{"width":400}`:                                  false,
	} {
		file := media.Bytes("a.png", []byte("content"))
		s, _ := ensured(t, file, record)
		m, err := library(t, s).Ensure(t.Context(), file, nil)
		if err != nil || m.ID != 7 {
			t.Errorf("Ensure of the record %s: %+v, error %v, want record 7", record, m, err)
			continue
		}
		last := s.Seen()[len(s.Seen())-1].Path
		if got := strings.HasSuffix(last, "/7/post-process"); got != want {
			t.Errorf("Ensure of the record %s: last request %s, want that it asks for sub-sizes: %t", record, last, want)
		}
	}
}

func TestEnsureListsTheSlugWithTheSuffixesOfCopies(t *testing.T) {
	t.Parallel()
	file := media.Bytes("a.png", []byte("content"))
	s, slug := ensured(t, file, `"media_type":"file"`)
	if _, err := library(t, s).Ensure(t.Context(), file, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{slug}
	for _, number := range "23456789" {
		want = append(want, slug+"-"+string(number))
	}
	got := s.Seen()[0].Values()["slug[]"]
	if len(got) != 10 || !slices.Equal(got[:9], want) {
		t.Fatalf("Ensure lists the slugs %q, want %q and a random one", got, want)
	}
	random, ok := strings.CutPrefix(got[9], slug+"-")
	if !ok || len(random) < 20 {
		t.Errorf("Ensure lists the slug %q last, want that of the content with a random suffix", got[9])
	}
	if strings.ToLower(random) != random {
		t.Errorf("Ensure lists the slug %q last, want it in lower case", got[9])
	}
}

func TestEnsureSendsTheNameAsTheTitle(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			stub.Reply(w, http.StatusOK, "X-WP-Total: 0", "X-WP-TotalPages: 0", "[]")
			return
		}
		stub.Reply(w, http.StatusBadRequest, `{"code":"rest_upload_no_data","message":"No.","data":{"status":400}}`)
	})
	_, err := library(t, s).Ensure(t.Context(), media.Bytes("Sheet b ü.v2.png", []byte("content")), nil)
	if !errors.Is(err, cms.ErrBadRequest) {
		t.Fatalf("Ensure: error %v, want ErrBadRequest", err)
	}
	last := s.Seen()[len(s.Seen())-1]
	if got := formOf(t, last).fields["title"]; !slices.Equal(got, []string{"Sheet b ü.v2"}) {
		t.Errorf("Ensure sent the title %q, want the name without its extension", got)
	}
}

func TestEnsureWaitsForItsContentNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusCreated, created))
	site, file := s.Client(t), picture()
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := site.Lock(t.Context(), "media "+slug)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	m, err := media.New(site).Ensure(ctx, file, nil)
	if m != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Ensure of a content that another call ensures: %+v, error %v, want DeadlineExceeded", m, err)
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("Ensure of a content that another call ensures sent %d requests, want 0", n)
	}
}
