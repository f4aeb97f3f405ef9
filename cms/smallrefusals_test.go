package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestUploadIsCheckedBeforeItIsSent has uploads that are none.
func TestUploadIsCheckedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{}`))
	site := s.client(t)
	reader := func() *strings.Reader { return strings.NewReader("abc") }
	for _, test := range []struct {
		upload *cms.Upload
		reason string // "" if it is sent
	}{
		{nil, "is nil"},
		{&cms.Upload{Type: "text/plain"}, "either Open or Reader"},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: -2}, "below -1"},
		{&cms.Upload{Reader: reader(), Size: 3}, "type is empty"},
		{&cms.Upload{Type: "a\r\nb", Reader: reader(), Size: 3}, "control character"},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: -1}, ""},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: 3}, ""},
	} {
		_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "cms/v2/media",
			Body: test.upload})
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case test.reason == "" && err != nil:
			t.Errorf("upload: error %v, want nil", err)
		case test.reason != "" && (!ok || refused.Argument != "body" || refused.Operation != "POST cms/v2/media" ||
			!strings.Contains(refused.Reason, test.reason)):
			t.Errorf("upload: error %v, want the body refused: %q", err, test.reason)
		}
	}
	_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{
		Method: http.MethodPost, Path: "cms/v2/media/41", Query: url.Values{"id": {"57"}},
		Body: &cms.Upload{Type: "text/plain", Reader: reader(), Size: 3},
	})
	switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("another id: %v, want a *cms.ArgumentError", err)
	case refused.Argument != "id":
		t.Errorf("another id: %v: Argument %q, want %q", err, refused.Argument, "id")
	}
	all := s.seen()
	if len(all) != 2 {
		t.Fatalf("%d were sent, want 2", len(all))
	}
	for i, length := range []string{"", "3"} {
		switch {
		case all[i].Body != "abc":
			t.Errorf("%+v was sent: all[i].Body %q, want %q", all[i], all[i].Body, "abc")
		case all[i].Header.Get("Content-Type") != "text/plain":
			t.Errorf(`%+v was sent: all[i].Header.Get("Content-Type") %q, want %q`, all[i], all[i].Header.Get("Content-Type"),
				"text/plain")
		case all[i].Header.Get("Content-Length") != length:
			t.Errorf(`%+v was sent: all[i].Header.Get("Content-Length") %q, want %q`, all[i],
				all[i].Header.Get("Content-Length"), length)
		}
	}
}

// TestUnlockWorksOnce has a lock that is asked for in a context that has ended.
func TestUnlockWorksOnce(t *testing.T) {
	t.Parallel()
	site := dial(t, "https://docs.example.org")
	unlock, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if again, err := site.Lock(ctx, "settings"); !errors.Is(err, enough) || again != nil {
		t.Errorf("Client.Lock: error %v, again %p, want %v and nil", err, again, enough)
	}
	if other, err := site.Lock(t.Context(), "menus"); err != nil {
		t.Errorf("Client.Lock: %v", err)
	} else {
		other()
	}
	unlock()
	unlock()
	again, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	defer again()
	if _, err := site.Lock(ctx, "settings"); err == nil {
		t.Error("it was given back twice, and is free while it is held: error nil, want an error")
	}
}

// TestInvalidRootNameIsRefused has names of different kinds.
func TestInvalidRootNameIsRefused(t *testing.T) {
	t.Parallel()
	for root, reason := range map[string]string{
		"http://[::1":               "cannot be parsed",
		"//::":                      "host cannot be parsed",
		"ftp://docs.example.org/":   "a name below the site",
		"https:///api":              "a name below the site",
		"https://u:p@example.org/":  "a name below the site",
		"api#part":                  "a name below the site",
		"https://example.org:0/api": "port",
		"%2e%2e/api":                "dots",
		"api?lang=de":               "may only have rest_route",
		"?rest_route=/&_method=PUT": "would change the request",
	} {
		_, err := cms.New("https://docs.example.org/a", cms.WithRoot(root))
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: cms.New: error %v, want a *cms.ArgumentError", root, err)
		case refused.Argument != "WithRoot" || !strings.Contains(refused.Reason, reason):
			t.Errorf("%s: cms.New: Argument %q, Reason %q, want %q and %q in it", root, refused.Argument, refused.Reason,
				"WithRoot", reason)
		}
	}
	for site, reason := range map[string]string{
		"":                                  "is empty",
		" ":                                 "is empty",
		"http://[::1":                       "cannot be parsed",
		"docs.example.org":                  "needs a scheme",
		"ftp://docs.example.org":            "needs a scheme",
		"https://":                          "no host",
		"https://u@docs.example.org":        "holds a user",
		"https://docs.example.org?a=b":      "has a query",
		"https://docs.example.org?":         "has a query",
		"https://docs.example.org#part":     "has a fragment",
		"https://docs.example.org:0":        "port",
		"https://docs.example.org/wp-json/": "wp-json is the root",
	} {
		_, err := cms.New(site)
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: cms.New(site): error %v, want a *cms.ArgumentError", site, err)
		case refused.Argument != "site" || !strings.Contains(refused.Reason, reason):
			t.Errorf("%s: cms.New(site): Argument %q, Reason %q, want %q and %q in it", site, refused.Argument, refused.Reason,
				"site", reason)
		}
	}
}

// TestInvalidFieldNamesAreRefused has names for WithoutLinks and Fields.
func TestInvalidFieldNamesAreRefused(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{"": false, " ": false, "a,b": false, "a": true, "a.b": true} {
		_, err := cms.New("https://docs.example.org", cms.WithoutLinks("price", name))
		switch {
		case (err == nil) != ok:
			t.Errorf("%q: error %v, want nil: %t", name, err, ok)
		case !ok && !refuses(err, "WithoutLinks"):
			t.Errorf("New with WithoutLinks of %q: error %v, want the argument %q refused", name, err, "WithoutLinks")
		}
	}
}

// TestSmallTypesPrintThemselves has texts that people read.
func TestSmallTypesPrintThemselves(t *testing.T) {
	t.Parallel()
	login := cms.Credentials{User: "editor", Password: "abcd"}
	for want, got := range map[string]string{
		"cms.Client(https://docs.example.org/cms-json/)": dial(t, "https://docs.example.org").String(),
		"editor:[redacted]":                         login.String(),
		"cms.Credentials{User: editor, [redacted]}": login.GoString(),
		"editor:[redacted] cms.Credentials{User: editor, [redacted]} editor:[redacted]": fmt.Sprintf("%v %#v %#q", login,
			login, login),
		`cms: the site gives the slug "a-2", not "a": another record has it, or the site reserves it`: (&cms.SlugTakenError{
			Slug: "a", Got: "a-2"}).Error(),
		`cms: record "a" cannot be read: ` + cms.ErrDecode.Error(): (&cms.BrokenRecordError{Name: "a",
			Err: cms.ErrDecode}).Error(),
		"2 records match, with the ids 3, 5": (&cms.AmbiguousError{IDs: []int64{3, 5}}).Error(),
		"null":                               cms.NoDate().String(),
		"2026-01-01T00:00:00":                cms.LocalTime("2026-01-01T00:00:00").Date().String(),
		"":                                   cms.Date{}.String(),
	} {
		if got != want {
			t.Errorf("printed type %q, want %q", got, want)
		}
	}
	_, err := cms.New("http://docs.example.org", cms.WithApplicationPassword("editor", "abcd"))
	if want := cms.ErrInsecure.Error() + ": use https"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New over plain HTTP: error %v, want %q in it", err, want)
	}
	if _, err := cms.LocalTime("2026-01-01T00:00:00").Time(nil); !refuses(err, "zone") {
		t.Errorf("LocalTime.Time without a zone: error %v, want the argument %q refused", err, "zone")
	}
	s := newStub(t, always(200, `{"id":7}`))
	if _, err := s.client(t, cms.WithHeader("X-Key", "a")).Posts.Get(t.Context(), 7,
		cms.Header("X-Call", "b")); err != nil {
		t.Error(err)
	}
	switch got := s.seen()[0].Header; {
	case got.Get("X-Key") != "a":
		t.Errorf(`the headers are %v: Get("X-Key") %q, want %q`, got, got.Get("X-Key"), "a")
	case got.Get("X-Call") != "b":
		t.Errorf(`the headers are %v: Get("X-Call") %q, want %q`, got, got.Get("X-Call"), "b")
	}
}

// TestMoreEmbeddedRecordsThanAHundredThousandAreAnError has as many, and one more.
func TestMoreEmbeddedRecordsThanAHundredThousandAreAnError(t *testing.T) {
	t.Parallel()
	for n, ok := range map[int]bool{100_000: true, 100_001: false} {
		list := []byte("[" + strings.Repeat("0,", n-1) + "0]")
		got, err := cms.EmbeddedAs[int8](cms.Embedded{"author": list}, "author")
		switch {
		case (err == nil) != ok:
			t.Errorf("%d: error %v, want nil: %t", n, err, ok)
		case ok && len(got) != n:
			t.Errorf("EmbeddedAs: %d records, want %d", len(got), n)
		case !ok && (got != nil || !strings.Contains(err.Error(), "embedded author")):
			t.Errorf("EmbeddedAs of %d records: %d records, error %v, want none and %q in the error", n, len(got), err,
				"embedded author")
		}
	}
}
