// Package record reads the tags of a type of records: which field is the id, which
// fields say how a record was read, and which have the prefix of the site. For maps and
// types that decode themselves it reads the JSON of the record instead.
package record

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	gojson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Shape describes where the records of a type have their id. It is read from the json
// tags once for each collection. The zero Shape is for records without ids.
type Shape struct {
	Key   string // the JSON field with the id: "id", or the key of a catalog
	Index []int  // index of the field with the id, through embedded structs; nil if there is none
	Loose bool   // the type decodes itself or is a map: only the JSON shows an id
	Text  bool   // the id may be any string
	Ours  bool   // this module declares the type, so each record has an id

	Renames  bool             // some fields have the prefix in their names
	element  *Shape           // shape of the elements of a list
	readings [][]int          // indexes of the fields that tell how a record was read
	extras   [][]int          // indexes of the fields that hold unknown JSON fields
	prefixed map[string][]int // indexes of the fields with the prefix cms, by their names without this prefix
}

// module is the beginning of the import paths of this module.
const module = "github.com/fontcms/fontcms-go/"

// Numbered reports whether records of the type may have ids.
func (s *Shape) Numbered() bool { return s.Index != nil || s.Loose }

// Of returns the shape of a type of records, or of a list of them. key is the JSON field
// with the id. Fields of the type reading, a struct of cms whose first field is a bool,
// tell whether a record was read in part.
func Of(t reflect.Type, key string, reading reflect.Type) *Shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	ours := strings.HasPrefix(t.PkgPath(), module)
	switch {
	case decodesItself(t), t.Kind() == reflect.Map, t.Kind() == reflect.Interface:
		return &Shape{Key: key, Loose: true, Ours: ours}
	case t.Kind() == reflect.Slice:
		element := Of(t.Elem(), key, reading)
		return &Shape{element: element, Renames: element.Renames}
	}
	s := &Shape{Key: key, Ours: ours, prefixed: map[string][]int{}}
	for field := range wire.Fields(t) {
		rest, prefixed := strings.CutPrefix(field.Name, route.Spec+"_")
		switch {
		case field.Type == reading:
			s.readings = append(s.readings, field.Index)
		case field.Rest && field.Type.ConvertibleTo(reflect.TypeFor[map[string]json.RawMessage]()):
			s.extras = append(s.extras, field.Index)
		case prefixed && field.Tagged:
			s.prefixed[rest] = field.Index
		}
	}
	s.Renames = len(s.prefixed) > 0
	if field, ok := Field(t, key); ok {
		if of := t.FieldByIndex(field).Type; holdsID(of) {
			s.Index, s.Text = field, Pointed(of).Kind() == reflect.String
		} else {
			s.Loose = true
		}
	}
	return s
}

// Decode decodes an object, or [] as an empty object. A value that does not fit is
// converted, or else kept as it came: see [wire.Salvage].
func (s *Shape) Decode(data []byte, v any) error {
	err := wire.Object(data, v)
	if err == nil || wire.Salvage(data, v) == nil {
		return nil
	}
	return err
}

// Fill sets whether the record was read in part. It also moves the fields whose names
// have the prefix of the site from the unknown fields to their struct fields. A value
// that does not fit stays among the unknown fields.
func (s *Shape) Fill(v reflect.Value, p route.Prefix, partial bool) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if s.element != nil {
		for i := range v.Len() {
			s.element.Fill(v.Index(i), p, partial)
		}
		return
	}
	s.Mark(v, partial)
	for rest, index := range s.prefixed {
		field, err := v.FieldByIndexErr(index)
		if err != nil {
			continue
		}
		for _, extra := range s.extras {
			if members, err := v.FieldByIndexErr(extra); err == nil {
				pointer := members.Addr().Convert(reflect.TypeFor[*map[string]json.RawMessage]())
				Take(pointer.Interface().(*map[string]json.RawMessage), string(p)+"_"+rest, field)
			}
		}
	}
}

