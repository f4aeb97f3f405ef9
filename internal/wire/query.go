package wire

import (
	"fmt"
	"iter"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-querystring/query"
)

// Query is an encoded options struct.
type Query struct {
	url.Values
	// EmptyFilter is the name of an inclusion filter that is set to an empty list, or "".
	// The server would ignore such a filter and return all records.
	EmptyFilter string
}

// EncodeQuery encodes options, a pointer to a struct with url tags, or nil. It checks the
// limits that all lists share.
func EncodeQuery(options any) (Query, error) {
	v := reflect.ValueOf(options)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return Query{Values: url.Values{}}, nil
	}
	of := v.Type()
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return Query{}, fmt.Errorf("must be a struct with the arguments of the call, not %T", options)
	}
	values, err := query.Values(options)
	if err != nil {
		return Query{}, err
	}
	if err := check(values); err != nil {
		return Query{}, err
	}
	scalars(deref(v), values)
	out := Query{Values: values}
	for name, value := range arguments(v) {
		for _, id := range idsOf(value) {
			if id < 0 {
				return Query{}, &LimitError{name, fmt.Sprintf("%d is not an id", id)}
			}
		}
		if out.EmptyFilter == "" && matchesNothing(value) && !mayBeEmpty(name) {
			out.EmptyFilter = name
		}
	}
	return out, nil
}

// scalars replaces a list of one element by this element if the tag of the field has the option
// scalar. For such an argument, older releases of WordPress accept no list. Newer releases
// accept both.
func scalars(options reflect.Value, values url.Values) {
	if options.Kind() != reflect.Struct {
		return
	}
	for field := range options.Type().Fields() {
		name, rest, _ := strings.Cut(field.Tag.Get("url"), ",")
		if slices.Contains(strings.Split(rest, ","), "scalar") && len(values[name+"[]"]) == 1 {
			values[name] = values[name+"[]"]
			delete(values, name+"[]")
		}
	}
}

// Takes reports whether an options type has a field for an argument.
func Takes(options reflect.Type, argument string) bool {
	if options.Kind() != reflect.Struct {
		return false
	}
	return slices.ContainsFunc(reflect.VisibleFields(options), func(field reflect.StructField) bool {
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		return name == argument
	})
}

// LimitError means that an argument is outside its limits.
type LimitError struct{ Argument, Reason string }

func (e *LimitError) Error() string { return e.Argument + ": " + e.Reason }

// MaxPerPage is the largest page size that WordPress allows.
const MaxPerPage = 100

// check fails if the server would refuse a value, or would silently read it as another
// value.
func check(values url.Values) error {
	for key, list := range values {
		name, _, _ := strings.Cut(key, "[")
		for _, value := range list {
			if value == "" && strings.HasSuffix(key, "[]") {
				return &LimitError{name, "an element is empty, which the server reads as no filter"}
			}
			n, err := strconv.Atoi(value)
			if err != nil {
				continue
			}
			switch {
			case name == "per_page" && (n < 1 || n > MaxPerPage):
				return &LimitError{name, fmt.Sprintf("must be 1 to %d, not %d", MaxPerPage, n)}
			case name == "page" && n < 1:
				return &LimitError{name, fmt.Sprintf("must be 1 or more, not %d", n)}
			case name == "offset" && n < 0:
				return &LimitError{name, fmt.Sprintf("%d is negative", n)}
			}
		}
	}
	return CheckReserved(values)
}

// CheckReserved fails if values has an argument that changes the meaning of a request:
// _method=DELETE turns a GET into a DELETE, _envelope hides the status.
func CheckReserved(values url.Values) error {
	for key := range values {
		if Reserved(key) {
			return &LimitError{key, "this argument is set by the client itself"}
		}
	}
	return nil
}

// Reserved reports whether [CheckReserved] fails for the argument.
func Reserved(key string) bool {
	switch strings.ToLower(ServerName(key)) {
	case "_method", "_envelope", "_jsonp", "rest_route":
		return true
	}
	return false
}

// ServerName returns the name under which PHP stores an argument. PHP removes leading spaces
// and everything from a NUL on. It replaces dots, spaces and an opening bracket that is
// never closed by underscores.
func ServerName(key string) string {
	if !strings.ContainsAny(key, " .[\x00") {
		return key
	}
	key, _, _ = strings.Cut(strings.TrimLeft(key, " "), "\x00")
	name, rest, found := strings.Cut(key, "[")
	if found && !strings.Contains(rest, "]") {
		name += "_" + rest
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, " ", "_"), ".", "_")
}

// arguments yields the name and the value of each field of options. It follows structs and
// pointers as go-querystring does.
func arguments(options reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) { yieldArguments(options, yield) }
}

// yieldArguments yields the arguments of options that have a value. It reports whether
// yield wants further arguments.
func yieldArguments(options reflect.Value, yield func(string, reflect.Value) bool) bool {
	if options = deref(options); options.Kind() != reflect.Struct {
		return true
	}
	for field, value := range options.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		switch {
		case !field.IsExported() && !field.Anonymous, name == "-", value.IsZero():
			continue
		case name == "":
			name = field.Name // go-querystring does the same
		}
		if value.CanInterface() { // not for an unexported embedded struct, whose fields may be exported
			if !yield(name, value) {
				return false
			}
			if _, own := value.Interface().(query.Encoder); own {
				continue
			}
		}
		if !yieldArguments(value, yield) {
			return false
		}
	}
	return true
}

// idsOf returns the numbers of an argument of type int64 or []int64, or of a pointer to one of
// these types. Such arguments hold ids.
func idsOf(argument reflect.Value) []int64 {
	if argument = deref(argument); !argument.IsValid() {
		return nil
	}
	switch v := argument.Interface().(type) {
	case int64:
		return []int64{v}
	case []int64:
		return v
	}
	return nil
}

// mayBeEmpty reports whether an argument may be an empty list: it excludes records, names
// columns to search, or chooses _fields. An empty list has no effect there. The server would
// drop any other empty list, and return all records.
func mayBeEmpty(name string) bool {
	return strings.HasSuffix(name, "exclude") || name == "search_columns" || name[0] == '_'
}

// deref follows pointers. It returns the zero Value for a nil pointer.
func deref(value reflect.Value) reflect.Value {
	for value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	return value
}

func matchesNothing(value reflect.Value) bool {
	if value.Kind() == reflect.Pointer && value.IsNil() {
		return false
	}
	if filter, ok := value.Interface().(interface{ MatchesNothing() bool }); ok {
		return filter.MatchesNothing()
	}
	value = deref(value)
	return value.Kind() == reflect.Slice && !value.IsNil() && value.Len() == 0
}
