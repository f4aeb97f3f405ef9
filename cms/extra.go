package cms

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Extra holds the members of a record that this package does not know: what
// plugins and newer versions add. They are kept as received and written again
// beside the known ones. A member that is nil or empty is not written. Nothing is
// written at all if a member has the name of a field: set the field.
//
// Use [Marshal] and [Unmarshal] for records in files and elsewhere. Before Go 1.27
// encoding/json leaves Extra empty when it reads, and writes a member "Extra".
type Extra map[string]json.RawMessage

// Decode decodes the member name into v, which stays as it is if there is none;
// ok tells the two apart. The limits are those of [Unmarshal]. Fields of a struct
// need json tags: names match as written, case included.
func (x Extra) Decode(name string, v any) (ok bool, err error) {
	raw, ok := x[name]
	if !ok {
		return false, nil
	}
	if err := wire.Unmarshal(raw, v); err != nil {
		return true, fmt.Errorf("cms: extra member %s: %w", Line(name, transport.MaxText), err)
	}
	return true, nil
}

// settable returns a copy without the members that are null, nil for none.
func (x Extra) settable() Extra {
	var out Extra
	for name, raw := range x {
		if string(raw) == "null" {
			continue
		}
		if out == nil {
			out = make(Extra, len(x))
		}
		out[name] = raw
	}
	return out
}

// Set encodes v as the member name, making the map if there is none. nil becomes a JSON
// null. Raw JSON that is nil or empty takes the member away.
func (x *Extra) Set(name string, v any) error {
	if isEmptyJSON(v) {
		delete(*x, name)
		return nil
	}
	raw, err := wire.Marshal(v)
	if err != nil {
		return fmt.Errorf("cms: extra member %s: %w", Line(name, transport.MaxText), err)
	}
	if *x == nil {
		*x = Extra{}
	}
	(*x)[name] = raw
	return nil
}

// Changes returns the members of x that stored does not have with the same value, nil
// if there are none. Values are compared as JSON: spaces and the order of members do
// not count. A null is no change where stored has nothing, null, "", 0, false, [] or
// {}.
func (x Extra) Changes(stored Extra) Extra {
	var out Extra
	for name, raw := range x {
		if len(raw) == 0 {
			continue // nothing is asked
		}
		var asked, there any
		if wire.Unmarshal(raw, &asked) == nil && (stored[name] == nil || wire.Unmarshal(stored[name], &there) == nil) {
			if reflect.DeepEqual(asked, there) || asked == nil && empty(there) {
				continue // asked is nil for null alone, and so is there for null and for nothing
			}
		}
		if out == nil {
			out = Extra{}
		}
		out[name] = raw
	}
	return out
}

// empty reports whether a decoded JSON value is a zero value.
func empty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == nil || reflect.ValueOf(v).IsZero()
}

// isEmptyJSON reports that v is raw JSON without any.
func isEmptyJSON(v any) bool {
	raw, ok := v.(json.RawMessage)
	if value, is := v.(jsontext.Value); is { // since Go 1.27 it is the same type
		raw, ok = json.RawMessage(value), true
	}
	return ok && len(raw) == 0
}

// Reading says how a record was read. The field Reading of a record, of this
// module or of a type of yours, is set by the calls that read it.
type Reading struct {
	// Partial says that the record was read in part: the caller named the fields to read
	// (see [Fields]) or asked for the context "embed", or the record came along with
	// another (see [EmbeddedAs]). Such a record does not become params.
	Partial bool
}

// shapeOf is the shape of a type of records.
func shapeOf(t reflect.Type, key string) *record.Shape {
	return record.Of(t, key, reflect.TypeFor[Reading]())
}
