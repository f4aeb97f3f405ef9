package wire

import (
	"reflect"
	"slices"
	"testing"
)

type innermost struct {
	Deep int `json:"deep"`
	Name int `json:"name"`
}

type inner struct {
	innermost
	Near int `json:"near"`
}

type outer struct {
	Name    string `json:"name,omitzero"`
	Plain   bool
	Hidden  int `json:"-"`
	private int
	inner
	*outer                //nolint:unused // it embeds itself
	Apart  inner          `json:"apart"`
	Named  inner          `json:",embed"`
	Rest   map[string]int `json:",embed"`
}

func TestFieldsAreThoseThatJSONSees(t *testing.T) {
	t.Parallel()
	_ = outer{}.private
	want := []Field{
		{Name: "name", Tagged: true, Type: reflect.TypeFor[string](), Index: []int{0}},
		{Name: "Plain", Type: reflect.TypeFor[bool](), Index: []int{1}},
		{Tagged: true, Type: reflect.TypeFor[int](), Index: []int{2}},
		{Name: "apart", Tagged: true, Type: reflect.TypeFor[inner](), Index: []int{6}},
		{Tagged: true, Rest: true, Type: reflect.TypeFor[map[string]int](), Index: []int{8}},
		{Name: "near", Tagged: true, Type: reflect.TypeFor[int](), Index: []int{4, 1}},
		{Name: "deep", Tagged: true, Type: reflect.TypeFor[int](), Index: []int{4, 0, 0}},
		{Name: "name", Tagged: true, Type: reflect.TypeFor[int](), Index: []int{4, 0, 1}},
	}
	for _, of := range []reflect.Type{reflect.TypeFor[outer](), reflect.TypeFor[*outer]()} {
		if got := slices.Collect(Fields(of)); !reflect.DeepEqual(got, want) {
			t.Errorf("Fields(of): %v, want %v", got, want)
		}
	}
	if got := slices.Collect(Fields(reflect.TypeFor[int]())); got != nil {
		t.Errorf("a number has the fields %+v, want nil", got)
	}
}

func TestFieldsStopsWithTheLoop(t *testing.T) {
	t.Parallel()
	for most := 1; most <= 8; most++ {
		read := 0
		for range Fields(reflect.TypeFor[outer]()) {
			if read++; read == most {
				break
			}
		}
		if read != most {
			t.Errorf("Fields reads %d fields, want %d", read, most)
		}
	}
}
