package cms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/route"
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
	// too. So is an argument, here or in Body, that Path holds with another value,
	// because the site would obey it over Path: an id, plugin, type, taxonomy and the
	// like. Of a route that this module does not know that is the number at its end, as
	// id. The DELETE of a user without the id of another one as reassign is refused.
	Query url.Values
	// Header holds further headers.
	Header http.Header
	// Body is encoded as JSON; nil sends none, json.RawMessage is JSON already, and
	// an *[Upload] is streamed. Nobody looks into an Upload: if its type is JSON or
	// that of a form without files, it is refused where Path holds arguments. A []byte is refused.
	Body any
	// Repeat says when the request may be sent again.
	Repeat Repeat
	// Update says that a POST is an update, which [UpdateMethod] may send as PUT or
	// PATCH. A POST with RepeatSafe is one in any case.
	Update bool
	// ID is the id that the record in the response must have, its member "id". A
	// response with another is [ErrForeignRecord]. 0 takes any. The requests of a
	// collection set it. Leave it 0 where a site gives another id than that of the
	// route: an autosave has an id of its own, a revision of a template is numbered
	// by wp_id, and users/me is an alias. With a T that shows no id, such as a slice,
	// [Raw] or [Nothing], it is refused.
	ID int64
	// Secret says that the response may hold a secret, such as a new password, or repeat
	// one of the request. Then nothing of its body is kept but the value that is
	// returned: Body, Data and Raw of errors and Noise of a [Response] are empty, and
	// the text of no error quotes it. Of an error of the site the code, the message and
	// what is wrong with which argument are kept, unless it tells of an outage. A Body
	// with a method Secret() bool that returns true sets it.
	Secret bool
	// Err refuses the request: nothing is sent, and calls return it. A package that
	// makes requests says so what is wrong with one. An [*ArgumentError] gets the
	// Operation of the request.
	Err error

	// No field depends on T, so that what follows is compiled once and not for each T:
	// an answer travels as a *T in an any.
	answer       reflect.Type            // T; see plain
	into         any                     // a *T
	name         string                  // that the record in the answer must have, and that ends the route
	params       bool                    // Body is the params of a record
	named        bool                    // the record is one of a catalog
	fields       []string                // to ask for unless options name some
	alwaysFields []string                // fields to ask for besides those that the caller names
	shape        *record.Shape           // of the answer; nil to read it off T
	requireID    bool                    // the record in the answer must show its id
	turning      []string                // the arguments that a walk turns its pages with
	decode       func([]byte, any) error // how the answer is decoded; nil for as JSON
	batchShare   int                     // of how many answers in one response it is one; 0 for all of it
	check        func(any) error         // what else the answer must be
	err          error                   // what was wrong when the request was made
}

// request is a Request that has its type in a field.
type request Request[Nothing]

func (r Request[T]) erase() request {
	r.answer = reflect.TypeFor[T]()
	return request(r)
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
	r.into = nil
	if v != nil {
		r.into = v
	}
	return r
}

// withDefaults returns r with everything set that it leaves open. Of the record of a
// literal request nothing is expected but the ID that it names, unless its type is
// one of this module: those always have ids.
func (r request) withDefaults() request {
	if r.Method == "" {
		r.Method = http.MethodGet
	}
	if r.Operation == "" {
		r.Operation = r.Method + " " + r.Path
	}
	r.Secret = r.Secret || r.Body != nil && isSecret(r.Body)
	if r.Repeat == RepeatByMethod { // of any other method it is not safe
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
			r.Repeat = RepeatSafe
		}
	}
	if r.shape == nil {
		r.inferFromType()
	}
	return r
}

// inferFromType sets what a collection would have set.
func (r *request) inferFromType() {
	t, needs := r.answer, []string{"id"}
	switch v := reflect.New(t).Interface().(type) {
	case *Raw, *Nothing, *json.RawMessage:
		if r.ID == 0 { // nothing in them is looked at
			r.shape = &record.Shape{}
			return
		}
	case deletion:
		t, needs = v.record(), []string{"deleted", "previous.id"}
	}
	r.shape = shapeOf(t, "id")
	switch {
	case r.ID == 0 && !record.OfModule(t), r.err != nil:
	case r.ID < 0:
		r.err = &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("%d is not 1 or more", r.ID)}
	case r.ID > 0 && !r.shape.Numbered():
		r.err = &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("a %v shows no id to compare it with: leave it 0", t)}
	case r.shape.Numbered():
		r.requireID = r.ID > 0 || r.shape.Index != nil
		if r.alwaysFields == nil {
			r.alwaysFields = needs
		}
	}
}

