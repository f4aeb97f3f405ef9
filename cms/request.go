package cms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Repeat says whether a request may be sent again when it failed.
type Repeat int

const (
	// RepeatByMethod repeats GET, HEAD, PUT and DELETE as RepeatSafe, and others
	// as RepeatUnsent.
	RepeatByMethod Repeat = iota
	// RepeatSafe is for what may be done twice: connection errors, 408, 429, 500,
	// 502, 503 and 504 are repeated.
	RepeatSafe
	// RepeatUnsent repeats only what proves that nothing was done: a failed dial,
	// 429, and the site's own maintenance answer.
	RepeatUnsent
)

// Request is a call as a value: what is sent, and into what its answer is
// decoded. The collections make them for a batch; a literal one speaks to a
// route that this module does not know:
//
//	terms, err := cms.Do(ctx, site, cms.Request[[]Term]{Path: "cms/v2/categories"})
type Request[T any] struct {
	// Operation stands in errors and logs. The default is the method and path.
	Operation string
	// Method is the HTTP method in capitals, GET if it is "".
	Method string
	// Path is the route below the root, without a query: "shop/v1/orders/7". A
	// leading "cms/" follows [WithPrefix].
	Path string
	// Query holds the arguments. _method, _envelope and _jsonp are refused, in Body
	// too, and so is an id, here or in Body, other than that in Path: the site would
	// obey it over Path.
	Query url.Values
	// Header holds further headers.
	Header http.Header
	// Body is encoded as JSON; nil sends none, json.RawMessage is JSON already, and
	// an *[Upload] is streamed. A []byte is refused.
	Body any
	// Repeat says when the request may be sent again.
	Repeat Repeat
	// ID is the id that the record in the response must have, its member "id". A
	// response with another is [ErrForeignRecord]. 0 takes any. The requests of a
	// collection set it. Leave it 0 where a site gives another id than that of the
	// route: an autosave has an id of its own, a revision of a template is numbered
	// by wp_id, and users/me is an alias. With a T that shows no id, such as a slice,
	// [Raw] or [Nothing], it is refused.
	ID int64

	into   *T
	params bool           // Body is the params of a record
	fields []string       // to ask for unless options name some
	shape  *shape         // of the record in the response; nil to read it off T
	strict bool           // the response must hold the ID
	needs  []string       // fields to ask for besides those that the caller names
	check  func(*T) error // what else the response must be
	err    error          // what was wrong when the request was made
}

// Raw is the T of a request whose answer may be anything but an error.
type Raw struct {
	Type string // Content-Type
	Body []byte
}

// Nothing is the T of a request whose answer is of no interest, or empty.
type Nothing struct{}

// Into returns a copy of r that also stores its answer in v, which is left
// alone if the request fails.
func (r Request[T]) Into(v *T) Request[T] {
	r.into = v
	return r
}

// Do sends r and returns its answer, decoded as JSON into a T: a struct, a map,
// a slice, json.RawMessage for the JSON itself, [Raw] for what may not be JSON, or
// [Nothing].
//
// The error is an [*ArgumentError] for what was refused before it was sent, and
// otherwise an [*Error]. An answer without content, or null, is an error too
// unless T is Nothing or json.RawMessage.
func Do[T any](ctx context.Context, c *Client, r Request[T], options ...CallOption) (*T, error) {
	s, err := gather(options, CallOption.get)
	if err != nil {
		return nil, named(r.operation(), err)
	}
	return perform(ctx, c, r, s)
}

// DoUpdate is [Do] for a request that is an update: [UpdateMethod] replaces its
// method.
func DoUpdate[T any](ctx context.Context, c *Client, r Request[T], options ...UpdateOption) (*T, error) {
	s, err := gather(options, UpdateOption.update)
	if err != nil {
		return nil, named(r.operation(), err)
	}
	if s.method != "" {
		r.Method = s.method
	}
	return perform(ctx, c, r, s)
}