// Mark sets whether a record was read in part.
func (s *Shape) Mark(v reflect.Value, partial bool) {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for _, index := range s.readings {
		if field, err := v.FieldByIndexErr(index); err == nil {
			field.Field(0).SetBool(partial)
		}
	}
}

// decodesItself reports whether t holds raw JSON, or has a JSON decoder of its own. Such a decoder
// does not use the tags of the fields.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[jsontext.Value]() ||
		p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[gojson.UnmarshalerFrom]())
}

// holdsID reports whether a field of type t can hold an id.
func holdsID(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.String:
		return true
	}
	return false
}

// Field finds the field with a JSON name: the outermost field, or no field if two are
// equally deep.
func Field(t reflect.Type, name string) (index []int, ok bool) {
	for field := range wire.Fields(t) {
		switch {
		case field.Name != name:
		case index == nil:
			index, ok = field.Index, true
		case len(field.Index) == len(index):
			ok = false
		}
	}
	return index, ok
}

// Pointed returns the type that a pointer type points to.
func Pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// ID returns the id of a decoded record, given a pointer to it and its JSON. text is ""
// if there is no id; number is 0 unless the id is a number above zero.
func (s *Shape) ID(record any, raw []byte) (number int64, text string) {
	switch {
	case s.Index != nil:
	case s.Loose:
		return IDIn(raw, s.Key)
	default:
		return 0, ""
	}
	switch v := s.field(record); {
	case v.Kind() == reflect.String:
		return parseID(v.String())
	case v.CanInt():
		return max(v.Int(), 0), ""
	case v.CanUint():
		return parseID(strconv.FormatUint(v.Uint(), 10))
	}
	return 0, ""
}

// field returns the field with the id of a record. It returns an invalid Value if the record, the
// field or an embedded struct is a nil pointer.
func (s *Shape) field(record any) reflect.Value {
	v := reflect.ValueOf(record)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return v
	}
	v, _ = v.FieldByIndexErr(s.Index)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// IDIn reads the id of a record from its JSON. The id is in the field key.
func IDIn(raw []byte, key string) (number int64, text string) {
	return parseID(string(nameIn(raw, key)))
}

// nameIn reads the field key from the JSON of a record.
func nameIn(raw []byte, key string) (name wire.Text) {
	var record struct {
		ID wire.Text `json:"id"`
	}
	switch {
	case len(raw) == 0 || raw[0] != '{':
	case key == "id":
		_ = wire.Unmarshal(raw, &record) // ignore the error: a value of another type is not an id
		return record.ID
	default:
		_ = wire.Unmarshal(Member(raw, key), &name)
	}
	return name
}

// Member returns a field of a JSON object, nil if there is none.
func Member(object []byte, name string) []byte {
	var members map[string]jsontext.Value
	if wire.Unmarshal(object, &members) != nil {
		return nil
	}
	return members[name]
}

// Name returns the id of a decoded record as text.
func (s *Shape) Name(record any, raw []byte) string {
	if s.Loose {
		return string(nameIn(raw, s.Key))
	}
	if s.Index == nil {
		return ""
	}
	if field := s.field(record); field.Kind() == reflect.String {
		return field.String()
	}
	if number, _ := s.ID(record, raw); number > 0 {
		return strconv.FormatInt(number, 10)
	}
	return ""
}

// Take moves the value name from members to a field. A value that does not fit stays in members.
func Take(members *map[string]json.RawMessage, name string, field reflect.Value) {
	raw, ok := (*members)[name]
	if !ok {
		return
	}
	decoded := reflect.New(field.Type())
	if wire.Unmarshal(raw, decoded.Interface()) != nil && wire.Salvage(raw, decoded.Interface()) != nil {
		return
	}
	field.Set(decoded.Elem())
	delete(*members, name)
	if len(*members) == 0 {
		*members = nil
	}
}

func parseID(text string) (int64, string) {
	whole, fraction, _ := strings.Cut(text, ".") // an id may have the form 12.0
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil && strings.Trim(fraction, "0") == "" {
		return max(n, 0), ""
	}
	return 0, text
}
