package wire

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type (
	beneath struct {
		A    int                           `json:"a,omitzero"`
		More map[string]stdjson.RawMessage `json:",embed"`
	}
	// Outer embeds a struct whose type is exported.
	Outer struct {
		A    int                           `json:"a,omitzero"`
		More map[string]stdjson.RawMessage `json:",embed"`
	}
	byValue struct {
		beneath
		B int `json:"b,omitzero"`
	}
	byPointer struct {
		*Outer
		B int `json:"b,omitzero"`
	}
	hidden struct {
		*beneath
		B int `json:"b,omitzero"`
	}
	atPointer struct {
		A    int                            `json:"a,omitzero"`
		More *map[string]stdjson.RawMessage `json:",embed"`
	}
	rest struct {
		B    int            `json:"b,omitzero"`
		More jsontext.Value `json:",embed"`
	}
	itself struct {
		Next *itself           `json:"next,omitzero"`
		All  map[string]any    `json:"all,omitzero"`
		Any  any               `json:"any,omitzero"`
		Raw  jsontext.Value    `json:"raw,omitzero"`
		List [2]map[string]any `json:"list,omitzero"`
	}
)

func TestEmptyJSONInMapsIsLeftOutAndTheValueKept(t *testing.T) {
	t.Parallel()
	more := func() map[string]stdjson.RawMessage {
		return map[string]stdjson.RawMessage{"nil": nil, "empty": {}, "x": []byte(`1`), "null": []byte(`null`)}
	}
	raw := map[string]jsontext.Value{"nil": nil, "y": jsontext.Value(`2`)}
	fields := `"x":1`
	for name, test := range map[string]struct {
		value any
		want  string
	}{
		"a map":                         {raw, `{"y":2}`},
		"an Extra":                      {beneath{More: more()}, `{"null":null,` + fields + `}`},
		"a pointer":                     {&beneath{A: 1, More: more()}, `{"a":1,"null":null,` + fields + `}`},
		"an embedded struct":            {byValue{beneath{More: more()}, 2}, `{"b":2,"null":null,` + fields + `}`},
		"an embedded pointer":           {byPointer{&Outer{More: more()}, 2}, `{"b":2,"null":null,` + fields + `}`},
		"an embedded pointer to no one": {byPointer{nil, 2}, `{"b":2}`},
		"lists": {[]any{1, []map[string]jsontext.Value{raw}, [2]any{&raw, nil}},
			`[1,[{"y":2}],[{"y":2},null]]`},
		"a list of JSON":       {[]jsontext.Value{nil, jsontext.Value(`1`)}, `[null,1]`},
		"maps of anything":     {map[string]any{"a": raw, "b": map[int]any{1: &raw}}, `{"a":{"y":2},"b":{"1":{"y":2}}}`},
		"an Extra of raw JSON": {rest{2, jsontext.Value(`{"c":null}`)}, `{"b":2,"c":null}`},
		"a value in a list":    {itself{List: [2]map[string]any{{"a": raw}, nil}}, `{"list":[{"a":{"y":2}},{}]}`},
	} {
		before := fmt.Sprintf("%#v", test.value)
		data, err := Marshal(test.value)
		switch {
		case err != nil:
			t.Errorf("%s, %s: Marshal(test.value): error %v, want nil", name, test.want, err)
		case string(data) != test.want:
			t.Errorf("%s: Marshal(test.value): data %q, want %q", name, string(data), test.want)
		}
		if after := fmt.Sprintf("%#v", test.value); !strings.Contains(before, "0x") && after != before {
			t.Errorf("%s: extra changed to %s, want %s", name, after, before)
		}
	}
	if len(raw) != 2 {
		t.Errorf("map after the call %v, want its 2 members", raw)
	}
	if data, err := Marshal(hidden{&beneath{More: more()}, 2}); err == nil {
		t.Errorf("what cannot be left out is written: %s: error nil, want an error", data)
	}
}

