package snippets_test

import (
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/snippets"
)

func TestCodeErrorReadsEveryForm(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]snippets.CodeError{
		`null`: {}, `""`: {}, `[]`: {}, `false`: {}, `"bad"`: {Message: "bad"}, `["bad"]`: {Message: "bad"},
		`["bad",3]`: {Message: "bad", Line: 3}, `["bad","3"]`: {Message: "bad", Line: 3}, `["bad",null]`: {Message: "bad"},
		`[5]`: {Message: "5"},
	} {
		var old, modern snippets.CodeError
		if err := stdjson.Unmarshal([]byte(data), &old); err != nil || old != want {
			t.Errorf("%s: json.Unmarshal: error %v, old %v, want nil and %v", data, err, old, want)
		}
		switch err := json.Unmarshal([]byte(data), &modern); {
		case err != nil:
			t.Errorf("%s: json.Unmarshal: error %v, want nil", data, err)
		case modern != want:
			t.Errorf("%s: json.Unmarshal: modern %v, want %v", data, modern, want)
		case modern.IsZero() != (want.Message == ""):
			t.Errorf("CodeError of %s: IsZero %t, want %t", data, modern.IsZero(), want.Message == "")
		}
		written, err := json.Marshal(want)
		var again snippets.CodeError
		switch {
		case err != nil:
			t.Errorf("json.Marshal(want): %s is written as %s, %v, want nil", data, written, err)
		case json.Unmarshal(written, &again) != nil:
			t.Errorf("CodeError of %s is written as %s: error %v, want nil", data, written, json.Unmarshal(written, &again))
		case again != want:
			t.Errorf("CodeError of %s is written as %s: %v, want %v", data, written, again, want)
		}
	}
	for _, data := range []string{`["x","y"]`, `["x",{}]`, `[{}]`, `[`, ``} {
		var e snippets.CodeError
		if json.Unmarshal([]byte(data), &e) == nil {
			t.Errorf("json.Unmarshal: %s is read as %+v: json.Unmarshal([]byte(data), &e) nil, want an error", data, e)
		}
	}
	for want, e := range map[string]snippets.CodeError{"": {}, "bad": {Message: "bad"},
		"bad (line 3)": {Message: "bad", Line: 3}} {
		if e.String() != want {
			t.Errorf("CodeError.String: %q, want %q", e.String(), want)
		}
	}
}

func TestDecodingReplacesValuesAndRefusesInvalidJSON(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`null`, `[]`, `false`, `""`} {
		held := snippets.CodeError{Message: "old", Line: 3}
		switch err := held.UnmarshalJSON([]byte(data)); {
		case err != nil:
			t.Errorf("CodeError.UnmarshalJSON(%s): error %v, want nil", data, err)
		case !held.IsZero():
			t.Errorf("CodeError.UnmarshalJSON(%s): %+v, want the zero value", data, held)
		}
	}
	for _, data := range []string{``, `{`, `["a",`, `"a`, `7`, `["a",{}]`, `[{}]`, `[[`} {
		for name, read := range map[string]func() error{
			"CodeError": func() error {
				return new(snippets.CodeError).UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(data)))
			},
			"CodeError, plainly": func() error { return new(snippets.CodeError).UnmarshalJSON([]byte(data)) },
		} {
			if err := read(); err == nil && data != `7` {
				t.Errorf("read: %s: %s is no error, want %q", name, data, `7`)
			}
		}
	}
}

func TestCodeErrorIsEncodedInItsShortestForm(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]snippets.CodeError{
		`null`: {}, `"bad"`: {Message: "bad"}, `["bad",3]`: {Message: "bad", Line: 3}, "\"\uFFFD\"": {Message: "\xff"},
	} {
		switch got, err := e.MarshalJSON(); {
		case err != nil:
			t.Errorf("CodeError.MarshalJSON: error %v, want nil", err)
		case string(got) != want:
			t.Errorf("CodeError.MarshalJSON: %s, want %s", got, want)
		}
	}
}
