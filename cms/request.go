package cms

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// request is a request without its type parameter. It has the fields that a caller sets,
// and those that a resource sets.
type request struct {
	Request[Nothing]
	expected
	prefix  route.Prefix // the prefix of the routes of the site
	partial bool         // less than a whole record is read; build sets it
}

// expected holds what a resource knows about a request and its response. For a request that
// a caller has written, it is derived from T.
type expected struct {
	result       reflect.Type            // the type T
	name         string                  // name of the record in the response; the last part of the route
	params       bool                    // Body is the params of a record
	named        bool                    // the record belongs to a catalog
	fields       []string                // fields to read unless options name fields
	alwaysFields []string                // fields to add to the fields that the caller names
	shape        *record.Shape           // shape of the response; nil to derive it from T
	requireID    bool                    // the record in the response must have its id
	turning      []string                // arguments that a walk adds to select its pages
	decode       func([]byte, any) error // decodes the response; nil decodes JSON
	batchShare   int                     // number of items that share one response; 0 if not shared
	check        func(any) error         // further checks of the response
	copied       bool                    // the result keeps no memory of the response
	err          error                   // the error of the method that made the request
}

// untyped returns r without its type. It keeps what the resource that made r knows.
func untyped[T any](r Request[T]) request {
	out := request{Request: Request[Nothing](r)}
	if r.made != nil {
		out.expected = *r.made
	}
	out.result = reflect.TypeFor[T]()
	return out
}

// typedRequest returns r for a caller, with the type of its response.
func typedRequest[T any](r request) Request[T] {
	out := Request[T](r.Request)
	out.made = &r.expected
	return out
}

// withDefaults returns r for a site with this prefix, with its defaults filled in. A literal request checks only the
// given ID of the record, unless this module declares the type: its records always have
// ids.
func (r request) withDefaults(p route.Prefix) request {
	r.prefix = p
	r.Method = cmp.Or(r.Method, http.MethodGet)
	if r.Operation == "" {
		r.Operation = r.Method + " " + r.Path
	}
	r.Secret = r.Secret || r.Body != nil && isSecret(r.Body)
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		if r.Repeat == RepeatByMethod {
			r.Repeat = RepeatSafe
		}
	case http.MethodPost, http.MethodPatch, http.MethodOptions:
	default: // also "post", which is not POST
		r.err = cmp.Or[error](r.err, &ArgumentError{Argument: "method",
			Reason: fmt.Sprintf("%q is not one of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS", r.Method)})
	}
	if r.shape == nil {
		r.inferFromType()
	}
	return r
}

