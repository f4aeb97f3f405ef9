package wire

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// What decoding a response may take.
const (
	// perByte is how many bytes of memory each byte of JSON may become.
	perByte = 16
	// Slack is what the types of this module may take besides, in bytes.
	Slack = 1 << 20
	// foreignSlack is Slack for a caller's own type, of which nothing is known.
	foreignSlack = 64 << 20
	// freeValues and bytesPerValue say how many elements and members JSON for a
	// caller's own type may hold, besides plain ones: see [shape].
	freeValues    = 100_000
	bytesPerValue = 16
)

// What one value takes at most when it is decoded into a part of a record of this
// module: with its place in a list or map, and with the map that it may begin.
const (
	perObject = 704
	perArray  = 256
	perScalar = 112
)

// ErrHeavy is JSON that would take too much memory.
var ErrHeavy = fmt.Errorf("decoding it would take more than %d times its size", perByte)

// Check refuses JSON before it is decoded into a t, if that would take more
// memory than [perByte] times its size and [Slack]. For a type that is a
// caller's own, or holds one, the slack is larger, and the elements and members
// are counted as well, but for the numbers and booleans that Go types of these
// kinds take: they need no more than their place.
//
// Counting brackets and commas is enough for nearly every response. The other
// responses are weighed.
func Check(data []byte, t reflect.Type) error { return CheckWithin(data, t, Slack) }

// CheckWithin is [Check] with another slack for the types of this module.
func CheckWithin(data []byte, t reflect.Type, slack int) error {
	if isRaw(t) {
		return nil // it is kept as it is
	}
	l := load{data: data, t: t, slack: slack}
	if left := l.left(2*int(t.Size()) + perObject/2); left >= int(t.Size()) {
		return nil
	}
	return l.weigh()
}

// CheckElements is [Check] for what was found in data: each element is decoded
// into a t.
func CheckElements[E ~[]byte](data []byte, elements []E, t reflect.Type) error {
	if most := MaxElements(0); len(elements) > most {
		return fmt.Errorf("there are more than %d elements", most)
	}
	l := load{data: data, t: t, slack: Slack}
	each := 2 * int(t.Size())
	if l.left(perObject) >= len(elements)*each {
		return nil
	}
	w := l.scale()
	for _, element := range elements {
		w.heap += each
		w.dec = newDecoder(element, nil)
		if w.into(t); w.err != nil {
			return w.err
		}
	}
	return nil
}

// isRaw reports that the JSON itself is kept, perhaps in a struct of nothing else, or
// bytes.
func isRaw(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && t.NumField() == 1 && !t.Field(0).IsExported() {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// load is JSON that is to be decoded into a type.
type load struct {
	data  []byte
	t     reflect.Type
	slack int
	tight bool // the list at the top has little capacity to spare
}

// left returns how much memory is left besides what is in the records, by the
// count of their brackets and commas. object is what an object takes at least.
// Less than 0 means that the count is not enough to tell.
func (l load) left(object int) int {
	objects, arrays, commas := tally(l.data)
	scalars := commas + 1
	room, most := l.limits()
	if known, generic := own(l.t); known && !generic {
		return room - objects*max(perObject, object) - arrays*perArray - scalars*perScalar
	}
	if objects+arrays+scalars > most {
		return -1
	}
	return room - (objects+arrays)*newShapes().heaviest(l.t) - scalars*perScalar
}

// limits are the memory and the values that the type may take.
func (l load) limits() (room, most int) {
	room = perByte*len(l.data) + l.slack
	if known, generic := own(l.t); known && (!generic || !newShapes().reach(l.t).foreign) {
		return room, math.MaxInt
	}
	return room + foreignSlack - l.slack, freeValues + len(l.data)/bytesPerValue
}

// tally counts objects, arrays and commas. Those inside texts are counted as
// well: there are no more than that.
func tally(data []byte) (objects, arrays, commas int) {
	return bytes.Count(data, []byte{'{'}), bytes.Count(data, []byte{'['}), bytes.Count(data, []byte{','})
}

const module = "github.com/fontcms/fontcms-go/"

// own reports whether t, or what it is a list of or points to, is a type of this
// module. A generic one may hold a type of a caller.
func own(t reflect.Type) (known, generic bool) {
	for t.Kind() == reflect.Pointer || (t.Kind() == reflect.Slice || t.Kind() == reflect.Map) && t.Name() == "" {
		t = t.Elem()
	}
	return ours(t), strings.Contains(t.Name(), "[")
}

func ours(t reflect.Type) bool {
	rest, ok := strings.CutPrefix(t.PkgPath(), module)
	return ok && (rest == "internal/wire" || !strings.HasPrefix(rest, "internal/")) && !strings.HasPrefix(rest, "examples/")
}

// wayOut says how to read what is refused for a caller's own type.
const wayOut = "decode into json.RawMessage to read it part by part"

// tooManyValues is the error of JSON with more elements and members than may be.
func tooManyValues(most int) error {
	return fmt.Errorf("there are more than %d elements and members besides numbers and booleans; %s", most, wayOut)
}
