package wire

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Salvage decodes JSON that [Object] refused into what v points to, although some values do
// not fit their fields. A PHP server writes such values:
//   - A number in a string is read as a number. A number, or true, is read as its text.
//   - A number whose fraction is zero, such as 3.0, is read as an integer.
//   - 0 and 1, also in strings, are read as booleans, and so are "true", "yes", "on", "false",
//     "no" and "off", because plugins store settings so.
//   - A whole number that a float64 would round is read rounded, and counts as a member of which
//     only a part fits.
//   - [] is read as an empty object, and {} as an empty list. An object whose names are all
//     numbers is read as a list of its values, because PHP writes a list with holes so.
//   - A list or a map loses only the elements that do not fit. In a map "", false and [] are
//     read as the zero value.
//   - If a member does not fit its field, or if only a part of it fits, its JSON is kept in
//     the Extra of the struct, or of the nearest outer struct that has an Extra.
//     [MarshalMisfits] writes it again. This includes "", false and [] in place of another
//     type, because the server may have replaced a value by them.
//
// Errors:
//   - [ErrHeavy] as in [Check], and a list or map with more entries than its type accepts
//   - no known member of an object fits, unless all are "", false or []
//   - a value does not fit, and no struct around it has an Extra; then "", false and [] are
//     read as the zero value
func Salvage(data []byte, v any) error {
	reflect.ValueOf(v).Elem().SetZero()
	err := salvaged(data, v)
	if err != nil {
		reflect.ValueOf(v).Elem().SetZero()
	}
	return err
}

func salvaged(data []byte, v any) error {
	if err := Check(data, reflect.TypeOf(v), Slack); err != nil {
		return err
	}
	if err := Valid(data); err != nil {
		return err
	}
	target := reflect.ValueOf(v).Elem()
	for target.Kind() == reflect.Pointer {
		target.Set(reflect.New(target.Type().Elem()))
		target = target.Elem()
	}
	raw := jsontext.Value(data)
	if kind := raw.Kind(); kind != '{' && kind != '[' || kind == '{' && target.Kind() == reflect.Slice {
		return fmt.Errorf("found %v instead of %v", kind, target.Type())
	}
	var s salvage
	some, whole := s.value(raw, target)
	switch {
	case s.refused != nil:
		return s.refused
	case !some, s.nothing && target.Kind() == reflect.Struct:
		return fmt.Errorf("no member of the %v fits", target.Type())
	case !whole:
		return s.lost
	}
	return nil
}

// Tolerant is [Unmarshal] for a value of a plugin. If the value does not fit v, Tolerant reads
// "", false and [] as an empty struct, map or list, and salvages an object or a list.
func Tolerant(data []byte, v any) error {
	err := Unmarshal(data, v)
	target := reflect.ValueOf(v)
	if err == nil || target.Kind() != reflect.Pointer || target.IsNil() {
		return err
	}
	target = target.Elem()
	switch target.Kind() {
	case reflect.Struct, reflect.Map, reflect.Slice, reflect.Pointer:
		if isEmptyPHP(bytes.TrimSpace(data)) {
			target.SetZero()
			return nil
		}
	}
	if Salvage(data, v) == nil {
		return nil
	}
	return err
}

// UnmarshalMisfits decodes an object into a struct with an Extra, as [Salvage] does. The
// Extra also keeps members that are null, and members with too many entries. A value that
// PHP writes for an empty object leaves the struct empty. If convert is false, the Extra
// also keeps scalars of another type.
func UnmarshalMisfits(dec *jsontext.Decoder, into any, convert bool) error {
	v := reflect.ValueOf(into).Elem()
	v.SetZero()
	raw, err := dec.ReadValue()
	switch {
	case err != nil:
		return err
	case raw.Kind() != '{' && raw.Kind() != 'n' && !isEmptyPHP(raw):
		return fmt.Errorf("found %v instead of %v", raw.Kind(), jsontext.Kind('{'))
	}
	s := salvage{nulls: true, exact: !convert}
	s.object(raw, v)
	return nil
}

// salvage is the state of one run of [Salvage].
type salvage struct {
	nulls   bool  // nulls are not read into fields; the Extra keeps them
	exact   bool  // scalars are not converted
	nothing bool  // no known member of the last object fits
	refused error // error of a limit that was exceeded
	lost    error // error of the first part that does not fit
	depth   int
}

// maxDepth is the depth down to which values are salvaged. A value is decoded once for each
// value around it, so the time grows with the depth. Records are nested less deeply.
const maxDepth = 64

// value sets v to the value of raw, as far as raw fits. some means that v holds at least a part
// of raw. whole means that v holds all of raw.
func (s *salvage) value(raw jsontext.Value, v reflect.Value) (some, whole bool) {
	err := unmarshal(raw, v.Addr().Interface())
	if err == nil {
		return true, true
	}
	v.SetZero()
	t, kind := v.Type(), raw.Kind()
	if s.depth == maxDepth {
		s.lost = err
		return false, false
	}
	s.depth++
	defer func() { s.depth-- }()
	if t.Kind() == reflect.Pointer {
		v.Set(reflect.New(t.Elem()))
		if some, whole = s.value(raw, v.Elem()); !some {
			v.SetZero()
		}
		return some, whole
	}
	var list jsontext.Value
	if t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		list = listed(raw)
	}
	itself := decodesItself(t)
	if itself {
		if some, whole = s.itself(raw, v); some || s.refused != nil {
			return some, whole
		}
	}
	switch {
	case list != nil:
		if some, whole = s.elements(list, v); some {
			return some, whole
		}
	case itself:
	case (t.Kind() == reflect.Struct || t.Kind() == reflect.Map) && kind == '[' && isEmptyPHP(raw):
		return true, true
	case t.Kind() == reflect.Struct && kind == '{':
		return s.object(raw, v)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String && kind == '{':
		return s.entries(raw, v)
	case rounded(v, raw):
		return true, false
	case !s.exact && convert(v, raw):
		return true, true
	}
	v.SetZero()
	if s.lost == nil && !isEmptyPHP(raw) {
		s.lost = err
	}
	return false, false
}

