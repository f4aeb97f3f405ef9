package cms

import (
	"context"
	"errors"
	"reflect"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// What follows keeps nothing of the response to a request with Secret, wherever it
// would stand in an error. The transport sees to what it says itself.

// isSecret reports that a body, or params, say that their request is secret. The zero
// value answers for nil.
func isSecret(body any) bool {
	if v := reflect.ValueOf(body); v.Kind() == reflect.Pointer && v.IsNil() {
		body = reflect.New(v.Type().Elem()).Interface()
	}
	b, ok := body.(interface{ Secret() bool })
	return ok && b.Secret()
}

// unquoted says why a response cannot be used, without what err quotes of it.
func unquoted(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return transport.ContextError(ctx)
	}
	if _, refused := errors.AsType[*refused200](err); refused {
		return err // see withhold
	}
	if err == nil {
		return nil
	}
	var why error
	for _, known := range []error{
		errNoID, errNoContent, ErrFilterIgnored, ErrForeignRecord, ErrRedirected, ErrDecode, ErrNotREST,
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

// withhold takes out of an error what it keeps of the response. What a site says of a
// refusal stays, but not of an outage: that may have come after the secret was made.
func (e *Error) withhold() {
	if len(e.Body) > 0 {
		e.Hint = join(e.Hint, "its body is not kept: it may hold a secret")
	}
	e.Body, e.Data = nil, nil
	if reply.Outage(string(e.Code)) {
		e.Message, e.Params, e.Details, e.Additional = "", nil, nil, nil
	}
	for name, detail := range e.Details {
		detail.Data = nil
		e.Details[name] = detail
	}
	for i := range e.Additional {
		e.Additional[i].Data = nil
	}
}
