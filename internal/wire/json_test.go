package wire

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type item struct {
	ID int `json:"id"`
}

func TestUnmarshalToleratesWhatServersSend(t *testing.T) {
	t.Parallel()
	var v item
	if err := Unmarshal([]byte("{\"id\":1,\"id\":2,\"x\":\"\xff\"}"), &v); err != nil || v.ID != 2 {
		t.Errorf("Unmarshal: error %v, ID %d, want nil and 2", err, v.ID)
	}
	if err := Unmarshal([]byte(`{"id":1} x`), &v); err == nil {
		t.Error("text after the value: error nil, want one")
	}
}

func TestMarshalSortsTheMembersOfMaps(t *testing.T) {
	t.Parallel()
	got, err := Marshal(map[string]any{"b": 1, "a": map[string]int{"d": 1, "c": 2}, "x": "\xff"})
	switch want := `{"a":{"c":2,"d":1},"b":1,"x":"` + "\ufffd" + `"}`; {
	case err != nil:
		t.Errorf("Marshal = %s, %v, want nil", got, err)
	case string(got) != want:
		t.Errorf("Marshal = %s, %v: %q, want %q", got, err, string(got), want)
	}
	if _, err := Marshal(func() {}); err == nil {
		t.Error("a function was encoded: error nil, want an error")
	}
}

func TestUnmarshalObjectKeepsTheValueForNothing(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`[]`, `[ ]`, `null`, `false`, `""`} {
		v := item{ID: 7}
		if err := UnmarshalObject(decoder(data), &v); err != nil || v.ID != 7 {
			t.Errorf("UnmarshalObject(%s): %+v, error %v, want ID 7 and nil", data, v, err)
		}
	}
	v := item{ID: 7}
	if err := UnmarshalObject(decoder(`{"id":8}`), &v); err != nil || v.ID != 8 {
		t.Errorf("UnmarshalObject: error %v, ID %d, want nil and 8", err, v.ID)
	}
	for _, data := range []string{`5`, `true`, `[`, ``, `["x"]`, `"x"`, `{"id":"x"}`, `{"id":`} {
		if err := UnmarshalObject(decoder(data), &v); err == nil {
			t.Errorf("UnmarshalObject(%s) is no error: error nil, want an error", data)
		}
	}
}

func TestListReadsEmptyArraysAsEmptyObjects(t *testing.T) {
	t.Parallel()
	got, err := listOf[item]([]byte(`[{"id":1}, [], {"id":3,"x":null}]`), 0)
	switch {
	case err != nil:
		t.Errorf("List = %+v, %v, want nil", got, err)
	case !slices.Equal(got, []item{{1}, {}, {3}}):
		t.Errorf("List: %+v (error %v), want %v", got, err, []item{{1}, {}, {3}})
	}
	switch got, err := listOf[item]([]byte(` [ ] `), 0); {
	case err != nil:
		t.Errorf("an empty list is %#v, %v, want nil", got, err)
	case got == nil:
		t.Errorf("an empty list is %#v, %v: result nil, want a value", got, err)
	case len(got) != 0:
		t.Errorf("an empty list is %#v, %v: length %d, want 0", got, err, len(got))
	}
	for _, data := range []string{`[{"id":1,"z":2}]`, `[{"id":1234567890123456,"z":2}]`} {
		if _, err := listOf[item]([]byte(data), 0, json.RejectUnknownMembers(true)); err == nil {
			t.Errorf("List(%s) with RejectUnknownMembers: error nil, want an error", data)
		}
	}
}

func TestListRefusesItemsOfAnotherType(t *testing.T) {
	t.Parallel()
	for data, reason := range map[string]string{
		`{}`: "instead of", ``: "EOF", `[{"id":1}`: "EOF", `[{"id":"x"}]`: "unmarshal", `[[1]]`: "unmarshal",
		`[{"id":1},`: "EOF", `["x"]`: "unmarshal", `[[`: "EOF", `"x"`: "found string instead of [",
		`5`: "found number instead of [", `null`: "found null instead of [",
	} {
		if got, err := listOf[item]([]byte(data), 0); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("List(%s) = %+v, %v, want %q in it", data, got, err, reason)
		}
	}
}

func TestOpenObjectRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for data, reason := range map[string]string{
		`[1]`: "found [ instead of {", `"x"`: "found string instead of {", `5`: "found number instead of {",
		`null`: "found null instead of {", `true`: "found true instead of {", ``: "EOF", `x`: "invalid character",
	} {
		if _, err := OpenObject([]byte(data)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("OpenObject(%s): error %v, want %q in it", data, err, reason)
		}
	}
}

