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

// Places are where the fields of a record are, by their names: pointers to values, dates, and functions that take a
// value.
type Places map[string]any

// Date is a date without a zone. An empty one is allowed if Empty is set.
type Date struct {
	To    *string
	Empty bool
}

// Fields reads the fields of a record, each into its place.
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

// Record makes a record of what is in the places, except for those that are functions.
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

// Words is a place for a map of texts. Values of other types become texts.
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

// Texts reads a list of strings into one of its own, which is never nil.
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

// NoField is the error of a field that there is not.
func NoField(name string) error { return fmt.Errorf("there is no field %q", name) }

// WrongType is the error of a value that is of another type than the one wanted.
func WrongType(name string, value any, want string) error {
	return fmt.Errorf("%s is %s, not %s", name, typeName(value), want)
}

// typeName names a type as JSON does, if it has it.
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

// Text reads a string.
func Text(name string, value any) (string, error) {
	text, ok := value.(string)
	if !ok {
		return "", WrongType(name, value, "a string")
	}
	return text, nil
}

// Bool reads true or false.
func Bool(name string, value any) (bool, error) {
	flag, ok := value.(bool)
	if !ok {
		return false, WrongType(name, value, "a bool")
	}
	return flag, nil
}

// Int reads an integer of any number type, those of JSON included.
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

// Ints reads a slice of integers into one of its own, which is never nil.
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