// build makes the call of a request.
func (r request) build(root route.Root, p route.Prefix, s *callSettings) (*transport.Call, error) {
	body, err := r.payload(p, s)
	if err != nil {
		return nil, withOperation(r.Operation, err)
	}
	query := p.Arguments(r.Query)
	s.addTo(query, p, r.fields, r.alwaysFields)
	path, address, err := root.Address(p, route.Request{
		Method: r.Method, Path: r.Path, Name: r.name, Key: r.shape.Key, Query: query, Body: body,
	})
	if err != nil {
		return nil, withOperation(r.Operation, err)
	}
	sending := s.PerCall
	if len(r.Header) > 0 {
		if sending.Header, err = joinHeaders(r.Header, s.Header); err != nil {
			return nil, withOperation(r.Operation, err)
		}
	}
	call := &transport.Call{
		Operation: r.Operation,
		Method:    r.Method,
		Route:     path,
		URL:       address,
		Body:      body,
		PerCall:   sending,
		Secret:    r.Secret,
	}
	if r.Repeat == RepeatSafe {
		call.Repeat = transport.RepeatSafe
	}
	if r.Method == http.MethodPost && s.method != "" && (r.Update || r.Repeat == RepeatSafe) {
		call.Method = s.method
	}
	return call, nil
}

// payload checks what was asked for and encodes the body, nil for none.
func (r request) payload(p route.Prefix, s *callSettings) (*transport.Body, error) {
	if err := cmp.Or(s.err, r.err, r.Err); err != nil {
		return nil, err
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default: // "post" is not POST
		return nil, &ArgumentError{Argument: "method", Reason: fmt.Sprintf("%q is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS", r.Method)}
	}
	if upload, ok := r.Body.(*Upload); ok {
		if err := upload.check(); err != nil {
			return nil, err
		}
		return &transport.Body{Type: upload.Type, Open: upload.Open, Reader: upload.Reader, Size: upload.Size}, nil
	}
	if r.Body == nil {
		return nil, nil
	}
	body, err := r.marshal(p)
	if err != nil {
		return nil, err
	}
	return &transport.Body{Type: "application/json", Bytes: body}, nil
}

// marshal encodes a body. Params may hold no id at all: a create has none yet.
func (r request) marshal(p route.Prefix) ([]byte, error) {
	if _, ok := r.Body.([]byte); ok {
		return nil, &ArgumentError{Argument: "body", Reason: "it is bytes, which JSON would hold as Base64: give json.RawMessage, or an Upload"}
	}
	var spellings []func(string) string
	if r.params {
		spellings = append(spellings, p.Field)
	}
	body, err := wire.Marshal(r.Body, spellings...)
	if member, ok := errors.AsType[*wire.MemberError](err); ok {
		return nil, &ArgumentError{Argument: member.Name, Reason: member.Reason()}
	}
	if err != nil {
		return nil, &ArgumentError{Argument: "body", Reason: err.Error()}
	}
	if !r.params {
		return body, nil
	}
	if params, ok := r.Body.(interface{ Check() error }); ok {
		if err := params.Check(); err != nil {
			return nil, err
		}
	}
	if r.named { // a new record may be given its name, and guard looks at that of another
		return p.Members(body)
	}
	out, err := p.Members(body, "id")
	if _, refused := errors.AsType[*fault.Argument](err); refused && hasMember(reflect.TypeOf(r.Body), "id") {
		err = &ArgumentError{Argument: "params", Reason: fmt.Sprintf("%v has a member id, so it is a record: the P of a collection is a type of params, such as PostParams, which has none", record.Pointed(reflect.TypeOf(r.Body)))}
	}
	return out, err
}

// hasMember reports whether params of a type have a member. A map has what it
// holds.
func hasMember(t reflect.Type, name string) bool {
	if t = record.Pointed(t); t.Kind() != reflect.Struct {
		return false
	}
	_, ok := record.Field(t, name)
	return ok
}

// deletion is the answer to a delete, of whatever type of record.
type deletion interface {
	// previous returns the record that was deleted, and whether the answer says that
	// one was.
	previous() (record any, tells bool)
	// record is the type of what was deleted.
	record() reflect.Type
	// adopt stores the record of a response that does not say that it was deleted.
	adopt(record any)
	// confirm says that it was, and reports whether that was open.
	confirm() (open bool)
}

// String says which request it is. Its arguments, headers and body may hold
// secrets.
func (r Request[T]) String() string { return "cms.Request(" + r.erase().withDefaults().Operation + ")" }

// Format writes String, whatever the verb.
func (r Request[T]) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, r.String()) }

// LogValue is String.
func (r Request[T]) LogValue() slog.Value { return slog.StringValue(r.String()) }

// isSecret reports that a body, or params, say that their request is secret. The zero
// value answers for nil.
func isSecret(body any) bool {
	if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer && v.IsNil() {
		body = reflect.New(v.Type().Elem()).Interface()
	}
	b, ok := body.(interface{ Secret() bool })
	return ok && b.Secret()
}
