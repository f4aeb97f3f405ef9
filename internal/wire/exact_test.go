package wire

import (
	stdjson "encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

type weighed struct {
	Sum   float64                       `json:"sum,omitzero"`
	All   []float64                     `json:"all,omitzero"`
	By    map[string]float64            `json:"by,omitzero"`
	Any   any                           `json:"any,omitzero"`
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

// TestNumbersThatAFloatRoundsAreWrittenAsTheyCame reads records alone and in lists, and writes them again.
func TestNumbersThatAFloatRoundsAreWrittenAsTheyCame(t *testing.T) {
	t.Parallel()
	for text, extra := range map[string]int{
		`{"sum":9007199254740993}`:                        1,
		`{"sum":-9007199254740993}`:                       1,
		`{"sum":18446744073709551615}`:                    1,
		`{"sum":"9007199254740993"}`:                      1,
		`{"all":[1,9007199254740993]}`:                    1,
		`{"by":{"a":9007199254740993,"b":2}}`:             1,
		`{"sum":9007199254740992}`:                        0,
		`{"sum":2251799813685249.5}`:                      0,
		`{"sum":1e22}`:                                    0,
		`{"sum":12.5,"more":9007199254740993}`:            1,
		`{"any":{"a":[9007199254740993]}}`:                0,
		`{"all":[1],"more":9007199254740993,"sum":1e999}`: 2,
	} {
		var one weighed
		if err := Unmarshal([]byte(text), &one); err != nil {
			if err := Salvage([]byte(text), &one); err != nil {
				t.Errorf("Salvage(%s): error %v, want nil", text, err)
			}
		}
		list := []weighed{}
		err := List([]byte("["+text+"]"), 0, reflect.ValueOf(&list).Elem())
		if err != nil {
			list = []weighed{one}
		}
		for _, v := range append(list, one) {
			written, err := MarshalMisfits(v)
			exact := string(written) == text || strings.Contains(text, "1e22") || strings.Contains(text, "any")
			switch {
			case err != nil:
				t.Errorf("MarshalMisfits of %s: error %v, want nil", text, err)
			case !exact:
				t.Errorf("%s was written as %s, want the same text", text, written)
			case len(v.Extra) != extra:
				t.Errorf("%s was read with %d members in Extra, want %d", text, len(v.Extra), extra)
			}
		}
	}
}

func TestRoundedNumbersWithoutAnExtraAreRead(t *testing.T) {
	t.Parallel()
	var list []float64
	err := Salvage([]byte(`[1,9007199254740993,"-9007199254740993"]`), &list)
	if want := []float64{1, 1 << 53, -1 << 53}; err != nil || !slices.Equal(list, want) {
		t.Errorf("Salvage of a list with 9007199254740993: %v, error %v; want %v and nil", list, err, want)
	}
	var free map[string]any
	err = Unmarshal([]byte(`{"a":9007199254740993,"b":{"c":9007199254740993}}`), &free)
	want := map[string]any{"a": 0x1p53, "b": map[string]any{"c": 0x1p53}}
	if err != nil || !reflect.DeepEqual(free, want) {
		t.Errorf("Unmarshal of 9007199254740993 into any: %v, error %v; want %v and nil", free, err, want)
	}
}

func TestOnlyWholeNumbersThatAFloatRoundsAreRefused(t *testing.T) {
	t.Parallel()
	for number, refused := range map[string]bool{
		`9007199254740993`: true, `-9007199254740993`: true, `18446744073709551616`: true, `9007199254740992`: false,
		`10000000000000000000000`: false, `0.12345678901234567890`: false, `1.50`: false, `5`: false, `1e22`: false,
		`null`: false, `1e999`: true, `"9007199254740993"`: true, `true`: true, `[`: true, ``: true,
	} {
		var v weighed
		text := `{"more":1234567890123456,"sum":` + number + `}`
		if err := Unmarshal([]byte(text), &v); (err != nil) != refused {
			t.Errorf("Unmarshal(%s): error %v, want one: %t", text, err, refused)
		}
	}
	for _, text := range []string{`{"more":1234567890123456,"sum":1,"sum":2}`, "{\"more\":[1234567890123456,\"\xff\"]}"} {
		if err := Unmarshal([]byte(text), new(weighed)); err != nil {
			t.Errorf("Unmarshal(%q): error %v, want nil as without a long number", text, err)
		}
	}
	for _, text := range []string{`{"more":1234567890123456,"any":[`, `{"more":1234567890123456,"any":x}`} {
		if err := Unmarshal([]byte(text), new(weighed)); err == nil {
			t.Errorf("Unmarshal(%s): error nil, want one", text)
		}
	}
}

func TestHasLongNumberFindsRowsOfSixteenDigits(t *testing.T) {
	t.Parallel()
	for before := range 2 * longNumber {
		for digits := range 3 * longNumber {
			for _, after := range []string{"", "x", "x12"} {
				for _, digit := range []string{"0", "9"} {
					text := strings.Repeat("1x", before/2) + strings.Repeat("x", before%2) + strings.Repeat(digit, digits) + after
					if got := hasLongNumber([]byte(text)); got != (digits >= longNumber) {
						t.Errorf("hasLongNumber(%s) with %d digits in a row: %t, want %t", text, digits, got, !got)
					}
				}
			}
		}
	}
}
