package wire

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// convert sets v to a scalar that the server wrote as another type, such as the string
// "5" for the number 5. It returns false if raw cannot be read as the type of v.
func convert(v reflect.Value, raw jsontext.Value) bool {
	switch kind := raw.Kind(); {
	case kind == '"', kind == '0', kind == 't' && v.Kind() == reflect.String:
	default:
		return false
	}
	text := string(raw)
	if raw.Kind() == '"' {
		unquoted, _ := jsontext.AppendUnquote(nil, raw) // fails only for invalid UTF-8, which it replaces
		text = string(unquoted)
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
		return true
	case v.Kind() == reflect.Bool:
		v.SetBool(slices.Contains([]string{"1", "true", "yes", "on"}, text))
		return v.Bool() || slices.Contains([]string{"0", "false", "no", "off"}, text)
	case v.CanInt():
		n, err := strconv.ParseInt(whole(text), 10, v.Type().Bits())
		v.SetInt(n)
		return err == nil
	case v.CanUint():
		n, err := strconv.ParseUint(whole(text), 10, v.Type().Bits())
		v.SetUint(n)
		return err == nil
	case v.CanFloat():
		n, err := strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(n)
		return err == nil && strings.Trim(text, "+-.0123456789eE") == ""
	}
	return false
}

// whole removes a fraction that is zero: "3.0" becomes "3".
func whole(text string) string {
	if before, zeros, ok := strings.Cut(text, "."); ok && strings.Trim(zeros, "0") == "" {
		return before
	}
	return text
}

// listed returns a list as it is. For an object whose names are all numbers, it returns a list
// of the values. For any other value it returns nil.
func listed(raw jsontext.Value) jsontext.Value {
	switch raw.Kind() {
	case '[':
		return raw
	case '{':
	default:
		return nil
	}
	dec := newDecoder(raw, nil)
	_, _ = dec.ReadToken() // this read and the reads below cannot fail, because raw is a complete value
	list := jsontext.Value{'['}
	for {
		name, _ := Member(dec)
		switch {
		case name == nil:
			return append(list, ']')
		case len(name) == 0 || strings.Trim(string(name), "0123456789") != "":
			return nil
		}
		value, _ := dec.ReadValue()
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, value...)
	}
}

func decodesItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) ||
		pointer.Implements(reflect.TypeFor[json.Unmarshaler]())
}
