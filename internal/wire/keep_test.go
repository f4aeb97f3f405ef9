package wire_test

import (
	stdjson "encoding/json"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/internal/wire"
)

type kept struct {
	ID    int64          `json:"id"`
	Price float64        `json:"price"`
	Title string         `json:"title"`
	Sizes []int64        `json:"sizes"`
	Seen  *bool          `json:"seen"`
	Shelf *shelf         `json:"shelf"`
	All   []shelf        `json:"all"`
	By    map[string]int `json:"by"`
	Note  string         `json:"-"`
	*Further
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

type shelf struct {
	Row   int                           `json:"row"`
	Extra map[string]stdjson.RawMessage `json:",embed"`
}

// Further is embedded by its pointer.
type Further struct {
	Weight int                           `json:"weight"`
	Rest   map[string]stdjson.RawMessage `json:",embed"`
}

func TestKeepLeavesInExtraWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"id":1,"price":"1,234.50"}`:                      `{"id":1,"extra":{"price":"1,234.50"}}`,
		`{"id":1,"price":"2.5","shelf":{"row":5.5}}`:       `{"id":1,"price":2.5,"shelf":{"extra":{"row":5.5}}}`,
		`{"id":1,"title":{"raw":"a"},"seen":null}`:         `{"id":1,"extra":{"title":{"raw":"a"}}}`,
		`{"id":1,"sizes":"1,2"}`:                           `{"id":1,"extra":{"sizes":"1,2"}}`,
		`{"id":1,"sizes":[1,"x"],"more":2}`:                `{"id":1,"extra":{"more":2,"sizes":[1,"x"]}}`,
		`{"id":1,"all":[{"row":1},{"row":"x","b":2}]}`:     `{"id":1,"all":[{"row":1},{"extra":{"b":2,"row":"x"}}]}`,
		`{"id":1,"all":[{"row":1},7]}`:                     `{"id":1,"extra":{"all":[{"row":1},7]}}`,
		`{"id":1,"by":{"a":"1","b":"x"}}`:                  `{"id":1,"extra":{"by":{"a":"1","b":"x"}}}`,
		`{"id":1,"weight":"5","title":[1],"":"x"}`:         `{"id":1,"weight":5,"extra":{"":"x","title":[1]}}`,
		`{"id":1,"seen":"maybe","shelf":"no","price":"3"}`: `{"id":1,"price":3,"extra":{"seen":"maybe","shelf":"no"}}`,
	} {
		var strict, bent kept
		if wire.Object([]byte(text), &strict) == nil || wire.Object([]byte(text), &bent, wire.Bend()) == nil {
			t.Errorf("%s fits", text)
		}
		var v kept
		if err := wire.Object([]byte(text), &v, wire.Keep()); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		type named struct {
			Row   int                           `json:"row,omitzero"`
			Extra map[string]stdjson.RawMessage `json:"extra,omitzero"`
		}
		got := struct {
			ID     int64                         `json:"id"`
			Price  float64                       `json:"price,omitzero"`
			Title  string                        `json:"title,omitzero"`
			Sizes  []int64                       `json:"sizes,omitzero"`
			Seen   *bool                         `json:"seen,omitzero"`
			Shelf  *named                        `json:"shelf,omitzero"`
			All    []named                       `json:"all,omitzero"`
			By     map[string]int                `json:"by,omitzero"`
			Weight int                           `json:"weight,omitzero"`
			Extra  map[string]stdjson.RawMessage `json:"extra,omitzero"`
		}{ID: v.ID, Price: v.Price, Title: v.Title, Sizes: v.Sizes, Seen: v.Seen, By: v.By, Extra: v.Extra}
		if v.Shelf != nil {
			got.Shelf = &named{v.Shelf.Row, v.Shelf.Extra}
		}
		for _, one := range v.All {
			got.All = append(got.All, named(one))
		}
		if v.Further != nil {
			got.Weight = v.Weight
		}
		if written, err := json.Marshal(got, json.Deterministic(true)); err != nil || string(written) != want {
			t.Errorf("%s is read as %s, %v", text, written, err)
		}
	}
}

func TestKeepRefusesOtherValuesThanObjects(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[1]`, `"x"`, `5`, `true`, `{`, `{"id":`, ``, `""`, `false`} {
		if err := wire.Object([]byte(text), new(kept), wire.Keep()); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	type without struct {
		Price float64 `json:"price"`
		shelfless
	}
	if err := wire.Object([]byte(`{"price":"a lot"}`), new(without), wire.Keep()); err == nil {
		t.Error("a struct without a field of its own for the rest keeps a member")
	}
}

type shelfless struct {
	Extra map[string]stdjson.RawMessage `json:",embed"`
}
