package wire

import (
	"iter"
	"reflect"
	"strings"
)

// Field is an exported field of a struct, as the JSON package reads its tag.
type Field struct {
	Name   string // name of the JSON member, "" if the field has none
	Tagged bool   // the field has a tag
	Rest   bool   // holds the members that no other field has
	Type   reflect.Type
	Index  []int // index of the field, through embedded structs
}

// Fields yields the fields of a struct, or of the struct that a pointer type points to.
// Fields of embedded structs come after the fields of the outer struct: if two fields have
// the same name, JSON uses the first. A struct that embeds itself is visited once.
func Fields(t reflect.Type) iter.Seq[Field] {
	type level struct {
		t     reflect.Type
		index []int
	}
	return func(yield func(Field) bool) {
		seen := map[reflect.Type]bool{}
		for structs := []level{{pointed(t), nil}}; len(structs) > 0; {
			var inner []level
			for _, s := range structs {
				if s.t.Kind() != reflect.Struct || seen[s.t] {
					continue
				}
				seen[s.t] = true
				for i := range s.t.NumField() {
					field := s.t.Field(i)
					tag, tagged := field.Tag.Lookup("json")
					name, options, _ := strings.Cut(tag, ",")
					one := Field{Name: name, Tagged: tagged, Type: field.Type, Index: append(s.index[:len(s.index):len(s.index)], i)}
					switch embedded := field.Anonymous && name == "" || strings.Contains(options, "embed"); {
					case tag == "-":
						one.Name = ""
					case embedded && pointed(field.Type).Kind() == reflect.Struct:
						inner = append(inner, level{pointed(field.Type), one.Index})
						continue
					case embedded:
						one.Rest = true
					case name == "":
						one.Name = field.Name
					}
					if (field.IsExported() || one.Rest) && !yield(one) {
						return
					}
				}
			}
			structs = inner
		}
	}
}

func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
