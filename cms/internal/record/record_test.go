package record

import (
	"encoding/json"
	"reflect"
	"testing"
)

type reading struct{ Partial bool }

type extra map[string]json.RawMessage

type font struct {
	ID      int64   `json:"id"`
	Status  string  `json:"cms_pattern_sync_status,omitzero"`
	Reading reading `json:"-"`
	Extra   extra   `json:",embed"`
}

func TestOfFindsTheID(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		record any
		key    string
		json   string
		number int64
		text   string
	}{
		"a number":             {&font{ID: 5}, "id", "", 5, ""},
		"a number below zero":  {&font{ID: -5}, "id", "", 0, ""},
		"embedded":             {&struct{ font }{font{ID: 6}}, "id", "", 6, ""},
		"a name":               {&struct{ Slug string }{"kerning"}, "Slug", "", 0, "kerning"},
		"a number in a text":   {&struct{ Slug string }{"12.0"}, "Slug", "", 12, ""},
		"behind a nil pointer": {&struct{ *font }{}, "id", "", 0, ""},
		"a map":                {&map[string]any{}, "id", `{"id":"7"}`, 7, ""},
		"a map of a catalog":   {&map[string]any{}, "slug", `{"slug":"kerning"}`, 0, "kerning"},
		"a field that is an id": {&struct {
			ID map[string]int `json:"id"`
		}{}, "id", `{"id":8}`, 8, ""},
		"no id": {&struct{ Title string }{"9"}, "id", `{"id":9}`, 0, ""},
	} {
		s := Of(reflect.TypeOf(c.record), c.key, reflect.TypeFor[reading]())
		if number, text := s.ID(c.record, []byte(c.json)); number != c.number || text != c.text {
			t.Errorf("ID of %s: number %d, text %q, want %d and %q", name, number, text, c.number, c.text)
		}
	}
}

func TestFillTakesPrefixedMembersByTheFormOfTheirHolder(t *testing.T) {
	t.Parallel()
	s := Of(reflect.TypeFor[[]font](), "id", reflect.TypeFor[reading]())
	fonts := []font{{Extra: extra{"wp_pattern_sync_status": []byte(`"unsynced"`)}},
		{Extra: extra{"wp_pattern_sync_status": []byte(`[5]`)}}}
	s.Fill(reflect.ValueOf(&fonts), "wp", true)
	switch one := fonts[0]; {
	case one.Status != "unsynced" || one.Extra != nil:
		t.Errorf("one.Status %q, one.Extra %v, want %q and nil", one.Status, one.Extra, "unsynced")
	case !one.Reading.Partial:
		t.Error("first font: Partial false, want true")
	}
	switch one := fonts[1]; {
	case one.Status != "" || len(one.Extra) != 1:
		t.Errorf("what does not fit is gone: %+v: Status %q, %d members in Extra, want an empty string and 1", one,
			one.Status, len(one.Extra))
	case !one.Reading.Partial:
		t.Errorf("second font: Partial of %+v false, want true", one)
	}
}
