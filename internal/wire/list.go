package wire

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// List decodes an array into a slice that can be set, never into nil. An element
// that is [] is an empty object, which is how the server writes a record none of
// whose fields were asked for. An object whose names are all numbers is a PHP list
// with holes, and read as its values; without a hole PHP would have written an array.
// size is the page size that was sent, 0 for none: a list of more than [MaxElements]
// is refused, and so is what [Check] refuses.
func List(data []byte, size int, into reflect.Value, options ...json.Options) error {
	list := reflect.New(into.Type()).Elem()
	if err := Check(data, list.Type(), Slack); err != nil {
		return err
	}
	dec := newDecoder(data, options)
	elements, err := begin(dec, size)
	if err != nil {
		return err
	}
	list.Set(reflect.MakeSlice(list.Type(), 0, 0))
	for {
		more, err := elements.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		n := list.Len()
		if n == list.Cap() {
			list.Grow(1)
		}
		list.SetLen(n + 1)
		list.Index(n).SetZero()
		if err := Element(dec, list.Index(n).Addr().Interface()); err != nil {
			return err
		}
		if n == 0 { // estimates the length from the size of the first element
			list.Grow(max(0, min(len(data)/int(dec.InputOffset()), MaxPerPage)-1))
		}
	}
	if n := list.Len(); roomy(n, list.Cap()) { // as Fit
		into.Set(reflect.MakeSlice(list.Type(), n, n))
		reflect.Copy(into, list)
	} else {
		into.Set(list.Slice3(0, n, n))
	}
	return nil
}

// Elements returns the elements of an array as they are, under the limits of
// [List]. With named, those of an object are taken for elements whatever their names.
func Elements(data []byte, size int, record reflect.Type, named bool) ([]jsontext.Value, error) {
	if err := Check(data, reflect.SliceOf(record), Slack); err != nil {
		return nil, err
	}
	dec := newDecoder(data, nil)
	elements, err := begin(dec, size)
	if err != nil {
		return nil, err
	}
	elements.named = named
	var list []jsontext.Value
	for {
		more, err := elements.next()
		if err != nil {
			return nil, err
		}
		if !more {
			return list, nil
		}
		begin := dec.InputOffset()
		if err := dec.SkipValue(); err != nil {
			return nil, err
		}
		list = append(list, bytes.TrimLeft(data[begin:dec.InputOffset()], " \t\r\n,:"))
	}
}

// elements are those of a list that is being read.
type elements struct {
	dec   *jsontext.Decoder
	count Limit
	holes bool // it is an object, of which the names are numbers
	found bool // one of these is not the next number
	named bool // the names may be any
}

// begin reads the beginning of a list.
func begin(dec *jsontext.Decoder, size int) (elements, error) {
	e := elements{dec: dec, count: Limit{Max: MaxElements(size), What: "elements in the list"}}
	if size > 0 {
		e.count.What += "; List without PerPage reads up to 100,000"
	}
	if e.holes = dec.PeekKind() == '{'; !e.holes {
		err := expect(dec, '[')
		return e, err
	}
	_, err := dec.ReadToken()
	return e, err
}

// errNoList is an object where a list is due.
var errNoList = errors.New("found { where [ was due")

// next counts the next element and reads up to it. If there is none, it reads the end of the
// list, and refuses what follows it.
func (e *elements) next() (more bool, err error) {
	if kind := e.dec.PeekKind(); kind == ']' || kind == '}' {
		if _, err := e.dec.ReadToken(); err != nil {
			return false, err
		}
		if e.holes && !e.found && !e.named {
			return false, errNoList
		}
		return false, End(e.dec)
	}
	if err := e.count.Add(); err != nil || !e.holes {
		return true, err
	}
	token, err := e.dec.ReadToken()
	if err != nil {
		return false, err
	}
	name := token.String()
	if e.named {
		return true, nil
	}
	if name == "" || strings.Trim(name, "0123456789") != "" {
		return false, errNoList
	}
	e.found = e.found || name != strconv.Itoa(e.count.n-1)
	return true, nil
}
