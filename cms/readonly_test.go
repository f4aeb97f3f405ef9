package cms_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func TestReadOnlyRecordsAreNotDeleted(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusOK, `{"deleted":true,"previous":{"id":1,"name":"a"}}`))
	site := s.client(t)
	numbered := cms.NewContent[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets")
	named := cms.NewCatalog[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets", "name")
	for name, call := range map[string]func() error{
		"Delete":                func() error { _, err := numbered.Delete(t.Context(), 1); return err },
		"Trash":                 func() error { _, err := numbered.Trash(t.Context(), 1); return err },
		"DeleteRequest":         func() error { _, err := cms.Do(t.Context(), site, numbered.DeleteRequest(1)); return err },
		"TrashRequest":          func() error { _, err := cms.Do(t.Context(), site, numbered.TrashRequest(1)); return err },
		"Catalog.Delete":        func() error { _, err := named.Delete(t.Context(), "a"); return err },
		"Catalog.DeleteRequest": func() error { _, err := cms.Do(t.Context(), site, named.DeleteRequest("a")); return err },
	} {
		if err := call(); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if asked := s.seen(); len(asked) != 0 {
		t.Errorf("sent: %+v", asked)
	}
}

func TestALostGETThatWritesIsErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for repeat, want := range map[cms.Repeat]struct {
		unknown  bool
		requests int
	}{cms.RepeatUnsent: {true, 1}, cms.RepeatByMethod: {false, 3}, cms.RepeatSafe: {false, 3}} {
		s := newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) { cut(w) })
		_, err := cms.Do(t.Context(), s.client(t, cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Nanosecond, MaxWait: time.Nanosecond})), cms.Request[cms.Raw]{Path: "shop/v1/counter", Repeat: repeat})
		if got := errors.Is(err, cms.ErrOutcomeUnknown); got != want.unknown || len(s.seen()) != want.requests {
			t.Errorf("%v: %v after %d requests, want %+v", repeat, err, len(s.seen()), want)
		}
	}
}

func TestARequestWithAnErrorIsNotSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusOK, `{}`))
	site := s.client(t)
	reason := errors.New("it would delete more")
	r := cms.NewCollection[gadget, gadgetParams, gadgetList](site, "cms/v2/gadgets").DeleteRequest(1)
	r.Err = &cms.ArgumentError{Argument: "items", Reason: reason.Error(), Err: reason}
	_, err := cms.Do(t.Context(), site, r)
	_, batched := r.BatchItem(site, nil)
	for _, err := range []error{err, batched} {
		e, ok := errors.AsType[*cms.ArgumentError](err)
		if !ok || !errors.Is(err, reason) || !errors.Is(err, cms.ErrInvalidArgument) || e.Operation != "gadgets.Delete" || e.Argument != "items" {
			t.Errorf("%#v", err)
		}
	}
	if len(s.seen()) != 0 {
		t.Errorf("sent: %+v", s.seen())
	}
}
