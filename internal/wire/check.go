package wire

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Slack is the memory that decoding JSON may take in addition to 16 times its bytes.
const Slack = 8 << 20

// ErrHeavy is JSON that might take more than that.
var ErrHeavy = errors.New("decoding it would take more than 16 times its size and 8 MiB; json.RawMessage takes any")

// Check refuses JSON before it is decoded into a t, or what t points to, if that might take
// more memory than 16 times its size and slack: its brackets, members and elements, times
// what t makes of one.
func Check(data []byte, t reflect.Type, slack int) error {
	room := 15*len(data) + slack
	most := cost{object: bytes.Count(data, []byte{'{'})}
	most.element = bytes.Count(data, []byte{'['}) + bytes.Count(data, []byte{','})
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	// Only a type of the caller takes more than 4 KiB for one.
	if (1+most.object+most.element)<<12 <= room || t == nil || isRaw(t) {
		return nil
	}
	c := cost{member: 48}
	if t.Kind() == reflect.Slice {
		t, c.record = t.Elem(), int(t.Elem().Size())*5/4+32
	}
	c.add(t, make(map[reflect.Type]bool, 24))
	c.record = cmp.Or(c.record, c.element)
	most.member, most.record = bytes.Count(data, []byte{':'}), most.element
	most.entry = 1 + most.object + most.member + most.element
	if c.times(most) > room && c.times(count(data)) > room { // counting what is not in texts takes longer
		return ErrHeavy
	}
	return nil
}

// cost is how many of each there are, or what t makes of one at most: objects, with maps of
// their own; what may be an entry of a map of structs, or stand where a pointer is, namely
// objects, [], null and false; members; elements of the list at the top, and others.
type cost struct{ object, entry, member, record, element int }

func (c cost) times(n cost) int {
	return n.object*c.object + n.entry*c.entry + n.member*c.member + n.record*c.record + n.element*c.element
}

// count counts what is not in texts.
func count(data []byte) (n cost) {
	var lists []bool                                             // for each open bracket: whether it is a list
	for i := 0; i < len(data) && len(lists) <= maxNesting; i++ { // no decoder goes deeper
		switch c := data[i]; c {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '{':
			lists, n.object, n.entry = append(lists, false), n.object+1, n.entry+1
		case '[', ',':
			if c == '[' {
				lists = append(lists, true)
			}
			if last := len(lists) - 1; last == 0 && lists[0] {
				n.record++
			} else if last > 0 && lists[last] {
				n.element++
			}
		case '}', ']':
			if i > 0 && data[i-1] == '[' {
				n.entry++
			}
			lists = lists[:max(len(lists)-1, 0)]
		case ':':
			n.member++
		case 'n', 'f':
			n.entry++
		}
	}
	return n
}

// add raises the costs to those of all that can be reached from t.
func (c *cost) add(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			c.add(t.Field(i).Type, seen)
		}
		return
	case reflect.Interface:
		t = reflect.TypeFor[map[string][]any]()
		fallthrough
	case reflect.Map: // it begins with eight slots, and half of them may be empty
		slot, apart := int(t.Key().Size()+t.Elem().Size()), 0
		if t.Elem().Size() > 128 {
			slot, apart = int(t.Key().Size())+8, int(t.Elem().Size())*9/8
		}
		if c.object = 384; t.Elem().Kind() == reflect.Struct || apart > 0 {
			c.entry = max(c.entry, slot*16/7+apart)
		}
		c.member = max(c.member, min(slot, 40)*16/7+32) // the memory of a text, a name or an interface value
	case reflect.Slice:
		c.element = max(c.element, int(t.Elem().Size())*5/4+32)
	case reflect.Pointer, reflect.Array:
		c.entry = max(c.entry, int(t.Elem().Size())*9/8+8)
	default:
		return
	}
	c.add(t.Elem(), seen)
}

// MaxMembers is how many entries an object may have that is read into a map
// of links, sizes, arguments and the like.
const MaxMembers = 1000

// MaxElements returns how many elements a list may have that was asked for
// with a page size: ten times the size, and at least 1,000. It is 100,000
// where no size was sent. The slack is for routes that do not page, for sticky
// posts before a page, and for plugins that ignore the size.
func MaxElements(size int) int {
	switch {
	case size <= 0:
		return 100_000
	case size > math.MaxInt/10:
		return math.MaxInt
	}
	return max(10*size, 1000)
}

// Limit counts what is read of a list or an object.
type Limit struct {
	Max  int
	What string // "elements in the list"

	n int
}

// Add counts one more, and refuses the first that is too many.
func (c *Limit) Add() error {
	if c.n++; c.n > c.Max {
		return &limitError{c.Max, c.What}
	}
	return nil
}

// limitError is a list or an object that has too many entries.
type limitError struct {
	max  int
	what string
}

func (e *limitError) Error() string { return fmt.Sprintf("there are more than %d %s", e.max, e.what) }

// Compact returns list without the capacity that append reserved, where that is
// more than a quarter of the list.
func Compact[T any](list []T) []T {
	if roomy(len(list), cap(list)) {
		return append(make([]T, 0, len(list)), list...)
	}
	return slices.Clip(list)
}

func roomy(n, capacity int) bool { return capacity-n > max(n/4, 1) }

// maxNesting is how deep decoder and encoder go before they refuse a value, which may
// hold itself.
const maxNesting = 10_000

// isRaw reports that the JSON itself is kept, perhaps in a struct of nothing else, or
// bytes.
func isRaw(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && t.NumField() == 1 && !t.Field(0).IsExported() {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}
