package wire_test

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

type kept struct {
	ID    int64          `json:"id"`
	Price float64        `json:"price,omitzero"`
	Title string         `json:"title,omitzero"`
	Sizes []int64        `json:"sizes,omitzero"`
	Seen  *bool          `json:"seen,omitzero"`
	Shelf *shelf         `json:"shelf,omitzero"`
	All   []shelf        `json:"all,omitzero"`
	By    map[string]int `json:"by,omitzero"`
	Names names          `json:"names,omitzero"`
	Count counts         `json:"counts,omitzero"`
	Many  []counts       `json:"many,omitzero"`
	Even  even           `json:"even,omitzero"`
	Words words          `json:"words,omitzero"`
	Lists lists          `json:"lists,omitzero"`
	Meta  members        `json:"meta,omitzero"`
	*Further
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

type shelf struct {
	Row   int                           `json:"row"`
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

// Further is embedded by its pointer.
type Further struct {
	Weight int                           `json:"weight,omitzero"`
	Rest   map[string]stdjson.RawMessage `json:",embed"`
}

// names decodes itself.
type names struct {
	First string `json:"first"`
	Count int    `json:"count"`
}

type namesObject names

func (n *names) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return wire.UnmarshalObject(dec, (*namesObject)(n))
}

// counts decodes itself, entry by entry.
type counts map[string]int

func (c *counts) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*c = counts{}
	return wire.Entries(dec, *c, wire.Limit{Max: 10, What: "counts"})
}

type members map[string]stdjson.RawMessage

// even decodes itself, and refuses what is odd.
type even int

func (e *even) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	n, ok, err := wire.Integer(dec)
	if *e = even(n); !ok || n%2 != 0 {
		err = errors.Join(err, errors.New("the number is odd"))
	}
	return err
}

// words decodes itself, word by word.
type words []string

func (w *words) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*w = words{}
	_, err := dec.ReadToken()
	for count := (wire.Limit{Max: 10, What: "words"}); err == nil && dec.PeekKind() != ']'; {
		var word string
		if err = count.Add(); err == nil {
			word, err = wire.Scalar(dec)
			*w = append(*w, word)
		}
	}
	if err == nil {
		_, err = dec.ReadToken()
	}
	return err
}

// lists decodes itself, as counts does.
type lists map[string]words

func (l *lists) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*l = lists{}
	return wire.Entries(dec, *l, wire.Limit{Max: 10, What: "lists"})
}

// shown is kept as JSON, with its Extra as a member, so that a test sees where a value is.
func shown(t *testing.T, v *kept) string {
	t.Helper()
	extra := v.Extra
	v.Extra = nil
	fields, err := wire.MarshalMisfits(v)
	if err != nil {
		t.Fatal(err)
	}
	v.Extra = extra
	if extra == nil {
		return string(fields)
	}
	rest, err := json.Marshal(extra, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(fields), "}") + `,"EXTRA":` + string(rest) + "}"
}

func TestSalvageKeepsInExtraWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"id":1,"price":"1,234.50"}`:                  `{"id":1,"EXTRA":{"price":"1,234.50"}}`,
		`{"id":1,"price":""}`:                          `{"id":1,"EXTRA":{"price":""}}`,
		`{"id":"1","title":5,"seen":"0"}`:              `{"id":1,"title":"5","seen":false}`,
		`{"id":1,"price":"2.5","shelf":{"row":5.5}}`:   `{"id":1,"price":2.5,"shelf":{"row":0,"row":5.5}}`,
		`{"id":1,"title":{"raw":"a"},"seen":null}`:     `{"id":1,"EXTRA":{"title":{"raw":"a"}}}`,
		`{"id":1,"sizes":"1,2"}`:                       `{"id":1,"EXTRA":{"sizes":"1,2"}}`,
		`{"id":1,"sizes":[1,"x",3],"more":2}`:          `{"id":1,"sizes":[1,3],"EXTRA":{"more":2,"sizes":[1,"x",3]}}`,
		`{"id":1,"sizes":{"0":5,"2":7}}`:               `{"id":1,"sizes":[5,7]}`,
		`{"id":1,"sizes":{"a":5}}`:                     `{"id":1,"EXTRA":{"sizes":{"a":5}}}`,
		`{"id":1,"all":[{"row":1},{"row":"x","b":2}]}`: `{"id":1,"all":[{"row":1},{"row":0,"b":2,"row":"x"}]}`,
		`{"id":1,"all":[{"row":1},7]}`:                 `{"id":1,"all":[{"row":1}],"EXTRA":{"all":[{"row":1},7]}}`,
		`{"id":1,"all":[[],{"row":"2"}]}`:              `{"id":1,"all":[{"row":0},{"row":2}]}`,
		`{"id":1,"by":{"a":"1","b":"x"}}`:              `{"id":1,"by":{"a":1},"EXTRA":{"by":{"a":"1","b":"x"}}}`,
		`{"id":1,"by":{"a":"1"}}`:                      `{"id":1,"by":{"a":1}}`,
		`{"id":1,"by":[]}`:                             `{"id":1}`,
		`{"id":1,"weight":"5","title":[1],"":"x"}`:     `{"id":1,"title":"","weight":5,"EXTRA":{"":"x","title":[1]}}`,
		`{"id":1,"seen":"maybe","shelf":"no"}`:         `{"id":1,"EXTRA":{"seen":"maybe","shelf":"no"}}`,
		`{"id":1,"names":{"first":"a","count":"2"}}`:   `{"id":1,"names":{"first":"a","count":2}}`,
		`{"id":"1","even":"4"}`:                        `{"id":1,"even":4}`,
		`{"id":1,"even":"3"}`:                          `{"id":1,"EXTRA":{"even":"3"}}`,
		`{"id":1,"words":["a",{"b":1},2]}`:             `{"id":1,"words":["a","2"],"EXTRA":{"words":["a",{"b":1},2]}}`,
		`{"id":1,"words":{"3":"a"}}`:                   `{"id":1,"words":["a"]}`,
		`{"id":1,"words":["a",["b"]],"title":{}}`:      `{"id":1,"words":["a"],"EXTRA":{"title":{},"words":["a",["b"]]}}`,
		`{"id":1,"lists":{"a":["b"],"c":[{"d":1}]}}`: `{"id":1,"lists":{"a":["b"],"c":[]},` +
			`"EXTRA":{"lists":{"a":["b"],"c":[{"d":1}]}}}`,
		`{"id":"1","meta":{"a":[1]},"price":{}}`: `{"id":1,"meta":{"a":[1]},"EXTRA":{"price":{}}}`,
		`{"id":1,"counts":{"a":"1","b":"99999999999999999999"}}`: `{"id":1,"counts":{"a":1,"b":0},` +
			`"EXTRA":{"counts":{"a":"1","b":"99999999999999999999"}}}`,
		`{"id":1,"names":{"first":[],"count":2}}`: `{"id":1,"names":{"first":"","count":2},` +
			`"EXTRA":{"names":{"first":[],"count":2}}}`,
	} {
		var v kept
		if err := wire.Salvage([]byte(text), &v); err != nil {
			t.Errorf("Salvage(%s): error %v, want %s", text, err, want)
			continue
		}
		want = strings.Replace(want, `"title":"",`, "", 1)
		if got := shown(t, &v); got != duplicateFree(want) {
			t.Errorf("Salvage(%s) = %s, want %s", text, got, want)
		}
	}
}

// duplicateFree is text in which the marks of a struct with an Extra of its own, which the
// encoder writes in place of the field, are left out.
func duplicateFree(text string) string {
	return strings.NewReplacer(`"row":0,"row":`, `"row":`, `"row":0,"b":2,"row":`, `"b":2,"row":`).Replace(text)
}

func TestSalvageRefusesWhatIsNoRecord(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`[1]`, `"x"`, `5`, `true`, `{`, `{"id":`, ``, `""`, `false`, `{"id":[1]}`, `{"id":"x","title":[]}`,
		`{"sizes":{"a":5}}`, `{"sizes":["x"]}`, `{"by":{"a":"x"}}`, `{"names":{"first":{},"count":{}}}`,
	} {
		v := kept{Title: "before"}
		switch err := wire.Salvage([]byte(text), &v); {
		case err == nil:
			t.Errorf("Salvage(%q): no error, want one", text)
		case !reflect.ValueOf(v).IsZero():
			t.Errorf("Salvage(%q) with the error %v left %+v, want zero", text, err, v)
		}
	}
}

func TestSalvageReplacesTheWhole(t *testing.T) {
	t.Parallel()
	for text, id := range map[string]int64{`{"id":1}`: 1, `{"id":"2"}`: 2} {
		v := kept{ID: 9, Title: "before", By: map[string]int{"a": 1}, Extra: map[string]stdjson.RawMessage{"x": nil}}
		if err := wire.Salvage([]byte(text), &v); err != nil || !reflect.DeepEqual(v, kept{ID: id}) {
			t.Errorf("Salvage(%s) into a used record: %+v, error %v, want only the id %d, and nil", text, v, err, id)
		}
		pointer := &kept{Title: "before"}
		if err := wire.Salvage([]byte(text), &pointer); err != nil || !reflect.DeepEqual(pointer, &kept{ID: id}) {
			t.Errorf("Salvage(%s) into a pointer: %+v, error %v, want only the id %d, and nil", text, pointer, err, id)
		}
	}
}

func TestSalvageConvertsAnyNumberOfValues(t *testing.T) {
	t.Parallel()
	text := `{"id":"1","sizes":["1"` + strings.Repeat(`,"1"`, 199) + `]}`
	var v kept
	if err := wire.Salvage([]byte(text), &v); err != nil || len(v.Sizes) != 200 {
		t.Errorf("Salvage of 200 texts for numbers: %d numbers, error %v, want 200 and nil", len(v.Sizes), err)
	}
}

func TestEntriesAboveTheLimitOfTheirTypeAreRefused(t *testing.T) {
	t.Parallel()
	for n, fits := range map[int]bool{10: true, 11: false} {
		var entries, elements []string
		for i := range n {
			entries, elements = append(entries, fmt.Sprintf(`"%d":"1"`, i)), append(elements, `"a"`)
		}
		object, list := "{"+strings.Join(entries, ",")+"}", "["+strings.Join(elements, ",")+"]"
		for name, member := range map[string]string{
			"counts": object, "many": `[{"a":"1"},` + object + `]`, "words": list, "lists": `{"a":["b"],"c":` + list + `}`,
		} {
			text := fmt.Sprintf(`{"id":"1",%q:%s}`, name, member)
			err := wire.Salvage([]byte(text), new(kept))
			if fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "more than 10 ") {
				t.Errorf("Salvage(%s): error %v, want the limit of 10: %t", text, err, !fits)
			}
			var v kept
			err = wire.UnmarshalMisfits(jsontext.NewDecoder(strings.NewReader(text)), &v, true)
			switch {
			case err != nil || v.ID != 1:
				t.Errorf("UnmarshalMisfits(%s): id %d, error %v, want 1 and nil", text, v.ID, err)
			case fits && v.Extra != nil:
				t.Errorf("UnmarshalMisfits(%s): Extra %s, want nil", text, v.Extra)
			case !fits && string(v.Extra[name]) != member:
				t.Errorf("UnmarshalMisfits(%s): Extra %s, want the member in it", text, v.Extra)
			case !fits && (v.Count != nil || v.Words != nil):
				t.Errorf("UnmarshalMisfits(%s): counts %v, words %v, want nil", text, v.Count, v.Words)
			}
		}
	}
}

// chain holds itself in two ways.
type chain struct {
	ID   int              `json:"id"`
	Next *chain           `json:"next"`
	By   map[string]chain `json:"by"`
}

// linked is a chain with an Extra.
type linked struct {
	ID    int                           `json:"id"`
	Next  *linked                       `json:"next,omitzero"`
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

func TestWhatIsTooDeepToSalvageIsNotLost(t *testing.T) {
	t.Parallel()
	for depth, read := range map[int]bool{20: true, 40: false} {
		for open, end := range map[string]string{`"next":{"id":"1"`: "}", `"by":{"a":{"id":"1"`: "}}"} {
			text := `{"id":"1"` + strings.Repeat(","+open, depth) + strings.Repeat(end, depth) + "}"
			if err := wire.Salvage([]byte(text), new(chain)); (err == nil) != read {
				t.Errorf("Salvage of %d times %s: error %.100v, want none: %t", depth, open, err, read)
			}
		}
		var v linked
		text := `{"id":"1"` + strings.Repeat(`,"next":{"id":"1"`, depth) + strings.Repeat("}", depth) + "}"
		err := wire.Salvage([]byte(text), &v)
		written, failed := wire.MarshalMisfits(v)
		if err := errors.Join(err, failed); err != nil || strings.Count(string(written), `"id"`) != depth+1 {
			t.Errorf("Salvage and MarshalMisfits of %d objects: %s, error %v, want all", depth+1, written, err)
		}
	}
}

// inside is embedded by its pointer, which only this package can set.
type inside struct {
	Weight int `json:"weight"`
}

func TestMemberWhoseFieldCannotBeSetIsKept(t *testing.T) {
	t.Parallel()
	var v struct {
		ID int64 `json:"id"`
		*inside
		Extra map[string]stdjson.RawMessage `json:",embed"`
	}
	err := wire.Salvage([]byte(`{"id":"1","weight":5}`), &v)
	if err != nil || string(v.Extra["weight"]) != "5" {
		t.Errorf("Salvage with an embedded pointer that cannot be set: %+v, error %v, want the weight in Extra", v, err)
	}
}

func TestSalvageSetsNoFieldThatAnotherHides(t *testing.T) {
	t.Parallel()
	type shadow struct {
		Count int `json:"count"`
	}
	var v struct {
		ID    int64          `json:"id"`
		Count map[string]int `json:"count"`
		shadow
		Extra map[string]stdjson.RawMessage `json:",embed"`
	}
	err := wire.Salvage([]byte(`{"id":"1","count":5}`), &v)
	if err != nil || v.shadow.Count != 0 {
		t.Errorf("Salvage with a hidden field: error %v, field %d, want none and 0", err, v.shadow.Count)
	}
	if string(v.Extra["count"]) != "5" {
		t.Errorf("Salvage with a hidden field: Extra %s, want count in it", v.Extra)
	}
}

func TestSalvageRefusesALossWithoutAPlace(t *testing.T) {
	t.Parallel()
	type without struct {
		ID    int        `json:"id"`
		Price float64    `json:"price"`
		List  []int      `json:"list"`
		Point complex128 `json:"point"`
	}
	for text, want := range map[string]bool{
		`{"id":1,"price":"2"}`: true, `{"id":1,"price":""}`: true, `{"id":1,"list":{"0":1,"4":2}}`: true,
		`{"id":1,"price":"a lot"}`: false, `{"id":1,"point":"1"}`: false, `{"id":1,"list":{"a":1}}`: false,
		`{"id":1,"list":[1,"x"]}`: false, `{"id":1,"list":[1,""]}`: false,
	} {
		if err := wire.Salvage([]byte(text), new(without)); (err == nil) != want {
			t.Errorf("Salvage(%s) into a struct without a rest: error %v, want one: %t", text, err, !want)
		}
	}
}

func TestMarshalMisfitsWritesWhatSalvageRead(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"id":1,"price":"1,234.50"}`, `{"id":1,"sizes":[1,"x",3],"more":2}`, `{"id":1,"title":{"raw":"a"}}`,
		`{"id":1,"all":[{"row":1},{"row":"x","b":2}]}`, `{"id":1,"all":[{"row":1},7]}`, `{"id":[],"title":"a"}`,
		`{"id":1,"shelf":{"row":5.5}}`, `{"id":1,"by":{"a":1,"b":"x"}}`,
	} {
		var v kept
		if err := wire.Salvage([]byte(text), &v); err != nil {
			t.Errorf("Salvage(%s): error %v, want none", text, err)
			continue
		}
		written, err := wire.MarshalMisfits(v)
		got, want := jsontext.Value(written), jsontext.Value(text)
		if err := errors.Join(err, got.Canonicalize(), want.Canonicalize()); err != nil {
			t.Errorf("MarshalMisfits of %s: %s, error %v, want it as it was read", text, written, err)
			continue
		}
		if string(got) != string(want) {
			t.Errorf("MarshalMisfits of %s: %s, want it as it was read", text, got)
		}
		v.Sizes, v.Price, v.Title, v.ID = []int64{9}, 9, "changed", 9
		v.All, v.By, v.Shelf = nil, map[string]int{"z": 9}, nil
		if written, err := wire.MarshalMisfits(v); err == nil && v.Extra != nil && v.Extra["all"] == nil {
			t.Errorf("MarshalMisfits of %s with changed fields: %s, want an error", text, written)
		}
	}
}

func TestLeaveOutSetsToZeroWhatWasNotRead(t *testing.T) {
	t.Parallel()
	v := kept{ID: 1, Sizes: []int64{1}, Title: "a", Further: &Further{Weight: 2}}
	wire.LeaveOut(&v, map[string]stdjson.RawMessage{"sizes": nil, "title": nil, "weight": nil, "other": nil})
	if got, want := shown(t, &v), `{"id":1}`; got != want {
		t.Errorf("LeaveOut of sizes, title and weight: %s, want %s", got, want)
	}
	wire.LeaveOut(&v, map[string]stdjson.RawMessage{})
	wire.LeaveOut(&v, map[string]stdjson.RawMessage{"other": nil})
	if v.ID != 1 {
		t.Errorf("LeaveOut of no field: id %d, want 1", v.ID)
	}
	if wire.LeaveOut(&v, map[string]stdjson.RawMessage{"id": nil}); v.ID != 0 {
		t.Errorf("LeaveOut of the id: id %d, want 0", v.ID)
	}
}

type hidden map[string]stdjson.RawMessage

func TestSalvageIgnoresAnExtraThatIsNotExported(t *testing.T) {
	t.Parallel()
	var v struct {
		ID     int64 `json:"id"`
		hidden `json:",embed"`
	}
	err := wire.Salvage([]byte(`{"id":"1","more":2}`), &v)
	switch {
	case err != nil || v.ID != 1:
		t.Errorf("Salvage with an Extra that is not exported: id %d, error %v, want 1 and nil", v.ID, err)
	case v.hidden != nil:
		t.Errorf("Salvage with an Extra that is not exported: set it to %v, want nil", v.hidden)
	}
}
