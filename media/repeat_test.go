package media_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

func TestUploadIsNotRetriedAfterALostResponse(t *testing.T) {
	t.Parallel()
	calls := map[string]func(*media.Library) error{
		"upload": func(l *media.Library) error { _, err := l.Upload(t.Context(), picture(), nil); return err },
		"reader": func(l *media.Library) error { _, err := l.Upload(t.Context(), plainly("x"), nil); return err },
		"upload url": func(l *media.Library) error {
			_, err := l.UploadURL(t.Context(), "http://a.example/x.png", nil)
			return err
		},
		"edit": func(l *media.Library) error {
			_, err := l.Edit(t.Context(), 1, &media.EditParams{Src: "s", Rotation: new(90)})
			return err
		},
		"sideload": func(l *media.Library) error {
			_, err := l.Sideload(t.Context(), 1, picture(), &media.SideloadParams{ImageSize: media.SizeNames{"a"}})
			return err
		},
	}
	for answer, handler := range map[string]func(int, http.ResponseWriter, *http.Request){
		"none":               cut,
		"500":                stub.Always(500, outage),
		"502":                stub.Always(502, "<html>bad gateway"),
		"504":                stub.Always(504, ""),
		"a web page":         stub.Always(200, "<html>"),
		"201 with no record": stub.Always(201, "[]"),
		"201 cut short":      stub.Always(201, "Content-Length: 100", `{"id":`),
	} {
		for name, call := range calls {
			s := stub.New(t, handler)
			err := call(library(t, s))
			if !errors.Is(err, cms.ErrOutcomeUnknown) {
				t.Errorf("%s, response %s: error %v, want ErrOutcomeUnknown", name, answer, err)
			}
			if n := len(s.Seen()); n != 1 {
				t.Errorf("%s, %s: sent %d times, want 1", name, answer, n)
			}
		}
	}
}

func TestUploadIsRetriedIfTheSiteDidNotReadIt(t *testing.T) {
	t.Parallel()
	s := stub.New(t, oneByOne([]string{"429", "{}"}, []string{"201", created}))
	switch m, err := library(t, s).Upload(t.Context(), picture(), nil); {
	case err != nil:
		t.Errorf("Library.Upload(picture()): error %v, want nil", err)
	case m.ID != 7:
		t.Errorf("Library.Upload(picture()): ID %d, want 7", m.ID)
	case len(s.Seen()) != 2:
		t.Errorf("Library.Upload(picture()): %d requests, want 2", len(s.Seen()))
	}
	s = stub.New(t, oneByOne([]string{"429", "{}"}, []string{"201", created}))
	_, err := library(t, s).Upload(t.Context(), plainly("x"), nil)
	switch {
	case !errors.Is(err, cms.ErrRateLimited):
		t.Errorf("Upload of content that is read once: error %v, want ErrRateLimited", err)
	case !strings.Contains(err.Error(), "read only once"):
		t.Errorf("Upload of content that is read once: error %v, want %q in it", err, "read only once")
	case len(s.Seen()) != 1:
		t.Errorf("Upload of content that is read once: %d requests, want 1", len(s.Seen()))
	}
}

func TestSafeOperationsAreRetried(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*media.Library) error{
		"post-process": func(l *media.Library) error { _, err := l.PostProcess(t.Context(), 7); return err },
		"finalize":     func(l *media.Library) error { _, err := l.Finalize(t.Context(), 7, nil); return err },
		"update":       func(l *media.Library) error { _, err := l.Update(t.Context(), 7, nil); return err },
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			switch n {
			case 1:
				cut(n, w, r)
			case 2:
				stub.Reply(w, 500, outage)
			default:
				stub.Reply(w, 200, created)
			}
		})
		switch err := call(library(t, s)); {
		case err != nil:
			t.Errorf("%s: error %v, want nil", name, err)
		case len(s.Seen()) != 3:
			t.Errorf("%s: %d requests, want 3", name, len(s.Seen()))
		}
	}
}

