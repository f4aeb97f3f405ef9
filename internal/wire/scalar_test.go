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
		`"x"`: "x", `"\u00e9"`: "é", `""`: "", `5`: "5", `-1.50`: "-1.50", `1e3`: "1e3", `true`: "true", `false`: "false", `null`: "",
	} {
		if got, err := Scalar(decoder(data)); err != nil || got != want {
			t.Errorf("Scalar(%s) = %q, %v", data, got, err)
		}
	}
}

func TestScalarRefusesObjectsListsAndInvalidJSON(t *testing.T) {
	t.Parallel()
	for data, reason := range map[string]string{
		`{}`: "was due", `[1]`: "was due", ``: "EOF", `"x`: "EOF", `tru`: "EOF", `x`: "invalid character", `nul`: "EOF", `-`: "EOF",
	} {
		got, err := Scalar(decoder(data))
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("Scalar(%s) = %q, %v", data, got, err)
		}
	}
}

func TestIntegerReadsWholeNumbers(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{
		`7`: 7, `"7"`: 7, `" 7 "`: 7, `-3`: -3, `2.0`: 2, `"1e2"`: 100, `9223372036854775807`: math.MaxInt64,
	} {
		if got, ok, err := Integer(decoder(data)); err != nil || !ok || got != want {
			t.Errorf("Integer(%s) = %v, %v, %v", data, got, ok, err)
		}
	}
	for _, data := range []string{`null`, `""`, `"x"`, `1.5`, `true`, `false`, `1e300`, `"NaN"`, `"-Inf"`, `9223372036854775808`, `-1e19`} {
		if got, ok, err := Integer(decoder(data)); err != nil || ok || got != 0 {
			t.Errorf("Integer(%s) = %v, %v, %v", data, got, ok, err)
		}
	}
	if _, _, err := Integer(decoder(`[]`)); err == nil {
		t.Error("a list is an integer")
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
		`"a"`:               {"a"},
		`3`:                 {"3"},
		`true`:              {"true"},
		`null`:              nil,
		`false`:             nil,
	} {
		got, err := Strings(decoder(data))
		if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("Strings(%s) = %#v, %v", data, got, err)
		}
	}
	for n, ok := range map[int]bool{maxStrings: true, maxStrings + 1: false} {
		for _, form := range []string{"[%s]", "{%s}"} {
			item := `""`
			if form[0] == '{' {
				item = `"":""`
			}
			list, err := Strings(decoder(fmt.Sprintf(form, strings.Repeat(item+",", n-1)+item)))
			if (err == nil) != ok || ok && len(list) != n || !ok && !strings.Contains(err.Error(), "10000 texts in a list") {
				t.Errorf("%d texts in %s: %d, %v", n, form, len(list), err)
			}
		}
	}
	for _, data := range []string{`[["a"]]`, `[{}]`, `["a"`, `{"a"`, `{"a":"b"`, `{"a":[]}`, ``, `[}`, `{]`, `{1:2}`} {
		if got, err := Strings(decoder(data)); err == nil {
			t.Errorf("Strings(%s) = %#v", data, got)
		}
	}
}

func FuzzScalars(f *testing.F) {
	for _, seed := range []string{`"a"`, `[1,"b",null]`, `{"0":1}`, `1e400`, `-0`, `[`, `{"a"`, `false`, `"1e2"`, `9007199254740993.0`, "\"\xff\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		valid := decoder(data).SkipValue() == nil
		dec := decoder(data)
		list, err := Strings(dec)
		if err == nil && !valid {
			t.Fatalf("Strings read %q as %q", data, list)
		}
		if err == nil && dec.StackDepth() != 0 {
			t.Fatalf("Strings stopped inside %q", data)
		}
		text, err := Scalar(decoder(data))
		if err == nil && !valid {
			t.Fatalf("Scalar read %q as %q", data, text)
		}
		if err == nil && len(list) == 1 && list[0] != text {
			t.Fatalf("Scalar and Strings differ: %q, %q", text, list[0])
		}
		n, ok, err := Integer(decoder(data))
		if ok && err != nil || !ok && n != 0 {
			t.Fatalf("Integer(%q) = %v, %v, %v", data, n, ok, err)
		}
		if i, aerr := strconv.Atoi(text); ok && aerr == nil && i != n {
			t.Fatalf("Integer(%q) = %v, not %v", data, n, i)
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
			t.Errorf("%s is %q, %v", data, v, err)
		}
	}
	for _, data := range []string{``, `"a`, `nul`, `tru`, `{`, `[1`, `{"a":}`, `-`} {
		if v := Text("old"); v.UnmarshalJSONFrom(decoder(data)) == nil {
			t.Errorf("%s is %q", data, v)
		}
	}
}

func TestTruncatedScalarsAndListsAreRefused(t *testing.T) {
	t.Parallel()
	for _, data := range []string{``, `nul`, `fals`, `tru`, `"a`, `[`, `["a"`, `["a",`, `["a"}`, `{`, `{"0"`, `{"0":`, `{"0":"a"`, `{"0":"a"]`, `-`} {
		if list, err := Strings(decoder(data)); err == nil {
			t.Errorf("%s is %q", data, list)
		}
		if text, err := Scalar(decoder(data)); err == nil {
			t.Errorf("%s is %q", data, text)
		}
		if n, ok, err := Integer(decoder(data)); err == nil {
			t.Errorf("%s is %d, %t", data, n, ok)
		}
	}
}