// inferFromType derives from T the fields of expected that a collection would set.
func (r *request) inferFromType() {
	t, needs := r.result, []string{"id"}
	switch v := reflect.New(t).Interface().(type) {
	case *Raw, *Nothing, *json.RawMessage, wire.Whole:
		if r.ID == 0 { // responses of these types are not checked
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
		r.err = &ArgumentError{Argument: "ID", Reason: fmt.Sprintf("must be 1 or more, not %d", r.ID)}
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
func (r *request) build(root route.Root, s *callSettings) (*transport.Call, error) {
	r.partial = s.partial(r.Query)
	var body *transport.Body
	var fields route.Fields
	err := cmp.Or(s.err, r.err, r.Err)
	if err == nil && r.Body != nil {
		body, fields, err = r.payload()
	}
	if err != nil {
		return nil, withOperation(r.Operation, err)
	}
	query := r.query(s)
	if err := s.addArguments(query); err != nil {
		return nil, withOperation(r.Operation, err)
	}
	path, address, err := root.Address(r.prefix, route.Request{
		Method: r.Method, Path: r.Path, Name: r.name, Key: r.shape.Key, Query: query, Body: body, Fields: fields,
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
		Slow:      r.Slow,
	}
	if r.Repeat == RepeatSafe {
		call.Repeat, call.Result = transport.RepeatSafe, r
	}
	if r.Method == http.MethodPost && s.method != "" && (r.Update || r.Repeat == RepeatSafe) {
		call.Method = s.method
	}
	return call, nil
}

// query returns the arguments of the request and of its options.
func (r *request) query(s *callSettings) url.Values {
	out := r.prefix.Arguments(r.Query)
	maps.Copy(out, s.query)
	fields := s.fields
	switch {
	case len(fields) > 0:
		fields = withFields(fields, r.alwaysFields)
		about, _ := r.prefix.Facts(r.Path)
		for name, needed := range about.FieldNeeds {
			if slices.Contains(fields, name) {
				fields = withFields(fields, []string{needed})
			}
		}
	case !s.embedded && !out.Has("_fields"):
		fields = r.fields
	}
	if s.embedded {
		if len(s.embed) == 0 {
			out.Set("_embed", "1")
		} else {
			spelled := make([]string, len(s.embed))
			for i, name := range s.embed {
				spelled[i] = r.prefix.Relation(name)
			}
			out.Set("_embed", strings.Join(spelled, ","))
		}
		if len(fields) > 0 {
			// The server embeds by the links of the record. It omits the links and the
			// embedded records unless both are requested.
			fields = append([]string{"_links", "_embedded"}, fields...)
		}
	}
	if len(fields) > 0 {
		spelled := make([]string, len(fields))
		for i, name := range fields {
			spelled[i] = r.prefix.Field(name)
		}
		out.Set("_fields", strings.Join(spelled, ","))
	}
	return out
}

// withFields returns fields, and the fields of needs that it lacks.
func withFields(fields, needs []string) []string {
	fields = fields[:len(fields):len(fields)]
	for _, name := range needs {
		if !slices.ContainsFunc(fields, func(field string) bool { return covers(field, name) }) {
			fields = append(fields, name)
		}
	}
	return fields
}

// covers reports whether a request for field returns name as well.
func covers(field, name string) bool {
	return field == name || strings.HasPrefix(name, field+".")
}

// joinHeaders checks and joins the headers of a request and of its call.
func joinHeaders(request, call http.Header) (http.Header, error) {
	if len(request) == 0 {
		return call, nil
	}
	out := http.Header{}
	for name, values := range request {
		for _, value := range values {
			if err := checkHeader(name, value); err != nil {
				return nil, err
			}
			out.Add(name, value)
		}
	}
	for name, values := range call {
		out[name] = values
	}
	return out, nil
}

// payload encodes the body of the request, and returns its fields if it is an object.
func (r *request) payload() (*transport.Body, route.Fields, error) {
	if upload, ok := r.Body.(*Upload); ok {
		if err := upload.check(); err != nil {
			return nil, nil, err
		}
		return &transport.Body{Type: upload.Type, Open: upload.Open, Reader: upload.Reader, Size: upload.Size}, nil, nil
	}
	body, fields, err := r.marshal()
	if err != nil {
		return nil, nil, err
	}
	return &transport.Body{Type: "application/json", Bytes: body}, fields, nil
}

// marshal encodes a body. It refuses params with an id, which the server would use instead
// of the id in the route.
func (r *request) marshal() ([]byte, route.Fields, error) {
	if _, ok := r.Body.([]byte); ok {
		return nil, nil, &ArgumentError{Argument: "body",
			Reason: "is a []byte, which JSON would encode as Base64: use json.RawMessage or an Upload"}
	}
	var spellings []func(string) string
	if r.params {
		spellings = append(spellings, r.prefix.Field)
	}
	body, err := wire.Marshal(r.Body, spellings...)
	if member, ok := errors.AsType[*wire.MemberError](err); ok {
		return nil, nil, &ArgumentError{Argument: member.Name, Reason: member.Reason()}
	}
	if err != nil {
		return nil, nil, &ArgumentError{Argument: "body", Reason: err.Error()}
	}
	if !r.params {
		return body, nil, nil
	}
	if params, ok := r.Body.(interface{ Check() error }); ok {
		if err := paramsError(params.Check()); err != nil {
			return nil, nil, err
		}
	}
	if r.named { // the params of a new record may hold its name
		return r.prefix.Params(body)
	}
	out, fields, err := r.prefix.Params(body, "id")
	if _, refused := errors.AsType[*fault.Argument](err); refused && hasMember(reflect.TypeOf(r.Body), "id") {
		err = &ArgumentError{Argument: "params",
			Reason: fmt.Sprintf("%v has a member id, so it is a record: the P of a collection is a type of params, such as "+
				"PostParams, which has none", record.Pointed(reflect.TypeOf(r.Body)))}
	}
	return out, fields, err
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

// isSecret reports whether a body or params make their request secret. For a nil pointer
// its zero value is used.
func isSecret(body any) bool {
	if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer && v.IsNil() {
		body = reflect.New(v.Type().Elem()).Interface()
	}
	b, ok := body.(interface{ Secret() bool })
	return ok && b.Secret()
}
