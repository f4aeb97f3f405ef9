package wire

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// shapes are the types that were looked at.
type shapes struct {
	known   map[reflect.Type]*shape
	reached map[reflect.Type]reach
}

func newShapes() shapes {
	return shapes{known: map[reflect.Type]*shape{}, reached: map[reflect.Type]reach{}}
}

// shape is what a type is to a decoder.
type shape struct {
	fields map[string]reflect.Type // of a struct, by the names of the members
	extra  reflect.Type            // what takes the other members, nil for none
	list   reflect.Type            // what it is around, nil for nothing
	opaque bool                    // it has a method that decodes it, and fields that do not tell how
	plain  bool                    // it is a number, a boolean or an array of these, which take no more than their place
}

// of returns the shape of t.
func (s shapes) of(t reflect.Type) *shape {
	if known := s.known[t]; known != nil {
		return known
	}
	one := &shape{fields: map[string]reflect.Type{}}
	s.known[t] = one
	switch kind := t.Kind(); {
	case kind == reflect.Array:
		one.plain = s.of(t.Elem()).plain && !decodesItself(t)
	case kind >= reflect.Bool && kind <= reflect.Float64:
		one.plain = !decodesItself(t)
	}
	if t.Kind() == reflect.Struct {
		itself := decodesItself(t)
		one.opaque = !one.add(t) && itself
		if first := t.NumField() > 0; first && itself && len(one.fields) == 0 && t.Field(0).Type.Kind() == reflect.Slice {
			one.list = t.Field(0).Type
		}
	}
	return one
}

// around returns the list that a struct only counts the elements of, or t.
func (s *shape) around(t reflect.Type) reflect.Type {
	if s.list != nil {
		return s.list
	}
	return t
}

// add adds the fields of a struct, and reports whether all of them have names.
func (s *shape) add(t reflect.Type) (named bool) {
	named = true
	for field := range Fields(t) {
		switch known := s.fields[field.Name]; {
		case field.Rest:
			s.extra = field.Type
		case field.Name == "" || known != nil:
		default:
			named = named && field.Tagged
			s.fields[field.Name] = field.Type
		}
	}
	return named
}

func decodesItself(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return pointer.Implements(reflect.TypeFor[json.UnmarshalerFrom]()) || pointer.Implements(reflect.TypeFor[json.Unmarshaler]())
}

// reach is what can be reached from a type.
type reach struct {
	largest int  // size of the largest value that JSON may make many of
	maps    bool // there are maps
	many    bool // there are maps or lists
	slots   int  // size of the largest group of entries in a map
	foreign bool // there are types that this module does not know
}

func (s shapes) reach(t reflect.Type) reach {
	r, ok := s.reached[t]
	if !ok {
		r.walk(t, map[reflect.Type]bool{})
		s.reached[t] = r
	}
	return r
}

func (r *reach) walk(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch path := t.PkgPath(); path {
	// From Go 1.27 on, jsontext is a package of the standard library.
	case "", "encoding/json", reflect.TypeFor[jsontext.Value]().PkgPath(), "time", "net/url", "net/http":
	default:
		r.foreign = r.foreign || !ours(t)
	}
	switch t.Kind() {
	case reflect.Interface:
		r.foreign, r.maps, r.many = true, true, true
		r.slots = max(r.slots, group(reflect.TypeFor[map[string]any]()))
	case reflect.Pointer, reflect.Slice, reflect.Array:
		r.many = r.many || t.Kind() != reflect.Pointer
		r.largest = max(r.largest, int(t.Elem().Size()))
		r.walk(t.Elem(), seen)
	case reflect.Map:
		r.maps, r.many = true, true
		r.slots = max(r.slots, group(t))
		r.largest = max(r.largest, int(t.Elem().Size()))
		r.walk(t.Elem(), seen)
	case reflect.Struct:
		r.largest = max(r.largest, int(t.Size()))
		for field := range t.Fields() {
			r.walk(field.Type, seen)
		}
	}
}

// heaviest is what an object or array takes at most that is decoded into a part
// of t.
func (s shapes) heaviest(t reflect.Type) int {
	r := s.reach(t)
	size := 2*r.largest + 8
	if r.maps {
		size += mapHeader + r.slots
	}
	return size
}

// The size of the head of a map, and of the entries that it makes at once.
const (
	mapHeader = 48
	groupSize = 8
)

// slot is what an entry of a map takes: large values are kept apart.
func slot(t reflect.Type) (inline, apart int) {
	for _, one := range []reflect.Type{t.Key(), t.Elem()} {
		size := int(one.Size())
		if size > 128 {
			apart += allocated(size)
			size = 8
		}
		inline += size
	}
	return inline + 1, apart
}

func group(t reflect.Type) int {
	inline, apart := slot(t)
	return groupSize*inline + 8 + apart
}

// memberOf is what the nth entry takes in a map that may be half empty.
func memberOf(n int, t reflect.Type) int {
	inline, apart := slot(t)
	switch {
	case n == 1 || n == groupSize+1:
		return apart + groupSize*inline + 8
	case n <= groupSize:
		return apart
	}
	return apart + inline*16/7
}
