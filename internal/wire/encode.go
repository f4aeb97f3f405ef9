package wire

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
// their fields in its Extra. They are written as they came. One that fits is refused.
func MarshalMisfits(v any) ([]byte, error) { return marshal(v, settler{misfits: true}) }

func marshal(v any, s settler) ([]byte, error) {
	settled, changed, err := s.settle(reflect.ValueOf(v), 0)
	if err != nil {
		return nil, err
	}
	if changed {
		v = settled.Interface()
	}
	form := []json.Options{json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true)}
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
