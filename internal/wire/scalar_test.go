package wire

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func decoder(data string) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBufferString(data), Options())
}

func TestScalarReadsAsText(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`"x"`: "x", `"\u00e9"`: "é", `""`: "", `5`: "5", `-1.50`: "-1.50", `1e3`: "1e3", `true`: "true", `false`: "false",
		`null`: "",
	} {
		if got, err := Scalar(decoder(data)); err != nil || got != want {
			t.Errorf("Scalar(%s): %q, error %v, want %q and nil", data, got, err, want)
		}
	}
}

func TestScalarRefusesObjectsListsAndInvalidJSON(t *testing.T) {
	t.Parallel()
	for data, reason := range map[string]string{
		`{}`: "instead of", `[1]`: "instead of", ``: "EOF", `"x`: "EOF", `tru`: "EOF", `x`: "invalid character", `nul`: "EOF",
		`-`: "EOF",
	} {
		got, err := Scalar(decoder(data))
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("Scalar(%s) = %q, %v, want %q in it", data, got, err, reason)
		}
	}
}

func TestIntegerReadsWholeNumbers(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{
		`7`: 7, `"7"`: 7, `" 7 "`: 7, `-3`: -3, `2.0`: 2, `"1e2"`: 100, `9223372036854775807`: math.MaxInt64,
	} {
		switch got, ok, err := Integer(decoder(data)); {
		case err != nil:
			t.Errorf("Integer(%s): error %v, want nil", data, err)
		case !ok:
			t.Errorf("Integer(%s): ok false, want true", data)
		case got != want:
			t.Errorf("Integer(%s): %d, want %d", data, got, want)
		}
	}
	for _, data := range []string{`null`, `""`, `"x"`, `1.5`, `true`, `false`, `1e300`, `"NaN"`, `"-Inf"`,
		`9223372036854775808`, `-1e19`} {
		switch got, ok, err := Integer(decoder(data)); {
		case err != nil:
			t.Errorf("Integer(%s): error %v, want nil", data, err)
		case ok:
			t.Errorf("Integer(%s): ok true, want false", data)
		case got != 0:
			t.Errorf("Integer(%s): %d, want 0", data, got)
		}
	}
	if _, _, err := Integer(decoder(`[]`)); err == nil {
		t.Error("a list is an integer: error nil, want an error")
	}
}

func TestStringsWithoutFalseRefusesFalseInAList(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`["a",false]`, `[false]`, `{"0":"a","2":false}`} {
		if got, err := StringsWithoutFalse(decoder(data)); err == nil {
			t.Errorf("StringsWithoutFalse(%s) = %q: error nil, want an error", data, got)
		}
	}
	for data, want := range map[string][]string{
		`["a","false",1,true,null]`: {"a", "false", "1", "true", ""}, `false`: nil,
	} {
		if got, err := StringsWithoutFalse(decoder(data)); err != nil || !slices.Equal(got, want) {
			t.Errorf("StringsWithoutFalse(%s) = %q, error %v, want %q and nil", data, got, err, want)
		}
	}
}

func TestStringsReadsWhateverPHPMakesOfAList(t *testing.T) {
	t.Parallel()
	for data, want := range map[string][]string{
		`["a","b"]`:         {"a", "b"},
		`[]`:                {},
		`{}`:                {},
		`{"0":"a","2":"b"}`: {"a", "b"},
		`[1,true,null]`:     {"1", "true", ""},
		`["a",false]`:       {"a", "false"},
		`"a"`:               {"a"},
		`3`:                 {"3"},
		`true`:              {"true"},
		`null`:              nil,
		`false`:             nil,
	} {
		got, err := Strings(decoder(data))
		switch {
		case err != nil:
			t.Errorf("Strings(%s) = %#v, %v, want nil", data, got, err)
		case !slices.Equal(got, want):
			t.Errorf("Strings(%s): %#v (error %v), want %#v", data, got, err, want)
		case (got == nil) != (want == nil):
			t.Errorf("Strings(%s): %#v (error %v), want nil: %t", data, got, err, want == nil)
		case cap(got) != len(got):
			t.Errorf("Strings(%s): room for %d strings, want %d", data, cap(got), len(got))
		}
	}
	for n, ok := range map[int]bool{maxStrings: true, maxStrings + 1: false} {
		for _, form := range []string{"[%s]", "{%s}"} {
			item := `""`
			if form[0] == '{' {
				item = `"":""`
			}
			list, err := Strings(decoder(fmt.Sprintf(form, strings.Repeat(item+",", n-1)+item)))
			switch {
			case (err == nil) != ok:
				t.Errorf("%d texts in %s: %d, %v, want nil: %t", n, form, len(list), err, ok)
			case ok && len(list) != n:
				t.Errorf("Strings of %d texts in %s: %d texts (error %v), want all", n, form, len(list), err)
			case !ok && !strings.Contains(err.Error(), "10000 texts in a list"):
				t.Errorf("Strings of %d texts in %s: error %v, want %q in it", n, form, err, "10000 texts in a list")
			}
		}
	}
	for _, data := range []string{`[["a"]]`, `[{}]`, `["a"`, `{"a"`, `{"a":"b"`, `{"a":[]}`, ``, `[}`, `{]`, `{1:2}`} {
		if got, err := Strings(decoder(data)); err == nil {
			t.Errorf("Strings(%s) = %#v: error nil, want an error", data, got)
		}
	}
}

