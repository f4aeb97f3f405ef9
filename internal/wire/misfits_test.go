package wire

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type misfitting struct {
	Name  string                        `json:"name,omitzero"`
	Count *int                          `json:"count,omitzero"`
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

func TestMembersThatDoNotFitAreKeptAndWrittenAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, written string
		extra         int
	}{
		{text: `{"name":"a","count":1,"more":{"b":2}}`, extra: 1},
		{text: `{"name":[5],"count":"one"}`, extra: 2},
		{text: `{"name":false,"count":""}`, extra: 2},
		{text: `{"name":5,"count":"1"}`, written: `{"count":1,"name":"5"}`},
		{text: `{"name":null,"count":null}`, extra: 2},
		{text: `{"name":"a","name":"b"}`, written: `{"name":"b"}`},
		{text: `[]`, written: `{}`}, {text: `[ ]`, written: `{}`}, {text: `null`, written: `{}`}, {text: `""`, written: `{}`},
	} {
		v := misfitting{Name: "before", Extra: map[string]stdjson.RawMessage{"x": stdjson.RawMessage("1")}}
		err := UnmarshalMisfits(newDecoder([]byte(c.text), nil), &v, true)
		switch {
		case err != nil:
			t.Errorf("%s: UnmarshalMisfits: error %v, want nil", c.text, err)
		case len(v.Extra) != c.extra:
			t.Errorf("%s: UnmarshalMisfits: %d members in Extra, want %d", c.text, len(v.Extra), c.extra)
		case c.extra == 0 && v.Extra != nil:
			t.Errorf("%s: Extra %v, want nil", c.text, v.Extra)
		}
		want := jsontext.Value(c.text)
		if c.written != "" {
			want = jsontext.Value(c.written)
		}
		written, err := MarshalMisfits(v)
		got := jsontext.Value(written)
		switch {
		case err != nil:
			t.Errorf("MarshalMisfits(v): %s is written as %s, %v, want nil", c.text, got, err)
		case want.Canonicalize() != nil:
			t.Errorf("wanted JSON of %s: error %v, want nil", c.text, want.Canonicalize())
		case got.Canonicalize() != nil:
			t.Errorf("%s is written as %s: error %v, want valid JSON", c.text, got, got.Canonicalize())
		case string(got) != string(want):
			t.Errorf("%s is written as %s, want %s", c.text, got, want)
		}
	}
	for _, text := range []string{`[1]`, `"x"`, `5`, `true`, `{`, `{"name":`, ``} {
		if err := UnmarshalMisfits(newDecoder([]byte(text), nil), new(misfitting), true); err == nil {
			t.Errorf("UnmarshalMisfits: %s is read: error nil, want an error", text)
		}
	}
	untyped := struct {
		Name  string         `json:"name"`
		Extra map[string]any `json:",embed"`
	}{Extra: map[string]any{"name": []int{5}}}
	if written, err := MarshalMisfits(untyped); err == nil {
		t.Errorf("MarshalMisfits of a field in an Extra without JSON: %s, error nil, want an error", written)
	}
	twice := misfitting{Name: "a", Extra: map[string]stdjson.RawMessage{"more": stdjson.RawMessage(`{"b":1,"b":2}`)}}
	if written, err := MarshalMisfits(twice); err != nil || string(written) != `{"name":"a","more":{"b":1,"b":2}}` {
		t.Errorf("MarshalMisfits of a name twice in raw JSON: %s, error %v, want both and nil", written, err)
	}
	_, err := MarshalMisfits(misfitting{Extra: map[string]stdjson.RawMessage{
		"name": stdjson.RawMessage(`[5]`), "count": stdjson.RawMessage(`1`)}})
	if refused, ok := errors.AsType[*MemberError](err); !ok || refused.Name != "count" {
		t.Errorf("MarshalMisfits with a count that fits after a name that does not: error %v, want that of count", err)
	}
	for _, fits := range []string{`"b"`, ` "b"`} { // it would get past what is checked of the field
		for _, name := range []string{"", "a"} {
			v := misfitting{Name: name, Extra: map[string]stdjson.RawMessage{"name": stdjson.RawMessage(fits)}}
			if written, err := MarshalMisfits(v); err == nil {
				t.Errorf("MarshalMisfits(v): %s for a field in Extra is written as %s: error nil, want an error", fits, written)
			}
		}
	}
}

func TestScalarsOfAnotherTypeAreKeptIfTheyMayNotBeConverted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]misfitting{
		`{"name":"a","count":1}`:   {Name: "a", Count: new(1)},
		`{"name":5,"count":"1"}`:   {Extra: map[string]stdjson.RawMessage{"name": []byte(`5`), "count": []byte(`"1"`)}},
		`{"name":"a","count":2.0}`: {Name: "a", Extra: map[string]stdjson.RawMessage{"count": []byte(`2.0`)}},
	} {
		var v misfitting
		err := UnmarshalMisfits(newDecoder([]byte(text), nil), &v, false)
		if err != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("UnmarshalMisfits(%s) without conversion: %+v, error %v, want %+v and nil", text, v, err, want)
		}
	}
}
