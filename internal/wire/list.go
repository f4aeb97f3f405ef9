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

// List decodes an array into a settable slice. The slice is never nil afterwards. An element
// that is [] is read as an empty object: PHP writes a record so if none of its fields was
// requested. An object whose names are all numbers is read as a list of its values: PHP
// writes a list with holes so. size is the page size of the request, 0 if there was none.
//
// Errors: too many elements, see [MaxElements]; [ErrHeavy] as in [Check].
func List(data []byte, size int, into reflect.Value, options ...json.Options) error {
	list := reflect.New(into.Type()).Elem()
	if err := Check(data, list.Type(), Slack); err != nil {
		return err
	}
	if len(options) == 0 && hasLongNumber(data) {
		options = []json.Options{exactNumbers()}
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
		if n == 0 { // the size of the first element gives an estimate of the length
			list.Grow(min(len(data)/int(dec.InputOffset()), MaxPerPage) - 1)
		}
	}
	if n := list.Len(); roomy(n, list.Cap()) { // releases spare capacity, as Compact does
		into.Set(reflect.MakeSlice(list.Type(), n, n))
		reflect.Copy(into, list)
	} else {
		into.Set(list.Slice3(0, n, n))
	}
	return nil
}

// Elements returns the elements of an array as raw JSON, with the limits of [List]. If named
// is set, an object with any names is read as a list of its values.
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

// elements reads a list element by element.
type elements struct {
	dec   *jsontext.Decoder
	count Limit
	holes bool // the list is written as an object whose names are numbers
	found bool // a name was not the next number, so there is a hole; PHP writes only such lists as objects
	named bool // the names need not be numbers
}

// begin reads the opening bracket of a list, or of an object that stands for a list.
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

// errNoList means that an object came where a list was expected.
var errNoList = errors.New("found { instead of [")

// next reads up to the next element and counts it. At the end of the list it reads the
// closing bracket, and fails if anything follows it.
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