func TestStoredUploadIsFinishedInsteadOfRetried(t *testing.T) {
	t.Parallel()
	const full = `{"id":7,"missing_image_sizes":[],"type":"attachment"}`
	plain := func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
		return l.Upload(t.Context(), picture(), nil, options...)
	}
	for name, c := range map[string]struct {
		first, second []string
		call          func(*media.Library, ...cms.CallOption) (*media.Media, error)
		route         string // of the second request
	}{
		"500": {[]string{"500", stored7, outage}, []string{"200", full}, plain, "POST /cms-json/cms/v2/media/7/post-process"},
		"a web page as a 500": {
			[]string{"500", stored7, "<html>"}, []string{"200", full}, plain, "POST /cms-json/cms/v2/media/7/post-process",
		},
		"504": {[]string{"504", stored7, ""}, []string{"200", full}, plain, "POST /cms-json/cms/v2/media/7/post-process"},
		"500, and no sub-sizes wanted": {
			[]string{"500", stored7, outage}, []string{"200", full},
			func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
				return l.Upload(t.Context(), picture(), &media.Params{GenerateSubSizes: new(false)}, options...)
			},
			"GET /cms-json/cms/v2/media/7",
		},
		"201, cut short": {
			[]string{"201", stored7, "Content-Length: 100", `{"id":`}, []string{"200", full}, plain,
			"GET /cms-json/cms/v2/media/7",
		},
		"201, cut short, of a side-load": {
			[]string{"201", "Location: http://a.example/?rest_route=/cms/v2/media/7", "Content-Length: 100", `{"id":`},
			[]string{"200", full},
			func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
				return l.UploadURL(t.Context(), "http://a.example/x.png", nil, options...)
			},
			"GET /cms-json/cms/v2/media/7",
		},
		"201, cut short, with a slash at the end": {
			[]string{"201", "Location: http://a.example/cms-json/cms/v2/media/7/", "Content-Length: 100", `{"id":`},
			[]string{"200", full}, plain, "GET /cms-json/cms/v2/media/7",
		},
		"500 of an edit": {
			[]string{"500", stored7, outage}, []string{"200", full},
			func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
				return l.Edit(t.Context(), 3, &media.EditParams{Src: "s", Rotation: new(90)}, options...)
			},
			"POST /cms-json/cms/v2/media/7/post-process",
		},
	} {
		s := stub.New(t, oneByOne(c.first, c.second))
		var answer cms.Response
		m, err := c.call(library(t, s), cms.Fields("id", "type", "missing_image_sizes"), cms.Capture(&answer), nil)
		switch {
		case err != nil:
			t.Errorf("%s: error %v, want nil", name, err)
		case m.ID != 7 || m.Type != "attachment":
			t.Errorf("%s: ID %d, Type %q, want 7 and %q", name, m.ID, m.Type, "attachment")
		case answer.Status != 200:
			t.Errorf("%s: cms.Capture: Status %d, want 200", name, answer.Status)
		}
		requests := s.Seen()
		if len(requests) != 2 {
			t.Errorf("%s: %d requests, want 2", name, len(requests))
			continue
		}
		second := requests[1]
		switch {
		case second.Method+" "+second.Path != c.route:
			t.Errorf(`%s: second.Method+" "+second.Path %q, want %q`, name, second.Method+" "+second.Path, c.route)
		case second.Values().Get("_fields") != "id,type,missing_image_sizes":
			t.Errorf(`%s: second.Query.Get("_fields") %q, want %q`, name, second.Values().Get("_fields"),
				"id,type,missing_image_sizes")
		}
		switch {
		case second.Method == "GET" && second.Values().Get("context") != "edit":
			t.Errorf("%s: context %q of the second request, want %q", name, second.Values().Get("context"), "edit")
		case second.Method == "POST" && second.Body != `{"action":"create-image-subsizes"}`:
			t.Errorf("%s: body %q of the second request, want %q", name, second.Body,
				`{"action":"create-image-subsizes"}`)
		}
	}
}

