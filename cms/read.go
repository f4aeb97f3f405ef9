package cms

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strconv"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// maxNoise bounds Response.Noise.
const maxNoise = 1 << 10

var (
	// errNoContent is an answer without content where some was due.
	errNoContent = errors.New("the answer is empty")
	// errNoID is a record without an id: [] decodes into one, and so does the object
	// of something else.
	errNoID = errors.New("the record has no id")
)

// read makes a value, or an [*Error], of what the transport brought. It says also
// what the caller may know of the answer. partial says that the caller named the
// fields to read.
func (r Request[T]) read(c *Client, call *transport.Call, resp *transport.Response, err error, partial bool) (*T, Response, error) {
	answer := responseOf(resp, err)
	if err == nil && resp.Status >= 200 && resp.Status < 300 {
		var v *T
		if v, answer.Noise, err = r.accept(c.config.prefix, resp, partial); err == nil {
			return v, answer, nil
		}
	}
	return nil, answer, c.failed(call, resp, err)
}

// responseOf is what the caller may know of an answer, or of a call without one.
func responseOf(resp *transport.Response, err error) (r Response) {
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		r.Attempts, resp = failure.Attempts, failure.Response
	}
	if resp != nil {
		r.Status, r.Header, r.Attempts = resp.Status, resp.Header, resp.Attempts
	}
	return r
}

// accept decodes an answer with a status of success, and looks at it before it is
// believed.
func (r Request[T]) accept(p prefix, resp *transport.Response, partial bool) (v *T, noise string, err error) {
	v = new(T)
	if raw, ok := any(v).(*Raw); ok {
		raw.Type, raw.Body = resp.Header.Get("Content-Type"), resp.Body
		return v, "", r.complete(p, v, nil, partial)
	}
	var value []byte
	around, ok, err := wire.Read(resp.Body, func(found []byte) error {
		value, v = found, new(T)
		return r.decodeInto(found, v)
	})
	noise = string(around[:min(len(around), maxNoise)])
	if len(value) <= maxKeptBody && bytes.Contains(value, []byte(`"code"`)) {
		if envelope, refused := refusal(value); refused { // some hosts turn every status into 200
			return nil, noise, &refused200{envelope}
		}
	}
	switch {
	case !ok:
		return nil, noise, ErrNotREST
	case resp.Astray:
		return nil, noise, ErrRedirected
	case err == nil:
		err = r.complete(p, v, value, partial)
	}
	switch {
	case err == nil:
		return v, noise, nil
	case errors.Is(err, ErrForeignRecord):
		return nil, noise, err
	case errors.Is(err, errNoContent):
		return nil, noise, because(ErrNotREST, err)
	}
	return nil, noise, because(ErrDecode, err)
}

// decodeInto decodes any T. Of an empty answer there is nothing to decode, which
// only [Nothing] and json.RawMessage take.
func (r Request[T]) decodeInto(body []byte, v *T) error {
	if r.share > 0 {
		if err := wire.CheckWithin(body, reflect.TypeFor[T](), wire.Slack/r.share); err != nil {
			return err
		}
	}
	switch v := any(v).(type) {
	case *Nothing:
		return valid(body)
	case *json.RawMessage:
		*v = body
		return valid(body)
	}
	switch {
	case body == nil:
		return errNoContent
	case r.decode != nil:
		return r.decode(body, v)
	case string(body) == "null":
		return errors.New("the answer is null")
	}
	return wire.Object(body, v)
}

// valid refuses what is neither JSON nor nothing.
func valid(body []byte) error {
	if body == nil {
		return nil
	}
	return wire.Valid(body)
}

// deletion is the answer to a delete, of whatever type of record.
type deletion interface {
	// previous returns the record that was deleted, and whether the answer says that
	// one was.
	previous() (record any, tells bool)
	// record is the type of what was deleted.
	record() reflect.Type
}

// complete refuses what is not the record that was asked for, and fills in what
// its JSON does not say. Raw is the JSON that v was decoded from.
func (r Request[T]) complete(p prefix, v *T, raw []byte, partial bool) error {
	unnamed := r.Query.Has("_fields") // which may leave the id out
	record := any(v)
	if d, ok := record.(deletion); ok {
		previous, tells := d.previous()
		if !tells && !unnamed {
			return errors.New("the answer does not say that anything was deleted")
		}
		if record = previous; record != nil && r.shape.loose {
			raw = member(raw, "previous")
		}
	}
	if record != nil {
		if r.identified || r.ID > 0 {
			switch number, text := r.shape.id(record, raw); {
			case number == 0 && text == "":
				if r.identified && !unnamed {
					return errNoID
				}
			case r.ID > 0 && number != r.ID:
				return foreign(r.ID, cmp.Or(text, strconv.FormatInt(number, 10)))
			}
		}
		if partial = partial || unnamed; partial || r.shape.renames {
			r.shape.fill(reflect.ValueOf(record), p, partial)
		}
	}
	if r.check != nil && !unnamed {
		if err := r.check(v); err != nil {
			return err
		}
	}
	if r.into != nil {
		*r.into = *v
	}
	return nil
}

// failed is the error of a call. err says why there is no answer, or why it cannot
// be used; nil that its status says it.
func (c *Client) failed(call *transport.Call, resp *transport.Response, err error) *Error {
	e := &Error{Operation: call.Operation, Method: call.Method, Path: call.Route}
	writes := call.Repeat == transport.RepeatUnsent && call.Method != http.MethodGet && call.Method != http.MethodHead
	if failure, ok := errors.AsType[*transport.Failure](err); ok {
		e.fromFailure(failure, writes)
	} else {
		e.fromResponse(resp)
		switch {
		case err != nil:
			e.unusable(resp, err, writes)
		case resp.Status >= 300 && resp.Status < 400:
			e.Reason, e.Hint = ErrRedirected, redirectHint(call.URL, call.Route, resp.Header.Get("Location"))
		default:
			e.refused(resp, writes)
		}
	}
	if e.Status == http.StatusUnauthorized && c.config.source != nil {
		e.Hint = join(e.Hint, "credentials were sent, but the site does not know the user: the user or application password is wrong, or the Authorization header was dropped on the way; Client.Diagnose tells which")
	}
	return e
}
