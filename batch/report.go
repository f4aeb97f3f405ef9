package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// ErrNotRun is the error of an item that did not run. Either [Builder.RequireAllValidate]
// is set and another item was invalid, or the batch was not sent or was rejected as a
// whole.
var ErrNotRun = errors.New("batch: not run")

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
			errs = append(errs, fmt.Errorf("item %d (%s): %w", i, result.Operation, result.Err))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return cms.Join(errs...)
}

// newReport returns the report of items that have not run.
func newReport(items []cms.BatchItem) *Report {
	report := &Report{Results: make([]Result, len(items))}
	for i, item := range items {
		report.Results[i] = Result{Operation: item.Operation, Method: item.Method, Path: item.Path, Err: ErrNotRun}
	}
	return report
}

// reply is the response of the batch route.
type reply struct {
	Failed    string  `json:"failed"`
	Responses replies `json:"responses"`
}

// replies are the responses to the items.
type replies []replyItem

// UnmarshalJSONFrom reads a list or null. It allows few responses, so [read] needs no
// [wire.Check], which would count the size of a replyItem for each element in a record.
func (r *replies) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*r = nil
	if dec.PeekKind() != '[' {
		return jsonv2.UnmarshalDecode(dec, (*[]replyItem)(r))
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	count := wire.Limit{Max: wire.MaxMembers, What: "responses"}
	for dec.PeekKind() != ']' {
		if err := count.Add(); err != nil {
			return err
		}
		var item replyItem
		if err := jsonv2.UnmarshalDecode(dec, &item); err != nil {
			return err
		}
		*r = append(*r, item)
	}
	_, err := dec.ReadToken()
	return err
}

// read decodes the response until the context ends.
func read(ctx context.Context, data []byte) (reply, error) {
	type decoded struct {
		reply
		err error
	}
	d, err := relay.Decode(ctx, len(data), func() (d decoded) {
		d.err = jsonv2.Unmarshal(data, &d.reply, wire.Options())
		return d
	})
	return d.reply, cmp.Or(err, d.err)
}

// unusable returns the error of a response that does not tell what became of an item or
// of the batch. It keeps nothing of a secret response.
func unusable(ctx context.Context, item cms.BatchItem, response cms.Response, body []byte, cause error) error {
	reason := fmt.Errorf("%w: %w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode, cause)
	switch {
	case len(body) == 0:
		reason = fmt.Errorf("%w: %w: the response is empty", cms.ErrOutcomeUnknown, cms.ErrNotREST)
	case item.Secret:
		body, reason = nil, fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cms.ErrDecode)
	case ctx.Err() != nil && errors.Is(cause, context.Cause(ctx)):
		reason = fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, cause)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
	return &cms.Error{
		Operation: item.Operation, Method: item.Method, Path: path, Status: response.Status, Attempts: response.Attempts,
		Body: bytes.Clone(body[:min(len(body), 64<<10)]), Reason: reason,
	}
}

// replyItem is the response to one item. Its members are decoded later: one that cannot
// be decoded must not hide the other items.
type replyItem struct {
	Status  jsontext.Value `json:"status,omitzero"`
	Headers jsontext.Value `json:"headers,omitzero"`
	Body    jsontext.Value `json:"body,omitzero"`
	Further jsontext.Value `json:",embed"` // members, for an error
	other   jsontext.Value // what is not an object, such as null
}

// UnmarshalJSONFrom reads an object, or keeps another value.
func (i *replyItem) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type members replyItem
	if dec.PeekKind() == '{' {
		return jsonv2.UnmarshalDecode(dec, (*members)(i))
	}
	raw, err := dec.ReadValue()
	i.other = raw.Clone()
	return err
}

func (i replyItem) isNull() bool { return i.other.Kind() == 'n' }

// fill stores the response to an item.
func (r *Result) fill(ctx context.Context, item cms.BatchItem, answer replyItem) {
	status, err := 0, error(nil)
	if len(answer.Status) > 0 {
		err = wire.Unmarshal(answer.Status, &status)
	}
	if err == nil && (status < 100 || status > 599) {
		err = fmt.Errorf("%d is not an HTTP status", status)
	}
	if err != nil {
		raw := []byte(answer.other)
		if raw == nil {
			raw, _ = jsonv2.Marshal(answer, wire.Options()) // its members were read as JSON
		}
		r.Err = unusable(ctx, item, cms.Response{Attempts: 1}, raw, err)
		return
	}
	r.Status, r.Header = status, headersOf(answer.Headers)
	r.Value, r.Err = item.Accept(ctx, r.Status, r.Header, json.RawMessage(answer.Body))
}

// headersOf reads an object whose values are strings, numbers or lists; an empty one may
// be []. Other values are skipped.
func headersOf(raw jsontext.Value) http.Header {
	header, members := http.Header{}, map[string]jsontext.Value{}
	_ = wire.Unmarshal(raw, &members)
	for name, value := range members {
		var values cms.StringList
		if wire.Unmarshal(value, &values) == nil && len(values) > 0 {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	return header
}
