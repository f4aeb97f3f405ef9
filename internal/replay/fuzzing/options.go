package fuzzing

import (
	"encoding/binary"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fill sets fields of a struct. The bytes decide which fields, and their values. Fields
// after the end of the bytes stay zero.
func Fill(v any, data []byte) {
	b := &source{data}
	b.fill(reflect.ValueOf(v).Elem())
}

type source struct{ data []byte }

func (b *source) byte() byte {
	if len(b.data) == 0 {
		return 0
	}
	first := b.data[0]
	b.data = b.data[1:]
	return first
}

func (b *source) bytes(n int) []byte {
	n = min(n, len(b.data))
	out := b.data[:n]
	b.data = b.data[n:]
	return out
}

// number returns a number that is usually small, because most limits are small numbers.
func (b *source) number() int64 {
	switch kind := b.byte(); {
	case kind < 200:
		return int64(kind) - 10
	case kind < 220:
		return -int64(b.byte())
	}
	var word [8]byte
	copy(word[:], b.bytes(8))
	return int64(binary.LittleEndian.Uint64(word[:]))
}

func (b *source) fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		if seconds := uint32(b.number()); seconds != 0 {
			moment := time.Unix(int64(seconds), int64(b.byte())*1e6)
			v.Set(reflect.ValueOf(moment.In(time.FixedZone("", (int(b.byte())-128)*360))))
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for field, value := range v.Fields() {
			if field.IsExported() && b.byte()%4 == 1 {
				b.fill(value)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		b.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), int(b.byte()%4), 4))
		for i := range v.Len() {
			b.fill(v.Index(i))
		}
	case reflect.String:
		v.SetString(string(b.bytes(int(b.byte() % 16))))
	case reflect.Bool:
		v.SetBool(b.byte()%2 == 1)
	case reflect.Int, reflect.Int64:
		v.SetInt(b.number())
	}
}

// Query is the expected result of list options: a query, nothing because a filter
// includes nothing, or a refusal with its reason.
type Query struct {
	Values  url.Values
	Nothing bool
	Refused string
}

// QueryOf returns the expected result of options. It is written from the comments of the
// options and their tags, and shares no code with the encoder.
func QueryOf(options any) Query {
	q := Query{Values: url.Values{}}
	for field, value := range reflect.Indirect(reflect.ValueOf(options)).Fields() {
		name, rest, _ := strings.Cut(field.Tag.Get("url"), ",")
		q.add(name, rest, value)
	}
	return q
}

func (q *Query) refuse(name string, reason any) { q.Refused = fmt.Sprint(name, ": ", reason) }

func (q *Query) add(name, rest string, value reflect.Value) {
	switch v := value.Interface().(type) {
	case time.Time:
		if !v.IsZero() {
			q.Values.Set(name, v.Format(time.RFC3339))
		}
		return
	case interface{ IsZero() bool }: // a filter of terms
		if !v.IsZero() {
			q.terms(name, value)
		}
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			q.Values.Set(name, text(value.Elem(), rest))
		}
	case reflect.Slice:
		q.list(name, value)
	default:
		if !value.IsZero() {
			q.Values.Set(name, text(value, rest))
			q.limits(name, value)
		}
	}
}

func (q *Query) limits(name string, value reflect.Value) {
	if !value.CanInt() {
		return
	}
	switch n := value.Int(); {
	case n < 0, name == "per_page" && n > 100:
		q.refuse(name, n)
	}
}

func (q *Query) list(name string, value reflect.Value) {
	if !value.IsNil() && value.Len() == 0 && !strings.HasSuffix(name, "exclude") && name != "search_columns" {
		q.Nothing = true
	}
	ids := slices.Contains([]string{"include", "exclude", "author", "parent"}, strings.TrimSuffix(name, "_exclude"))
	for i := range value.Len() {
		element := value.Index(i)
		s := text(element, "")
		if n, err := strconv.Atoi(s); s == "" || ids && err == nil && n < 0 {
			q.refuse(name, s)
		}
		q.Values.Add(name+"[]", s)
	}
}

// terms adds a term filter. It reads the fields of the filter by their names, because the
// filter may have any type.
func (q *Query) terms(name string, filter reflect.Value) {
	terms, operator := filter.FieldByName("Terms"), filter.FieldByName("Operator").String()
	children, exclusion := filter.FieldByName("IncludeChildren"), strings.HasSuffix(name, "_exclude")
	taxonomy := strings.TrimSuffix(name, "_exclude")
	switch {
	case terms.IsNil():
		q.refuse(name, "no terms")
	case operator != "" && (exclusion || operator != "AND" && operator != "OR"):
		q.refuse(name, operator)
	case !children.IsNil() && taxonomy != "categories":
		q.refuse(name, "children")
	case terms.Len() == 0:
		q.Nothing = q.Nothing || !exclusion
		return
	}
	key := name + "[]"
	if filter.FieldByName("Object").Bool() || operator != "" || !children.IsNil() {
		key = name + "[terms][]"
	}
	for i := range terms.Len() {
		id := terms.Index(i).Int()
		if id < 1 {
			q.refuse(name, id)
		}
		q.Values.Add(key, strconv.FormatInt(id, 10))
	}
	if operator != "" {
		q.Values.Set(name+"[operator]", operator)
	}
	if !children.IsNil() {
		q.Values.Set(name+"[include_children]", strconv.FormatBool(children.Elem().Bool()))
	}
}

func text(value reflect.Value, rest string) string {
	switch {
	case value.CanInt():
		return strconv.FormatInt(value.Int(), 10)
	case value.Kind() == reflect.Bool && strings.HasPrefix(rest, "int"):
		return map[bool]string{true: "1", false: "0"}[value.Bool()]
	case value.Kind() == reflect.Bool:
		return strconv.FormatBool(value.Bool())
	}
	return value.String()
}
