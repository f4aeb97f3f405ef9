package record

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type own struct{ text string }

func (o *own) UnmarshalJSON(data []byte) error { o.text = string(data); return nil }

func TestIDsOfEveryKindAreRead(t *testing.T) {
	t.Parallel()
	number, text := int32(7), "kerning"
	for name, c := range map[string]struct {
		record any
		raw    string
		number int64
		text   string
		name   string
	}{
		"uint8":                  {&struct{ ID uint8 }{7}, ``, 7, "", "7"},
		"uint64 above all ids":   {&struct{ ID uint64 }{1 << 63}, ``, 0, "9223372036854775808", ""},
		"pointer to a number":    {&struct{ ID *int32 }{&number}, ``, 7, "", "7"},
		"pointer to a text":      {&struct{ ID *string }{&text}, ``, 0, "kerning", "kerning"},
		"nil pointer":            {&struct{ ID *int32 }{}, ``, 0, "", ""},
		"zero":                   {&struct{ ID int }{}, ``, 0, "", ""},
		"text with a fraction":   {&struct{ ID string }{"7.50"}, ``, 0, "7.50", "7.50"},
		"text without one":       {&struct{ ID string }{"7.00"}, ``, 7, "", "7.00"},
		"text below zero":        {&struct{ ID string }{"-7"}, ``, 0, "", "-7"},
		"float":                  {&struct{ ID float64 }{9}, `{"ID":7}`, 7, "", "7"},
		"of raw JSON":            {&json.RawMessage{}, `{"ID":7}`, 7, "", "7"},
		"of a JSON value":        {&jsontext.Value{}, `{"ID":"a"}`, 0, "a", "a"},
		"of a decoder":           {&own{}, `{"ID":"7"}`, 7, "", "7"},
		"of a list as record":    {&map[string]any{}, `[7]`, 0, "", ""},
		"of an empty response":   {&map[string]any{}, ``, 0, "", ""},
		"an id that is a list":   {&map[string]any{}, `{"ID":[7]}`, 0, "", ""},
		"no id in JSON":          {&map[string]any{}, `{"id":7}`, 0, "", ""},
		"pointer to the records": {new(&struct{ ID int }{7}), ``, 7, "", "7"},
		"no field for an id":     {&struct{ Title string }{"a"}, `{"ID":7}`, 0, "", ""},
	} {
		s := Of(reflect.TypeOf(c.record), "ID", reflect.TypeFor[reading]())
		if number, text := s.ID(c.record, []byte(c.raw)); number != c.number || text != c.text {
			t.Errorf("ID of %s: number %d, text %q, want %d and %q", name, number, text, c.number, c.text)
		}
		if got := s.Name(c.record, []byte(c.raw)); got != c.name {
			t.Errorf("Name of %s: %q, want %q", name, got, c.name)
		}
		if s.Numbered() != (name != "no field for an id") {
			t.Errorf("Shape.Numbered: %s: numbered is %t, want %t", name, s.Numbered(), name != "no field for an id")
		}
	}
}

func TestRecordThatIsNoObjectHasNoID(t *testing.T) {
	t.Parallel()
	for _, record := range []any{new(7), new("kerning")} {
		s := Of(reflect.TypeOf(record), "id", reflect.TypeFor[reading]())
		switch number, text := s.ID(record, []byte(`7`)); {
		case number != 0:
			t.Errorf("%v: Shape.ID: number %d, want 0", record, number)
		case text != "":
			t.Errorf("%v: Shape.ID: text %q, want an empty string", record, text)
		case s.Name(record, []byte(`7`)) != "":
			t.Errorf("Shape.Name: %q, want an empty string", s.Name(record, []byte(`7`)))
		}
	}
}

func TestShapeTellsTextIDsAndTypesOfThisModule(t *testing.T) {
	t.Parallel()
	type named struct {
		Slug string `json:"slug"`
	}
	for record, text := range map[reflect.Type]bool{
		reflect.TypeFor[named]():   true,
		reflect.TypeFor[**named](): true,
		reflect.TypeFor[struct {
			Slug *string `json:"slug"`
		}](): true,
		reflect.TypeFor[struct {
			Slug int `json:"slug"`
		}](): false,
		reflect.TypeFor[own]():            false,
		reflect.TypeFor[[]named]():        false,
		reflect.TypeFor[[]struct{}]():     false,
		reflect.TypeFor[map[string]any](): false,
	} {
		if s := Of(record, "slug", reflect.TypeFor[reading]()); s.Text != text {
			t.Errorf("Of(%v): Text %t, want %t", record, s.Text, text)
		}
	}
	for record, ours := range map[reflect.Type]bool{
		reflect.TypeFor[*own](): true, reflect.TypeFor[json.RawMessage](): false, reflect.TypeFor[int](): false,
	} {
		if s := Of(record, "id", reflect.TypeFor[reading]()); s.Ours != ours {
			t.Errorf("Of: %v is a type of this module: %t, want %t", record, s.Ours, ours)
		}
	}
}

func TestDecodeConvertsWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	type record struct {
		ID     int                        `json:"id"`
		Parent int                        `json:"parent"`
		Extra  map[string]json.RawMessage `json:",embed"`
	}
	var one record
	s := Of(reflect.TypeOf(one), "id", reflect.TypeFor[reading]())
	err := s.Decode([]byte(`{"id":"7","parent":""}`), &one)
	if err != nil {
		t.Errorf("Decode: error %v, want none", err)
	}
	if one.ID != 7 || string(one.Extra["parent"]) != `""` {
		t.Errorf("Decode: %+v, want the id 7 and the parent in Extra", one)
	}
	if err := s.Decode([]byte(`[]`), &one); err != nil {
		t.Errorf("Decode of an empty object that is written as a list: error %v, want none", err)
	}
}

// parts adds to itself what it decodes.
type parts []string

func (p *parts) UnmarshalJSON(data []byte) error { *p = append(*p, string(data)); return nil }

func TestRecordThatIsDecodedTwiceBeginsEmpty(t *testing.T) {
	t.Parallel()
	var one struct {
		Parts parts `json:"parts"`
		ID    int   `json:"id"`
	}
	s := Of(reflect.TypeOf(one), "id", reflect.TypeFor[reading]())
	switch err := s.Decode([]byte(`{"parts":5,"id":"7"}`), &one); {
	case err != nil:
		t.Errorf("%+v: Shape.Decode: error %v, want nil", one, err)
	case one.ID != 7 || len(one.Parts) != 1:
		t.Errorf("Shape.Decode: ID %d, length of Parts %d, want 7 and 1", one.ID, len(one.Parts))
	}
}

func TestFieldReturnsTheOutermostFieldOfAName(t *testing.T) {
	t.Parallel()
	type a struct {
		ID, Slug, Link string
	}
	type b struct {
		ID, Slug string
	}
	type record struct {
		a
		b
		ID string
	}
	for name, want := range map[string][]int{"ID": {2}, "Slug": nil, "Link": {0, 2}, "Title": nil} {
		switch index, ok := Field(reflect.TypeFor[record](), name); {
		case ok != (want != nil):
			t.Errorf("%s: Field: ok is %t, want %t", name, ok, want != nil)
		case ok && !reflect.DeepEqual(index, want):
			t.Errorf("%s: Field: index %v, want %v", name, index, want)
		}
	}
}

func TestFillMarksRecordsAndListsOfThem(t *testing.T) {
	t.Parallel()
	s := Of(reflect.TypeFor[*font](), "id", reflect.TypeFor[reading]())
	one := &font{Extra: extra{"wp_pattern_sync_status": []byte(`"unsynced"`), "wp_x": []byte(`1`)}}
	s.Fill(reflect.ValueOf(&one), "wp", true)
	switch {
	case one.Status != "unsynced" || len(one.Extra) != 1:
		t.Errorf("one.Status %q, %d members in Extra, want %q and 1", one.Status, len(one.Extra), "unsynced")
	case !one.Reading.Partial:
		t.Error("Fill with partial set: Partial false, want true")
	}
	s.Mark(reflect.ValueOf(one), false)
	if one.Reading.Partial {
		t.Error("Mark(false): Partial true, want false")
	}
	var none *font
	s.Fill(reflect.ValueOf(&none), "wp", true)
	if none != nil {
		t.Errorf("none %+v, want nil", none)
	}
	for list, renames := range map[reflect.Type]bool{reflect.TypeFor[[]font](): true, reflect.TypeFor[[]own](): false} {
		if Of(list, "id", reflect.TypeFor[reading]()).Renames != renames {
			t.Errorf("Of(%v): Renames %t, want %t", list, !renames, renames)
		}
	}
}

func TestMembersOfWhatIsNoObjectAreAbsent(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]string{`{"a":1}`: "1", `{"b":1}`: "", `[1]`: "", `{"a":`: "", ``: ""} {
		if got := Member([]byte(object), "a"); string(got) != want {
			t.Errorf("Member: %s holds %s: %q, want %q", object, got, string(got), want)
		}
	}
}
