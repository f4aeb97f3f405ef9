package wire

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
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
	if err := Salvage([]byte(`[1,9007199254740993]`), &list); err != nil || len(list) != 2 {
		t.Errorf("Salvage of a list with 9007199254740993: %v, error %v; want two numbers and nil", list, err)
	}
	var free map[string]any
	if err := Unmarshal([]byte(`{"a":9007199254740993,"b":{"c":9007199254740993}}`), &free); err != nil || len(free) != 2 {
		t.Errorf("Unmarshal of 9007199254740993 into any: %v, error %v; want two members and nil", free, err)
	}
}

func TestHasLongNumberFindsRowsOfSixteenDigits(t *testing.T) {
	t.Parallel()
	long := regexp.MustCompile(`[0-9]{16}`)
	for range 2000 {
		var text strings.Builder
		for range rand.IntN(8) {
			fmt.Fprint(&text, strings.Repeat("7", rand.IntN(40)), strings.Repeat("x", rand.IntN(20)))
		}
		if got, want := hasLongNumber([]byte(text.String())), long.MatchString(text.String()); got != want {
			t.Errorf("hasLongNumber(%s): %t, want %t", text.String(), got, want)
		}
	}
}
