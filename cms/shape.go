package cms

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	gojson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// shape says where the records of a type have their id. It is read off the json
// tags of the type once for each collection.
type shape struct {
	index []int // of the field with the id, through embedded structs; nil for none
	loose bool  // the type decodes itself or is a map: the JSON alone shows an id

	renames  bool             // some members carry the prefix
	element  *shape           // of a list
	readings [][]int          // of the fields of type Reading
	extras   [][]int          // of the fields of type Extra
	prefixed map[string][]int // of the fields whose members carry the prefix, by the rest of their names
}

// Reading says how a record was read. The field Reading of a record, of this
// module or of a type of yours, is set by the calls that read it.
type Reading struct {
	// Partial says that the caller named the fields to read: see [Fields]. Such a
	// record does not become params.
	Partial bool
}

// numbered reports that records of the type may have ids.
func (s *shape) numbered() bool { return s.index != nil || s.loose }

// shapeOf reads the shape of a type of records, or of a list of them.
func shapeOf(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case decodesItself(t), t.Kind() == reflect.Map, t.Kind() == reflect.Interface:
		return &shape{loose: true}
	case t.Kind() == reflect.Slice:
		element := shapeOf(t.Elem())
		return &shape{element: element, renames: element.renames}
	case t.Kind() != reflect.Struct:
		return &shape{}
	}
	s := &shape{prefixed: map[string][]int{}}
	s.look(t, nil, map[reflect.Type]bool{})
	s.renames = len(s.prefixed) > 0
	if field, ok := jsonField(t, "id"); ok {
		if holdsID(t.FieldByIndex(field).Type) {
			s.index = field
		} else {
			s.loose = true
		}
	}
	return s
}

// look finds the fields that fill fills in, through embedded structs.
func (s *shape) look(t reflect.Type, at []int, seen map[reflect.Type]bool) {
	if t = pointed(t); t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	for i := range t.NumField() {
		field := t.Field(i)
		index := append(at[:len(at):len(at)], i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		rest, prefixed := strings.CutPrefix(name, specPrefix+"_")
		switch {
		case field.Type == reflect.TypeFor[Reading]() && field.IsExported():
			s.readings = append(s.readings, index)
		case field.Type == reflect.TypeFor[Extra]() && field.IsExported():
			s.extras = append(s.extras, index)
		case embeds(field):
			s.look(field.Type, index, seen)
		case prefixed && field.IsExported():
			s.prefixed[rest] = index
		}
	}
}

// fill says to a record whether it was read in part, and takes the members whose
// names carry the prefix of the site over from Extra. One that does not fit stays
// there.
func (s *shape) fill(v reflect.Value, p prefix, partial bool) {
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
	for _, index := range s.readings {
		if field, err := v.FieldByIndexErr(index); err == nil {
			field.Set(reflect.ValueOf(Reading{Partial: partial}))
		}
	}
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

// identifiable refuses what needs ids from a type of records without any.
func (c *Collection[T, P, L]) identifiable() error {
	if c.shape.numbered() {
		return nil
	}
	return &ArgumentError{Argument: "id", Reason: fmt.Sprintf("%T has no field with the JSON name id", *new(T))}
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

// embeds reports that JSON has the members of a field in those of its struct.
func embeds(field reflect.StructField) bool {
	tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return field.Anonymous && tag == "" || strings.Contains(","+options+",", ",embed,")
}

// jsonField finds the field that JSON calls name: the outermost one, and none
// where two are equally deep.
func jsonField(t reflect.Type, name string) (index []int, ok bool) {
	type level struct {
		t     reflect.Type
		index []int
	}
	seen := map[reflect.Type]bool{}
	for structs := []level{{t, nil}}; len(structs) > 0; {
		var inner []level
		found := 0
		for _, s := range structs {
			if seen[s.t] {
				continue
			}
			seen[s.t] = true
			for i := range s.t.NumField() {
				field := s.t.Field(i)
				path := append(s.index[:len(s.index):len(s.index)], i)
				tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				if tag == "-" {
					continue
				}
				if target := pointed(field.Type); embeds(field) && target.Kind() == reflect.Struct {
					inner = append(inner, level{target, path})
					continue
				}
				if field.IsExported() && (tag == name || tag == "" && field.Name == name) {
					index, found = path, found+1
				}
			}
		}
		if found > 0 {
			return index, found == 1
		}
		structs = inner
	}
	return nil, false
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
		v := reflect.ValueOf(record)
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return 0, ""
			}
			v = v.Elem()
		}
		v, err := v.FieldByIndexErr(s.index)
		if err != nil { // in an embedded pointer that is nil
			return 0, ""
		}
		return idOf(v)
	case s.loose:
		return idIn(raw)
	}
	return 0, ""
}

func idOf(v reflect.Value) (number int64, text string) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return 0, ""
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return parseID(v.String())
	case v.CanInt():
		if number = v.Int(); number != 0 {
			return max(number, 0), ""
		}
	case v.CanUint():
		return parseID(strconv.FormatUint(v.Uint(), 10))
	}
	return 0, ""
}

// idIn reads the id of a record from its JSON.
func idIn(raw []byte) (number int64, text string) {
	var record struct {
		ID wire.Text `json:"id"`
	}
	if len(raw) == 0 || raw[0] != '{' || wire.Unmarshal(raw, &record) != nil {
		return 0, ""
	}
	return parseID(string(record.ID))
}

func parseID(text string) (int64, string) {
	whole, fraction, _ := strings.Cut(text, ".") // 12.0 is 12
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil && strings.Trim(fraction, "0") == "" {
		return max(n, 0), ""
	}
	return 0, text
}