func TestUploadThatCannotBeFinishedNamesItsRecord(t *testing.T) {
	t.Parallel()
	s := stub.New(t, oneByOne([]string{"500", stored7, outage},
		[]string{"403", `{"code":"rest_cannot_edit_image","message":"no"}`}))
	m, err := library(t, s).Upload(t.Context(), picture(), nil)
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	switch {
	case m != nil:
		t.Fatalf("Library.Upload(picture()): %+v, want nil", m)
	case !ok:
		t.Fatalf("Library.Upload(picture()): error %v, want a *media.UnfinishedError", err)
	case unfinished.ID != 7:
		t.Fatalf("Library.Upload(picture()): ID %d, want 7", unfinished.ID)
	case unfinished.Upload == nil:
		t.Fatal("Library.Upload(picture()): Upload nil, want an error")
	case unfinished.Operation != "media.Upload":
		t.Fatalf("Library.Upload(picture()): Operation %q, want %q", unfinished.Operation, "media.Upload")
	}
	switch {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Library.Upload(picture()): error %v, want ErrForbidden", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload(picture()): error %v, want an error other than ErrOutcomeUnknown", err)
	case !errors.Is(unfinished.Upload, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload(picture()): Upload error %v, want ErrOutcomeUnknown", unfinished.Upload)
	}
	switch text := err.Error(); {
	case !strings.Contains(text, "as record 7"):
		t.Errorf("Library.Upload(picture()): text %q, want %q in it", text, "as record 7")
	case !strings.Contains(text, "rest_cannot_edit_image"):
		t.Errorf("Library.Upload(picture()): text %q, want %q in it", text, "rest_cannot_edit_image")
	case !strings.Contains(text, "internal_server_error"):
		t.Errorf("Library.Upload(picture()): text %q, want %q in it", text, "internal_server_error")
	}

	ctx, cancel := context.WithCancel(soon(t))
	s = stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, 500, stored7, outage)
		cancel()
	})
	_, err = library(t, s).Upload(ctx, picture(), nil)
	unfinished, ok = errors.AsType[*media.UnfinishedError](err)
	switch {
	case ok && unfinished.ID != 7:
		t.Errorf("Library.Upload(picture()): ID %d, want 7", unfinished.ID)
	case !errors.Is(err, context.Canceled):
		t.Errorf("Library.Upload(picture()): error %v, want Canceled", err)
	}
}

