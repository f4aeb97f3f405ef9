package cms

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// read turns the response of the transport into a value or an [*Error]. It also returns
// the Response for Capture.
func (r *request) read(ctx context.Context, call *transport.Call, resp *transport.Response, err error) (
	any, Response, error) {
	response := responseOf(resp, err)
	if err == nil && resp.Status >= 200 && resp.Status < 300 {
		var v any
		v, response.Noise, err = r.accept(ctx, resp)
		response.Noise = resp.Sent.Redact(response.Noise)
		if page, ok := v.(*walk.Page); ok {
			for _, broken := range page.Broken {
				(*BrokenRecordError)(broken).redact(resp.Sent)
			}
		}
		if r.Secret {
			response.Noise, err = "", unquoted(ctx, err)
		}
		if err == nil {
			return v, response, nil
		}
	}
	if err == nil && r.Holds(ctx, resp) {
		err = fault.ErrWrongStatus
	}
	e := failure(call, resp, err)
	if r.Secret {
		e.withhold()
	}
	e.response = func() Response { return response }
	return nil, response, e
}

// Holds reports whether a response with an error status holds the requested record, or a
// list of records. It is false for a delete: if the delete is retried, the next response
// shows whether it was done.
func (r *request) Holds(ctx context.Context, resp *transport.Response) bool {
	if resp.Status < http.StatusBadRequest || resp.Truncated || r.Method == http.MethodDelete || r.Query.Has("_fields") {
		return false
	}
	if envelope, ok := reply.Parse(resp.Body); ok && envelope.Message != "" {
		return false
	}
	again := *r
	again.into = nil
	v, _, err := again.accept(ctx, resp)
	if err != nil {
		return false
	}
	if page, ok := v.(*walk.Page); ok {
		return len(page.IDs) > 0 && len(page.Broken) == 0 && !slices.Contains(page.IDs, 0)
	}
	return r.name != "" || r.requireID || r.ID > 0
}

// responseOf returns the Response of a call; resp is nil if no response was received.
func responseOf(resp *transport.Response, err error) (r Response) {
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		r.Attempts, resp = failure.Attempts, failure.Response
	}
	if resp != nil {
		r.Status, r.Header, r.Attempts = resp.Status, resp.Header, resp.Attempts
	}
	return r
}

// found holds the JSON of a response, the text around the JSON, and the value that was decoded.
type found struct {
	request       *request
	v             any
	value, around []byte
	ok            bool // the body contains JSON
	err           error
}

// accept decodes a 2xx response and validates it.
func (r *request) accept(ctx context.Context, resp *transport.Response) (v any, noise string, err error) {
	if r.result == reflect.TypeFor[Raw]() {
		v := &Raw{Type: resp.Header.Get("Content-Type"), Body: resp.Body}
		r.store(v)
		return v, "", nil
	}
	// This function may still run after ctx has ended, so it writes only to its own f.
	f, err := relay.Decode(ctx, len(resp.Body), func() (f found) {
		f.request = r
		f.around, f.ok, f.err = wire.Read(resp.Body, f.decode)
		return f
	})
	if err != nil {
		return nil, "", err
	}
	v, value, around, ok, err := f.v, f.value, f.around, f.ok, f.err
	// Noise is the text around the JSON. A response without JSON is a web page and has no noise.
	if ok {
		noise = string(around[:min(len(around), transport.MaxNoise)])
	}
	if len(value) <= transport.MaxBody && bytes.Contains(value, []byte(`"code"`)) {
		if envelope, status := reply.Refusal(value); status != 0 { // a refusal: some hosts change every status to 200
			return nil, noise, &refused200{envelope, status}
		}
	}
	switch {
	case !ok:
		return nil, noise, ErrNotREST
	case resp.LostQuery:
		return nil, noise, ErrRedirected
	case err == nil:
		err = r.complete(v, value)
	}
	if err == nil && !r.partial && r.storesRecord() {
		if about, _ := r.prefix.Facts(r.Path); reply.Reads(value, about.Contexts) {
			return nil, noise, transport.Because(ErrDecode, fault.ErrNotWritten)
		}
	}
	if d, ok := deletionOf(v); ok && resp.Status == http.StatusNoContent && errors.Is(err, errNoContent) && r.ofPlugin() {
		d.adopt(nil)
		err = nil
	}
	switch {
	case err == nil:
		return v, noise, nil
	case errors.Is(err, ErrForeignRecord), errors.Is(err, ErrFilterIgnored):
		return nil, noise, err
	case errors.Is(err, errNoContent):
		err = transport.Because(ErrNotREST, err)
	default:
		err = transport.Because(ErrDecode, err)
	}
	return nil, noise, r.written(resp, value, err)
}

