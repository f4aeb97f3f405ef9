package cms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Repeat sets whether a failed request may be retried.
type Repeat int

const (
	// RepeatByMethod is RepeatSafe for GET, HEAD, PUT and DELETE, and RepeatUnsent for
	// the other methods.
	RepeatByMethod Repeat = iota
	// RepeatSafe retries on connection errors, 408, 429, 500, 502, 503 and 504. It is
	// for requests that have the same effect when they are sent twice.
	RepeatSafe
	// RepeatUnsent retries only if the site provably did nothing: a failed dial, 429,
	// and the site's own maintenance page.
	RepeatUnsent
)

// Request is a call as a value: what is sent, and the type T of the response.
// Collections make requests for a batch. Make one yourself for a route that this module
// does not know:
//
//	terms, err := cms.Do(ctx, site, cms.Request[[]Term]{Path: "cms/v2/categories"})
type Request[T any] struct {
	// Operation is the name of the call in errors and logs. Default: method and path.
	Operation string
	// Method is the HTTP method in capitals. Default GET.
	Method string
	// Path is the route below the root, without a query: "shop/v1/orders/7". A leading
	// "cms/" is replaced by the prefix of the site: see [WithPrefix].
	Path string
	// Query holds the arguments. These are refused, here and in Body:
	//   - _method, _envelope and _jsonp
	//   - an argument such as id, plugin, type or taxonomy whose value differs from
	//     that in Path, such as id=8 with posts/7. The site would use it and ignore
	//     Path. If this module does not know the route, the number at its end counts as
	//     id.
	//   - in the DELETE of a user, a reassign that is absent or not the id of another
	//     user
	Query url.Values `json:"-"` // not in logs: it may hold secrets
	// Header holds additional headers.
	Header http.Header `json:"-"`
	// Body is encoded as JSON; nil sends no body. A json.RawMessage is sent unchanged,
	// and an *[Upload] is streamed. A []byte is refused. The content of an Upload is
	// not checked. JSON and forms could hold an id that overrides the one in Path. So
	// an Upload of JSON, or of a form without files, is refused if Path holds an id or
	// a name.
	Body any `json:"-"`
	// Repeat sets whether the request may be retried.
	Repeat Repeat
	// Update means that a POST is an update, which [UpdateMethod] may send as PUT or
	// PATCH. A POST with RepeatSafe always is one.
	Update bool
	// ID is the id that the record in the response must have in its field "id". Another
	// id is [ErrForeignRecord]. 0 accepts any. The requests of a collection set it.
	//
	// Leave it 0 where the response has another id than the route. An autosave has an id
	// of its own, a revision of a template is numbered by wp_id, and users/me is an
	// alias. An ID with a T that has no id, such as a slice, [Raw] or [Nothing], is
	// refused.
	ID int64
	// Secret means that the response may hold a secret, such as a new password, or a
	// password that was in the request. Then only the returned value holds data of the
	// response. Body, Data and Raw of errors and Noise of a [Response] are empty, and
	// no error text quotes the body. The code of an error is kept. Its message and
	// params are kept too, unless the code is internal_server_error, wp_die, db_… or a
	// number. A Body with a method Secret() bool that returns true sets Secret.
	Secret bool
	// Err, if not nil, is returned instead of sending the request. A package that makes
	// requests reports invalid arguments this way. An [*ArgumentError] gets the
	// Operation of the request.
	Err error `json:"-"`

	// No field depends on T, so what follows is compiled once and not for each T. A
	// response travels as a *T in an any.
	answer       reflect.Type            // T
	into         any                     // a *T
	name         string                  // of the record in the response; the last part of the route
	params       bool                    // Body is the params of a record
	named        bool                    // the record is one of a catalog
	fields       []string                // to read unless options name some
	alwaysFields []string                // fields to add to those that the caller names
	shape        *record.Shape           // of the response; nil to derive it from T
	requireID    bool                    // the record in the response must have its id
	turning      []string                // the arguments that a walk turns its pages with
	decode       func([]byte, any) error // decodes the response; nil decodes JSON
	batchShare   int                     // number of items that share one response; 0 if not shared
	check        func(any) error         // further checks of the response
	copied       bool                    // what is decoded keeps no memory of the response
	err          error                   // what was wrong when the request was made
}

// request is a Request with its type in a field.
type request Request[Nothing]

// answeredBy sets the type of the response to that which v, a pointer, points to.
func (r *request) answeredBy(v any) { r.answer = reflect.TypeOf(v).Elem() }

// Raw is the T of a request whose response may have any content type. An error response is
// still an [*Error].
type Raw struct {
	Type string // Content-Type
	Body []byte
}

// Nothing is a type for the T of a request. Use it if the response is empty or not
// needed.
type Nothing struct{}

