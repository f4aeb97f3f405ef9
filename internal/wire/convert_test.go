package wire_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// bent has a field of each kind.
type bent struct {
	Int    int               `json:"int"`
	Small  int8              `json:"small"`
	Uint   uint16            `json:"uint"`
	Float  float32           `json:"float"`
	Long   int64             `json:"long"`
	Count  uint              `json:"count"`
	Most   uintptr           `json:"most"`
	Double float64           `json:"double"`
	Bool   bool              `json:"bool"`
	Text   string            `json:"text"`
	Object struct{ A int }   `json:"object"`
	Map    map[string]int    `json:"map"`
	List   []int             `json:"list"`
	Pair   [2]int            `json:"pair"`
	Number *int              `json:"number"`
	Deep   **bool            `json:"deep"`
	Note   *string           `json:"note"`
	Time   time.Time         `json:"time"`
	When   *time.Time        `json:"when"`
	Raw    json.RawMessage   `json:"raw"`
	Any    any               `json:"any"`
	Bytes  []byte            `json:"bytes"`
	Inner  struct{ bent2 }   `json:"inner"`
	Each   []bent2           `json:"each"`
	ByName map[string]*bent2 `json:"byName"`
}

type bent2 struct {
	N int `json:"n"`
}

func TestMisfittingValuesAreConverted(t *testing.T) {
	t.Parallel()
	yes := true
	for body, want := range map[string]bent{
		`{"int":"","small":"","uint":"","float":"","bool":"","object":"","map":"","list":"","pair":""}`:               {},
		`{"int":false,"small":false,"uint":false,"float":false,"text":false,"object":false,"map":false,"list":false}`: {},
		`{"int":[],"small":[ ],"uint":[],"float":[],"bool":[],"text":[],"object":[],"map":[]}`:                        {},
		`{"number":"","deep":"","when":""}`:                   {},
		`{"number":false,"when":false,"note":false}`:          {},
		`{"number":[],"deep":[],"note":[],"time":[]}`:         {},
		`{"int":"12","small":"-5","uint":"7","float":"2.5"}`:  {Int: 12, Small: -5, Uint: 7, Float: 2.5},
		`{"int":"12.00","small":"+5","float":"1e2"}`:          {Int: 12, Small: 5, Float: 100},
		`{"int":12.00,"small":-5.0,"uint":3.0,"number":5.0}`:  {Int: 12, Small: -5, Uint: 3, Number: new(5)},
		`{"long":"-9","count":"3","most":"4","double":"0.5"}`: {Long: -9, Count: 3, Most: 4, Double: 0.5},
		`{"long":"","count":false,"most":[],"double":""}`:     {},
		`{"uint":"17","count":"12","most":"10"}`:              {Uint: 17, Count: 12, Most: 10},
		`{"int":"1\u0032"}`:                                   {Int: 12},
		`{"text":12.50}`:                                      {Text: "12.50"},
		`{"bool":1}`:                                          {Bool: true},
		`{"bool":"yes","deep":"on"}`:                          {Bool: true, Deep: new(new(yes))},
		`{"bool":"true","text":true,"note":true}`:             {Bool: true, Text: "true", Note: new("true")},
		`{"bool":"no"}`:                                       {},
		`{"bool":"off","list":{}}`:                            {List: []int{}},
		`{"list":{"0":1,"2":"3"},"each":{"5":{"n":"4"}}}`:     {List: []int{1, 3}, Each: []bent2{{4}}},
		`{"bool":"1"}`:                                        {Bool: true},
		`{"bool":"0","deep":"1"}`:                             {Deep: new(new(yes))},
		`{"number":"5","note":7}`:                             {Number: new(5), Note: new("7")},
		`{"note":"","text":"","list":[],"deep":true}`:         {Note: new(""), List: []int{}, Deep: new(new(yes))},
		`{"time":"2026-01-02T03:04:05Z"}`:                     {Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		`{"time":"","int":"4"}`:                               {Int: 4},
		`{"time":false}`:                                      {},
		`{"raw":"","any":"","bytes":""}`:                      {Raw: json.RawMessage(`""`), Any: "", Bytes: []byte{}},
		`{"raw":[],"any":false}`:                              {Raw: json.RawMessage(`[]`), Any: false},
		`{"inner":{"n":"3"},"each":[{"n":"4"},[]],"byName":{"a":{"n":false},"b":""}}`: {
			Inner: struct{ bent2 }{bent2{3}}, Each: []bent2{{4}, {}}, ByName: map[string]*bent2{"a": {}, "b": nil},
		},
		`{"int":null,"text":null,"number":null,"map":null}`: {},
	} {
		var got bent
		switch err := wire.Salvage([]byte(body), &got); {
		case err != nil:
			t.Errorf("%s: wire.Salvage: error %v, want nil", body, err)
		case fmt.Sprintf("%#v", flat(got)) != fmt.Sprintf("%#v", flat(want)):
			t.Errorf("Salvage(%s): %#v, want %#v", body, flat(got), flat(want))
		}
	}
}

// flat has what pointers point to in their place, so that values compare as text.
func flat(b bent) string {
	text, err := json.Marshal(b)
	return fmt.Sprint(string(text), err, b.Number == nil, b.Deep == nil, b.Note == nil, b.When == nil, b.Map == nil)
}

func TestValuesOfAnotherMeaningAreNotConverted(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"int":"abc"}`, `{"int":"12a"}`, `{"int":"1.5"}`, `{"int":" 1"}`, `{"int":"."}`, `{"int":1.5}`, `{"int":3.01}`,
		`{"small":128.0}`, `{"uint":-1.0}`, `{"int":1e2}`, `{"int":true}`, `{"int":{}}`, `{"int":[0]}`,
		`{"int":"99999999999999999999"}`,
		`{"small":"128"}`, `{"uint":"-1"}`, `{"uint":-1}`, `{"float":"NaN"}`, `{"float":"Inf"}`, `{"float":"0x1p4"}`,
		`{"float":"1e99"}`, `{"float":true}`,
		`{"bool":"maybe"}`, `{"bool":"Yes"}`, `{"bool":"2"}`, `{"bool":2}`, `{"bool":{}}`, `{"text":{}}`, `{"text":["a"]}`,
		`{"object":"x"}`, `{"object":5}`, `{"object":true}`, `{"object":[1]}`, `{"map":[1]}`, `{"map":"x"}`, `{"map":true}`,
		`{"list":"x"}`, `{"list":{"a":1}}`, `{"list":{"0":1,"a":2}}`, `{"list":{"":1}}`, `{"list":{"0":"x"}}`,
		`{"pair":{"0":1,"1":2}}`, `{"bytes":{"0":1}}`, `{"list":5}`, `{"list":true}`, `{"list":["x"]}`, `{"number":"x"}`,
		`{"number":true}`, `{"note":{}}`,
		`{"time":"soon"}`, `{"time":5}`, `{"time":[1]}`, `{"when":"soon"}`, `{"bytes":"*"}`, `{"each":[""], "int":"x"}`,
		`""`, `false`, `5`, `{"int":"1"`, `{"int":"}`, "{\"int\":\"\xff\"}", `{"text":[}`,
	} {
		var got bent
		if err := wire.Salvage([]byte(body), &got); err == nil {
			t.Errorf("%s: wire.Salvage: error nil, want an error", body)
		}
	}
}
