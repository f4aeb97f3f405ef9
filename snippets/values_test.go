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
		`["bad",3]`: {Message: "bad", Line: 3}, `["bad","3"]`: {Message: "bad", Line: 3}, `["bad",null]`: {Message: "bad"}, `[5]`: {Message: "5"},
	} {
		var old, modern snippets.CodeError
		if err := stdjson.Unmarshal([]byte(data), &old); err != nil || old != want {
			t.Errorf("%s: %+v, %v", data, old, err)
		}
		if err := json.Unmarshal([]byte(data), &modern); err != nil || modern != want || modern.IsZero() != (want.Message == "") {
			t.Errorf("%s: %+v, %v", data, modern, err)
		}
		written, err := json.Marshal(want)
		var again snippets.CodeError
		if err != nil || json.Unmarshal(written, &again) != nil || again != want {
			t.Errorf("%s is written as %s, %v", data, written, err)
		}
	}
	for _, data := range []string{`["x","y"]`, `["x",{}]`, `[{}]`, `[`, ``} {
		var e snippets.CodeError
		if json.Unmarshal([]byte(data), &e) == nil {
			t.Errorf("%s is read as %+v", data, e)
		}
	}
	for want, e := range map[string]snippets.CodeError{"": {}, "bad": {Message: "bad"}, "bad (line 3)": {Message: "bad", Line: 3}} {
		if e.String() != want {
			t.Errorf("%q, not %q", e.String(), want)
		}
	}
}

func TestDecodingReplacesValuesAndRefusesInvalidJSON(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`null`, `[]`, `false`, `""`} {
		held := snippets.CodeError{Message: "old", Line: 3}
		if err := held.UnmarshalJSON([]byte(data)); err != nil || !held.IsZero() {
			t.Errorf("%s: %+v, %v", data, held, err)
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
				t.Errorf("%s: %s is no error", name, data)
			}
		}
	}
}

func TestCodeErrorIsEncodedInItsShortestForm(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]snippets.CodeError{
		`null`: {}, `"bad"`: {Message: "bad"}, `["bad",3]`: {Message: "bad", Line: 3}, "\"\uFFFD\"": {Message: "\xff"},
	} {
		if got, err := e.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
}
