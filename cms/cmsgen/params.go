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

// writeRecord declares the type of what is written of a record.
func (w *writer) writeRecord(r *resource) string {
	c := check{"CheckCreate", "Required for a create", required(r.args(r.route.Takes(http.MethodPost)))}
	if !r.many {
		c = check{"Check", "Required", required(r.args(r.writeOne()))}
	}
	doc := fmt.Sprintf("%sParams is what a create or update of %s sets", w.record, article(w.record))
	if len(r.schema.Properties) == 0 { // the record has no type
		doc = fmt.Sprintf("%sParams is the body of a create or update at %s", w.record, r.spelledPath())
	}
	return w.writeArgs(w.record+"Params", join(doc, "A nil field is not sent"), r.writeArgs(), c)
}

// check is a method of params or options that finds absent arguments.
type check struct {
	name, mark string
	required   []string
}

// print writes the method for a type with some fields, "" if nothing is required.
func (c check) print(typ string, fields []field) string {
	const refuse = ":\n\t\treturn &cms.ArgumentError{Argument: %q, Reason: \"the site requires it\"}\n"
	cases, none := "", "p == nil || "
	n := 0
	for _, f := range fields {
		if slices.Contains(c.required, f.member) {
			cases += fmt.Sprintf("\tcase %s%s"+refuse, none, absent("p."+f.name, f.typ), f.member)
			none = ""
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		cases = strings.Replace(strings.Replace(cases, "\tcase ", "\tif ", 1), ":\n", " {\n", 1) + "\t}\n"
	default:
		cases = "\tswitch {\n" + cases + "\t}\n"
	}
	return comment("", c.name+" returns an error if a required argument is absent.") +
		fmt.Sprintf("func (p *%s) %s() error {\n%s\treturn nil\n}\n\n", typ, c.name, cases)
}

// absent is the Go expression for a field that is not sent.
func absent(field, typ string) string {
	for _, beginning := range []string{"*", "[", "map[", rawType, "cms.MetaParams"} {
		if strings.HasPrefix(typ, beginning) {
			return field + " == nil"
		}
	}
	switch {
	case typ == "int":
		return field + " == 0"
	case typ == "time.Time", typ == "cms.Date", typ == "cms.TermFilter", strings.HasPrefix(typ, "cms.Nullable["):
		return field + ".IsZero()"
	}
	return field + ` == ""`
}

// writeArgs declares the type of a body with some arguments, and returns its name.
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
	method := c.print(name, fields)
	w.checks[name] = method != ""
	w.types[slot] = w.g.declareOnce(name, doc, fields, tail, method)
	return name
}

// writeFields are the fields of an object that is written.
func (w *writer) writeFields(s *describe.Schema, at place, reserved []string) []field {
	var fields []field
	writable := slices.DeleteFunc(slices.Clone(s.Properties), func(one describe.NamedSchema) bool {
		// without its id an object of a list would be added once more
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

// write is the Go type of a member of a body. Its zero value is not sent.
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
	fields := w.writeFields(s, at, []string{"Extra"})
	return w.nested(slot, name, fmt.Sprintf("%s is what is written of %s of %s.", name, at.what(),
		article(w.record)), fields)
}

// writeElement is the Go type of the elements of a list that is sent. An object with equal
// schemas for reading and writing has one type for both.
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
	one, _ := json.Marshal(a) // a value that was decoded can be encoded
	other, _ := json.Marshal(b)
	return bytes.Equal(one, other)
}

func partlyReadOnly(s *describe.Schema) bool {
	found := false
	s.Each(func(inner *describe.Schema) { found = found || inner.ReadOnly })
	return found
}
