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

// Members reads an object: each is called for a member to read its value, with its name.
func Members(dec *jsontext.Decoder, each func(name []byte) error) error {
	if err := expect(dec, '{'); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		quoted, err := dec.ReadValue()
		if err != nil {
			return err
		}
		name := quoted[1 : len(quoted)-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			name = []byte(Unquote(quoted))
		}
		if err := each(name); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// Entries decodes an object into m, at most as many members as count allows. A value
// that means an empty object does not change m: see [UnmarshalObject].
func Entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V, count Limit) error {
	switch dec.PeekKind() {
	case '[', 'n', 'f', '"':
		return dec.SkipValue()
	}
	return Members(dec, func(name []byte) error {
		if err := count.Add(); err != nil {
			return err
		}
		key := K(name)
		var v V
		if err := json.UnmarshalDecode(dec, &v); err != nil {
			return err
		}
		m[key] = v
		return nil
	})
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
