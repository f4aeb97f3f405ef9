package wire

import (
	"bytes"
	"errors"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Marshal encodes v. Members of a map are sorted, so that equal values give equal bodies.
// An object at the top, and an object in a list at the top, has each name once. Deeper
// inside raw JSON a name that the server wrote twice stays twice.
//
// An entry of a map of raw JSON, such as an Extra, is left out if it is nil or empty. The
// error is a [*MemberError] if an Extra has a member with the name of a field of its struct,
// whether the field is set or not. The spellings return further names that the server reads
// as the same field.
func Marshal(v any, spellings ...func(string) string) ([]byte, error) {
	return marshal(v, settler{spellings: spellings})
}

// MarshalMisfits is Marshal for a value that [Salvage] read. An Extra may have a member
// with the name of a field. If the member does not fit the field, MarshalMisfits writes
// the member and omits the field. Errors: [*MemberError] if the member fits, or if the
// field was changed after reading.
func MarshalMisfits(v any) ([]byte, error) {
	misfits := false
	data, err := marshal(v, settler{misfits: &misfits})
	if err != nil || !misfits {
		return data, err
	}
	return lastMembers(newDecoder(data, nil), nil), nil
}

func marshal(v any, s settler) ([]byte, error) {
	settled, err := s.settle(reflect.ValueOf(v), 0)
	if err != nil {
		return nil, err
	}
	if settled.IsValid() {
		v = settled.Interface()
	}
	form := []json.Options{json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true)}
	if s.misfits != nil && *s.misfits {
		return json.Marshal(v, append(form, jsontext.AllowDuplicateNames(true))...)
	}
	data, err := json.Marshal(v, form...)
	if !errors.Is(err, jsontext.ErrDuplicateName) {
		return data, err
	}
	twice := err
	if data, err = json.Marshal(v, append(form, jsontext.AllowDuplicateNames(true))...); err != nil {
		return nil, err
	}
	if dec := newDecoder(data, nil); !distinct(dec, 1) {
		return nil, twice
	}
	return data, nil
}

// distinct reports whether no object has a name twice. It checks the next value if that is an
// object, and the objects in the next value if that is a list. lists is the largest number of
// nested lists that it enters. It does not check objects within objects.
func distinct(dec *jsontext.Decoder, lists int) bool {
	switch kind := dec.PeekKind(); {
	case kind == '[' && lists > 0:
		_, _ = dec.ReadToken() // cannot fail: the encoder has just written the value
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

// lastMembers appends the next value to out. If an object has a name twice, it keeps only
// the last member with this name. The encoder writes the Extra of a struct after the fields,
// so the last member comes from the Extra. No read can fail: the encoder has just written the
// value.
func lastMembers(dec *jsontext.Decoder, out []byte) []byte {
	begin, end := dec.PeekKind(), jsontext.Kind('}')
	switch begin {
	case '{':
	case '[':
		end = ']'
	default:
		raw, _ := dec.ReadValue()
		return append(out, raw...)
	}
	_, _ = dec.ReadToken()
	var parts [][]byte
	at := map[string]int{}
	for dec.PeekKind() != end {
		var part []byte
		if begin == '{' {
			quoted, _ := dec.ReadValue()
			name := Unquote(quoted)
			if earlier, twice := at[name]; twice {
				parts[earlier] = nil
			}
			at[name] = len(parts)
			part = append(append(part, quoted...), ':')
		}
		parts = append(parts, lastMembers(dec, part))
	}
	_, _ = dec.ReadToken()
	parts = slices.DeleteFunc(parts, func(part []byte) bool { return part == nil })
	out = append(append(out, byte(begin)), bytes.Join(parts, []byte{','})...)
	return append(out, byte(end))
}
