package wire

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-querystring/query"
)

// Query is an options struct as it goes over the wire.
type Query struct {
	url.Values
	// EmptyFilter names an inclusion filter that is an empty list, "" if there is
	// none. The server would ignore it and return everything.
	EmptyFilter string
}

// EncodeQuery encodes a pointer to an options struct with url tags, nil for
// none, and checks the limits that every list shares.
func EncodeQuery(options any) (Query, error) {
	v := reflect.ValueOf(options)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return Query{Values: url.Values{}}, nil
	}
	values, err := query.Values(options)
	if err != nil {
		return Query{}, err
	}
	if err := check(values); err != nil {
		return Query{}, err
	}
	scalars(deref(v), values)
	return Query{Values: values, EmptyFilter: emptyInclusion(v)}, nil
}

// scalars sends the lists whose tags have the option scalar as one value where they
// hold one: a release that knows no list there takes it, and others take both.
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

// Takes reports whether a type of options has a field for an argument.
func Takes(options reflect.Type, argument string) bool {
	if options.Kind() != reflect.Struct {
		return false
	}
	return slices.ContainsFunc(reflect.VisibleFields(options), func(field reflect.StructField) bool {
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		return name == argument
	})
}

// LimitError is an argument outside its limits.
type LimitError struct{ Argument, Reason string }

func (e *LimitError) Error() string { return e.Argument + ": " + e.Reason }

// MaxPerPage is the largest page that a list gives.
const MaxPerPage = 100

// check refuses what the server would refuse, or silently read otherwise.
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
				return &LimitError{name, fmt.Sprintf("%d is not between 1 and %d", n, MaxPerPage)}
			case name == "page" && n < 1:
				return &LimitError{name, fmt.Sprintf("%d is not 1 or more", n)}
			case name == "offset" && n < 0:
				return &LimitError{name, fmt.Sprintf("%d is negative", n)}
			case n < 0 && holdsIDs(name):
				return &LimitError{name, fmt.Sprintf("%d is not an id", n)}
			}
		}
	}
	return CheckReserved(values)
}

// holdsIDs reports whether a list argument holds ids.
func holdsIDs(name string) bool {
	switch strings.TrimSuffix(name, "_exclude") {
	case "include", "exclude", "author", "parent", "categories", "tags", "menus":
		return true
	}
	return false
}

// CheckReserved refuses the arguments that change what a request is:
// _method=DELETE on a GET really deletes, _envelope hides the status.
func CheckReserved(values url.Values) error {
	for key := range values {
		if Reserved(key) {
			return &LimitError{key, "this argument is the client's own"}
		}
	}
	return nil
}

// Reserved reports that [CheckReserved] refuses an argument.
func Reserved(key string) bool {
	switch strings.ToLower(ServerName(key)) {
	case "_method", "_envelope", "_jsonp", "rest_route":
		return true
	}
	return false
}

// ServerName is the name under which PHP finds an argument: it drops spaces
// before it and what follows a NUL, and takes a dot, a space and a bracket that
// is never closed for an underscore.
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

// emptyInclusion returns the name of a list field that is empty but not nil, in any
// struct or pointer that go-querystring follows. An empty inclusion would be dropped,
// and everything matched. Excluding nothing, searching no named column and choosing no
// _fields have no effect.
func emptyInclusion(options reflect.Value) string {
	if options = deref(options); options.Kind() != reflect.Struct {
		return ""
	}
	for field, value := range options.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		switch {
		case !field.IsExported() && !field.Anonymous:
			continue
		case name == "":
			name = field.Name // as go-querystring calls it
		case strings.HasSuffix(name, "exclude"), name == "search_columns", name[0] == '_', name == "-":
			continue
		}
		if value.CanInterface() { // what is embedded need not be exported, for its fields to be
			if matchesNothing(value) {
				return name
			}
			if _, own := value.Interface().(query.Encoder); own {
				continue
			}
		}
		if name := emptyInclusion(value); name != "" {
			return name
		}
	}
	return ""
}

// deref follows pointers. For nil it returns the zero Value.
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
