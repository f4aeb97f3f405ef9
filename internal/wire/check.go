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

// Slack is the memory in bytes that decoding may take in addition to 16 times the size of
// the JSON.
const Slack = 8 << 20

// ErrHeavy means that decoding a value might take more memory than [Check] allows.
var ErrHeavy = errors.New("decoding it would take more than 16 times its size and 8 MiB; json.RawMessage takes any")

// Check estimates the memory that decoding data into a value of type t would take. It
// fails with [ErrHeavy] if the estimate is above 16 times the size of data plus slack
// bytes. The estimate is the number of objects, members and elements. Each number is
// multiplied by the most memory that type t takes for one of them. A pointer type stands
// for its target.
func Check(data []byte, t reflect.Type, slack int) error {
	room := 15*len(data) + slack
	most := cost{object: bytes.Count(data, []byte{'{'})}
	most.element = bytes.Count(data, []byte{'['}) + bytes.Count(data, []byte{','})
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	// No type of this module takes more than 4 KiB for an object or an element. So data with few
	// of them needs no further check.
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
	if c.times(most) > room && c.times(count(data)) > room { // the exact count is slower, so it comes second
		return ErrHeavy
	}
	return nil
}

// cost has one number for each kind of JSON value: the number of such values in a text,
// or the largest number of bytes that one such value takes in memory.
type cost struct {
	object  int // objects, which may become maps
	entry   int // objects, [], null and false, which may become a struct in a map, or the target of a pointer
	member  int // members of objects
	record  int // elements of the outermost list
	element int // elements of other lists
}

func (c cost) times(n cost) int {
	return n.object*c.object + n.entry*c.entry + n.member*c.member + n.record*c.record + n.element*c.element
}

// count counts the values in data. It skips strings.
func count(data []byte) (n cost) {
	var lists []bool                                             // for each open bracket: whether it opens a list
	for i := 0; i < len(data) && len(lists) <= maxNesting; i++ { // a decoder refuses deeper values
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

// add raises the costs in c so that they also cover values of type t and of all types in t.
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
	case reflect.Map: // a map begins with eight slots, and half of them may stay empty
		slot, apart := int(t.Key().Size()+t.Elem().Size()), 0
		if t.Elem().Size() > 128 {
			slot, apart = int(t.Key().Size())+8, int(t.Elem().Size())*9/8
		}
		if c.object = 384; t.Elem().Kind() == reflect.Struct || apart > 0 {
			c.entry = max(c.entry, slot*16/7+apart)
		}
		c.member = max(c.member, min(slot, 40)*16/7+32) // 32 bytes for the string, name or interface value
	case reflect.Slice:
		c.element = max(c.element, int(t.Elem().Size())*5/4+32)
	case reflect.Pointer, reflect.Array:
		c.entry = max(c.entry, int(t.Elem().Size())*9/8+8)
	default:
		return
	}
	c.add(t.Elem(), seen)
}

// MaxMembers is the largest number of entries that is read into a map of links, sizes,
// arguments and the like.
const MaxMembers = 1000

// MaxElements returns how many elements a list may have if the request had the given page
// size: ten times the size, and at least 1,000. Without a size it is 100,000. A list may
// exceed its page size on routes without pages, because of sticky posts, and because of
// plugins that ignore the size.
func MaxElements(size int) int {
	switch {
	case size <= 0:
		return 100_000
	case size > math.MaxInt/10:
		return math.MaxInt
	}
	return max(10*size, 1000)
}

// Limit counts the elements of a list, or the members of an object, while they are read.
type Limit struct {
	Max  int
	What string // what is counted: "elements in the list"

	n int
}

// Add counts one more element. It fails if there are now more than Max.
func (c *Limit) Add() error {
	if c.n++; c.n > c.Max {
		return &limitError{c.Max, c.What}
	}
	return nil
}

// limitError means that a list or an object has more entries than allowed.
type limitError struct {
	max  int
	what string
}

func (e *limitError) Error() string { return fmt.Sprintf("there are more than %d %s", e.max, e.what) }

// Compact returns a copy of list without spare capacity if the spare capacity is more than
// a quarter of the list. Otherwise it returns list.
func Compact[T any](list []T) []T {
	if roomy(len(list), cap(list)) {
		return append(make([]T, 0, len(list)), list...)
	}
	return slices.Clip(list)
}

func roomy(n, capacity int) bool { return capacity-n > max(n/4, 1) }

// maxNesting is the depth at which the decoder and the encoder refuse a value. This package
// also stops at this depth, because a value that contains itself has no end.
const maxNesting = 10_000

// isRaw reports whether t keeps the JSON as bytes: t is a slice of bytes, or a struct
// whose only field is such a slice.
func isRaw(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && t.NumField() == 1 && !t.Field(0).IsExported() {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}
