package media_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
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
		"500":                always(500, outage),
		"502":                always(502, "<html>bad gateway"),
		"504":                always(504, ""),
		"a web page":         always(200, "<html>"),
		"201 with no record": always(201, "[]"),
		"201 cut short":      always(201, "Content-Length: 100", `{"id":`),
	} {
		for name, call := range calls {
			s := newStub(t, handler)
			err := call(s.library(t))
			if !errors.Is(err, cms.ErrOutcomeUnknown) {
				t.Errorf("%s, %s: %v", name, answer, err)
			}
			if n := len(s.seen()); n != 1 {
				t.Errorf("%s, %s: sent %d times", name, answer, n)
			}
		}
	}
}

func TestUploadIsRetriedIfTheSiteDidNotReadIt(t *testing.T) {
	t.Parallel()
	s := newStub(t, oneByOne([]string{"429", "{}"}, []string{"201", created}))
	if m, err := s.library(t).Upload(t.Context(), picture(), nil); err != nil || m.ID != 7 || len(s.seen()) != 2 {
		t.Errorf("%v, %v, %d requests", m, err, len(s.seen()))
	}
	s = newStub(t, oneByOne([]string{"429", "{}"}, []string{"201", created}))
	_, err := s.library(t).Upload(t.Context(), plainly("x"), nil)
	if !errors.Is(err, cms.ErrRateLimited) || !strings.Contains(err.Error(), "read only once") || len(s.seen()) != 1 {
		t.Errorf("%v, %d requests", err, len(s.seen()))
	}
}

func TestSafeOperationsAreRetried(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*media.Library) error{
		"post-process": func(l *media.Library) error { _, err := l.PostProcess(t.Context(), 7); return err },
		"finalize":     func(l *media.Library) error { _, err := l.Finalize(t.Context(), 7, nil); return err },
		"update":       func(l *media.Library) error { _, err := l.Update(t.Context(), 7, nil); return err },
	} {
		s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) {
			switch n {
			case 1:
				cut(n, w, r)
			case 2:
				reply(w, 500, outage)
			default:
				reply(w, 200, created)
			}
		})
		if err := call(s.library(t)); err != nil || len(s.seen()) != 3 {
			t.Errorf("%s: %v, %d requests", name, err, len(s.seen()))
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
			[]string{"201", stored7, "Content-Length: 100", `{"id":`}, []string{"200", full}, plain, "GET /cms-json/cms/v2/media/7",
		},
		"201, cut short, of a side-load": {
			[]string{"201", "Location: http://a.example/?rest_route=/cms/v2/media/7", "Content-Length: 100", `{"id":`}, []string{"200", full},
			func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
				return l.UploadURL(t.Context(), "http://a.example/x.png", nil, options...)
			},
			"GET /cms-json/cms/v2/media/7",
		},
		"500 of an edit": {
			[]string{"500", stored7, outage}, []string{"200", full},
			func(l *media.Library, options ...cms.CallOption) (*media.Media, error) {
				return l.Edit(t.Context(), 3, &media.EditParams{Src: "s", Rotation: new(90)}, options...)
			},
			"POST /cms-json/cms/v2/media/7/post-process",
		},
	} {
		s := newStub(t, oneByOne(c.first, c.second))
		var answer cms.Response
		m, err := c.call(s.library(t), cms.Fields("id", "type", "missing_image_sizes"), cms.Capture(&answer), nil)
		if err != nil || m.ID != 7 || m.Type != "attachment" || answer.Status != 200 {
			t.Errorf("%s: %+v, %v, %+v", name, m, err, answer)
		}
		requests := s.seen()
		if len(requests) != 2 {
			t.Errorf("%s: %d requests", name, len(requests))
			continue
		}
		second := requests[1]
		if second.Method+" "+second.Path != c.route || second.Query.Get("_fields") != "id,type,missing_image_sizes" {
			t.Errorf("%s: %s %s %v", name, second.Method, second.Path, second.Query)
		}
		if second.Method == "GET" && second.Query.Get("context") != "edit" || second.Method == "POST" && string(second.Body) != `{"action":"create-image-subsizes"}` {
			t.Errorf("%s: %v %s", name, second.Query, second.Body)
		}
	}
}

