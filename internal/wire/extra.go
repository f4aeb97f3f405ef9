package wire

import (
	"encoding"
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MemberError means that an Extra has a member with the name of a field of its struct.
type MemberError struct{ Name, Field string }

// Reason says what is wrong with the member.
func (e *MemberError) Reason() string {
	return "it may not stand in Extra: it is the field " + e.Field
}

func (e *MemberError) Error() string { return e.Name + ": " + e.Reason() }

// settler prepares values for the encoder: see [settler.settle].
type settler struct {
	spellings []func(string) string // functions that return further names of a field
	// misfits is nil if no member of an Extra may have the name of a field. Otherwise
	// members that do not fit their fields are allowed, and misfits becomes true if there
	// is such a member.
	misfits *bool
}

// settle returns a copy of v without the map entries that are nil or empty raw JSON. The
// encoder would write null for such an entry, and a server deletes a value that is null. If
// there is no such entry, settle returns the zero Value. The caller then encodes v unchanged.
//
// It fails with a [*MemberError] if an Extra has a member with the name of a field: the
// member would avoid the checks of the field.
func (s settler) settle(v reflect.Value, depth int) (reflect.Value, error) {
	if !v.IsValid() || depth > maxNesting || !holds(v.Type()) {
		return reflect.Value{}, nil
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		inner, err := s.settle(v.Elem(), depth+1)
		if err != nil || !inner.IsValid() {
			return inner, err
		}
		out := reflect.New(v.Type()).Elem()
		if v.Kind() == reflect.Pointer {
			pointer := reflect.New(v.Type().Elem())
			pointer.Elem().Set(inner)
			inner = pointer.Convert(v.Type())
		}
		out.Set(inner)
		return out, nil
	case reflect.Struct:
		return s.fields(v, depth)
	case reflect.Map:
		return s.entries(v, depth)
	default:
		return s.elements(v, depth)
	}
}

// fields does the work of [settler.settle] for a struct.
func (s settler) fields(v reflect.Value, depth int) (out reflect.Value, err error) {
	if !mayChange(v) {
		return out, nil
	}
	extra := false
	for field := range Fields(v.Type()) {
		if !field.Rest && (field.Name == "" || single(field.Type)) {
			continue
		}
		value, err := v.FieldByIndexErr(field.Index)
		if err != nil { // the field is inside a nil embedded pointer
			continue
		}
		if field.Rest {
			if extra { // the encoder uses only the outermost Extra
				continue
			}
			extra = true
			if err := s.beside(value, v); err != nil {
				return out, err
			}
		}
		settled, err := s.settle(value, depth+1)
		if err != nil {
			return out, err
		}
		if !settled.IsValid() {
			continue
		}
		if !out.IsValid() {
			out = reflect.New(v.Type()).Elem()
			out.Set(v)
		}
		if !replace(out, field.Index, settled) {
			return out, fmt.Errorf("%v holds raw JSON that is empty, in an embedded pointer that is not exported", v.Type())
		}
	}
	return out, nil
}

// mayChange reports whether settle could change a field of a struct. It is ten times faster
// than reading all tags, and returns false for most structs.
func mayChange(v reflect.Value) bool {
	for i := range v.NumField() {
		value := v.Field(i)
		if value.IsZero() || single(pointed(value.Type())) {
			continue
		}
		if holds(value.Type()) || holdsJSON(value.Type()) && strings.Contains(string(v.Type().Field(i).Tag), ",embed") {
			return true
		}
	}
	return false
}

// replace sets a field of a copied struct. It also copies the targets of embedded pointers
// on the way to the field. It returns false if such a pointer cannot be set.
func replace(copied reflect.Value, index []int, value reflect.Value) bool {
	for _, i := range index[:len(index)-1] {
		copied = copied.Field(i)
		if copied.Kind() != reflect.Pointer {
			continue
		}
		if !copied.CanSet() {
			return false
		}
		fresh := reflect.New(copied.Type().Elem())
		fresh.Elem().Set(copied.Elem())
		copied.Set(fresh)
		copied = fresh.Elem()
	}
	copied.Field(index[len(index)-1]).Set(value)
	return true
}

// beside fails if a member of extra has the name of a field of v, unless s.misfits allows it.
func (s settler) beside(extra, v reflect.Value) error {
	members, t := namesIn(extra), v.Type()
	if len(members) == 0 {
		return nil
	}
	for field := range Fields(t) {
		if field.Name == "" || field.Rest {
			continue
		}
		for _, spelled := range s.spelled(field.Name) {
			if !members[spelled] {
				continue
			}
			if s.misfits == nil || !misfit(extra, spelled, v, field) {
				return &MemberError{spelled, t.FieldByIndex(field.Index).Name}
			}
			*s.misfits = true
		}
	}
	return nil
}

// misfit reports whether a member of an Extra does not fit the field with the same name, and the
// field was not set after decoding. Such a field is zero, or still has the value that [Salvage]
// gave it.
func misfit(extra reflect.Value, name string, v reflect.Value, field Field) bool {
	if extra.Kind() != reflect.Map || !holdsJSON(extra.Type().Elem()) {
		return false
	}
	raw := jsontext.Value(extra.MapIndex(reflect.ValueOf(name).Convert(extra.Type().Key())).Bytes())
	read := reflect.New(field.Type)
	if Valid(raw) != nil || raw.Kind() != 'n' && Unmarshal(raw, read.Interface()) == nil {
		return false
	}
	value, err := v.FieldByIndexErr(field.Index)
	if err != nil || value.IsZero() {
		return true
	}
	(&salvage{}).value(raw, read.Elem())
	return reflect.DeepEqual(value.Interface(), read.Elem().Interface())
}

// namesIn returns the names of the non-empty members of an Extra.
func namesIn(extra reflect.Value) map[string]bool {
	if extra.Kind() == reflect.Pointer {
		extra = extra.Elem()
	}
	names := map[string]bool{}
	switch {
	case !extra.IsValid():
	case extra.Kind() == reflect.Map:
		for each := extra.MapRange(); each.Next(); {
			if value := each.Value(); !holdsJSON(value.Type()) || value.Len() > 0 {
				names[each.Key().String()] = true
			}
		}
	case holdsJSON(extra.Type()):
		var members map[string]jsontext.Value
		_ = Unmarshal(extra.Bytes(), &members) // the encoder will reject a value that is not an object
		for name := range members {
			names[name] = true
		}
	}
	return names
}

// spelled returns all names that the server reads as the given name.
func (s settler) spelled(name string) []string {
	names := []string{name}
	for _, spell := range s.spellings {
		names = append(names, spell(name))
	}
	return names
}

// entries does the work of [settler.settle] for a map.
func (s settler) entries(v reflect.Value, depth int) (out reflect.Value, err error) {
	set := func(key, value reflect.Value) {
		if !out.IsValid() {
			out = reflect.MakeMapWithSize(v.Type(), v.Len())
			for each := v.MapRange(); each.Next(); {
				out.SetMapIndex(each.Key(), each.Value())
			}
		}
		out.SetMapIndex(key, value)
	}
	for each := v.MapRange(); each.Next(); {
		if holdsJSON(v.Type().Elem()) {
			if each.Value().Len() == 0 {
				set(each.Key(), reflect.Value{})
			}
			continue
		}
		settled, err := s.settle(each.Value(), depth+1)
		if err != nil {
			return out, err
		}
		if settled.IsValid() {
			set(each.Key(), settled)
		}
	}
	return out, nil
}

// elements does the work of [settler.settle] for a slice or an array.
func (s settler) elements(v reflect.Value, depth int) (out reflect.Value, err error) {
	for i := range v.Len() {
		settled, err := s.settle(v.Index(i), depth+1)
		if err != nil {
			return out, err
		}
		if !settled.IsValid() {
			continue
		}
		if !out.IsValid() {
			out = reflect.New(v.Type()).Elem()
			if out.Set(v); v.Kind() == reflect.Slice {
				out.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
			}
		}
		out.Index(i).Set(settled)
	}
	return out, nil
}

// holds reports whether settle must look for maps inside a value of type t. It is false
// for a type that encodes itself.
func holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return !single(t.Elem()) && !encodesItself(t)
	case reflect.Struct, reflect.Map, reflect.Interface, reflect.Pointer:
		return !encodesItself(t)
	}
	return false
}

// single reports whether t is a type without elements or fields.
func single(t reflect.Type) bool { return t.Kind() < reflect.Array || t.Kind() == reflect.String }

func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return holdsJSON(t) ||
		p.Implements(reflect.TypeFor[stdjson.Marshaler]()) || p.Implements(reflect.TypeFor[json.MarshalerTo]()) ||
		p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextAppender]())
}

// holdsJSON reports whether t is raw JSON.
func holdsJSON(t reflect.Type) bool {
	return t == reflect.TypeFor[stdjson.RawMessage]() || t == reflect.TypeFor[jsontext.Value]()
}
