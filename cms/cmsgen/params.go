package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// writeRecord declares the type of what is written of a record.
func (w *writer) writeRecord(r *resource) string {
	return w.writeArgs(w.record+"Params",
		fmt.Sprintf("%sParams is what a create or update of %s sets. A nil field is left alone.", w.record, article(w.record)),
		r.writeArgs(), r.required())
}

// writeArgs declares the type of a body with some arguments, and returns its name.
func (w *writer) writeArgs(name, doc string, args describe.Schemas, required []string) string {
	name = w.g.taken.take(name)
	slot := w.slot()
	fields := w.writeFields(&describe.Schema{Properties: args}, place{}, []string{"Extra"}, required)
	tail := "\n\t// Extra holds members that are not named here: see [cms.Extra.Set].\n\tExtra cms.Extra " +
		"`json:\",embed\"`\n"
	w.types[slot] = declare(name, doc, fields, tail)
	return name
}

// writeFields are the fields of an object that is written.
func (w *writer) writeFields(s *describe.Schema, at place, reserved, required []string) []field {
	var fields []field
	writable := slices.DeleteFunc(slices.Clone(s.Properties),
		func(one describe.NamedSchema) bool { return one.Schema.ReadOnly })
	names := fieldNames(writable, reserved...)
	for i, property := range writable {
		if names[i] == "" {
			continue
		}
		one := property.Schema
		f := field{name: names[i], typ: w.write(one, at.in(property.Name, names[i])),
			tag: fmt.Sprintf(`json:"%s,omitzero"`, property.Name)}
		f.comment = join(one.Description, oneOf(one, strings.Contains(f.typ, w.record) || strings.Contains(f.typ, "cms.")),
			within(one.Limits))
		if slices.Contains(required, property.Name) {
			f.comment = join(f.comment, "A create needs it")
		}
		fields = append(fields, f)
	}
	return fields
}

// write is the Go type of a member that is sent, or left alone: its zero value is
// not sent.
func (w *writer) write(s *describe.Schema, at place) string {
	kind, inner := settle(s, nil)
	name := ""
	switch kind {
	case "":
		return rawType
	case "array":
		return "[]" + w.writeElement(inner, at)
	case "object":
		if name = w.writeObject(inner, at); strings.HasPrefix(name, "map[") || name == rawType {
			return name
		}
	default:
		name = w.readKind(kind, inner, at)
	}
	if kind == "string" && inner.Format == "date-time" {
		return "cms.Date"
	}
	if s.Nullable() && kind != "object" {
		return "cms.Nullable[" + name + "]"
	}
	return "*" + name
}

func (w *writer) writeObject(s *describe.Schema, at place) string {
	switch {
	case isText(s):
		return "string"
	case at.path == ".meta" && plainMeta(s):
		return "cms.MetaParams"
	case len(s.Properties) == 0 || numbered(s):
		return "map[string]" + rawType
	case at.depth > maxStructDepth:
		return rawType
	}
	name := w.g.taken.take(w.record + at.name + "Params")
	slot := w.slot()
	var reserved []string
	tail := ""
	if at.path == ".meta" {
		reserved = []string{"Extra"}
		tail = "\n\t// Extra holds what else is registered.\n\tExtra cms.Extra `json:\",embed\"`\n"
	}
	fields := w.writeFields(s, at, reserved, nil)
	w.types[slot] = declare(name, fmt.Sprintf("%s is what is written of the member %s of %s.", name,
		strings.TrimPrefix(at.path, "."), article(w.record)), fields, tail)
	return name
}

// writeElement is the Go type of the elements of a list that is sent. An object that
// is read as it is written has one type for both.
func (w *writer) writeElement(s *describe.Schema, at place) string {
	items := s.Items
	if items == nil {
		return rawType
	}
	kind, inner := settle(items, nil)
	at = at.element()
	switch kind {
	case "integer":
		return "int64"
	case "object":
		if same, ok := w.reads[at.path]; ok && sameSchema(same.schema, inner) && !partlyReadOnly(inner) {
			return same.name
		}
		return w.writeObject(inner, at)
	case "array":
		return "[]" + w.writeElement(inner, at)
	case "":
		return rawType
	}
	return w.readKind(kind, inner, at)
}

// sameSchema reports that two schemas make the same type.
func sameSchema(a, b *describe.Schema) bool {
	one, _ := json.Marshal(a) // what was read can be written
	other, _ := json.Marshal(b)
	return bytes.Equal(one, other)
}

func partlyReadOnly(s *describe.Schema) bool {
	found := false
	s.Each(func(inner *describe.Schema) { found = found || inner.ReadOnly })
	return found
}
