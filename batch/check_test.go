package batch_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// checkReport compares a report with what should have become of the items.
func checkReport(t testing.TB, report *batch.Report, failed string, want []outcome) {
	t.Helper()
	if report == nil {
		t.Fatal("there is no report, want one")
	}
	if report.Failed != failed || len(report.Results) != len(want) {
		t.Fatalf("Failed %q, %d results, want %q and %d", report.Failed, len(report.Results), failed, len(want))
	}
	bad := 0
	for i, w := range want {
		got := report.Results[i]
		if got.Status != w.status {
			t.Errorf("item %d: status %d, want %d", i, got.Status, w.status)
		}
		switch {
		case got.Operation == "":
			t.Errorf("item %d: %s %s %s: Operation empty, want a text", i, got.Operation, got.Method, got.Path)
		case got.Method == "":
			t.Errorf("item %d: %s %s %s: Method empty, want a text", i, got.Operation, got.Method, got.Path)
		case got.Path == "":
			t.Errorf("item %d: %s %s %s: Path empty, want a text", i, got.Operation, got.Method, got.Path)
		case got.Path[0] != '/':
			t.Errorf("item %d: %s %s: path %q, want it to begin with '/'", i, got.Operation, got.Method, got.Path)
		}
		if len(w.is) == 0 {
			if got.Err != nil {
				t.Errorf("item %d: %v", i, got.Err)
			} else if id := idOf(t, got.Value); id != w.id {
				t.Errorf("item %d: id %d, want %d", i, id, w.id)
			}
			continue
		}
		bad++
		if got.Value != nil {
			t.Errorf("item %d failed, and has a value: %v, want nil", i, got.Value)
		}
		exactly(t, got.Err, w.is...)
		if e, ok := errors.AsType[*cms.Error](got.Err); ok && w.status != 0 &&
			(e.Status != w.status || e.Operation != got.Operation || e.Method != got.Method) {
			t.Errorf("item %d: error with %q, method %s, status %d, want %q, %s, %d", i, e.Operation, e.Method, e.Status,
				got.Operation, got.Method, w.status)
		}
		for _, err := range w.is {
			if !errors.Is(report.Err(), err) {
				t.Errorf("Report.Err: %v, want an error that wraps %v", report.Err(), err)
			}
		}
	}
	if err := report.Err(); (err == nil) != (bad == 0) {
		t.Errorf("Report.Err: %v after %d failed items, want an error: %t", err, bad, bad != 0)
	}
}

// exactly checks that an error is all of the given ones, and none of the others
// that are told apart here.
func exactly(t testing.TB, err error, want ...error) {
	t.Helper()
	for _, candidate := range append([]error{
		batch.ErrNotRun, cms.ErrOutcomeUnknown, cms.ErrDecode, cms.ErrNotREST, cms.ErrInvalidArgument, cms.ErrBadRequest,
		cms.ErrUnauthorized, cms.ErrForbidden, cms.ErrNotFound, cms.ErrNoRoute, cms.ErrRateLimited, cms.ErrUnavailable,
		cms.ErrRedirected, cms.ErrTooLarge,
	}, want...) {
		if due := slices.Contains(want, candidate); errors.Is(err, candidate) != due {
			t.Errorf("error %v is %v: %t, want %t", err, candidate, errors.Is(err, candidate), due)
		}
	}
}

// handmade is an item that was not made of a cms.Request.
type handmade struct{ made cms.BatchItem }

func (h handmade) BatchItem(*cms.Client, http.Header) (cms.BatchItem, error) { return h.made, nil }

func TestItemWhoseOwnCheckFailsIsNotSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207, answers(item(200, `{"id":7}`), item(200, `{"id":7}`))))
	unfit := errors.New("the site does not know it")
	made := cms.BatchItem{Operation: "Foreign.Item", Method: http.MethodPost, Path: "/shop/v1/a",
		Accept: func(context.Context, int, http.Header, json.RawMessage) (any, error) {
			return &cms.Post{ID: 7}, nil
		}}
	for _, err := range []error{nil, unfit} {
		checked := made
		checked.Check = func(context.Context) error { return err }
		report, got := batch.New(client(t, s)).Add(handmade{made}, handmade{checked}).Do(t.Context())
		switch {
		case !errors.Is(got, err):
			t.Errorf("Builder.Do after a failed check: error %v, want %v; sent %q", got, err, lines(s))
		case (report == nil) != (err != nil):
			t.Errorf("Builder.Do with the check error %v: report %+v, want a report: %t", err, report, err == nil)
		case len(s.Seen()) != 1:
			t.Errorf("s.seen: %v: %+v, %v; sent %q: requests sent: %d, want 1", err, report, got, lines(s), len(s.Seen()))
		}
	}
}

func TestItemsOfCallersAreCheckedLikeRequests(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path     string
		header   http.Header
		body     string
		argument string // "" if it is sent
	}{
		"a route":                   {"/shop/v1/a?b=1", http.Header{"X-Test": {"1"}}, `{"c":2}`, ""},
		"an address":                {"http://a.example/x", nil, "", "path"},
		"a host":                    {"//a.example/x", nil, "", "path"},
		"a scheme":                  {"mailto:x", nil, "", "path"},
		"no scheme":                 {"://x", nil, "", "path"},
		"a fragment":                {"/shop/v1/a#b", nil, "", "path"},
		"a broken escape":           {"/shop/v1/%zz", nil, "", "path"},
		"a broken query":            {"/shop/v1/a?b=%zz", nil, "", "path"},
		"a way out":                 {"/shop/../../x", nil, "", "path"},
		"another method":            {"/shop/v1/a?_method=DELETE", nil, "", "_method"},
		"a header of the client":    {"/shop/v1/a", http.Header{"Authorization": {"Basic eDp5"}}, "", "header"},
		"the record's id in a body": {"/cms/v2/posts/127", nil, `{"id":128}`, "id"},
		"another id in the query":   {"/cms/v2/Posts/127?i%64=128", nil, "", "id"},
		"another widget":            {"/cms/v2/widgets/text-2", nil, `{"id":"text-3"}`, "id"},
		"an id in a list":           {"/cms/v2/posts/127?id%5B%5D=127", nil, "", "id"},
		"a list":                    {"/shop/v1/a", nil, " [1]", "body"},
		"no JSON":                   {"/shop/v1/a", nil, `{`, "body"},
	} {
		s := newStub(t, always(207, answers(item(200, `{"id":7}`))))
		made := cms.BatchItem{Operation: "Foreign.Item", Method: http.MethodPost, Path: c.path, Header: c.header}
		if c.body != "" {
			made.Body = json.RawMessage(c.body)
		}
		made.Accept = func(context.Context, int, http.Header, json.RawMessage) (any, error) { return &cms.Post{ID: 7}, nil }
		report, err := batch.New(client(t, s)).Add(handmade{made}).Do(t.Context())
		if c.argument == "" {
			if err != nil {
				t.Errorf("%s: Builder.Do: %v", name, err)
				continue
			}
			checkReport(t, report, "", []outcome{done(7)})
			continue
		}
		e, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case !ok:
			t.Errorf("Builder.Do of %s: error %#v, want a *cms.ArgumentError; sent %q", name, err, lines(s))
		case e.Argument != c.argument || e.Operation != "Foreign.Item":
			t.Errorf("Builder.Do: %s: Argument %q, Operation %q, want %q and %q", name, e.Argument, e.Operation, c.argument,
				"Foreign.Item")
		case len(s.Seen()) != 0:
			t.Errorf("s.seen: %s: requests sent: %d, want 0", name, len(s.Seen()))
		}
	}
}