func FuzzScalars(f *testing.F) {
	for _, seed := range []string{`"a"`, `[1,"b",null]`, `{"0":1}`, `1e400`, `-0`, `[`, `{"a"`, `false`, `"1e2"`,
		`9007199254740993.0`, "\"\xff\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		valid := decoder(data).SkipValue() == nil
		dec := decoder(data)
		list, err := Strings(dec)
		if err == nil && !valid {
			t.Fatalf("Strings(%q): %q without an error, want an error: the JSON is not valid", data, list)
		}
		if err == nil && dec.StackDepth() != 0 {
			t.Fatalf("Strings(%q): decoder at depth %d, want 0", data, dec.StackDepth())
		}
		text, err := Scalar(decoder(data))
		if err == nil && !valid {
			t.Fatalf("Scalar(%q): %q without an error, want an error: the JSON is not valid", data, text)
		}
		if err == nil && len(list) == 1 && list[0] != text {
			t.Fatalf("Strings(%q): %q, want %q as Scalar", data, list[0], text)
		}
		n, ok, err := Integer(decoder(data))
		switch {
		case ok && err != nil:
			t.Fatalf("Integer(%q): %d, ok true, error %v, want nil", data, n, err)
		case !ok && n != 0:
			t.Fatalf("Integer(%q): %d, ok false, want 0", data, n)
		}
		if i, aerr := strconv.Atoi(text); ok && aerr == nil && i != n {
			t.Fatalf("Integer(%q): %d, want %d", data, n, i)
		}
	})
}

func TestTextReadsAnyScalarAndReplacesTheValue(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]Text{
		`"a"`: "a", `5`: "5", `true`: "true", `false`: "false", `null`: "", `{}`: "", `["x"]`: "", `{"a":[1]}`: "",
	} {
		v := Text("old")
		if err := v.UnmarshalJSONFrom(decoder(data)); err != nil || v != want {
			t.Errorf("Text of %s: %q, error %v, want %q and nil", data, v, err, want)
		}
	}
	for _, data := range []string{``, `"a`, `nul`, `tru`, `{`, `[1`, `{"a":}`, `-`} {
		if v := Text("old"); v.UnmarshalJSONFrom(decoder(data)) == nil {
			t.Errorf("Text of %s: %q without an error, want an error", data, v)
		}
	}
}

func TestTruncatedScalarsAndListsAreRefused(t *testing.T) {
	t.Parallel()
	for _, data := range []string{``, `nul`, `fals`, `tru`, `"a`, `[`, `["a"`, `["a",`, `["a"}`, `{`, `{"0"`, `{"0":`,
		`{"0":"a"`, `{"0":"a"]`, `-`} {
		if list, err := Strings(decoder(data)); err == nil {
			t.Errorf("Strings(%s): %q without an error, want an error", data, list)
		}
		if text, err := Scalar(decoder(data)); err == nil {
			t.Errorf("Scalar(%s): %q without an error, want an error", data, text)
		}
		if n, ok, err := Integer(decoder(data)); err == nil {
			t.Errorf("Integer(%s): %d, ok %t without an error, want an error", data, n, ok)
		}
	}
}
