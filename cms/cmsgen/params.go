package main

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// writeRecord declares the type of the params for creates and updates.
func (w *writer) writeRecord(r *resource) string {
	c := check{"CheckCreate", "Required for a create", required(r.args(r.route.Takes(http.MethodPost)))}
	if !r.many {
		c = check{"Check", "Required", required(r.args(r.writeOne()))}
	}
	verb := "a create or update"
	switch creates := r.many && r.route.Takes(http.MethodPost) != nil; {
	case creates && r.writeOne() == nil:
		verb = "a create"
	case !creates:
		verb = "an update"
	}
	doc := fmt.Sprintf("%sParams is what %s of %s sets", w.record, verb, article(w.record))
	if len(r.schema.Properties) == 0 { // the record has no type that the comment could name
		doc = fmt.Sprintf("%sParams is the body of a create or update at %s", w.record, r.spelledPath())
	}
	return w.writeArgs(w.record+"Params", join(doc, "A nil field is not sent"), r.writeArgs(), c)
}

// writeArgs declares a type for a body, and returns its name.
func (w *writer) writeArgs(name, doc string, args describe.Schemas, c check) string {
	name = w.g.taken.take(name)
	slot := w.slot()
	fields := w.writeFields(&describe.Schema{Properties: args}, place{}, []string{"Extra", "Check", "CheckCreate"})
	for i, f := range fields {
		if slices.Contains(c.required, f.member) {
			fields[i].comment = join(f.comment, c.mark)
		}
	}
	tail := "\n\t// Extra holds members that are not named here: see [cms.Extra.Set].\n\tExtra cms.Extra " +
		"`json:\",embed\"`\n"
	method := c.print(name, fields, w.g.nested)
	w.checks[name] = method != ""
	w.types[slot] = w.g.declareOnce(name, doc, fields, tail, method, shortName(w.prefix, fields, "Params"), "")
	return name
}

// writeFields returns the fields of an object in a body.
func (w *writer) writeFields(s *describe.Schema, at place, reserved []string) []field {
	var fields []field
	writable := slices.DeleteFunc(slices.Clone(s.Properties), func(one describe.NamedSchema) bool {
		// In objects inside the record, readonly members are left out, except the id.
		// Without the id, the site would add an object of a list to the list again.
		return one.Schema.ReadOnly && at.path != "" && one.Name != "id"
	})
	names := fieldNames(writable, reserved...)
	for i, property := range writable {
		if names[i] == "" {
			continue
		}
		one := property.Schema
		f := field{name: names[i], member: property.Name, typ: w.write(one, at.in(property.Name, names[i])),
			tag: fmt.Sprintf(`json:"%s,omitzero"`, property.Name)}
		f.comment = join(one.Description, w.values(property.Name, one, f.typ),
			within(one.Limits), byDefault(one))
		fields = append(fields, f)
	}
	return fields
}

// write returns the Go type of a member of a body. The zero value of the type is not
// sent.
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
	name := w.structName(at, "Params")
	slot := w.slot()
	fields := w.writeFields(s, at, []string{"Extra"})
	c := check{"check", "Required", required(s.Properties)}
	for i, f := range fields {
		if slices.Contains(c.required, f.member) {
			fields[i].comment = join(f.comment, c.mark)
		}
	}
	return w.nested(slot, name, fmt.Sprintf("%s is what is written of %s of %s.", name, at.what(),
		article(w.record)), fields, extraTail, c.print(name, fields, w.g.nested), "")
}

// writeElement returns the Go type of the elements of a list in a body. If an object has
// equal schemas for reading and writing, both use one type.
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
		if same, ok := w.reads[at.path]; ok && sameSchema(same.schema, inner) && !needsWriting(inner) {
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

// sameSchema reports whether two schemas result in the same type.
func sameSchema(a, b *describe.Schema) bool {
	one, _ := json.Marshal(a) // cannot fail: the schemas were decoded from JSON
	other, _ := json.Marshal(b)
	return bytes.Equal(one, other)
}

// needsWriting reports whether a type for reading cannot be used for writing, because
// some members are read-only or required.
func needsWriting(s *describe.Schema) bool {
	found := false
	s.Each(func(inner *describe.Schema) { found = found || inner.ReadOnly || inner.Required })
	return found
}