// written handles the error of a write whose response cannot be decoded. If the response
// identifies the record, written puts the error into a [BrokenRecordError]. The response may
// contain the id or the name of the record. A response with the status 201 may have the id in
// the header Location.
func (r *request) written(resp *transport.Response, raw []byte, err error) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodDelete {
		return err
	}
	broken := &BrokenRecordError{Raw: raw, Err: err}
	broken.ID, broken.Name = record.IDIn(raw, r.shape.Key)
	if !r.shape.Text {
		broken.Name = ""
	}
	switch {
	case r.ID > 0 && broken.ID != r.ID, r.name != "" && !r.isNamed(broken.Name):
		return err
	case broken.ID == 0 && broken.Name == "":
		if resp.Status == http.StatusCreated {
			broken.ID = reply.Located(resp.Header.Get("Location"), r.prefix.Route(r.Path))
		}
		if broken.ID == 0 {
			return err
		}
	}
	return broken
}

// decode decodes the body of a response into a value of the type T. An empty body is valid only
// for [Nothing], json.RawMessage and [Written].
func (f *found) decode(body []byte) error {
	r := f.request
	f.value, f.v = body, reflect.New(r.result).Interface()
	if whole, ok := f.v.(anyResponse); ok && r.decode == nil {
		whole.decodeAny(body)
		return valid(body)
	}
	if r.decode == nil && bytes.HasPrefix(body, []byte{'['}) {
		body = r.unlisted(body)
		f.value = body
	}
	if r.batchShare > 0 {
		if err := wire.Check(body, r.result, wire.Slack/r.batchShare); err != nil {
			return err
		}
	}
	switch v := f.v.(type) {
	case *Nothing:
		return valid(body)
	case *json.RawMessage:
		*v = body
		return valid(body)
	case wire.Whole:
		if body != nil {
			return v.DecodeWhole(body)
		}
	}
	switch {
	case body == nil:
		return errNoContent
	case r.decode != nil:
		return r.decode(body, f.v)
	case string(body) == "null":
		return errors.New("the response is null")
	}
	return r.shape.Decode(body, f.v)
}

// valid returns an error for a body that is neither JSON nor empty.
func valid(body []byte) error {
	if body == nil {
		return nil
	}
	return wire.Valid(body)
}

// complete refuses a record that was not requested, and sets the fields of v that are not
// in its JSON. raw is the JSON that v was decoded from.
func (r *request) complete(v any, raw []byte) error {
	unnamed := r.Query.Has("_fields") // the caller selects the fields, and may leave the id out
	one := v
	if d, ok := deletionOf(v); ok {
		previous, tells := d.previous()
		switch {
		case tells:
			if previous != nil && r.shape.Loose {
				raw = record.Member(raw, "previous")
			}
		case !unnamed:
			if previous = r.bare(d, raw); previous == nil {
				return errNotConfirmed
			}
			d.adopt(previous)
		}
		one = previous
	}
	if one != nil {
		if r.name != "" || r.requireID || r.ID > 0 {
			if err := r.identify(one, raw, unnamed); err != nil {
				return err
			}
		}
		if r.partial || r.shape.Renames {
			r.shape.Fill(reflect.ValueOf(one), r.prefix, r.partial)
		}
	}
	if r.check != nil && !unnamed {
		if err := r.check(v); err != nil {
			return err
		}
	}
	r.store(v)
	return nil
}

// store copies v to the variable that [Request.Into] was given.
func (r *request) store(v any) {
	if r.into != nil {
		reflect.ValueOf(r.into).Elem().Set(reflect.ValueOf(v).Elem())
	}
}

// bare returns the record if the response to a delete is the record itself, as some plugins
// write it. It returns nil for any other response.
func (r *request) bare(d deletion, raw []byte) any {
	number, name := record.IDIn(raw, r.shape.Key)
	if !r.ofPlugin() || number == 0 && name == "" || record.Member(raw, "deleted") != nil {
		return nil
	}
	v := reflect.New(d.record()).Interface()
	if r.shape.Decode(raw, v) != nil {
		return nil
	}
	return v
}

