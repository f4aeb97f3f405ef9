// Package wire reads and writes the shapes that servers bend: JSON behind
// noise, a string where a list is due, [] for {}, numbers as strings; and it
// is the one place that encodes queries.
package wire

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Options are those of every decoder: servers do send duplicate names and
// broken UTF-8.
func Options() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// Unmarshal decodes one JSON value. What [Check] refuses is refused.
func Unmarshal(data []byte, v any) error {
	if err := checkInto(data, v); err != nil {
		return err
	}
	return json.Unmarshal(data, v, Options())
}

// checkInto is [Check] for what v points to. What is no pointer is left to the
// decoder to refuse.
func checkInto(data []byte, v any) error {
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		return Check(data, t.Elem(), Slack)
	}
	return nil
}

// Checked returns a decoder whose next value has passed [Check] for a t. Inside of
// another value dec itself is returned: whoever decodes that has looked at it.
func Checked(dec *jsontext.Decoder, t reflect.Type) (*jsontext.Decoder, error) {
	if dec.StackDepth() > 0 {
		return dec, nil
	}
	data, err := dec.ReadValue()
	if err == nil {
		err = Check(data, t, Slack)
	}
	if err != nil {
		return nil, err
	}
	return newDecoder(data, nil), nil
}

// Marshal encodes v. Members of a map come in sorted order, so that equal
// values give equal bodies. A member that a server wrote twice somewhere inside
// stays so; of the members of v itself, or of the elements of a list, each stands
// once.
//
// Raw JSON in a map, as in an Extra, that is nil or empty is left out. An Extra that
// has a member with the name of a field beside it is a [MemberError], whether the field
// is set or not. So is the name of a field as one of spellings has it.
func Marshal(v any, spellings ...func(string) string) ([]byte, error) {
	return marshal(v, settler{spellings: spellings})
}

// MarshalMisfits is Marshal for a type that was read, and keeps members that do not fit
// their fields in its Extra. They are written as they came.
func MarshalMisfits(v any) ([]byte, error) { return marshal(v, settler{misfits: true}) }

func marshal(v any, s settler) ([]byte, error) {
	settled, changed, err := s.settle(reflect.ValueOf(v), 0)
	if err != nil {
		return nil, err
	}
	if changed {
		v = settled.Interface()
	}
	form := json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true))
	data, err := json.Marshal(v, form)
	if !errors.Is(err, jsontext.ErrDuplicateName) {
		return data, err
	}
	twice := err
	if data, err = json.Marshal(v, form, jsontext.AllowDuplicateNames(true)); err != nil {
		return nil, err
	}
	if dec := newDecoder(data, nil); !distinct(dec, 1) {
		return nil, twice
	}
	return data, nil
}

// distinct reports that no object of the next value has a name twice, unless it
// lies inside of another object, or deeper in lists.
func distinct(dec *jsontext.Decoder, lists int) bool {
	switch kind := dec.PeekKind(); {
	case kind == '[' && lists > 0:
		_, _ = dec.ReadToken() // it was encoded a moment ago
		for dec.PeekKind() != ']' {
			if !distinct(dec, lists-1) {
				return false
			}
		}
	case kind == '{':
		_, _ = dec.ReadToken()
		names := map[string]bool{}
		for dec.PeekKind() != '}' {
			name, _ := dec.ReadToken()
			text := name.String()
			if names[text] {
				return false
			}
			names[text] = true
			_ = dec.SkipValue()
		}
		_, _ = dec.ReadToken()
	default:
		_ = dec.SkipValue()
	}
	return true
}

// Members encodes an object of values as they are: what they hold twice stays so.
func Members(members map[string]jsontext.Value) ([]byte, error) { return Marshal(members) }

// UnmarshalObject decodes an object into v. A PHP server writes an empty one
// as [], and some write null, false or "" for none: any list, null, false and
// any string leave v alone.
func UnmarshalObject(dec *jsontext.Decoder, v any) error {
	switch dec.PeekKind() {
	case '[', 'n', 'f', '"':
		return dec.SkipValue()
	}
	return json.UnmarshalDecode(dec, v)
}

// Entries decodes an object into m, at most as many members as count allows. What
// stands for an empty object leaves m alone: see [UnmarshalObject].
func Entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V, count Counter) error {
	switch dec.PeekKind() {
	case '[', 'n', 'f', '"':
		return dec.SkipValue()
	}
	if _, err := expect(dec, '{'); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if err := count.Add(); err != nil {
			return err
		}
		key := K(name.String())
		var v V
		if err := json.UnmarshalDecode(dec, &v); err != nil {
			return err
		}
		m[key] = v
	}
	_, err := dec.ReadToken()
	return err
}

// Object decodes an object, or [] as an empty one. What [Check] refuses is
// refused.
func Object(data []byte, v any, options ...json.Options) error {
	if err := checkInto(data, v); err != nil {
		return err
	}
	dec := newDecoder(data, options)
	if err := Element(dec, v); err != nil {
		return err
	}
	return end(dec)
}

// newDecoder reads data as Options says, and as further options do.
func newDecoder(data []byte, options []json.Options) *jsontext.Decoder {
	in := bytes.NewBuffer(data)
	if len(options) == 0 { // joining them costs more than a small answer
		return jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}
	return jsontext.NewDecoder(in, Options(), json.JoinOptions(options...))
}

// Valid refuses what is not one JSON value.
func Valid(data []byte) error {
	dec := newDecoder(data, nil)
	if err := dec.SkipValue(); err != nil {
		return err
	}
	return end(dec)
}

// end refuses what follows a value.
func end(dec *jsontext.Decoder) error {
	_, err := dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return errors.New("something follows the value")
	}
	return err
}

// Element decodes the next value into v, an empty array standing for an empty
// object.
func Element(dec *jsontext.Decoder, v any) error {
	switch dec.PeekKind() {
	case '[', '"', 'f': // by itself, so that Bend sees the beginning of a value
	default:
		return json.UnmarshalDecode(dec, v)
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if raw.Kind() == '[' && stands(raw) {
		return nil
	}
	return json.Unmarshal(raw, v, dec.Options())
}
