package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/batched"
)

// ErrNotRun is the error of an item that did not run. Either [Builder.RequireAllValidate]
// is set and another item was invalid, or the batch was not sent or was rejected as a
// whole.
var ErrNotRun = errors.New("batch: this item was not run, because of an error of other items")

// Report tells what became of each item, in order.
type Report struct {
	Results []Result
	// Failed is "validation" if all items had to be valid and one was not. Nothing of
	// that batch ran, and no later batch was sent. Otherwise it is "".
	Failed string
}

// Result tells what became of one item. The item succeeded if Err is nil.
type Result struct {
	Operation string // "Posts.Create"
	Method    string
	Path      string // as sent, with the prefix of the site
	// Status and Header are those of the response to the item. Status is 0 if there is
	// none.
	Status int
	Header http.Header
	// Value is the decoded response, a pointer to the T of the request: see [Value]. It
	// is nil if Err is not nil.
	Value any
	// Err is [ErrNotRun], or an [*cms.Error] with the error response to the item. It is
	// [cms.ErrOutcomeUnknown] if the response was lost or cannot be used: the item may
	// have run.
	Err error
}

// Value returns the value of a result as a *T. ok is false if it has another type.
func Value[T any](r Result) (v *T, ok bool) {
	v, ok = r.Value.(*T)
	return v, ok
}

// Err joins the errors of the items with [cms.Join], each with its index. It is nil if
// all items succeeded. errors.Is and errors.As examine all of them.
func (r *Report) Err() error {
	var errs []error
	for i, result := range r.Results {
		if result.Err != nil {
			errs = append(errs, result.named(i))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return cms.Join(errs...)
}

// named adds the index of the item to its error. It also adds the operation, unless the error
// is an [*cms.Error] of the item, which already names the operation.
func (r *Result) named(i int) error {
	if _, ok := errors.AsType[*cms.Error](r.Err); ok && !errors.Is(r.Err, ErrNotRun) {
		return fmt.Errorf("item %d: %w", i, r.Err)
	}
	return fmt.Errorf("item %d (%s): %w", i, r.Operation, r.Err)
}

// newReport returns the report of items that have not run.
func newReport(items []cms.BatchItem) *Report {
	report := &Report{Results: make([]Result, len(items))}
	for i, item := range items {
		report.Results[i] = Result{Operation: item.Operation, Method: item.Method, Path: item.Path, Err: ErrNotRun}
	}
	return report
}

// unusable returns the error of a response that does not show whether an item or the batch was
// run. If the item is secret, the error contains no part of the response.
func unusable(item cms.BatchItem, response cms.Response, body []byte, cause error) error {
	reason := fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode, cause)
	if item.Secret {
		body, reason = nil, fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
	return &cms.Error{
		Operation: item.Operation, Method: item.Method, Path: path, Status: response.Status, Attempts: response.Attempts,
		Body: bytes.Clone(body[:min(len(body), 64<<10)]), Reason: reason,
	}
}

// fill stores the status, the headers and the decoded value of the response to an item.
func (r *Result) fill(ctx context.Context, item cms.BatchItem, reply batched.Reply) {
	status := reply.Status()
	if status == 0 {
		err := fmt.Errorf("%.40q is not an HTTP status", reply.Code)
		r.Err = unusable(item, cms.Response{Attempts: 1}, reply.Whole, err)
		return
	}
	r.Status, r.Header = status, reply.Header()
	r.Value, r.Err = item.Accept(ctx, r.Status, r.Header, json.RawMessage(reply.Body))
}
