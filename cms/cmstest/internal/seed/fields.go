package seed

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Places says where to store the fields of a record, by name. A place is a pointer to a value, a
// [Date], or a function that stores the value.
type Places map[string]any

// Date is the place of a date without a zone. Empty allows "".
type Date struct {
	To    *string
	Empty bool
}

// Fields stores the fields of a record in their places. It fails on an unknown field and on a value
// of the wrong type.
func Fields(record map[string]any, fields Places) error {
	for _, name := range php.SortedKeys(record) {
		var err error
		switch to := fields[name].(type) {
		case *string:
			*to, err = Text(name, record[name])
		case Date:
			err = to.read(name, record[name])
		case *int64:
			*to, err = Int(name, record[name])
		case *bool:
			*to, err = Bool(name, record[name])
		case *[]string:
			*to, err = Texts(name, record[name])
		case func(any) error:
			err = to(record[name])
		default:
			err = NoField(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d Date) read(name string, value any) (err error) {
	if *d.To, err = Text(name, value); err != nil || *d.To == "" && d.Empty {
		return err
	}
	if _, err := time.Parse(php.StampLayout, *d.To); err != nil {
		return fmt.Errorf("%s is %q, not like %s", name, *d.To, php.StampLayout)
	}
	return nil
}

// Record returns a record with the values of all places except functions.
func (fields Places) Record() map[string]any {
	out := make(map[string]any, len(fields))
	for name, place := range fields {
		switch from := place.(type) {
		case *string:
			out[name] = *from
		case Date:
			out[name] = *from.To
		case *int64:
			out[name] = *from
		case *bool:
			out[name] = *from
		case *[]string:
			out[name] = append([]string{}, *from...)
		}
	}
	return out
}

// Words returns a function for [Places] that stores a map of strings in to. It converts
// values of other types to strings.
func Words(name string, to map[string]string) func(any) error {
	return func(value any) error {
		members, ok := value.(map[string]any)
		if !ok {
			return WrongType(name, value, "a map")
		}
		for key := range members {
			to[key] = fmt.Sprint(members[key])
		}
		return nil
	}
}

// Texts returns a copy of a list of strings. It is never nil.
func Texts(name string, value any) ([]string, error) {
	if list, ok := value.([]string); ok {
		return append([]string{}, list...), nil
	}
	list, ok := value.([]any)
	if !ok {
		return nil, WrongType(name, value, "a list of strings")
	}
	out := make([]string, len(list))
	for i, e := range list {
		text, err := Text(fmt.Sprintf("%s[%d]", name, i), e)
		if err != nil {
			return nil, err
		}
		out[i] = text
	}
	return out, nil
}

// NoField returns the error for an unknown field.
func NoField(name string) error { return fmt.Errorf("there is no field %q", name) }

// WrongType returns the error for a value of the wrong type.
func WrongType(name string, value any, want string) error {
	return fmt.Errorf("%s is %s, not %s", name, typeName(value), want)
}

// typeName returns the name of a value's type: the JSON name, or the Go name if there is no JSON
// name.
func typeName(value any) string {
	v := reflect.ValueOf(value)
	switch {
	case value == nil:
		return "null"
	case v.CanInt() || v.CanUint() || v.CanFloat() || v.Type() == reflect.TypeFor[json.Number]():
		return "a number"
	case v.Kind() == reflect.String:
		return "a string"
	case v.Kind() == reflect.Slice:
		return "a list"
	case v.Kind() == reflect.Map:
		return "a map"
	}
	return fmt.Sprintf("a %T", value)
}

// Text returns a value that must be a string.
func Text(name string, value any) (string, error) {
	text, ok := value.(string)
	if !ok {
		return "", WrongType(name, value, "a string")
	}
	return text, nil
}

// Bool returns a value that must be a bool.
func Bool(name string, value any) (bool, error) {
	flag, ok := value.(bool)
	if !ok {
		return false, WrongType(name, value, "a bool")
	}
	return flag, nil
}

// Int returns a value that must be an integer. It may have any number type, including json.Number.
func Int(name string, value any) (int64, error) {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return n, nil
		}
		return 0, fmt.Errorf("%s is %s, not an integer", name, v)
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return 0, fmt.Errorf("%s is %v, not an integer", name, v)
		}
		return int64(v), nil
	}
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return v.Int(), nil
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return int64(v.Uint()), nil
	}
	return 0, WrongType(name, value, "an integer")
}

// Ints returns a copy of a list of integers. It is never nil.
func Ints(name string, value any) ([]int64, error) {
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		return nil, WrongType(name, value, "a list of integers")
	}
	out := make([]int64, list.Len())
	for i := range out {
		n, err := Int(fmt.Sprintf("%s[%d]", name, i), list.Index(i).Interface())
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}
