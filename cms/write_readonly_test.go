package cms_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestReadOnlyRecordsAreNotDeleted(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"deleted":true,"previous":{"id":1,"name":"a"}}`))
	site := s.Client(t)
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
			t.Errorf("%s: call: error %v, want ErrInvalidArgument", name, err)
		}
	}
	if asked := s.Seen(); len(asked) != 0 {
		t.Errorf("sent: %+v, want an empty list", asked)
	}
}

func TestLostGETThatWritesIsErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for repeat, want := range map[cms.Repeat]struct {
		unknown  bool
		requests int
	}{cms.RepeatUnsent: {true, 1}, cms.RepeatByMethod: {false, 3}, cms.RepeatSafe: {false, 3}} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) { stub.Cut(w) })
		_, err := cms.Do(t.Context(), s.Client(t, cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Nanosecond,
			MaxWait: time.Nanosecond})), cms.Request[cms.Raw]{Path: "shop/v1/counter", Repeat: repeat})
		if got := errors.Is(err, cms.ErrOutcomeUnknown); got != want.unknown || len(s.Seen()) != want.requests {
			t.Errorf("%v: %v after %d requests, want %+v", repeat, err, len(s.Seen()), want)
		}
	}
}

func TestRequestWithAnErrorIsNotSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{}`))
	site := s.Client(t)
	reason := errors.New("it would delete more")
	r := cms.NewCollection[gadget, gadgetParams, gadgetList](site, "cms/v2/gadgets").DeleteRequest(1)
	r.Err = &cms.ArgumentError{Argument: "items", Reason: reason.Error(), Err: reason}
	_, err := cms.Do(t.Context(), site, r)
	_, batched := r.BatchItem(site, nil)
	for _, err := range []error{err, batched} {
		e, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case !ok:
			t.Errorf("error %v, want a *cms.ArgumentError", err)
		case !errors.Is(err, reason):
			t.Errorf("error %v, want %v", err, reason)
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("error %v, want ErrInvalidArgument", err)
		case e.Operation != "gadgets.Delete" || e.Argument != "items":
			t.Errorf("e.Operation %q, e.Argument %q, want %q and %q", e.Operation, e.Argument, "gadgets.Delete", "items")
		}
	}
	if len(s.Seen()) != 0 {
		t.Errorf("sent: %+v: requests sent: %d, want 0", s.Seen(), len(s.Seen()))
	}
}
