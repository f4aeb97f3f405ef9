package wire

import (
	"math"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// leaf, tree, sealed and counted are what values are decoded into.
type (
	leaf struct {
		A int64  `json:"a"`
		B string `json:"b"`
	}
	tree struct {
		Name  string         `json:"name"`
		List  []leaf         `json:"list"`
		Next  *leaf          `json:"next"`
		Map   map[string]int `json:"map"`
		Three [3]leaf        `json:"three"`
		Any   any            `json:"any"`
		Extra map[string]any `json:",embed"`
	}
	kept struct {
		A     int            `json:"a"`
		Extra jsontext.Value `json:",embed"`
	}
	sealed  struct{ inner map[string]leaf }
	counted struct{ list []leaf }
	open    struct{ Inner map[string]leaf }
	flag    struct{ Plain int }
)

func (s *sealed) UnmarshalJSON([]byte) error { s.inner = nil; return nil }
func (o *open) UnmarshalJSON([]byte) error   { o.Inner = nil; return nil }
func (f *flag) UnmarshalJSON([]byte) error   { f.Plain = 1; return nil }
func (c *counted) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	c.list = nil
	return dec.SkipValue()
}

// TestWhatEachValueWeighs holds the bytes that decoding is taken to need besides the
// value itself, and how many values it counts.
func TestWhatEachValueWeighs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		data         string
		into         reflect.Type
		heap, values int
		whole        bool // it was read to its end
	}{
		{`0`, reflect.TypeFor[int](), 0, 0, true},
		{`"0123456789abcdef"`, reflect.TypeFor[string](), 28, 1, true},
		{`""`, reflect.TypeFor[string](), 10, 1, true},
		{`null`, reflect.TypeFor[string](), 12, 1, true},
		{`null`, reflect.TypeFor[*leaf](), 0, 1, true},
		{`{}`, reflect.TypeFor[*leaf](), 35, 1, true},
		{`5`, reflect.TypeFor[*int](), 17, 0, true},
		{`{}`, reflect.TypeFor[leaf](), 0, 1, true},
		{`{"a":1}`, reflect.TypeFor[leaf](), 0, 1, true},
		{`{"a":1,"b":"xyz"}`, reflect.TypeFor[leaf](), 13, 2, true},
		{`{"c":"0123456789abcdef"}`, reflect.TypeFor[leaf](), 0, 2, true},
		{`[]`, reflect.TypeFor[leaf](), 0, 1, true},
		{`[1,2]`, reflect.TypeFor[leaf](), 0, 1, true},
		{`[{},{}]`, reflect.TypeFor[[]leaf](), 96, 3, true},
		{`[1,2,3]`, reflect.TypeFor[[]int](), 48, 1, true},
		{`"AAAA"`, reflect.TypeFor[[]byte](), 14, 1, true},
		{`{"x":1}`, reflect.TypeFor[[]leaf](), 183, 2, true},
		{`{"list":[{},{}]}`, reflect.TypeFor[tree](), 96, 4, true},
		{`{"three":[{},{}]}`, reflect.TypeFor[tree](), 0, 4, true},
		{`{"next":{}}`, reflect.TypeFor[tree](), 35, 2, true},
		{`{"next":null}`, reflect.TypeFor[tree](), 0, 2, true},
		{`{"map":{"abcdefgh":1}}`, reflect.TypeFor[tree](), 273, 2, true},
		{`{"u":1}`, reflect.TypeFor[tree](), 354, 2, true},
		{`{"u":"0123456789abcdef"}`, reflect.TypeFor[tree](), 373, 2, true},
		{`{"u":1,"v":2}`, reflect.TypeFor[tree](), 388, 3, true},
		{`{"u":1}`, reflect.TypeFor[kept](), 9, 2, true},
		{`{"u":"0123456789abcdef"}`, reflect.TypeFor[kept](), 28, 2, true},
		{`{"a":1}`, reflect.TypeFor[kept](), 0, 1, true},
		{`{"0":1}`, reflect.TypeFor[map[string]int](), 265, 1, true},
		{`{"0":1,"1":2}`, reflect.TypeFor[map[string]int](), 274, 1, true},
		{`{"0":{},"1":{},"2":{},"3":{},"4":{},"5":{},"6":{},"7":{}}`, reflect.TypeFor[map[string]leaf](), 456, 9, true},
		{`{"0":{},"1":{},"2":{},"3":{},"4":{},"5":{},"6":{},"7":{},"8":{}}`, reflect.TypeFor[map[string]leaf](), 801, 10, true},
		{`{"0":{},"1":{},"2":{},"3":{},"4":{},"5":{},"6":{},"7":{},"8":{},"9":{}}`, reflect.TypeFor[map[string]leaf](), 903, 11, true},
		{`{"0":{}}`, reflect.TypeFor[map[string]large](), 9489, 2, true},
		{`1`, reflect.TypeFor[any](), 25, 1, true},
		{`"0123456789abcdef"`, reflect.TypeFor[any](), 44, 1, true},
		{`[]`, reflect.TypeFor[any](), 32, 1, true},
		{`[1,2]`, reflect.TypeFor[any](), 146, 3, true},
		{`{}`, reflect.TypeFor[any](), 48, 1, true},
		{`{"a":1}`, reflect.TypeFor[any](), 354, 2, true},
		{`{"a":1,"b":[{}]}`, reflect.TypeFor[any](), 475, 4, true},
		{`{}`, reflect.TypeFor[sealed](), 0, 1, true},
		{`{"a":[1,2,3]}`, reflect.TypeFor[sealed](), 0, 2, true},
		{`"text"`, reflect.TypeFor[sealed](), 0, 1, true},
		{`{"a":{},"b":{}}`, reflect.TypeFor[sealed](), 0, 3, true},
		{`[{},{}]`, reflect.TypeFor[counted](), 96, 3, true},
		{`{"0":{},"2":{}}`, reflect.TypeFor[counted](), 416, 5, true},
		{`[]`, reflect.TypeFor[counted](), 0, 1, true},
		{`{}`, reflect.TypeFor[open](), 562, 2, true},
		{`{"a":[1,2,3]}`, reflect.TypeFor[open](), 1238, 5, true},
		{`"text"`, reflect.TypeFor[open](), 14, 1, true},
		{`[{},{}]`, reflect.TypeFor[open](), 1559, 5, true},
		{`[1,2]`, reflect.TypeFor[flag](), 37, 3, true},
		{`{"a":{`, reflect.TypeFor[leaf](), 0, 1, false},
		{`[{},`, reflect.TypeFor[[]leaf](), 48, 2, false},
		{`{"a":{`, reflect.TypeFor[open](), 0, 1, false},
		{`{"a":{"b"`, reflect.TypeFor[any](), 674, 3, false},
		{`[[0`, reflect.TypeFor[any](), 153, 3, false},
		{`{"0":[`, reflect.TypeFor[[]leaf](), 0, 1, false},
	} {
		l := load{data: []byte(test.data), t: test.into, slack: math.MaxInt / 4}
		w := l.scale()
		w.heap -= int(test.into.Size())
		w.dec = newDecoder(l.data, nil)
		if whole := w.into(test.into); w.heap != test.heap || w.values != test.values || whole != test.whole || w.err != nil {
			t.Errorf("%s into a %v: %d bytes, %d values, whole %t, %v", test.data, test.into, w.heap, w.values, whole, w.err)
		}
	}
}