func TestPartReadsAValueAsASliceOfTheData(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"a": [1, 2] }`: "[1, 2]", `{"a":"x","b":1}`: `"x"`, `{"a":x}`: "", `{"a":`: "", `{"a"}`: "", `{"a":[1}`: "",
	} {
		dec, err := OpenObject([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if name, err := Member(dec); err != nil || string(name) != "a" {
			t.Errorf("Member of %s: %q, error %v, want a and nil", data, name, err)
		}
		got, err := Part(dec, []byte(data))
		if (err == nil) != (want != "") || err == nil && string(got) != want {
			t.Errorf("Part of %s: %s, error %v, want %s", data, got, err, want)
		}
	}
}

func TestObjectReadsAnEmptyArrayAsAnEmptyObject(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`{"id":1}`: 1, `[]`: 7, `[ ]`: 7, `{}`: 7} {
		v := item{ID: 7}
		if err := Object([]byte(data), &v); err != nil || v.ID != want {
			t.Errorf("Object(%s): %+v, error %v, want ID %d and nil", data, v, err, want)
		}
	}
	var list []int
	switch err := Object([]byte(`[1,2]`), &list); {
	case err != nil:
		t.Errorf("Object into a list: error %v, want nil", err)
	case !slices.Equal(list, []int{1, 2}):
		t.Errorf("Object into a list: %v, want %v", list, []int{1, 2})
	}
	if err := Object([]byte(`["x"]`), &item{}); err == nil {
		t.Error("a list with elements is an object: error nil, want an error")
	}
}

func TestEntriesReadsAtMostAsManyMembersAsCounted(t *testing.T) {
	t.Parallel()
	read := func(data string, most int) (map[string]int, error) {
		m := map[string]int{"old": 7}
		err := Entries(decoder(data), m, Limit{Max: most, What: "numbers"})
		delete(m, "old")
		return m, err
	}
	const two = `{"a":1,"b":2}`
	for data, want := range map[string]map[string]int{
		two: {"a": 1, "b": 2}, `{"a":1,"a":3}`: {"a": 3}, `{"\u0061\"":1}`: {`a"`: 1},
		`{}`: {}, `[]`: {}, `null`: {}, `false`: {}, `""`: {},
	} {
		if m, err := read(data, 2); err != nil || !maps.Equal(m, want) {
			t.Errorf("read(%s, 2): %v, error %v, want %v and nil", data, m, err, want)
		}
		for n := range data {
			if m, err := read(data[:n], 2); err == nil {
				t.Errorf("%s: read(data[:n], 2): error nil, %v, want an error", data[:n], m)
			}
		}
	}
	for _, data := range []string{`5`, `true`, `["x"]`, `"x"`, `{"a":"x"}`, `{"a":1,}`, `{"a"}`, `{"a":1]`} {
		if m, err := read(data, 2); err == nil {
			t.Errorf("%s: read(data, 2): error nil, %v, want an error", data, m)
		}
	}
	if _, err := read(two, 1); err == nil || !strings.Contains(err.Error(), "1 numbers") {
		t.Error(err)
	}
}

func TestCheckedLooksAtAWholeValueOnce(t *testing.T) {
	t.Parallel()
	known := reflect.TypeFor[[]wideRecord]()
	dec, err := Checked(decoder(`[{"id":1}]`), known)
	if err != nil {
		t.Fatal(err)
	}
	switch value, err := dec.ReadValue(); {
	case err != nil:
		t.Errorf("Checked: error %v, want nil", err)
	case string(value) != `[{"id":1}]`:
		t.Errorf("Checked: value %q, want %q", string(value), `[{"id":1}]`)
	}
	bomb := "[" + strings.Repeat("{},", 30_000) + "{}]"
	for _, data := range []string{``, `[`, `[{"id":1}`, `{]`, bomb} {
		if _, err := Checked(decoder(data), known); err == nil {
			t.Errorf("Checked(decoder(data), known): %.20s is no error: error nil, want an error", data)
		}
	}
	inside := decoder("[" + bomb + "]")
	if _, err := inside.ReadToken(); err != nil {
		t.Fatal(err)
	}
	if dec, err := Checked(inside, known); err != nil || dec != inside {
		t.Errorf("Checked of a value inside another: %+v, error %v, want the same decoder and nil", dec, err)
	}
}

