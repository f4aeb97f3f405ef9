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

// Extra holds the fields of a record that this package does not know: those of plugins
// and of newer versions. They are kept as received and written next to the known fields.
// A nil or empty value is not written. In params an Extra with the name of a known field is
// an error: set the field instead.
//
// Sites write some values in another type than their field has. A value that means the same
// is converted: "5" is the number 5, and {"0":5,"2":7} is a list. Extra keeps any other
// value as it came, such as "1,234.50", "" or false for a number. The field is then zero. A
// list of which some elements do not fit is kept whole, and the field has the others. So is
// a whole number above 2^53 that a float64 would round, and the field has it rounded. The
// methods Params leave such fields out, and [Marshal] writes the value as it came. This
// holds for your own record types, too, if they have a field Extra or embed a type that has
// one.
//
// Use [Marshal] and [Unmarshal] for records in files and elsewhere. Before Go 1.27,
// encoding/json leaves Extra empty when it reads, and writes a field "Extra".
type Extra map[string]json.RawMessage

// Decode decodes the field called name into v. If there is none, ok is false and v is
// not changed. The limits are those of [Unmarshal]. Names match the json tags of a
// struct exactly, including case.
//
// Plugins write "", false or [] where they have no value: {"acf":[]}, {"acf":{"image":false}}.
// If v does not accept such a value, or a number that is written as a text, Decode reads it as
// the fields of a record are read. A struct without an Extra loses nothing but these empty
// values: for any other value that does not fit, Decode fails.
func (x Extra) Decode(name string, v any) (ok bool, err error) {
	raw, ok := x[name]
	if !ok {
		return false, nil
	}
	if err := wire.Tolerant(raw, v); err != nil {
		return true, fmt.Errorf("cms: extra member %s: %w", Line(name, transport.MaxText), err)
	}
	return true, nil
}

// settable returns a copy without the null fields, or nil if no field is left.
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

// Set encodes v as JSON and stores it as the field called name. It makes the map if x
// is nil. A nil v becomes a JSON null. Nil or empty raw JSON removes the field.
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

// Changes returns the fields of x whose value differs from that in stored, nil if there
// are none. Values are compared as JSON: white space and the order of fields do not
// count. A null is not a change if stored has null, "", 0, false, [], {} or no value. Of the
// fields acf and meta_box, which hold the fields of Advanced Custom Fields and Meta Box, only
// the fields that x names are compared, because a write does not change the others.
func (x Extra) Changes(stored Extra) Extra {
	var out Extra
	for name, raw := range x {
		if len(raw) == 0 || sameFields(name, raw, stored[name]) {
			continue // skip: the field is not set, or sets only values that are already stored
		}
		var asked, there any
		if wire.Unmarshal(raw, &asked) == nil && (stored[name] == nil || wire.Unmarshal(stored[name], &there) == nil) {
			if reflect.DeepEqual(asked, there) || asked == nil && empty(there) {
				continue // no change: equal, or null for an empty or absent field
			}
		}
		if out == nil {
			out = Extra{}
		}
		out[name] = raw
	}
	return out
}

// sameFields reports whether name is acf or meta_box, and stored has each plugin field of asked
// with the same value.
func sameFields(name string, asked, stored json.RawMessage) bool {
	if name != "acf" && name != "meta_box" {
		return false
	}
	var wanted, there Extra
	// Errors are ignored: a value without plugin fields may be the JSON [] or false.
	_, _ = wire.Unmarshal(asked, &wanted), wire.Unmarshal(stored, &there)
	return wanted != nil && wanted.Changes(there) == nil
}

// empty reports whether a decoded JSON value is null, false, 0, "", [] or {}.
func empty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return v == nil || reflect.ValueOf(v).IsZero()
}

// isEmptyJSON reports whether v is raw JSON without any bytes.
func isEmptyJSON(v any) bool {
	raw, ok := v.(json.RawMessage)
	if value, is := v.(jsontext.Value); is { // since Go 1.27, RawMessage and jsontext.Value are the same type
		raw, ok = json.RawMessage(value), true
	}
	return ok && len(raw) == 0
}

// Reading tells how a record was read. Calls set the field Reading of a record they
// return; your own types may have such a field too.
type Reading struct {
	// Partial means that only a part of the record was read. The call used [Fields] or
	// the context "embed", or the record was embedded in another (see [EmbeddedAs]).
	// The method Params of such a record returns [ErrIncomplete].
	Partial bool
}

// shapeOf returns what is known about a type of records. key is the JSON name of the field
// with the id.
func shapeOf(t reflect.Type, key string) *record.Shape {
	return record.Of(t, key, reflect.TypeFor[Reading]())
}
