package wire

import (
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestWhatCanBeReachedFromAType(t *testing.T) {
	t.Parallel()
	anything := group(reflect.TypeFor[map[string]any]())
	for _, test := range []struct {
		from reflect.Type
		want reach
	}{
		{reflect.TypeFor[int](), reach{}},
		{reflect.TypeFor[leaf](), reach{largest: 24}},
		{reflect.TypeFor[*leaf](), reach{largest: 24}},
		{reflect.TypeFor[[]leaf](), reach{largest: 24, many: true}},
		{reflect.TypeFor[[3]leaf](), reach{largest: 24, many: true}},
		{reflect.TypeFor[map[string]leaf](), reach{largest: 24, many: true, maps: true, slots: 8*41 + 8}},
		{reflect.TypeFor[map[string]string](), reach{largest: 16, many: true, maps: true, slots: 8*33 + 8}},
		{reflect.TypeFor[map[string][]large](), reach{largest: 8192, many: true, maps: true, slots: 8*41 + 8}},
		{reflect.TypeFor[[]*large](), reach{largest: 8192, many: true}},
		{reflect.TypeFor[[]int](), reach{largest: 8, many: true}},
		{reflect.TypeFor[struct{ A map[string]large }](), reach{largest: 8192, many: true, maps: true, slots: 8*25 + 8 + 9224}},
		{reflect.TypeFor[struct{ A *[]int }](), reach{largest: 24, many: true}},
		{reflect.TypeFor[any](), reach{many: true, maps: true, slots: anything, foreign: true}},
		{reflect.TypeFor[tree](), reach{largest: int(reflect.TypeFor[tree]().Size()), many: true, maps: true, slots: anything, foreign: true}},
		{reflect.TypeFor[json.RawMessage](), reach{largest: 1, many: true}},
	} {
		s := newShapes()
		for range 2 { // also where it was looked at before
			if got := s.reach(test.from); got != test.want {
				t.Errorf("%v: %+v, not %+v", test.from, got, test.want)
			}
		}
	}
	for of, foreign := range map[reflect.Type]bool{
		reflect.TypeFor[time.Time](): false, reflect.TypeFor[[]url.Userinfo](): false, reflect.TypeFor[strings.Builder](): true,
	} {
		if got := newShapes().reach(of).foreign; got != foreign {
			t.Errorf("%v is a caller's: %t", of, got)
		}
	}
}

// TestTheCountOfBracketsLeavesRoom holds what is left besides the records.
func TestTheCountOfBracketsLeavesRoom(t *testing.T) {
	t.Parallel()
	const data = `{"a":[1,2],"b":{}}`
	room := 16 * len(data)
	for _, test := range []struct {
		t      reflect.Type
		object int
		want   int
	}{
		{reflect.TypeFor[leaf](), 0, room - 2*perObject - perArray - 3*perScalar},
		{reflect.TypeFor[leaf](), 1000, room - 2*1000 - perArray - 3*perScalar},
		{reflect.TypeFor[around[leaf]](), 1000, room - 3*newShapes().heaviest(reflect.TypeFor[around[leaf]]()) - 3*perScalar},
		{reflect.TypeFor[struct{ A int }](), 1000, room + foreignSlack - 3*(2*8+8) - 3*perScalar},
	} {
		l := load{data: []byte(data), t: test.t}
		if got := l.left(test.object); got != test.want {
			t.Errorf("%v: %d, not %d", test.t, got, test.want)
		}
	}
	for n, want := range map[int]bool{freeValues: true, freeValues * 2: false} { // elements and the list
		l := load{data: []byte("[" + strings.Repeat(",", n) + "]"), t: reflect.TypeFor[[]struct{ A int }]()}
		if got := l.left(0); (got != -1) != want {
			t.Errorf("%d elements of a caller's leave %d", n, got)
		}
	}
}

func TestWhatIsTooHeavyIsRefusedByEachReader(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("{},", 4000) + "{}]"
	var into []large
	if err := Unmarshal([]byte(list), &into); !errors.Is(err, ErrHeavy) || into != nil {
		t.Errorf("Unmarshal: %d elements, %v", len(into), err)
	}
	if err := List([]byte(list), 0, reflect.ValueOf(&into).Elem()); !errors.Is(err, ErrHeavy) || into != nil {
		t.Errorf("List: %d elements, %v", len(into), err)
	}
	if elements, err := Elements([]byte(list), 0, reflect.TypeFor[large](), false); !errors.Is(err, ErrHeavy) || elements != nil {
		t.Errorf("Elements: %d, %v", len(elements), err)
	}
	var object around[large]
	if err := Object([]byte(`{"previous":`+list+`}`), &object); !errors.Is(err, ErrHeavy) || object.Previous != nil {
		t.Errorf("Object: %d elements, %v", len(object.Previous), err)
	}
	if elements, err := Elements([]byte(list), 0, reflect.TypeFor[leaf](), false); err != nil || len(elements) != 4001 || string(elements[4000]) != "{}" {
		t.Errorf("Elements: %d, %v", len(elements), err)
	}
}
