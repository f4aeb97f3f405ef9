package php

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestOrderedReadsWhatTheDecoderReads compares values with those of encoding/json, and looks at the order of members.
func TestOrderedReadsWhatTheDecoderReads(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, ` [ ] `, `""`, `0`, `-1`, `12.5e3`, `9223372036854775808`, `null`, " true\n", `false`,
		`{"b":1,"a":{"c":[],"d":[1, 2 ,[3]]} , "e" : {} }`, `["a\"]}","\\","\u00e9","\ud800","é"]`, "\"\xff\"",
		`{"\u0061":[{},{}]}`,
	} {
		got, err := ParseOrdered([]byte(text))
		if err != nil {
			t.Errorf("ParseOrdered of %s: error %v, want none", text, err)
			continue
		}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var want any
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if want = WholeNumbers(want); !reflect.DeepEqual(unordered(got), want) {
			t.Errorf("ParseOrdered of %s: %#v, want %#v", text, unordered(got), want)
		}
	}
	value, _ := ParseOrdered([]byte(`{"b":1,"a":2,"b":3}`))
	if members := value.(Object); len(members) != 3 || members[0].Name != "b" {
		t.Errorf("ParseOrdered of an object: %v, want three members, first b", members)
	} else if members[1].Name != "a" {
		t.Errorf("ParseOrdered of an object: %v, want a second", members)
	}
}

// unordered is a value with the objects as maps.
func unordered(value any) any {
	switch v := value.(type) {
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Name] = unordered(m.Value)
		}
		return out
	case []any:
		for i := range v {
			v[i] = unordered(v[i])
		}
	}
	return value
}

func TestParseOrderedRefusesInvalidJSON(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", maxNested+2) + strings.Repeat("]", maxNested+2)
	for _, text := range []string{``, `{`, `[1,]`, `{"a"}`, `1 2`, `{"a":1}x`, `'a'`, `01`, "\"\n\"", deep} {
		if value, err := ParseOrdered([]byte(text)); err == nil {
			t.Errorf("ParseOrdered of %.20s: %v, want an error", text, value)
		}
	}
}
