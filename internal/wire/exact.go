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

// longNumber is the number of digits of the first whole number that a float64 may not hold: 2^53+1.
const longNumber = 16

// hasLongNumber reports whether data has as many digits in a row. It reads each sixteenth byte only,
// because a row of that length has one of them.
func hasLongNumber(data []byte) bool {
	isDigit := func(i int) bool { return i >= 0 && i < len(data) && data[i] >= '0' && data[i] <= '9' }
	for i := longNumber - 1; i < len(data); i += longNumber {
		if !isDigit(i) {
			continue
		}
		begin, end := i, i+1
		for isDigit(begin - 1) {
			begin--
		}
		for isDigit(end) {
			end++
		}
		if end-begin >= longNumber {
			return true
		}
		i = end - 1 - (end-1-(longNumber-1))%longNumber // the last sixteenth byte of the row
	}
	return false
}

// rounds reports whether a float64 holds a whole number only rounded.
func rounds(digits string) bool {
	if len(digits) < longNumber || strings.Trim(digits, "-0123456789") != "" {
		return false
	}
	f, err := strconv.ParseFloat(digits, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) != digits
}

// exactNumbers refuses whole numbers that a float64 would round, so that [Salvage] keeps them. A value
// of type any is read as without it.
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
				return errors.ErrUnsupported // the package json reads or refuses the value
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

// rounded sets a float64 to a whole number that it holds only rounded, in a string or not. It returns
// false for any other value or type.
func rounded(v reflect.Value, raw jsontext.Value) bool {
	text := strings.Trim(string(raw), `"`)
	if v.Kind() != reflect.Float64 || !rounds(text) {
		return false
	}
	f, err := strconv.ParseFloat(text, 64)
	v.SetFloat(f)
	return err == nil
}