func TestMemberWithTheNameOfAFieldIsRefused(t *testing.T) {
	t.Parallel()
	more := func(name string) map[string]stdjson.RawMessage {
		return map[string]stdjson.RawMessage{name: []byte(`1`)}
	}
	for name, value := range map[string]any{
		"a field":                       beneath{More: more("a")},
		"a field that is set":           &beneath{A: 1, More: more("a")},
		"an inner field":                byValue{beneath{More: more("a")}, 0},
		"an outer field":                byValue{beneath{More: more("b")}, 0},
		"an outer field of a pointer":   []any{map[string]any{"x": &byPointer{&Outer{More: more("b")}, 0}}},
		"in a field that is a map":      itself{All: map[string]any{"x": beneath{More: more("a")}}},
		"in a field of another struct":  itself{Next: &itself{Any: beneath{More: more("a")}}},
		"in an array":                   itself{List: [2]map[string]any{nil, {"x": beneath{More: more("a")}}}},
		"a pointer to a map":            atPointer{More: new(more("a"))},
		"raw JSON that has the members": rest{More: jsontext.Value(`{"b":1}`)},
	} {
		data, err := Marshal(value)
		refused, ok := errors.AsType[*MemberError](err)
		switch {
		case !ok:
			t.Errorf("%s: Marshal(value): error %v, data %s, want a *MemberError", name, err, data)
		case refused.Field != strings.ToUpper(refused.Name):
			t.Errorf("%s: Marshal(value): Field %q, data %s, want %q", name, refused.Field, data, strings.ToUpper(refused.Name))
		}
	}
	spell := func(name string) string { return "own_" + name }
	if data, err := Marshal(beneath{More: more("own_a")}, spell); err == nil {
		t.Errorf("another spelling: %s: error nil, want an error", data)
	}
	for want, value := range map[string]any{`{"own_a":1}`: beneath{More: more("own_a")},
		`{"A":1}`: beneath{More: more("A")}} {
		switch data, err := Marshal(value); {
		case err != nil:
			t.Errorf("%s: Marshal(value): error %v, want nil", want, err)
		case string(data) != want:
			t.Errorf("Marshal(value): data %q, want %q", string(data), want)
		}
	}
}

func TestValueThatHoldsItselfIsRefused(t *testing.T) {
	t.Parallel()
	var one itself
	one.Next = &one
	all := map[string]any{}
	all["all"] = all
	for _, value := range []any{&one, all, itself{All: all}} {
		if _, err := Marshal(value); err == nil {
			t.Errorf("Marshal(value): %T has a JSON form: error nil, want an error", value)
		}
	}
}

// Each of these types encodes itself, in another way, as the number of its entries.
type (
	asJSON   map[string]stdjson.RawMessage
	asTokens map[string]stdjson.RawMessage
	asText   map[string]stdjson.RawMessage
	appended map[string]stdjson.RawMessage
)

func (m asJSON) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(len(m)), 10), nil }

func (m asTokens) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteToken(jsontext.Int(int64(len(m))))
}

func (m asText) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(len(m)), 10), nil }

func (m appended) AppendText(text []byte) ([]byte, error) {
	return strconv.AppendInt(text, int64(len(m)), 10), nil
}

func TestMapThatEncodesItselfKeepsItsEmptyEntries(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]any{
		`{"v":2}`: struct {
			V asJSON `json:"v"`
		}{asJSON{"a": nil, "b": nil}},
		`{"v":3}`: struct {
			V asTokens `json:"v"`
		}{asTokens{"a": nil, "b": nil, "c": {}}},
		`{"v":"2"}`: struct {
			V asText `json:"v"`
		}{asText{"a": nil, "b": nil}},
		`{"v":"1"}`: struct {
			V appended `json:"v"`
		}{appended{"a": nil}},
	} {
		if data, err := Marshal(value); err != nil || string(data) != want {
			t.Errorf("Marshal(%T): %s, error %v, want %s and nil", value, data, err, want)
		}
	}
}