func TestAnUploadThatCannotBeFinishedNamesItsRecord(t *testing.T) {
	t.Parallel()
	s := newStub(t, oneByOne([]string{"500", stored7, outage}, []string{"403", `{"code":"rest_cannot_edit_image","message":"no"}`}))
	m, err := s.library(t).Upload(t.Context(), picture(), nil)
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	if m != nil || !ok || unfinished.ID != 7 || unfinished.Upload == nil || unfinished.Operation != "media.Upload" {
		t.Fatalf("%v, %v", m, err)
	}
	if !errors.Is(err, cms.ErrForbidden) || errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(unfinished.Upload, cms.ErrOutcomeUnknown) {
		t.Errorf("%v", err)
	}
	if text := err.Error(); !strings.Contains(text, "as record 7") || !strings.Contains(text, "rest_cannot_edit_image") || !strings.Contains(text, "internal_server_error") {
		t.Error(text)
	}

	ctx, cancel := context.WithCancel(soon(t))
	s = newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		reply(w, 500, stored7, outage)
		cancel()
	})
	_, err = s.library(t).Upload(ctx, picture(), nil)
	unfinished, ok = errors.AsType[*media.UnfinishedError](err)
	if ok && unfinished.ID != 7 || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAnUploadFromAnAddressIsCreatedThenUpdated(t *testing.T) {
	t.Parallel()
	const address = "https://a.example/x.png?size=1"
	params := func() *media.Params {
		return &media.Params{Title: new("T"), AltText: new("A"), Post: new(int64(3)), ConvertFormat: new(false), GenerateSubSizes: new(false)}
	}
	s := newStub(t, oneByOne([]string{"201", `{"id":7}`}, []string{"200", `{"id":7,"alt_text":"A"}`}))
	m, err := s.library(t).UploadURL(t.Context(), address, params())
	if err != nil || m.AltText != "A" {
		t.Fatalf("%v, %v", m, err)
	}
	requests := s.seen()
	const first = `{"url":"https://a.example/x.png?size=1","post":3,"generate_sub_sizes":false,"convert_format":false}`
	const second = `{"title":"T","alt_text":"A"}`
	if len(requests) != 2 || string(requests[0].Body) != first || string(requests[1].Body) != second || requests[1].Path != "/cms-json/cms/v2/media/7" {
		t.Errorf("%+v", requests)
	}

	s = newStub(t, oneByOne([]string{"201", `{"id":7,"slug":"x"}`}, []string{"403", `{"code":"rest_cannot_edit","message":"no"}`}))
	m, err = s.library(t).UploadURL(t.Context(), address, params())
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	if m == nil || m.Slug != "x" || !ok || unfinished.ID != 7 || unfinished.Upload != nil || !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("%+v, %v", m, err)
	}

	s = newStub(t, oneByOne([]string{"201", "Location: http://a.example/cms-json/cms/v2/media/8/", `{"id":8,"slug":"x"}`}, []string{"200", `{"id":8,"slug":"y"}`}))
	m, err = s.library(t).UploadURL(t.Context(), address, &media.Params{Slug: new("y")}, cms.Fields("slug"))
	if err != nil || m.Slug != "y" || s.seen()[1].Path != "/cms-json/cms/v2/media/8" {
		t.Errorf("%+v, %v, %+v", m, err, s.seen())
	}

	for _, none := range []*media.Params{nil, {}, {Post: new(int64(1))}} {
		s = newStub(t, always(201, created))
		if m, err := s.library(t).UploadURL(t.Context(), address, none); err != nil || m.ID != 7 || len(s.seen()) != 1 {
			t.Errorf("%v, %v, %d requests", m, err, len(s.seen()))
		}
	}

	s = newStub(t, always(400, `{"code":"rest_invalid_url","message":"no image"}`))
	if m, err := s.library(t).UploadURL(t.Context(), address, params()); m != nil || !errors.Is(err, cms.ErrBadRequest) || len(s.seen()) != 1 {
		t.Errorf("%v, %v", m, err)
	}
}

func TestAnAnswerWithoutARecordIsAnError(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*media.Library) error{
		"get":          func(l *media.Library) error { _, err := l.Get(t.Context(), 7); return err },
		"update":       func(l *media.Library) error { _, err := l.Update(t.Context(), 7, nil); return err },
		"post-process": func(l *media.Library) error { _, err := l.PostProcess(t.Context(), 7); return err },
		"finalize":     func(l *media.Library) error { _, err := l.Finalize(t.Context(), 7, nil); return err },
	} {
		s := newStub(t, always(200, "[]"))
		err := call(s.library(t))
		if !errors.Is(err, cms.ErrDecode) || !strings.Contains(err.Error(), "cms/v2/media/7") {
			t.Errorf("%s: %v", name, err)
		}
		if e, ok := errors.AsType[*cms.Error](err); !ok || e.Status != 200 || e.Attempts != 1 {
			t.Errorf("%s: %+v", name, err)
		}
	}
	for _, location := range []string{"Location: %", "Location: http://a.example/", "Location: http://a.example/-3"} {
		s := newStub(t, always(201, location, `{"slug":"x"}`))
		if _, err := s.library(t).Upload(t.Context(), picture(), nil); !errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: %v", location, err)
		}
	}
}

// TestAnAnswerOfOtherFieldsNamesItsRecordInAHeader has fields that the caller asked for
// in the arguments of a raw upload.
func TestAnAnswerOfOtherFieldsNamesItsRecordInAHeader(t *testing.T) {
	t.Parallel()
	params := &media.Params{}
	if err := params.Extra.Set("_fields", "slug"); err != nil {
		t.Fatal(err)
	}
	file := picture()
	file.Raw = true
	s := newStub(t, always(201, "Location: http://a.example/cms-json/cms/v2/media/8/", `{"slug":"x"}`))
	if m, err := s.library(t).Upload(t.Context(), file, params); err != nil || m.ID != 8 || m.Slug != "x" || len(s.seen()) != 1 {
		t.Errorf("%+v, %v, %d requests", m, err, len(s.seen()))
	}
	s = newStub(t, always(201, `{"slug":"x"}`))
	if m, err := s.library(t).Upload(t.Context(), file, params); m != nil || !errors.Is(err, cms.ErrOutcomeUnknown) || !errors.Is(err, cms.ErrDecode) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestARedirectIsNotAStoredRecord(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(302, "Location: /cms-json/cms/v2/media/7", ""))
	_, err := s.library(t).Upload(t.Context(), picture(), nil)
	if _, unfinished := errors.AsType[*media.UnfinishedError](err); unfinished || !errors.Is(err, cms.ErrRedirected) || len(s.seen()) != 1 {
		t.Errorf("%v, %d requests", err, len(s.seen()))
	}
}