func (r Request[T]) operation() string {
	if r.Operation != "" {
		return r.Operation
	}
	return r.method() + " " + r.Path
}

func (r Request[T]) method() string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}

// policy translates Repeat for the transport.
func (r Request[T]) policy() transport.Repeat {
	repeat := r.Repeat
	if repeat == RepeatByMethod {
		switch r.method() {
		case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
			repeat = RepeatSafe
		}
	}
	if repeat == RepeatSafe {
		return transport.RepeatSafe
	}
	return transport.RepeatUnsent
}

// perform sends r with the given settings and decodes the answer.
func perform[T any](ctx context.Context, c *Client, r Request[T], s *settings) (*T, error) {
	r = r.shaped()
	o := &operation{
		name:   r.operation(),
		method: r.method(),
		path:   r.Path,
		query:  r.Query,
		header: r.Header,
		repeat: r.policy(),
		fields: r.fields,
		needs:  r.needs,
	}
	var err error
	if o.body, err = r.encode(c.config.prefix); err != nil {
		return nil, err
	}
	v := new(T)
	raw, isRaw := any(v).(*Raw)
	o.raw, o.decode = isRaw, decodeInto(&v)
	a, e, err := c.send(ctx, o, s)
	if err != nil {
		return nil, err
	}
	if isRaw {
		raw.Type, raw.Body = a.Header.Get("Content-Type"), a.Body
	}
	if err := r.finish(c, v, a, len(s.fields) > 0); err != nil {
		return nil, e.misshapen(a, err, o.writes())
	}
	return v, nil
}

// shaped returns r with the shape of its record, which a collection has set already.
// Of the record of a literal request nothing is expected but the ID that it names,
// unless its type is one of this module: those always have ids.
func (r Request[T]) shaped() Request[T] {
	if r.shape != nil {
		return r
	}
	t, needs := reflect.TypeFor[T](), []string{"id"}
	if d, ok := any(new(T)).(interface{ record() reflect.Type }); ok {
		t, needs = d.record(), []string{"deleted", "previous.id"}
	}
	if r.ID == 0 && !ofModule(t) {
		return r
	}
	switch r.shape = shapeOf(t); {
	case r.ID < 0:
		r.err = named(r.operation(), &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("%d is not 1 or more", r.ID)})
	case r.shape.numbered():
		if r.needs == nil {
			r.needs = needs
		}
	case r.ID != 0 && r.err == nil:
		r.err = named(r.operation(), &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("a %v shows no id to compare it with: leave it 0", t)})
	}
	r.strict = r.ID > 0
	return r
}

// finish checks that a decoded response is what was asked for, and completes it.
// asked says that the caller named the fields to read.
func (r Request[T]) finish(c *Client, v *T, a *answer, asked bool) error {
	byQuery := r.Query.Has("_fields") // which may leave the id out
	if err := r.verify(v, a.value, byQuery); err != nil {
		return err
	}
	settle(v, c.config.prefix, asked || byQuery)
	if r.into != nil {
		*r.into = *v
	}
	return nil
}

// encode checks the request and encodes its body, nil for none.
func (r Request[T]) encode(p prefix) (*transport.Body, error) {
	if r.err != nil {
		return nil, r.err
	}
	err := checkMethod(r.method())
	var body []byte
	upload, streamed := r.Body.(*Upload)
	switch {
	case err != nil:
	case streamed:
		err = upload.check()
	case r.Body != nil:
		body, err = r.marshal(p)
	}
	if err == nil {
		err = checkID(r.Path, r.Query, body)
	}
	switch {
	case err != nil:
		return nil, named(r.operation(), err)
	case streamed:
		return &transport.Body{Type: upload.Type, Open: upload.Open, Once: upload.Reader, Size: upload.Size}, nil
	case r.Body != nil:
		return &transport.Body{Type: "application/json", Bytes: body}, nil
	}
	return nil, nil
}