// Into returns a copy of r that also stores its response in v. If the request fails, v
// is not changed.
func (r Request[T]) Into(v *T) Request[T] {
	r.into = nil
	if v != nil {
		r.into = v
	}
	return r
}

// withDefaults returns r with its defaults filled in. In the record of a literal request
// only the given ID is checked, unless the type is one of this module: those always have
// ids.
func (r request) withDefaults() request {
	r.Operation = r.operation()
	r.Method = cmp.Or(r.Method, http.MethodGet)
	r.Secret = r.Secret || r.Body != nil && isSecret(r.Body)
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		if r.Repeat == RepeatByMethod {
			r.Repeat = RepeatSafe
		}
	case http.MethodPost, http.MethodPatch, http.MethodOptions:
	default: // "post" is not POST
		r.err = cmp.Or[error](r.err, &ArgumentError{Argument: "method",
			Reason: fmt.Sprintf("%q is not one of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS", r.Method)})
	}
	if r.shape == nil {
		r.inferFromType()
	}
	return r
}

// operation returns the name of the call.
func (r *request) operation() string {
	if r.Operation != "" {
		return r.Operation
	}
	return cmp.Or(r.Method, http.MethodGet) + " " + r.Path
}

// inferFromType sets what a collection would know from T.
func (r *request) inferFromType() {
	t, needs := r.answer, []string{"id"}
	switch v := reflect.New(t).Interface().(type) {
	case *Raw, *Nothing, *json.RawMessage, wire.Whole:
		if r.ID == 0 { // they are not checked
			r.shape = &record.Shape{}
			return
		}
	case confirmation:
		t, needs = v.deletion().record(), []string{"deleted", "previous.id"}
	}
	r.shape = shapeOf(t, "id")
	switch {
	case r.ID == 0 && !r.shape.Ours, r.err != nil:
	case r.ID < 0:
		r.err = &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("%d is not 1 or more", r.ID)}
	case r.ID > 0 && !r.shape.Numbered():
		r.err = &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("a %v has no id to compare it with: leave it 0", t)}
	case r.shape.Numbered():
		r.requireID = r.ID > 0 || r.shape.Index != nil
		if r.alwaysFields == nil {
			r.alwaysFields = needs
		}
	}
}

// build returns the transport's call for a request.
func (r request) build(root route.Root, p route.Prefix, s *callSettings) (*transport.Call, error) {
	var body *transport.Body
	err := cmp.Or(s.err, r.err, r.Err)
	if err == nil && r.Body != nil {
		body, err = r.payload(p)
	}
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

// payload encodes the body of the request.
func (r request) payload(p route.Prefix) (*transport.Body, error) {
	if upload, ok := r.Body.(*Upload); ok {
		if err := upload.check(); err != nil {
			return nil, err
		}
		return &transport.Body{Type: upload.Type, Open: upload.Open, Reader: upload.Reader, Size: upload.Size}, nil
	}
	body, err := r.marshal(p)
	if err != nil {
		return nil, err
	}
	return &transport.Body{Type: "application/json", Bytes: body}, nil
}

// marshal encodes a body. Params may not hold an id: a create has none yet.
func (r request) marshal(p route.Prefix) ([]byte, error) {
	if _, ok := r.Body.([]byte); ok {
		return nil, &ArgumentError{Argument: "body",
			Reason: "it is a []byte, which JSON would encode as Base64: use json.RawMessage or an Upload"}
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
	if r.named { // a new record may be given its name; route checks it otherwise
		return p.Members(body)
	}
	out, err := p.Members(body, "id")
	if _, refused := errors.AsType[*fault.Argument](err); refused && hasMember(reflect.TypeOf(r.Body), "id") {
		err = &ArgumentError{Argument: "params",
			Reason: fmt.Sprintf("%v has a member id, so it is a record: the P of a collection is a type of params, such as "+
				"PostParams, which has none", record.Pointed(reflect.TypeOf(r.Body)))}
	}
	return out, err
}

// hasMember reports whether params of a type have a JSON field. A map has the fields
// that it holds.
func hasMember(t reflect.Type, name string) bool {
	if t = record.Pointed(t); t.Kind() != reflect.Struct {
		return false
	}
	_, ok := record.Field(t, name)
	return ok
}

// Format writes the operation, for every verb. Arguments, headers and the body may hold
// secrets.
func (r Request[T]) Format(s fmt.State, _ rune) { request(r).writeName(s) }

func (r request) writeName(w io.Writer) { _, _ = fmt.Fprintf(w, "cms.Request(%s)", r.operation()) }

// isSecret reports whether a body or params make their request secret. For a nil pointer
// its zero value is used.
func isSecret(body any) bool {
	if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer && v.IsNil() {
		body = reflect.New(v.Type().Elem()).Interface()
	}
	b, ok := body.(interface{ Secret() bool })
	return ok && b.Secret()
}