func TestUploadFromAnAddressIsCreatedThenUpdated(t *testing.T) {
	t.Parallel()
	const address = "https://a.example/x.png?size=1"
	params := func() *media.Params {
		return &media.Params{Title: new("T"), AltText: new("A"), Post: new(int64(3)), ConvertFormat: new(false),
			GenerateSubSizes: new(false)}
	}
	s := stub.New(t, oneByOne([]string{"201", `{"id":7}`}, []string{"200", `{"id":7,"alt_text":"A"}`}))
	m, err := library(t, s).UploadURL(t.Context(), address, params())
	switch {
	case err != nil:
		t.Fatalf("Library.UploadURL(address, params()): error %v, want nil", err)
	case m.AltText != "A":
		t.Fatalf("Library.UploadURL(address, params()): AltText %q, want %q", m.AltText, "A")
	}
	requests := s.Seen()
	const first = `{"url":"https://a.example/x.png?size=1","post":3,"generate_sub_sizes":false,"convert_format":false}`
	const second = `{"title":"T","alt_text":"A"}`
	switch {
	case len(requests) != 2:
		t.Errorf("%d requests, want 2", len(requests))
	case requests[0].Body != first:
		t.Errorf("first request: body %q, want %q", requests[0].Body, first)
	case requests[1].Body != second:
		t.Errorf("second request: body %q, want %q", requests[1].Body, second)
	case requests[1].Path != "/cms-json/cms/v2/media/7":
		t.Errorf("second request: path %q, want %q", requests[1].Path, "/cms-json/cms/v2/media/7")
	}

	s = stub.New(t, oneByOne([]string{"201", `{"id":7,"slug":"x"}`},
		[]string{"403", `{"code":"rest_cannot_edit","message":"no"}`}))
	m, err = library(t, s).UploadURL(t.Context(), address, params())
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	switch {
	case m == nil:
		t.Error("Library.UploadURL(address, params()): record nil, want record 7")
	case m.Slug != "x":
		t.Errorf("Library.UploadURL(address, params()): Slug %q, want %q", m.Slug, "x")
	case !ok:
		t.Errorf("Library.UploadURL(address, params()): error %v, want a *media.UnfinishedError", err)
	case unfinished.ID != 7 || unfinished.Upload != nil:
		t.Errorf("Library.UploadURL(address, params()): ID %d, Upload error %v, want 7 and nil", unfinished.ID,
			unfinished.Upload)
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("Library.UploadURL(address, params()): error %v, want ErrForbidden", err)
	}

	s = stub.New(t, oneByOne([]string{"201", "Location: http://a.example/cms-json/cms/v2/media/8/", `{"id":8,"slug":"x"}`},
		[]string{"200", `{"id":8,"slug":"y"}`}))
	m, err = library(t, s).UploadURL(t.Context(), address, &media.Params{Slug: new("y")}, cms.Fields("slug"))
	switch {
	case err != nil:
		t.Errorf("Library.UploadURL: error %v, want nil", err)
	case m.Slug != "y":
		t.Errorf("Library.UploadURL: Slug %q, want %q", m.Slug, "y")
	case s.Seen()[1].Path != "/cms-json/cms/v2/media/8":
		t.Errorf("second request: path %q, want %q", s.Seen()[1].Path, "/cms-json/cms/v2/media/8")
	}

	for _, none := range []*media.Params{nil, {}, {Post: new(int64(1))}} {
		s = stub.New(t, stub.Always(201, created))
		switch m, err := library(t, s).UploadURL(t.Context(), address, none); {
		case err != nil:
			t.Errorf("Library.UploadURL(address, none): error %v, want nil", err)
		case m.ID != 7:
			t.Errorf("Library.UploadURL(address, none): ID %d, want 7", m.ID)
		case len(s.Seen()) != 1:
			t.Errorf("Library.UploadURL(address, none): %d requests, want 1", len(s.Seen()))
		}
	}

	s = stub.New(t, stub.Always(400, `{"code":"rest_invalid_url","message":"no image"}`))
	switch m, err := library(t, s).UploadURL(t.Context(), address, params()); {
	case m != nil:
		t.Errorf("Library.UploadURL(address, params()): %+v, want nil", m)
	case !errors.Is(err, cms.ErrBadRequest):
		t.Errorf("Library.UploadURL(address, params()): error %v, want ErrBadRequest", err)
	case len(s.Seen()) != 1:
		t.Errorf("requests sent: %d, want 1", len(s.Seen()))
	}
}

func TestResponseWithoutARecordIsAnError(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*media.Library) error{
		"get":          func(l *media.Library) error { _, err := l.Get(t.Context(), 7); return err },
		"update":       func(l *media.Library) error { _, err := l.Update(t.Context(), 7, nil); return err },
		"post-process": func(l *media.Library) error { _, err := l.PostProcess(t.Context(), 7); return err },
		"finalize":     func(l *media.Library) error { _, err := l.Finalize(t.Context(), 7, nil); return err },
	} {
		s := stub.New(t, stub.Always(200, "[]"))
		err := call(library(t, s))
		switch {
		case !errors.Is(err, cms.ErrDecode):
			t.Errorf("%s: error %v, want ErrDecode", name, err)
		case !strings.Contains(err.Error(), "cms/v2/media/7"):
			t.Errorf("%s: error %v, want %q in it", name, err, "cms/v2/media/7")
		}
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("%s: error %v, want a *cms.Error", name, err)
		case e.Status != 200 || e.Attempts != 1:
			t.Errorf("%s: Status %d, Attempts %d, want 200 and 1", name, e.Status, e.Attempts)
		}
	}
	for _, location := range []string{"Location: %", "Location: http://a.example/", "Location: http://a.example/-3"} {
		s := stub.New(t, stub.Always(201, location, `{"slug":"x"}`))
		if _, err := library(t, s).Upload(t.Context(), picture(), nil); !errors.Is(err, cms.ErrOutcomeUnknown) ||
			!errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: Library.Upload(picture()): error %v, want ErrOutcomeUnknown and ErrDecode", location, err)
		}
	}
}

