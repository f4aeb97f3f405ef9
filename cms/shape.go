package cms

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

// shape says where the records of a type have their id. It is read off the json
// tags of the type once for each collection.
type shape struct {
	key   string // the member with the id: "id", or that of a catalog
	index []int  // of the field with it, through embedded structs; nil for none
	loose bool   // the type decodes itself or is a map: the JSON alone shows an id
	text  bool   // the id may be any text
	bends bool   // the type is none of this package: what it cannot hold is bent

	renames  bool             // some members carry the prefix
	element  *shape           // of a list
	readings [][]int          // of the fields of type Reading
	extras   [][]int          // of the fields of type Extra
	prefixed map[string][]int // of the fields whose members carry the prefix, by the rest of their names
}

// Reading says how a record was read. The field Reading of a record, of this
// module or of a type of yours, is set by the calls that read it.
type Reading struct {
	// Partial says that the record was read in part: the caller named the fields to read
	// (see [Fields]) or asked for the context "embed", or the record came along with
	// another (see [EmbeddedAs]). Such a record does not become params.
	Partial bool
}

// numbered reports that records of the type may have ids.
func (s *shape) numbered() bool { return s.index != nil || s.loose }

// shapeOf reads the shape of a type of records, or of a list of them, whose ids
// are the members key.
func shapeOf(t reflect.Type, key string) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	bends := t.PkgPath() != reflect.TypeFor[Reading]().PkgPath()
	switch {
	case decodesItself(t), t.Kind() == reflect.Map, t.Kind() == reflect.Interface:
		return &shape{key: key, loose: true, bends: bends}
	case t.Kind() == reflect.Slice:
		element := shapeOf(t.Elem(), key)
		return &shape{element: element, renames: element.renames, bends: element.bends}
	case t.Kind() != reflect.Struct:
		return &shape{bends: bends}
	}
	s := &shape{key: key, bends: bends, prefixed: map[string][]int{}}
	s.look(t)
	s.renames = len(s.prefixed) > 0
	if field, ok := jsonField(t, key); ok {
		if holdsID(t.FieldByIndex(field).Type) {
			s.index, s.text = field, pointed(t.FieldByIndex(field).Type).Kind() == reflect.String
		} else {
			s.loose = true
		}
	}
	return s
}

// decode decodes an object, or [] as an empty one. A type of this package knows
// what sites write; for any other, a value that does not fit is bent: see [Do].
func (s *shape) decode(data []byte, v any) error {
	err := wire.Object(data, v)
	if err == nil || !s.bends {
		return err
	}
	reflect.ValueOf(v).Elem().SetZero()
	return wire.Object(data, v, wire.Bend())
}

// look finds the fields that fill fills in.
func (s *shape) look(t reflect.Type) {
	for field := range wire.Fields(t) {
		rest, prefixed := strings.CutPrefix(field.Name, route.Spec+"_")
		switch {
		case field.Type == reflect.TypeFor[Reading]():
			s.readings = append(s.readings, field.Index)
		case field.Type == reflect.TypeFor[Extra]():
			s.extras = append(s.extras, field.Index)
		case prefixed && field.Tagged:
			s.prefixed[rest] = field.Index
		}
	}
}

// fill says to a record whether it was read in part, and takes the members whose
// names carry the prefix of the site over from Extra. One that does not fit stays
// there.
func (s *shape) fill(v reflect.Value, p route.Prefix, partial bool) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if s.element != nil {
		for i := range v.Len() {
			s.element.fill(v.Index(i), p, partial)
		}
		return
	}
	s.mark(v, partial)
	for rest, index := range s.prefixed {
		field, err := v.FieldByIndexErr(index)
		if err != nil {
			continue
		}
		for _, extra := range s.extras {
			if members, err := v.FieldByIndexErr(extra); err == nil {
				members.Addr().Interface().(*Extra).take(string(p)+"_"+rest, field.Addr().Interface())
			}
		}
	}
}

// mark says to a record whether it was read in part.
func (s *shape) mark(v reflect.Value, partial bool) {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for _, index := range s.readings {
		if field, err := v.FieldByIndexErr(index); err == nil {
			field.Set(reflect.ValueOf(Reading{Partial: partial}))
		}
	}
}

// ofModule reports that a type, or what it points to, is one of this module: its
// records always have their ids.
func ofModule(t reflect.Type) bool {
	return strings.HasPrefix(pointed(t).PkgPath(), "github.com/fontcms/fontcms-go/")
}

// decodesItself reports that t has a JSON decoder of its own, so that its tags
// say nothing, or holds JSON as it came.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[jsontext.Value]() ||
		p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[gojson.UnmarshalerFrom]())
}

// holdsID reports that a field of type t can hold an id.
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

// jsonField finds the field that JSON calls name: the outermost one, and none
// where two are equally deep.
func jsonField(t reflect.Type, name string) (index []int, ok bool) {
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

func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// id returns the id of a decoded record, given a pointer to it and the JSON that
// it was decoded from: "" for none, and 0 too if it is no number above zero.
func (s *shape) id(record any, raw []byte) (number int64, text string) {
	switch {
	case s.index != nil:
		return idOf(s.field(record))
	case s.loose:
		return idIn(raw, s.key)
	}
	return 0, ""
}

// field is the field with the id of a record, nothing if it is in a pointer that
// is nil.
func (s *shape) field(record any) reflect.Value {
	v := reflect.ValueOf(record)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return v
	}
	v, _ = v.FieldByIndexErr(s.index)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

func idOf(v reflect.Value) (number int64, text string) {
	switch {
	case v.Kind() == reflect.String:
		return parseID(v.String())
	case v.CanInt():
		return max(v.Int(), 0), ""
	case v.CanUint():
		return parseID(strconv.FormatUint(v.Uint(), 10))
	}
	return 0, ""
}

// idIn reads the id of a record, its member key, from its JSON.
func idIn(raw []byte, key string) (number int64, text string) {
	return parseID(string(nameIn(raw, key)))
}

// nameIn reads the member key of a record from its JSON.
func nameIn(raw []byte, key string) (name wire.Text) {
	var record struct {
		ID wire.Text `json:"id"`
	}
	switch {
	case len(raw) == 0 || raw[0] != '{':
	case key == "id":
		_ = wire.Unmarshal(raw, &record) // what does not fit has no id
		return record.ID
	default:
		_ = wire.Unmarshal(member(raw, key), &name)
	}
	return name
}

// member returns a member of an object, nil if there is none.
func member(object []byte, name string) []byte {
	var members map[string]jsontext.Value
	if wire.Unmarshal(object, &members) != nil {
		return nil
	}
	return members[name]
}

// name returns the id of a decoded record as the text that it is.
func (s *shape) name(record any, raw []byte) string {
	if s.loose {
		return string(nameIn(raw, s.key))
	}
	if s.index == nil {
		return ""
	}
	field := s.field(record)
	if field.Kind() == reflect.String {
		return field.String()
	}
	if number, _ := idOf(field); number > 0 {
		return strconv.FormatInt(number, 10)
	}
	return ""
}

func parseID(text string) (int64, string) {
	whole, fraction, _ := strings.Cut(text, ".") // 12.0 is 12
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil && strings.Trim(fraction, "0") == "" {
		return max(n, 0), ""
	}
	return 0, text
}