// storesRecord reports whether the request updates or trashes the record of its response, at a
// route of the content system. The site must then respond in the context "edit": a response in
// the context "view" shows that nothing was written. storesRecord is false for creates, for two
// reasons. If a proxy turns a create into a read, the response is a list. And a site shows a
// new comment in the context "view" to users who may not edit it.
func (r *request) storesRecord() bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Repeat != RepeatSafe || !r.prefix.IsOwn(r.Path) {
		return false
	}
	_, deletes := reflect.New(r.result).Interface().(confirmation)
	return !deletes && (r.params || r.ID > 0 && strings.HasSuffix(r.Path, "/"+strconv.FormatInt(r.ID, 10)))
}

// errNotConfirmed is the error of a delete if the response does not confirm that the record was
// deleted.
var errNotConfirmed = errors.New("the response does not say that the record was deleted")

// ofPlugin reports whether the request has the route of a plugin, and asks for a record
// whose id or name can be checked.
func (r *request) ofPlugin() bool {
	return (r.ID > 0 || r.name != "" || r.requireID) && !r.prefix.IsOwn(r.Path)
}

// isNamed reports whether name is the name of the requested record. On routes of plugins
// case does not matter: some plugins return the record DE for the path de.
func (r *request) isNamed(name string) bool {
	return route.SameName(name, r.name) ||
		!r.prefix.IsOwn(r.Path) && route.SameName(strings.ToLower(name), strings.ToLower(r.name))
}

// identify refuses a record that was not requested. unnamed means that the record may lack
// its id or its name.
func (r *request) identify(record any, raw []byte, unnamed bool) error {
	if r.name != "" {
		switch name := r.shape.Name(record, raw); {
		case name == "" && !unnamed:
			return errNoID
		case name != "" && !r.isNamed(name):
			return foreign(r.name, name)
		}
		return nil
	}
	switch number, text := r.shape.ID(record, raw); {
	case number == 0 && text == "":
		if r.requireID && !unnamed {
			return errNoID
		}
	case r.ID > 0 && number != r.ID:
		return foreign(strconv.FormatInt(r.ID, 10), cmp.Or(text, strconv.FormatInt(number, 10)))
	}
	return nil
}

// failure returns the error of a call. err is the reason why there is no usable response. It is
// nil if the response has an error status.
func failure(call *transport.Call, resp *transport.Response, err error) *Error {
	e := &Error{Operation: call.Operation, Method: call.Method, Path: call.Route}
	defer func() {
		e.explain(call, resp)
		e.redact(resp)
	}()
	// A GET also counts as a write if its request has RepeatUnsent: some routes write on a GET.
	writes := call.Repeat == transport.RepeatUnsent
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		e.fromFailure(failure, writes)
		resp = failure.Response
	} else {
		e.fromResponse(resp)
		switch {
		case err != nil:
			e.fromBadBody(resp, err, writes)
		case resp.Status >= 300 && resp.Status < 400:
			e.Reason = ErrRedirected
			if writes && reply.Located(resp.Header.Get("Location"), call.Route) > 0 {
				e.Reason = transport.Because(ErrOutcomeUnknown, ErrRedirected)
			}
		default:
			e.fromStatus(resp, writes)
		}
		if resp.RenewErr != nil {
			e.Reason = Join(e.Reason, fmt.Errorf("the login was not renewed: %w", resp.RenewErr))
		}
	}
	return e
}

// foreign returns the error for a record that was not requested.
func foreign(asked, got string) error {
	return transport.Because(ErrForeignRecord, fmt.Errorf("asked for %.80s, got %.80s", asked, got))
}

// unquoted returns why a response cannot be used, without the parts of the response that
// err quotes.
func unquoted(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return transport.ContextError(ctx)
	}
	if _, refused := errors.AsType[*refused200](err); refused {
		return err // the site's reason for a refusal is kept: see withhold
	}
	if err == nil {
		return nil
	}
	var why error
	for _, known := range []error{
		errNoID, errNoContent, fault.ErrWrongStatus, fault.ErrNotWritten, fault.ErrNotTrashed,
		ErrFilterIgnored, ErrForeignRecord, ErrRedirected, ErrDecode, ErrNotREST,
	} {
		if errors.Is(err, known) {
			why = transport.Because(known, why)
		}
	}
	if why == nil {
		why = ErrDecode
	}
	if broken, ok := errors.AsType[*BrokenRecordError](err); ok {
		return &BrokenRecordError{ID: broken.ID, Name: broken.Name, Err: why}
	}
	return why
}
