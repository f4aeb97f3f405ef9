package snippets_test

import (
	stdjson "encoding/json"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/snippets"
)

func TestCodeErrorReadsEveryForm(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]snippets.CodeError{
		`null`: {}, `""`: {}, `[]`: {}, `false`: {}, `"bad"`: {Message: "bad"}, `["bad"]`: {Message: "bad"},
		`["bad",3]`: {Message: "bad", Line: 3}, `["bad","3"]`: {Message: "bad", Line: 3}, `["bad",null]`: {Message: "bad"},
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
	for _, data := range []string{`{}`, `5`, `true`, `[5]`, `["x","y"]`, `[`, ``} {
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
