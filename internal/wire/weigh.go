package wire

import (
	"fmt"
	"math"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// weigh reads the JSON and adds up what the values that it would be decoded into
// take. It stops as soon as that is more than room, or there are more than most
// values. What is no JSON is left to the decoder to refuse.
func (l load) weigh() error {
	w := l.scale()
	w.dec = newDecoder(l.data, nil)
	w.into(l.t)
	return w.err
}

func (l load) scale() *scale {
	w := &scale{shapes: newShapes(), tight: l.tight, heap: int(l.t.Size())}
	w.room, w.most = l.limits()
	return w
}

// scale is what weigh knows so far.
type scale struct {
	dec          *jsontext.Decoder
	shapes       shapes
	tight        bool
	heap, room   int
	values, most int
	err          error
}

// add adds bytes, and reports whether to go on.
func (w *scale) add(size int) bool {
	w.heap += size
	switch {
	case w.err != nil:
	case w.heap > w.room && w.most < math.MaxInt:
		w.err = fmt.Errorf("%w and %d MiB; %s", ErrHeavy, foreignSlack>>20, wayOut)
	case w.heap > w.room:
		w.err = ErrHeavy
	case w.values > w.most:
		w.err = tooManyValues(w.most)
	}
	return w.err == nil
}

// allocated is what an allocation of size bytes takes.
func allocated(size int) int {
	if size == 0 {
		return 0
	}
	return size + size/8 + 8
}

// raw reads a value that is kept as text, or not kept.
func (w *scale) raw(kept bool) bool {
	value, err := w.dec.ReadValue()
	if err != nil || !kept {
		return err == nil && w.add(0)
	}
	return w.add(allocated(len(value)))
}

// into weighs the next value as one that is decoded into a t, whose own size the
// caller has added. It reports whether to go on.
func (w *scale) into(t reflect.Type) bool {
	kind := w.dec.PeekKind()
	for t.Kind() == reflect.Pointer {
		if t = t.Elem(); kind != 'n' {
			w.heap += allocated(int(t.Size()))
		}
	}
	if shape := w.shapes.of(t); !shape.plain {
		t = shape.around(t)
		w.values++
	}
	if !w.add(0) {
		return false
	}
	switch {
	case isRaw(t):
		return w.raw(true)
	case t.Kind() == reflect.Interface:
		return w.intoAny(kind)
	case w.shapes.of(t).opaque, kind == '{' && t.Kind() == reflect.Slice:
		return w.bound(t)
	}
	switch {
	case kind == '{' && t.Kind() == reflect.Struct:
		unknown := 0
		return w.members(func(name string) bool { return w.field(w.shapes.of(t), name, &unknown) })
	case kind == '{' && t.Kind() == reflect.Map:
		n := 0
		w.heap += mapHeader
		return w.members(func(name string) bool {
			n++
			w.heap += allocated(len(name))
			return w.add(memberOf(n, t)) && w.into(t.Elem())
		})
	case kind == '[' && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array):
		size := int(t.Elem().Size())
		if t.Kind() == reflect.Array {
			size = 0 // it is part of its parent
		}
		return w.elements(func() bool { return w.add(w.spare(size)) && w.into(t.Elem()) })
	case kind == '[' && t.Kind() == reflect.Struct: // [] for {}
		return w.elements(func() bool { return w.raw(false) })
	}
	return w.raw(t.Kind() == reflect.String || t.Kind() == reflect.Slice)
}

// spare is what an element of size bytes takes in a list that append has grown.
// That of List itself has little to spare.
func (w *scale) spare(size int) int {
	if w.tight && w.dec.StackDepth() == 1 {
		return size * 5 / 4
	}
	return 2 * size
}

// intoAny weighs a value that is decoded into an interface.
func (w *scale) intoAny(kind jsontext.Kind) bool {
	const word = 16
	switch kind {
	case '{':
		n := 0
		w.heap += mapHeader
		return w.members(func(name string) bool {
			n++
			w.heap += allocated(len(name))
			return w.add(memberOf(n, reflect.TypeFor[map[string]any]())) && w.into(reflect.TypeFor[any]())
		})
	case '[':
		w.heap += 32
		return w.elements(func() bool { return w.add(2*word) && w.into(reflect.TypeFor[any]()) })
	}
	return w.add(word) && w.raw(true)
}

// field weighs the value of a member of a struct.
func (w *scale) field(shape *shape, name string, unknown *int) bool {
	if field, ok := shape.fields[name]; ok {
		return w.into(field)
	}
	if shape.extra == nil || isRaw(shape.extra) {
		w.values++
		return w.raw(shape.extra != nil)
	}
	*unknown++
	if *unknown == 1 {
		w.heap += mapHeader
	}
	w.heap += allocated(len(name))
	return w.add(memberOf(*unknown, shape.extra)) && w.into(shape.extra.Elem())
}

// bound weighs a value by its brackets and commas, where the way in which it is
// decoded is the secret of its type.
func (w *scale) bound(t reflect.Type) bool {
	value, err := w.dec.ReadValue()
	if err != nil {
		return false
	}
	w.heap += allocated(len(value))
	if kind := value.Kind(); kind == '{' || kind == '[' {
		objects, arrays, commas := tally(value)
		w.values += objects + arrays + commas
		w.heap += (objects + arrays) * w.shapes.heaviest(t)
		if w.shapes.reach(t).many {
			w.heap += (commas + 1) * perScalar
		}
	}
	return w.add(0)
}

func (w *scale) members(each func(name string) bool) bool {
	if _, err := w.dec.ReadToken(); err != nil {
		return false
	}
	for w.dec.PeekKind() != '}' {
		name, err := w.dec.ReadToken()
		if err != nil || !each(name.String()) {
			return false
		}
	}
	_, err := w.dec.ReadToken()
	return err == nil
}

func (w *scale) elements(each func() bool) bool {
	if _, err := w.dec.ReadToken(); err != nil {
		return false
	}
	for w.dec.PeekKind() != ']' {
		if w.dec.PeekKind() == jsontext.KindInvalid || !each() {
			return false
		}
	}
	_, err := w.dec.ReadToken()
	return err == nil
}
