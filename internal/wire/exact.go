package wire

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// longNumber is the number of digits of 2^53+1, the first whole number that a float64
// cannot represent.
const longNumber = 16

// hasLongNumber reports whether data has at least 16 digits in a row: see [longNumber]. It searches
// only near every sixteenth byte, because 16 digits in a row contain one of these bytes.
func hasLongNumber(data []byte) bool {
	for i := longNumber - 1; i < len(data); i += longNumber {
		if !isDigit(data[i]) {
			continue
		}
		begin, end := i, i+1
		for begin > 0 && isDigit(data[begin-1]) {
			begin--
		}
		for end < len(data) && isDigit(data[end]) {
			end++
		}
		if end-begin >= longNumber {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// rounds returns the float64 that is nearest to the whole number in digits. ok is true if this
// float64 is not exactly the number. It is false if digits is not a whole number.
func rounds(digits string) (nearest float64, ok bool) {
	if len(digits) < longNumber || strings.Trim(digits, "-0123456789") != "" {
		return nearest, false
	}
	nearest, err := strconv.ParseFloat(digits, 64)
	return nearest, err == nil && strconv.FormatFloat(nearest, 'f', -1, 64) != digits
}

// exactNumbers returns options for decoding. With them, decoding into a float64 fails for a whole
// number that the float64 would round. The caller then decodes with [Salvage], which keeps the
// exact number in the Extra. In a value of type any, numbers are still rounded.
func exactNumbers() json.Options {
	return json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *any) error {
			raw, err := dec.ReadValue()
			if err == nil {
				err = json.Unmarshal(raw, v, Options())
			}
			return err
		}),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *float64) error {
			if dec.PeekKind() != '0' {
				return errors.ErrUnsupported // lets the json package read or refuse the value
			}
			raw, err := dec.ReadValue()
			if err != nil {
				return err
			}
			if _, ok := rounds(string(raw)); ok {
				return fmt.Errorf("a float64 would round %.40s", raw)
			}
			return json.Unmarshal(raw, v)
		})))
}

// rounded handles a whole number that a float64 cannot represent exactly. It sets v to the
// nearest float64. The number may be in a string. rounded returns false if raw is no such number,
// or v is no float64.
func rounded(v reflect.Value, raw jsontext.Value) bool {
	nearest, ok := rounds(strings.Trim(string(raw), `"`))
	if v.Kind() != reflect.Float64 || !ok {
		return false
	}
	v.SetFloat(nearest)
	return true
}
