// Package wire reads and writes JSON that differs from its schema: JSON after noise, a
// string in place of a list, [] for {}, numbers as strings. It is also the one place
// that encodes queries.
package wire

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// isEmptyPHP reports that raw is what PHP writes for nothing.
func isEmptyPHP(raw jsontext.Value) bool {
	switch text := string(raw); text {
	case `""`, "false", "[]":
		return true
	default:
		return raw.Kind() == '[' && strings.TrimSpace(text[1:len(text)-1]) == ""
	}
}

// Unmarshal decodes one JSON value. What [Check] refuses is refused.
func Unmarshal(data []byte, v any) error {
	if err := Check(data, reflect.TypeOf(v), Slack); err != nil {
		return err
	}
	return unmarshal(data, v)
}

// unmarshal is json.Unmarshal with [Options], which it does not join: that costs as much as
// a small value.
func unmarshal(data []byte, v any, further ...json.Options) error {
	options := [4]json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
	return json.Unmarshal(data, v, append(options[:2], further...)...)
}

// Checked returns a decoder whose next value has passed [Check] for a t. Inside another
// value dec itself is returned, because the outer value was checked.
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

// UnmarshalObject decodes an object into v. A PHP server writes an empty object as [].
// Some servers write null, false or "" in place of one. So a list, null, false or a
// string does not change v.
func UnmarshalObject(dec *jsontext.Decoder, v any) error {
	switch dec.PeekKind() {
	case '[', 'n', 'f', '"':
		return dec.SkipValue()
	}
	return json.UnmarshalDecode(dec, v)
}

// Whole is a response that reads its JSON itself, in one pass. It may keep parts of data.
type Whole interface {
	// DecodeWhole refuses what is not one JSON value. It may be called again.
	DecodeWhole(data []byte) error
}

// OpenObject returns a decoder of data that has read the bracket of an object: see
// [Member], [Part] and [End].
func OpenObject(data []byte) (*jsontext.Decoder, error) {
	dec := newDecoder(data, nil)
	return dec, expect(dec, '{')
}

// Part reads the next value of a decoder of data, and returns it as a part of data.
func Part(dec *jsontext.Decoder, data []byte) (jsontext.Value, error) {
	value, err := dec.ReadValue()
	end := int(dec.InputOffset())
	return data[end-len(value) : end : end], err
}

// Member reads the name of the next member of an object whose bracket was read. At the end
// of the object it reads the bracket, and the name is nil. It is nil beside an error, too.
func Member(dec *jsontext.Decoder) (name []byte, err error) {
	if dec.PeekKind() == '}' {
		_, err = dec.ReadToken()
		return nil, err
	}
	quoted, err := dec.ReadValue()
	if err != nil {
		return nil, err
	}
	name = quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name = []byte(Unquote(quoted))
	}
	return name, nil
}

// Entries decodes an object into m, at most as many members as count allows. A value
// that means an empty object does not change m: see [UnmarshalObject].
func Entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V, count Limit) error {
	switch dec.PeekKind() {
	case '[', 'n', 'f', '"':
		return dec.SkipValue()
	}
	if err := expect(dec, '{'); err != nil {
		return err
	}
	for {
		name, err := Member(dec)
		if name == nil {
			return err
		}
		if err := count.Add(); err != nil {
			return err
		}
		key := K(name) // a copy: the value is read over it
		var v V
		if err := json.UnmarshalDecode(dec, &v); err != nil {
			return err
		}
		m[key] = v
	}
}

// spaces are those of JSON.
const spaces = " \t\r\n"

// Object decodes an object, or [] as an empty one. What [Check] refuses is
// refused.
func Object(data []byte, v any) error {
	if err := Check(data, reflect.TypeOf(v), Slack); err != nil {
		return err
	}
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(data, spaces), []byte("["))
	if ok && string(bytes.Trim(rest, spaces)) == "]" {
		return nil
	}
	return unmarshal(data, v)
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
	if raw.Kind() == '[' && isEmptyPHP(raw) {
		return nil
	}
	return json.Unmarshal(raw, v, dec.Options())
}