func TestTheListAtTheTopHasLittleToSpare(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`[[{},{}],[]]`: 2*30 + 2*48, `[]`: 0} {
		l := load{data: []byte(data), t: reflect.TypeFor[[][]leaf](), slack: Slack, tight: true}
		w := l.scale()
		w.heap, w.dec = 0, newDecoder(l.data, nil)
		if !w.into(l.t) || w.heap != want {
			t.Errorf("%s: %d bytes, not %d", data, w.heap, want)
		}
	}
}

func TestAWeightAboveTheRoomIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		heap, values int
		scale        scale
		want         string // "" if it is taken
	}{
		{10, 0, scale{room: 10, most: math.MaxInt}, ""},
		{11, 0, scale{room: 10, most: math.MaxInt}, ErrHeavy.Error()},
		{10, 5, scale{room: 10, most: 5}, ""},
		{10, 6, scale{room: 10, most: 5}, tooManyValues(5).Error()},
		{11, 6, scale{room: 10, most: 5}, ErrHeavy.Error() + " and 64 MiB; " + wayOut},
	} {
		w := test.scale
		w.values = test.values
		on := w.add(test.heap)
		if on != (test.want == "") || w.err == nil != on || w.err != nil && w.err.Error() != test.want {
			t.Errorf("%d bytes and %d values: %t, %v", test.heap, test.values, on, w.err)
		}
		if w.add(-test.heap); (w.err == nil) != on {
			t.Errorf("the first reason is gone: %v", w.err)
		}
	}
}

func TestNothingTakesNoMemory(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]int{0: 0, 1: 9, 8: 17, 1024: 1160} {
		if got := allocated(size); got != want {
			t.Errorf("%d bytes take %d", size, got)
		}
	}
}
