package wire

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Bend is an option of decoders for what a PHP server writes where a type has
// nothing like it:
//   - "", false and [] are the zero value of what cannot hold them, and nil of a
//     pointer to it
//   - a number in a string is a number, and a number is the text that it is
//   - a number with a fraction of zero, such as 3.0, is an integer
//   - 0 and 1, also in strings, are booleans, and so are "true", "yes", "on" and their
//     opposites, in which plugins keep settings
//   - true is a text
//   - an object whose names are all numbers is a list of its values, which is how PHP
//     writes a list with holes, and {} is an empty one
//
// Any other value that does not fit stays an error, and so does one of these in place
// of a whole record. Types that decode themselves
// are asked first; those of this module bend what they want to.
func Bend() json.Options { return json.WithUnmarshalers(json.UnmarshalFromFunc(bend)) }

func bend(dec *jsontext.Decoder, into any) error {
	if dec.StackDepth() == 0 { // a whole response that does not fit is an error
		return errors.ErrUnsupported
	}
	v := reflect.ValueOf(into).Elem()
	target := v.Type()
	for target.Kind() == reflect.Pointer {
		target = target.Elem()
	}
	itself := decodesItself(target)
	if fits(dec.PeekKind(), target, itself) {
		return errors.ErrUnsupported
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if itself {
		if err = unmarshal(raw, into); err == nil || !isEmptyPHP(raw) {
			return err
		}
		v.SetZero()
		return nil
	}
	if raw.Kind() == '{' && target.Kind() == reflect.Slice && target.Elem().Kind() != reflect.Uint8 {
		if list := listed(raw); list != nil {
			return json.Unmarshal(list, into, dec.Options())
		}
	}
	return assign(v, raw)
}

// listed returns the values of an object as a list, nil if one of its names is no number.
func listed(raw jsontext.Value) jsontext.Value {
	dec := newDecoder(raw, nil)
	_, _ = dec.ReadToken() // the bracket
	list := jsontext.Value{'['}
	for {
		name, err := Member(dec)
		switch {
		case err != nil:
			return nil
		case name == nil:
			return append(list, ']')
		case len(name) == 0 || strings.Trim(string(name), "0123456789") != "":
			return nil
		}
		value, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, value...)
	}
}

// fits reports that the decoder is to read a value of a kind into a t by itself.
func fits(kind jsontext.Kind, t reflect.Type, itself bool) bool {
	if kind == 'n' || kind == jsontext.KindInvalid || t.Kind() == reflect.Interface || isRaw(t) || itself && ours(t) {
		return true
	}
	switch {
	case itself:
		return kind != '"' && kind != 'f' && kind != '['
	case t.Kind() == reflect.String:
		return kind == '"'
	case t.Kind() == reflect.Bool:
		return kind == 't' || kind == 'f'
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr:
		return false // a number may have a fraction of zero, which the decoder refuses
	case t.Kind() == reflect.Float32, t.Kind() == reflect.Float64:
		return kind == '0'
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return kind == '{'
	}
	return kind == '['
}

func decodesItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) ||
		pointer.Implements(reflect.TypeFor[json.Unmarshaler]())
}

// ours reports that t is a type of this module.
func ours(t reflect.Type) bool {
	rest, ok := strings.CutPrefix(t.PkgPath(), "github.com/fontcms/fontcms-go/")
	return ok && !strings.HasPrefix(rest, "examples/") &&
		(rest == "internal/wire" || !strings.HasPrefix(rest, "internal/"))
}

// assign sets v, or what it points to, to a value that does not fit as it is.
func assign(v reflect.Value, raw jsontext.Value) error {
	if isEmptyPHP(raw) {
		v.SetZero()
		return nil
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	unfit := fmt.Errorf("found %v where %v was due", raw.Kind(), v.Type())
	switch raw.Kind() {
	case '"', '0':
	case 't':
		if v.Kind() != reflect.String {
			return unfit
		}
	default:
		return unfit
	}
	text := string(raw)
	if raw.Kind() == '"' {
		unquoted, _ := jsontext.AppendUnquote(nil, raw) // invalid UTF-8 is not a digit
		text = string(unquoted)
	}
	ok := false
	switch kind := v.Kind(); {
	case kind == reflect.String:
		v.SetString(text)
		ok = true
	case kind == reflect.Bool:
		v.SetBool(slices.Contains([]string{"1", "true", "yes", "on"}, text))
		ok = v.Bool() || slices.Contains([]string{"0", "false", "no", "off"}, text)
	case kind >= reflect.Int && kind <= reflect.Int64:
		n, err := strconv.ParseInt(whole(text), 10, v.Type().Bits())
		v.SetInt(n)
		ok = err == nil
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		n, err := strconv.ParseUint(whole(text), 10, v.Type().Bits())
		v.SetUint(n)
		ok = err == nil
	case kind == reflect.Float32, kind == reflect.Float64:
		n, err := strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(n)
		ok = err == nil && strings.Trim(text, "+-.0123456789eE") == ""
	}
	if !ok {
		return unfit
	}
	return nil
}

// whole is a number without a fraction of zero.
func whole(text string) string {
	if before, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0") == "" {
		return before
	}
	return text
}
