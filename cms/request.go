package cms

import (
	"cmp"
	"crypto/rand"
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

// request is a [Request] without the type parameter. It has the fields that a caller sets, and
// the fields that a resource sets.
type request struct {
	Request[Nothing]
	expected
	prefix  route.Prefix // the prefix of the routes of the site
	partial bool         // only some fields of the record are read; set by build
}

// expected holds what a resource knows about a request and its response. If a caller has written
// the request, these values are derived from T.
type expected struct {
	result       reflect.Type  // the type T
	name         string        // required name of the record in the response: the last part of the route
	params       bool          // Body is the params of a record
	named        bool          // records are identified by name, not by id: see [Catalog]
	fields       []string      // fields to read unless options name fields
	alwaysFields []string      // fields to add to the fields that the caller names
	shape        *record.Shape // shape of the response; nil to derive it from T
	requireID    bool          // the record in the response must have its id
	// turning has arguments that a walk adds to select its pages. WithCheckedArguments does not check them.
	turning    []string
	decode     func([]byte, any) error // decodes the response; nil decodes JSON
	batchShare int                     // number of items that share one response; 0 if not shared
	check      func(any) error         // further checks of the response
	copied     bool                    // the result does not point into the response buffer, which can be reused
	err        error                   // the error of the method that made the request
}

// untyped returns r without its type parameter. If a resource made r, the result has the fields
// of [expected] that the resource has set.
func untyped[T any](r Request[T]) request {
	out := request{Request: Request[Nothing](r)}
	if r.made != nil {
		out.expected = *r.made
	}
	out.result = reflect.TypeFor[T]()
	return out
}

// typedRequest returns r as a request for callers. The type parameter is the type of its
// response.
func typedRequest[T any](r request) Request[T] {
	out := Request[T](r.Request)
	out.made = &r.expected
	return out
}

// withDefaults returns r for a site with the prefix p, and fills in the defaults. If the caller
// wrote the request as a literal, the record in the response is compared with the field ID of the
// literal, unless this field is 0. Even then the record needs an id if this module declares its
// type and the type has an id.
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
	default: // methods are case-sensitive, so "post" is refused, too
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
		if r.ID == 0 { // without an ID, responses of these types are not checked
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
	if s.uncached && r.reads() {
		sending.Header = sending.Header.Clone()
		sending.SetHeader("Cache-Control", "no-cache")
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
			// The server uses the links of the record to embed other records. It sends neither
			// the links nor the embedded records unless both fields are requested.
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
	if s.uncached && r.reads() {
		embedNothing(out)
	}
	return out
}

// reads reports whether the request only reads.
func (r *request) reads() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// embedNothing adds a random name to the relations to embed. No record has a relation with this
// name, and no cache has a response to a request with this name. A request that embeds all
// relations is not changed, because with a list of relations it would no longer embed all of
// them.
func embedNothing(query url.Values) {
	relations := []string{strings.ToLower(rand.Text())}
	switch asked := query.Get("_embed"); {
	case asked == "1", asked == "true", query.Has("_embed[]"):
		return
	case asked != "":
		relations = append(relations, asked)
	}
	query.Set("_embed", strings.Join(relations, ","))
}

// withFields returns the names in fields, followed by the names in needs that fields does not
// cover.
func withFields(fields, needs []string) []string {
	fields = fields[:len(fields):len(fields)]
	for _, name := range needs {
		if !slices.ContainsFunc(fields, func(field string) bool { return covers(field, name) }) {
			fields = append(fields, name)
		}
	}
	return fields
}

// covers reports whether a request for the field called field also returns the value called
// name. For example, "title" covers "title" and "title.raw".
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

// payload encodes the body of the request. For params, it also returns the fields that they
// set.
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
	if r.named { // in a catalog, the params of a new record may hold its name
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

// hasMember reports whether a struct type has a field with a JSON name. It returns false for a
// map: only the value of a map shows its fields.
func hasMember(t reflect.Type, name string) bool {
	if t = record.Pointed(t); t.Kind() != reflect.Struct {
		return false
	}
	_, ok := record.Field(t, name)
	return ok
}

// isSecret reports whether a body or params make their request secret. For a nil pointer, it
// calls Secret of the zero value.
func isSecret(body any) bool {
	if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer && v.IsNil() {
		body = reflect.New(v.Type().Elem()).Interface()
	}
	b, ok := body.(interface{ Secret() bool })
	return ok && b.Secret()
}
