package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
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

// reply is the response of the batch route. Its items are parts of the response.
type reply struct {
	failed    string
	responses []replyItem
	body      []byte
}

// replyItem is the response to one item. Its members are decoded later: a member that
// cannot be decoded must not hide the other items.
type replyItem struct{ whole, status, headers, body jsontext.Value }

func (i replyItem) isNull() bool { return i.whole.Kind() == 'n' }

// DecodeWhole implements [wire.Whole]. It allows few responses, so it needs no
// [wire.Check], which would count the size of a replyItem for each element in a record.
func (r *reply) DecodeWhole(data []byte) error {
	*r = reply{body: data}
	dec, err := wire.OpenObject(data)
	for err == nil {
		var name []byte
		if name, err = wire.Member(dec); name == nil {
			break
		}
		switch string(name) {
		case "failed":
			err = jsonv2.UnmarshalDecode(dec, &r.failed)
		case "responses":
			err = r.read(dec)
		default:
			err = dec.SkipValue()
		}
	}
	if err != nil {
		return err
	}
	return wire.End(dec)
}

// read reads the list of responses, or null.
func (r *reply) read(dec *jsontext.Decoder) error {
	r.responses = nil
	if dec.PeekKind() != '[' {
		return jsonv2.UnmarshalDecode(dec, &r.responses)
	}
	_, err := dec.ReadToken()
	for count := (wire.Limit{Max: wire.MaxMembers, What: "responses"}); err == nil && dec.PeekKind() != ']'; {
		if err = count.Add(); err == nil {
			var item replyItem
			item, err = readItem(dec, r.body)
			r.responses = append(r.responses, item)
		}
	}
	if err == nil {
		_, err = dec.ReadToken()
	}
	return err
}

// readItem reads the response to an item from a decoder of data: an object, or another value.
func readItem(dec *jsontext.Decoder, data []byte) (i replyItem, err error) {
	begin := dec.InputOffset()
	if dec.PeekKind() != '{' {
		err = dec.SkipValue()
	} else if _, err = dec.ReadToken(); err == nil {
		for err == nil {
			var name []byte
			if name, err = wire.Member(dec); name == nil {
				break
			}
			other := jsontext.Value(nil)
			member := &other
			switch string(name) {
			case "status":
				member = &i.status
			case "headers":
				member = &i.headers
			case "body":
				member = &i.body
			}
			*member, err = wire.Part(dec, data)
		}
	}
	i.whole = bytes.TrimLeft(data[begin:dec.InputOffset()], " \t\r\n,")
	return i, err
}

// unusable returns the error of a response that does not tell what became of an item or
// of the batch. It keeps nothing of a secret response.
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

// fill stores the response to an item.
func (r *Result) fill(ctx context.Context, item cms.BatchItem, reply replyItem) {
	status, err := strconv.Atoi(string(reply.status))
	if err != nil || status < 100 || status > 599 {
		err = fmt.Errorf("%.40q is not an HTTP status", reply.status)
		r.Err = unusable(item, cms.Response{Attempts: 1}, reply.whole, err)
		return
	}
	r.Status, r.Header = status, headersOf(reply.headers)
	r.Value, r.Err = item.Accept(ctx, r.Status, r.Header, json.RawMessage(reply.body))
}

// headersOf reads an object whose values are strings, numbers or lists; an empty object
// may be []. Other values are skipped.
func headersOf(raw jsontext.Value) http.Header {
	header := http.Header{}
	if len(raw) <= len("{}") {
		return header
	}
	var members map[string]jsontext.Value
	_ = wire.Unmarshal(raw, &members)
	for name, value := range members {
		var values cms.StringList
		if wire.Unmarshal(value, &values) == nil && len(values) > 0 {
			header[http.CanonicalHeaderKey(name)] = values
		}
	}
	return header
}