// marshal encodes a body. Params may hold no id at all: a create has none yet.
func (r Request[T]) marshal(p prefix) ([]byte, error) {
	if _, ok := r.Body.([]byte); ok {
		return nil, &ArgumentError{Argument: "body", Reason: "it is bytes, which JSON would hold as Base64: give json.RawMessage, or an Upload"}
	}
	body, err := wire.Marshal(r.Body)
	if err != nil {
		return nil, &ArgumentError{Argument: "body", Reason: err.Error()}
	}
	if err := checkMembers(body); err != nil || !r.params {
		return body, err
	}
	if params, ok := r.Body.(interface{ check() error }); ok {
		if err := params.check(); err != nil {
			return nil, err
		}
	}
	body, hasID, err := p.members(body)
	switch {
	case err != nil:
		return nil, &ArgumentError{Argument: "params", Reason: err.Error()}
	case hasID:
		return nil, &ArgumentError{Argument: "id", Reason: "it may not stand in params: the server would take it over the id of the route"}
	}
	return body, nil
}

// errNoContent is an answer without content where some was due.
var errNoContent = errors.New("the answer is empty")

// decodeInto returns what decodes an answer into v.
func decodeInto[T any](v **T) func(body []byte) error {
	return func(body []byte) (err error) {
		*v, err = decodeValue[T](body)
		return err
	}
}

// decodeValue decodes any T.
func decodeValue[T any](body []byte) (*T, error) {
	v := new(T)
	switch v := any(v).(type) {
	case *Nothing:
		return any(v).(*T), valid(body)
	case *json.RawMessage:
		*v = body
		return any(v).(*T), valid(body)
	}
	return v, decodeObject(body, v)
}

// valid refuses what is neither JSON nor nothing.
func valid(body []byte) error {
	if body == nil {
		return nil
	}
	return wire.Valid(body)
}

// decodeObject decodes a record; null and nothing are no record.
func decodeObject(body []byte, v any) error {
	switch {
	case body == nil:
		return errNoContent
	case bytes.Equal(body, []byte("null")):
		return errors.New("the answer is null")
	}
	return wire.Object(body, v)
}

// misshapen makes e the error of an answer that is not what was asked for.
func (e *Error) misshapen(a *answer, err error, writes bool) *Error {
	e.fromResponse(a.Response)
	switch {
	case errors.Is(err, ErrForeignRecord):
		e.Reason = err
	case errors.Is(err, errNoContent):
		e.Reason = because(ErrNotREST, err)
	default:
		e.Reason = because(ErrDecode, err)
	}
	if writes {
		e.Reason = because(ErrOutcomeUnknown, e.Reason)
	}
	return e
}

// operation is one call before it becomes a request of the transport.
type operation struct {
	name    string
	method  string
	path    string
	query   url.Values
	header  http.Header
	body    *transport.Body
	repeat  transport.Repeat
	address *url.URL                // once it is known
	fields  []string                // to ask for unless options name some
	needs   []string                // to ask for besides those that options name
	raw     bool                    // the answer may be anything
	decode  func(body []byte) error // nil stands for no content
}

// writes reports that the fate of the operation matters when no answer tells.
func (o *operation) writes() bool {
	return o.repeat == transport.RepeatUnsent && o.method != http.MethodGet && o.method != http.MethodHead
}

// named puts the operation into an argument error.
func named(operation string, err error) error {
	if err == nil {
		return nil
	}
	if limit, ok := errors.AsType[*wire.LimitError](err); ok {
		return &ArgumentError{Operation: operation, Argument: limit.Argument, Reason: limit.Reason}
	}
	if argument, ok := errors.AsType[*ArgumentError](err); ok {
		copied := *argument
		copied.Operation = operation
		return &copied
	}
	return &ArgumentError{Operation: operation, Argument: "options", Reason: err.Error()}
}
