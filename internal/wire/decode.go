// Package wire reads and writes JSON that differs from its schema: JSON after noise, a
// string in place of a list, [] for {}, numbers as strings. It is also the one place
// that encodes queries.
package wire

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// isEmptyPHP reports whether raw is "", false or [], which PHP writes for an empty value.
func isEmptyPHP(raw jsontext.Value) bool {
	switch text := string(raw); text {
	case `""`, "false", "[]":
		return true
	default:
		return raw.Kind() == '[' && strings.TrimSpace(text[1:len(text)-1]) == ""
	}
}

// Unmarshal decodes one JSON value into v, a pointer. It fails with [ErrHeavy] as [Check]
// does.
func Unmarshal(data []byte, v any) error {
	if err := Check(data, reflect.TypeOf(v), Slack); err != nil {
		return err
	}
	return unmarshal(data, v)
}

// unmarshal is json.Unmarshal with the options of [Options]. It does not call JoinOptions,
// because joining takes as long as decoding a small value.
func unmarshal(data []byte, v any, further ...json.Options) error {
	options := [4]json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
	if len(further) == 0 && hasLongNumber(data) {
		return json.Unmarshal(data, v, options[0], options[1], exactNumbers())
	}
	return json.Unmarshal(data, v, append(options[:2], further...)...)
}

// Checked returns a decoder whose next value has passed [Check] for type t. Inside another
// value it returns dec itself, because the outer value was already checked.
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

// UnmarshalObject decodes an object into v. PHP writes an empty object as [], and some
// plugins write null, false or "". These values leave v unchanged.
func UnmarshalObject(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() == '{' {
		return json.UnmarshalDecode(dec, v)
	}
	return noObject(dec)
}

// noObject reads a value that is no object. It fails unless the value means an empty object.
func noObject(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil || raw.Kind() == 'n' || isEmptyPHP(raw) {
		return err
	}
	return fmt.Errorf("found %v instead of %v", raw.Kind(), jsontext.Kind('{'))
}

// Whole is a type that decodes a whole response in one pass. It may keep parts of data.
type Whole interface {
	// DecodeWhole fails if data is not exactly one JSON value. It may be called again.
	DecodeWhole(data []byte) error
}

// OpenObject returns a decoder of data that has read the opening bracket of an object. The
// caller continues with [Member], [Part] and [End].
func OpenObject(data []byte) (*jsontext.Decoder, error) {
	dec := newDecoder(data, nil)
	return dec, expect(dec, '{')
}

// Part reads the next value of dec, a decoder of data, and returns it as a slice of data.
func Part(dec *jsontext.Decoder, data []byte) (jsontext.Value, error) {
	value, err := dec.ReadValue()
	end := int(dec.InputOffset())
	return data[end-len(value) : end : end], err
}

// Member reads the name of the next member of an object. At the end of the object it reads
// the closing bracket and returns a nil name. With an error the name is nil, too.
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

// Entries decodes the members of an object into m. It fails if there are more than count
// allows. A value that means an empty object leaves m unchanged: see [UnmarshalObject].
func Entries[K ~string, V any](dec *jsontext.Decoder, m map[K]V, count Limit) error {
	if dec.PeekKind() != '{' {
		return noObject(dec)
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
		key := K(name) // a copy, because decoding the value overwrites name
		var v V
		if err := json.UnmarshalDecode(dec, &v); err != nil {
			return err
		}
		m[key] = v
	}
}

// spaces are the characters that JSON allows between values.
const spaces = " \t\r\n"

// Object decodes an object into v. It reads [] as an empty object. It fails with
// [ErrHeavy] as [Check] does.
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

// Element decodes the next value into v. It reads [] as an empty object.
func Element(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() != '[' {
		return json.UnmarshalDecode(dec, v)
	}
	raw, err := dec.ReadValue()
	if err != nil || isEmptyPHP(raw) {
		return err
	}
	return json.Unmarshal(raw, v, dec.Options())
}
