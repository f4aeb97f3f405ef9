package media_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
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
	if first.Title.Raw != "Sheet b ü" || first.AltText != "Two letters" || len(first.MediaDetails.Sizes) == 0 || params.Slug != nil {
		t.Errorf("%+v, params with the slug %v", first, params.Slug)
	}
	for name, file := range map[string]media.File{
		"again":              media.Bytes("Sheet b ü.png", content),
		"under another name": media.Bytes("renamed.png", content),
	} {
		m, err := library.Ensure(t.Context(), file, &media.Params{Title: new("Another title")})
		if err != nil || m.ID != first.ID || m.Title.Raw != "Sheet b ü" || count() != 1 {
			t.Errorf("%s: %+v, %v, %d files", name, m, err, count())
		}
	}
	other, err := library.Ensure(t.Context(), media.Bytes("Sheet b ü.png", drawn(t, 300, 400)), nil)
	if err != nil || other.ID == first.ID || count() != 2 {
		t.Errorf("another content: %+v, %v, %d files", other, err, count())
	}
}

func TestEnsureFindsAFileWhoseResponseWasLost(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/media", Times: 1, Processed: true, Cut: cmstest.CutAnswer})
	m, err := library.Ensure(t.Context(), file, nil)
	if err != nil || m.ID == 0 || count() != 1 {
		t.Errorf("stored: %+v, %v, %d files", m, err, count())
	}
}

func TestEnsureUploadsOnceInACall(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/media", Times: 1, Cut: cmstest.CutAnswer})
	if m, err := library.Ensure(t.Context(), file, nil); m != nil || !errors.Is(err, cms.ErrOutcomeUnknown) || count() != 0 {
		t.Errorf("not stored: %+v, %v, %d files", m, err, count())
	}
	if m, err := library.Ensure(t.Context(), file, nil); err != nil || m.ID == 0 || count() != 1 {
		t.Errorf("the next call: %+v, %v, %d files", m, err, count())
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
	if ids[0] != ids[1] || count() != 1 {
		t.Errorf("records %d, %d files", ids, count())
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
	if m, err := library.Ensure(t.Context(), file, nil); err != nil || m.ID != slices.Min(ids) || count() != 2 {
		t.Errorf("%+v of %d, %v, %d files", m, ids, err, count())
	}
}

func TestEnsureMakesMissingSubSizes(t *testing.T) {
	t.Parallel()
	_, library, count := newLibrary(t)
	file := media.Bytes("a.png", drawn(t, 400, 300))
	without := &media.Params{GenerateSubSizes: new(false)}
	first, err := library.Ensure(t.Context(), file, without)
	if err != nil || len(first.MediaDetails.Sizes) != 0 {
		t.Fatalf("%+v, %v", first, err)
	}
	if m, err := library.Ensure(t.Context(), file, without); err != nil || len(m.MediaDetails.Sizes) != 0 {
		t.Errorf("without sub-sizes: %+v, %v", m, err)
	}
	if m, err := library.Ensure(t.Context(), file, nil); err != nil || m.ID != first.ID || len(m.MediaDetails.Sizes) == 0 || count() != 1 {
		t.Errorf("%+v, %v, %d files", m, err, count())
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
		if _, err := library.Ensure(t.Context(), test.file, test.params, test.options...); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if sent := server.Requests(); len(sent) != 0 {
		t.Errorf("%d requests were sent", len(sent))
	}
}

func TestEnsureWritesNothingIfTheSiteIgnoresTheSlug(t *testing.T) {
	t.Parallel()
	server, library, _ := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/media", Body: []byte(`[{"id":5,"slug":"another","type":"attachment"}]`)})
	_, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 10, 10)), nil)
	if err == nil || !errors.Is(err, cms.ErrSlugIgnored) && !errors.Is(err, cms.ErrFilterIgnored) {
		t.Errorf("%v", err)
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("the site saw a %s", r.Method)
		}
	}
}

func TestEnsureFindsAPrivateFile(t *testing.T) {
	t.Parallel()
	_, library, _ := newLibrary(t)
	var ids []int64
	for range 2 {
		m, err := library.Ensure(t.Context(), media.Bytes("a.png", drawn(t, 20, 20)), &media.Params{Status: new(cms.StatusPrivate)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if ids[0] != ids[1] {
		t.Errorf("records %d", ids)
	}
}

func TestEnsureOfOneContentAtOnceLeavesOneRecord(t *testing.T) {
	t.Parallel()
	server, library, count := newLibrary(t)
	server.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/media", Times: 6, Processed: true, Delay: 20 * time.Millisecond})
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
		t.Errorf("%d files", count())
	}
}