// itself calls the decoding method of the type of v, and salvages the values that this method
// decodes.
func (s *salvage) itself(raw jsontext.Value, v reflect.Value) (some, whole bool) {
	some, whole = true, true
	inner := json.UnmarshalFromFunc(func(dec *jsontext.Decoder, into any) error {
		target := reflect.ValueOf(into).Elem()
		top := dec.StackDepth() == 0
		if top && decodesItself(target.Type()) {
			return errors.ErrUnsupported // lets the method of v decode raw
		}
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		part, all := s.value(value, target)
		whole = whole && all
		some = some && (part || !top)
		return nil
	})
	err := unmarshal(raw, v.Addr().Interface(), json.WithUnmarshalers(inner))
	if limit, ok := errors.AsType[*limitError](err); ok {
		s.refused = limit
	}
	some = some && err == nil
	return some, some && whole
}

// object sets the fields of a struct. Members that do not fit go to the Extra of the
// struct.
func (s *salvage) object(raw jsontext.Value, v reflect.Value) (some, whole bool) {
	var members map[string]stdjson.RawMessage
	_ = unmarshal(raw, &members) // fails only if raw is not an object; then there are no members
	outer := s.lost
	var rest reflect.Value
	whole = true
	odd, read := false, map[string]bool{}
	for field := range Fields(v.Type()) {
		if field.Rest && !rest.IsValid() { // the encoder takes the outermost Extra
			rest = restOf(v, field)
		}
		member, ok := members[field.Name]
		if !ok || field.Name == "" || read[field.Name] || s.nulls && string(member) == "null" {
			continue
		}
		read[field.Name] = true
		value := reflect.New(field.Type).Elem()
		part, all := s.value(jsontext.Value(member), value)
		if part {
			part = set(v, field.Index, value)
		}
		some, odd = some || part, odd || !part && !isEmptyPHP(jsontext.Value(member))
		if part && all {
			delete(members, field.Name)
		} else {
			whole = false
		}
	}
	if rest.IsValid() && len(members) > 0 {
		rest.Set(reflect.ValueOf(members).Convert(rest.Type()))
	}
	s.nothing = odd && !some
	if rest.IsValid() {
		some, whole, s.lost = true, true, outer
	}
	return some || !odd, whole
}

// restOf returns the Extra of a struct, or the zero Value if it is not a settable map of raw
// JSON.
func restOf(v reflect.Value, field Field) reflect.Value {
	rest, err := v.FieldByIndexErr(field.Index)
	if err != nil || !rest.CanSet() || !field.Type.ConvertibleTo(reflect.TypeFor[map[string]stdjson.RawMessage]()) {
		return reflect.Value{}
	}
	return rest
}

// entries sets the map v to those entries of the object raw that fit.
func (s *salvage) entries(raw jsontext.Value, v reflect.Value) (some, whole bool) {
	var members map[string]jsontext.Value
	_ = unmarshal(raw, &members) // cannot fail: raw is an object
	entries := reflect.MakeMapWithSize(v.Type(), len(members))
	whole = true
	for name, member := range members {
		value := reflect.New(v.Type().Elem()).Elem()
		part, all := s.value(member, value)
		if part || isEmptyPHP(member) {
			entries.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), value)
		}
		whole = whole && all
	}
	if some = whole || entries.Len() > 0; some {
		v.Set(entries)
	}
	return some, whole
}

// elements sets v to those elements of the list raw that fit.
func (s *salvage) elements(raw jsontext.Value, v reflect.Value) (some, whole bool) {
	var parts []jsontext.Value
	_ = unmarshal(raw, &parts) // cannot fail: raw is a list
	list := reflect.MakeSlice(v.Type(), 0, len(parts))
	whole = true
	for _, part := range parts {
		value := reflect.New(v.Type().Elem()).Elem()
		fits, all := s.value(part, value)
		if fits {
			list = reflect.Append(list, value)
		} else if s.lost == nil {
			s.lost = errors.New("an element of a list does not fit")
		}
		whole = whole && all
	}
	if some = whole || list.Len() > 0; some {
		v.Set(list)
	}
	return some, whole
}

// set sets a field that may be in an embedded struct. It returns false if a nil pointer on
// the way to the field cannot be set.
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

// LeaveOut sets each field of params, a pointer to a struct, to zero if rest, the Extra of a
// record, has a member with the name of the field. The record then holds at most a part of
// the value.
func LeaveOut[M ~map[string]stdjson.RawMessage](params any, rest M) {
	if len(rest) == 0 {
		return
	}
	v := reflect.ValueOf(params).Elem()
	for field := range Fields(v.Type()) {
		if _, odd := rest[field.Name]; odd && !field.Rest {
			v.FieldByIndex(field.Index).SetZero()
		}
	}
}
