package wire

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// UnmarshalMisfits decodes an object into a struct that has a field for the members
// without one. A member that does not fit its field, and null, are kept there as they
// came, and do not hide the others; [MarshalMisfits] writes them again. What a PHP server
// writes for an empty object leaves the struct empty. With [Bend] more members fit.
func UnmarshalMisfits(dec *jsontext.Decoder, into any, options ...json.Options) error {
	v := reflect.ValueOf(into).Elem()
	v.SetZero()
	raw, err := dec.ReadValue()
	switch {
	case err != nil:
		return err
	case raw.Kind() == 'n' || isEmptyPHP(raw):
		return nil
	case raw.Kind() != '{':
		return fmt.Errorf("found %v where %v was due", raw.Kind(), jsontext.Kind('{'))
	}
	return spread(raw, v, true, append(options, Options()))
}

// Keep is [Bend], and leaves what does not fit a struct in the field of the struct that
// takes the members without one. Such a field of an embedded struct does not count, and
// neither does a type of this module.
func Keep() json.Options {
	return json.WithUnmarshalers(json.JoinUnmarshalers(json.UnmarshalFromFunc(keep), json.UnmarshalFromFunc(bend)))
}

func keep(dec *jsontext.Decoder, into any) error {
	v := reflect.ValueOf(into).Elem()
	t := v.Type()
	if t.Kind() != reflect.Struct || dec.PeekKind() != '{' || ours(t) || decodesItself(t) || !hasRest(t) {
		return errors.ErrUnsupported
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	v.SetZero()
	return spread(raw, v, false, []json.Options{Keep(), Options()})
}

// hasRest reports that a struct has a field of its own for the members without one.
func hasRest(t reflect.Type) bool {
	for field := range Fields(t) {
		if field.Rest && len(field.Index) == 1 {
			return t.Field(field.Index[0]).IsExported() &&
				field.Type.ConvertibleTo(reflect.TypeFor[map[string]stdjson.RawMessage]())
		}
	}
	return false
}

// spread sets the fields of a struct to the members of an object. The others, and with
// nulls those that are null, are kept in the field for the rest.
func spread(raw jsontext.Value, v reflect.Value, nulls bool, options []json.Options) error {
	var members map[string]stdjson.RawMessage
	if err := unmarshal(raw, &members); err != nil {
		return err
	}
	var rest reflect.Value
	for field := range Fields(v.Type()) {
		if field.Rest {
			if !rest.IsValid() { // the encoder takes the outermost one
				rest = v.FieldByIndex(field.Index)
			}
			continue
		}
		member, ok := members[field.Name]
		if !ok || field.Name == "" || nulls && string(member) == "null" {
			continue
		}
		list := reflect.New(reflect.ArrayOf(1, field.Type)) // Bend changes only the inside of a value
		if json.Unmarshal([]byte("["+string(member)+"]"), list.Interface(), options...) == nil &&
			set(v, field.Index, list.Elem().Index(0)) {
			delete(members, field.Name)
		}
	}
	if len(members) > 0 {
		rest.Set(reflect.ValueOf(members).Convert(rest.Type()))
	}
	return nil
}

// set sets a field through embedded structs, and reports false if a pointer to one of them
// cannot be set.
func set(v reflect.Value, index []int, value reflect.Value) bool {
	for i, one := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() && !v.CanSet() {
				return false
			}
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		if v = v.Field(one); i == len(index)-1 {
			v.Set(value)
		}
	}
	return true
}
