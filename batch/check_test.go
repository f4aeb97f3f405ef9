package batch_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// checkReport compares a report with what should have become of the items.
func checkReport(t testing.TB, report *batch.Report, failed string, want []outcome) {
	t.Helper()
	if report == nil {
		t.Fatal("there is no report")
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
		if got.Operation == "" || got.Method == "" || got.Path == "" || got.Path[0] != '/' {
			t.Errorf("item %d: %s %s %s", i, got.Operation, got.Method, got.Path)
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
			t.Errorf("item %d failed, and has a value: %v", i, got.Value)
		}
		exactly(t, got.Err, w.is...)
		if e, ok := errors.AsType[*cms.Error](got.Err); ok && w.status != 0 && (e.Status != w.status || e.Operation != got.Operation || e.Method != got.Method) {
			t.Errorf("item %d: %+v", i, e)
		}
		for _, err := range w.is {
			if !errors.Is(report.Err(), err) {
				t.Errorf("the error of the report is not %v: %v", err, report.Err())
			}
		}
	}
	if err := report.Err(); (err == nil) != (bad == 0) {
		t.Errorf("%d items failed, and the report says %v", bad, err)
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
			t.Errorf("is %q: %v, want %v: %v", candidate, !due, due, err)
		}
	}
}
