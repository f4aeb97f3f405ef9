package wire

import (
	stdjson "encoding/json"
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
		if err != nil || len(v.Extra) != c.extra || c.extra == 0 && v.Extra != nil {
			t.Errorf("%s: %+v, %v", c.text, v, err)
		}
		want := jsontext.Value(c.text)
		if c.written != "" {
			want = jsontext.Value(c.written)
		}
		written, err := MarshalMisfits(v)
		got := jsontext.Value(written)
		if err != nil || want.Canonicalize() != nil || got.Canonicalize() != nil || string(got) != string(want) {
			t.Errorf("%s is written as %s, %v", c.text, got, err)
		}
	}
	for _, text := range []string{`[1]`, `"x"`, `5`, `true`, `{`, `{"name":`, ``} {
		if err := UnmarshalMisfits(newDecoder([]byte(text), nil), new(misfitting), true); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for _, fits := range []string{`"b"`, ` "b"`} { // it would get past what is checked of the field
		for _, name := range []string{"", "a"} {
			v := misfitting{Name: name, Extra: map[string]stdjson.RawMessage{"name": stdjson.RawMessage(fits)}}
			if written, err := MarshalMisfits(v); err == nil {
				t.Errorf("%s for a field in Extra is written as %s", fits, written)
			}
		}
	}
}