func TestValidAcceptsExactlyOneValue(t *testing.T) {
	t.Parallel()
	for data, valid := range map[string]bool{
		`{"a":1,"a":2}`: true, ` [ ] `: true, "\"\xff\"": true, `null`: true, ``: false, `{`: false, `nul`: false,
		`1 2`: false, `{}}`: false, `[] x`: false,
	} {
		if err := Valid([]byte(data)); (err == nil) != valid {
			t.Errorf("%q: error %v, want nil: %t", data, err, valid)
		}
	}
}

func TestObjectRefusesIncompleteJSONAndTrailingText(t *testing.T) {
	t.Parallel()
	for _, data := range []string{``, `{`, `{"id":1`, `[`, `{"id":1} x`, `{"id":1}{}`, `[] []`, `{"id":1}]`} {
		if err := Object([]byte(data), &item{}); err == nil {
			t.Errorf("Object: %q is an object: error nil, want an error", data)
		}
	}
}

func TestRawJSONIsWrittenUnchanged(t *testing.T) {
	t.Parallel()
	raw := jsontext.Value(`"a\/\u003cb"`)
	switch got, err := Marshal(map[string]any{"x": raw}); {
	case err != nil:
		t.Errorf("Marshal: error %v, want nil", err)
	case string(got) != `{"x":`+string(raw)+`}`:
		t.Errorf("Marshal: %q, want %q", string(got), `{"x":`+string(raw)+`}`)
	}
	twice := jsontext.Value("{\"b\":\"\xff\",\"a\":1,\"a\":\"\\/\"}")
	got, err := Marshal(map[string]jsontext.Value{"z": raw, "y": twice, "x": raw})
	switch want := `{"x":` + string(raw) + `,"y":{"b":"` + "\ufffd" + `","a":1,"a":"\/"},"z":` + string(raw) + `}`; {
	case err != nil:
		t.Errorf("Marshal: error %v, want nil", err)
	case string(got) != want && string(got) != strings.ReplaceAll(want, "\ufffd", "\xff"):
		t.Errorf("Marshal: %q, want %q", got, want)
	}
	if got, err := Marshal(map[string]jsontext.Value{"a": jsontext.Value(`{`)}); err == nil {
		t.Errorf("a part is written as %s: error nil, want an error", got)
	}
}

// listOf is what List makes of JSON.
func listOf[T any](data []byte, size int, options ...json.Options) (list []T, err error) {
	err = List(data, size, reflect.ValueOf(&list).Elem(), options...)
	return list, err
}

type extended struct {
	A     int                       `json:"a"`
	Extra map[string]jsontext.Value `json:",embed"`
}

func TestNoMemberIsWrittenTwice(t *testing.T) {
	t.Parallel()
	raw := func(text string) map[string]jsontext.Value {
		return map[string]jsontext.Value{"b": jsontext.Value(text)}
	}
	fine, twice := extended{1, raw(`2`)}, extended{1, map[string]jsontext.Value{"a": jsontext.Value(`2`)}}
	within := extended{1, raw(`{"c":1,"c":2}`)}
	for name, test := range map[string]struct {
		value any
		want  string // "" if it is refused
	}{
		"once":                        {fine, `{"a":1,"b":2}`},
		"twice":                       {twice, ""},
		"raw JSON, twice":             {jsontext.Value(`{"a":1,"a":2}`), ""},
		"twice deep inside":           {within, `{"a":1,"b":{"c":1,"c":2}}`},
		"a list":                      {[]any{1, "x", within, fine}, `[1,"x",{"a":1,"b":{"c":1,"c":2}},{"a":1,"b":2}]`},
		"a list, the last twice":      {[]any{1, within, fine, twice}, ""},
		"a list of lists":             {[]any{[]any{twice}, fine}, ""},
		"a list behind a list, twice": {[]any{[]any{within}, twice}, ""},
		"a list of raw JSON, twice":   {[]any{fine, jsontext.Value(`{"a":1,"a":2}`)}, ""},
		"raw JSON deep inside, twice": {[]any{[]any{jsontext.Value(`{"a":1,"a":2}`)}}, `[[{"a":1,"a":2}]]`},
		"two that do not matter":      {[]any{within, within}, `[{"a":1,"b":{"c":1,"c":2}},{"a":1,"b":{"c":1,"c":2}}]`},
		"twice, and something broken": {[]any{within, extended{1, raw(`{`)}}, ""},
		"something broken":            {extended{1, raw(`{`)}, ""},
	} {
		data, err := Marshal(test.value)
		switch {
		case (err == nil) != (test.want != ""):
			t.Errorf("%s: Marshal: %s, error %v, want an error: %t", name, data, err, test.want == "")
		case err == nil && string(data) != test.want:
			t.Errorf("%s: Marshal(test.value): data %q, want %q", name, string(data), test.want)
		}
	}
}