func TestLongErrorsOfAnUnfinishedUploadAreCut(t *testing.T) {
	t.Parallel()
	long := errors.New(strings.Repeat("x", 5000))
	err := &media.UnfinishedError{Operation: "media.Upload", ID: 7, Upload: long, Err: long}
	if n := len(err.Error()); n < 3000 || n > 3300 {
		t.Errorf("UnfinishedError with two errors of 5000 bytes: a text of %d bytes, want about 3000", n)
	}
	err = &media.UnfinishedError{Operation: strings.Repeat("o", 300), Upload: errors.New(strings.Repeat("y", 5000)),
		Err: long}
	for letter, want := range map[string]int{"o": 200, "x": 1500, "y": 1500} {
		if !strings.Contains(err.Error(), " "+strings.Repeat(letter, want)+"…") {
			t.Errorf("UnfinishedError with long texts: %q, want %d times %s and no more", err.Error(), want, letter)
		}
	}
}

// TestResponseOfOtherFieldsNamesItsRecordInAHeader has fields that the caller asked for
// in the arguments of a raw upload.
func TestResponseOfOtherFieldsNamesItsRecordInAHeader(t *testing.T) {
	t.Parallel()
	params := &media.Params{}
	if err := params.Extra.Set("_fields", "slug"); err != nil {
		t.Fatal(err)
	}
	file := picture()
	file.Raw = true
	s := stub.New(t, stub.Always(201, "Location: http://a.example/cms-json/cms/v2/media/8/", `{"slug":"x"}`))
	switch m, err := library(t, s).Upload(t.Context(), file, params); {
	case err != nil:
		t.Errorf("Library.Upload(file, params): error %v, want nil", err)
	case m.ID != 8 || m.Slug != "x":
		t.Errorf("Library.Upload(file, params): ID %d, Slug %q, want 8 and %q", m.ID, m.Slug, "x")
	case len(s.Seen()) != 1:
		t.Errorf("Library.Upload(file, params): %d requests, want 1", len(s.Seen()))
	}
	s = stub.New(t, stub.Always(201, `{"slug":"x"}`))
	switch m, err := library(t, s).Upload(t.Context(), file, params); {
	case m != nil:
		t.Errorf("Library.Upload(file, params): %+v, want nil", m)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload(file, params): error %v, want ErrOutcomeUnknown", err)
	case !errors.Is(err, cms.ErrDecode):
		t.Errorf("Library.Upload(file, params): error %v, want ErrDecode", err)
	}
}

func TestRedirectIsNotAStoredRecord(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(302, "Location: /cms-json/cms/v2/media/7", ""))
	_, err := library(t, s).Upload(t.Context(), picture(), nil)
	switch _, unfinished := errors.AsType[*media.UnfinishedError](err); {
	case unfinished:
		t.Errorf("Library.Upload(picture()): error %v, want no *media.UnfinishedError", err)
	case !errors.Is(err, cms.ErrRedirected):
		t.Errorf("Library.Upload(picture()): error %v, want ErrRedirected", err)
	case len(s.Seen()) != 1:
		t.Errorf("Library.Upload(picture()): %d requests, want 1", len(s.Seen()))
	}
}
