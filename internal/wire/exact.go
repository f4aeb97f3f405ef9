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

// hasLongNumber reports whether data has longNumber digits in a row. It checks only each
// sixteenth byte, because every such row contains one of these bytes.
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

// rounds reports whether a float64 would round a whole number.
func rounds(digits string) bool {
	if len(digits) < longNumber || strings.Trim(digits, "-0123456789") != "" {
		return false
	}
	f, err := strconv.ParseFloat(digits, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) != digits
}

// exactNumbers refuses whole numbers that a float64 would round, so that [Salvage] keeps
// them. It does not change how a value of type any is read.
func exactNumbers() json.Options {
	return json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *any) error {
			raw, err := dec.ReadValue()
			if err != nil {
				return err
			}
			return json.Unmarshal(raw, v, Options())
		}),
		json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v *float64) error {
			if dec.PeekKind() != '0' {
				return errors.ErrUnsupported // lets the json package read or refuse the value
			}
			raw, err := dec.ReadValue()
			if err != nil {
				return err
			}
			if rounds(string(raw)) {
				return fmt.Errorf("a float64 would round %.40s", raw)
			}
			return json.Unmarshal(raw, v)
		})))
}

// rounded sets a float64 to a whole number that it can only hold rounded. The number may
// be in a string. It returns false for any other value or type.
func rounded(v reflect.Value, raw jsontext.Value) bool {
	text := strings.Trim(string(raw), `"`)
	if v.Kind() != reflect.Float64 || !rounds(text) {
		return false
	}
	f, err := strconv.ParseFloat(text, 64)
	v.SetFloat(f)
	return err == nil
}
