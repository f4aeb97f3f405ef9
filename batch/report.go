package batch

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// ErrNotRun is the error of an item that was certainly not run: another one was
// invalid and all had to be valid, or the batch that held it was not sent or was
// refused as a whole.
var ErrNotRun = errors.New("batch: not run")

// Report says what became of each item, in their order.
type Report struct {
	Results []Result
	// Failed is "validation" if all had to be valid and one was not: nothing of
	// that batch ran, and none was sent after it. Otherwise it is "".
	Failed string
}

// Result is what became of one item: it succeeded if Err is nil.
type Result struct {
	Operation string // "Posts.Create"
	Method    string
	Path      string // as sent, in the spelling of the site
	// Status and Header are those of the answer to the item. Status is 0 if there
	// is none.
	Status int
	Header http.Header
	// Value is the decoded answer, a pointer to the T of the request: see [Value].
	// It is nil if Err is not.
	Value any
	// Err is [ErrNotRun], or an [*cms.Error] that is one of
	//   - the answer to the item;
	//   - [cms.ErrOutcomeUnknown], if the answer was lost or cannot be used: the
	//     item may have run.
	Err error
}

// Value returns the value of a result as a *T, ok if it is one.
func Value[T any](r Result) (v *T, ok bool) {
	v, ok = r.Value.(*T)
	return v, ok
}

// Err joins the errors of the items by [cms.Join], each with its place; nil if all
// succeeded. errors.Is and errors.As look into all of them.
func (r *Report) Err() error {
	var errs []error
	for i, result := range r.Results {
		if result.Err != nil {
			errs = append(errs, fmt.Errorf("item %d (%s): %w", i, result.Operation, result.Err))
		}
	}
	return transport.Join(errs...)
}

// newReport is the report of items none of which was run.
func newReport(items []cms.BatchItem) *Report {
	report := &Report{Results: make([]Result, len(items))}
	for i, item := range items {
		report.Results[i] = Result{Operation: item.Operation, Method: item.Method, Path: item.Path, Err: ErrNotRun}
	}
	return report
}
