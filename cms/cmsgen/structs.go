package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// writer generates the types of one resource.
type writer struct {
	g      *generator
	record string // type name of the records
	prefix string // prefix of all type names
	seen   Kinds
	enums  map[string]*enum  // enumerations by path
	reads  map[string]read   // structs that were declared for reading, by path
	types  []string          // declarations, in the order of the file
	given  map[string]string // names of types that are declared elsewhere, by path
	checks map[string]bool   // types of arguments; true if the type has a method that checks required arguments
}

// read is a generated struct for values that the site returns.
type read struct {
	name   string
	schema *describe.Schema
}

// field is a field of a generated struct.
type field struct {
	name, typ, tag, comment string
	member                  string // name in JSON or in a query
	seen                    sighting
}

// declare returns the declaration of a struct.
func declare(name, doc string, fields []field, tail string) string {
	var out strings.Builder
	out.WriteString(comment("", doc))
	fmt.Fprintf(&out, "type %s struct {\n", name)
	for _, f := range fields {
		if f.name == "" { // a remark that stands between fields
			out.WriteString("\n" + comment("\t", f.comment) + "\n")
			continue
		}
		out.WriteString(comment("\t", join(f.comment, f.seen.sentences())))
		fmt.Fprintf(&out, "\t%s %s `%s`\n", f.name, f.typ, f.tag)
	}
	if len(fields) == 0 {
		tail = strings.TrimPrefix(tail, "\n")
	}
	out.WriteString(tail + "}\n\n")
	return out.String()
}

// formOf returns a text that is the same for structs with the same fields and methods. The
// text leaves out the name of the struct, and what samples show of its fields.
func formOf(name string, fields []field, tail, methods string) string {
	fields = slices.Clone(fields)
	for i := range fields {
		fields[i].seen = sighting{}
	}
	return declare("", "", fields, tail) + strings.ReplaceAll(methods, name, "")
}

// declareOnce declares a struct with its methods. If a struct with the same fields is
// already declared, it declares an alias instead. title is the title of the schema if the
// struct is a record.
func (g *generator) declareOnce(name, doc string, fields []field, tail, methods, short, title string) string {
	form := formOf(name, fields, tail, methods)
	common, decided := g.neutral(form, short, use{name, title}, fields)
	fields = g.seenOf(form, common, fields)
	if same, known := g.structs[form]; !decided && known {
		return alias(name, doc, same)
	}
	if !decided || common == name {
		g.structs[form] = name
		return declare(name, doc, fields, tail) + methods
	}
	text := alias(name, doc, common)
	if g.invented[common] && !g.declared[common] {
		g.declared[common] = true
		what := " is a record of several routes."
		switch {
		case strings.HasSuffix(common, "Options"):
			what = " are arguments of several routes."
		case strings.HasSuffix(common, "Params"):
			what = " is a body of several routes."
		}
		text = declare(common, common+what, fields, tail) + renamed(methods, name, common) + text
	}
	return text
}

// nested declares a type for an object inside a record, at the index slot: see
// [writer.slot]. It returns the name of the type. Equal objects with the same meaning share
// one type. The parameter short is a name that fits all objects with these fields.
func (w *writer) nested(slot int, name, doc string, fields []field, tail, method, short string) string {
	form := formOf(name, fields, tail, method)
	common, decided := w.g.neutral(form, short, use{name: name}, fields)
	fields = w.g.seenOf(form, common, fields)
	if same, known := w.g.structs[form]; !decided && known {
		delete(w.g.taken, name)
		return same
	}
	if common != name {
		delete(w.g.taken, name)
		doc, method = common+" is an object of several records.", renamed(method, name, common)
	}
	w.g.structs[form] = common
	w.g.nested[common] = method != ""
	if !w.g.declared[common] {
		w.g.declared[common] = true
		w.types[slot] = declare(common, doc, fields, tail) + method
	}
	return common
}

// slot reserves an index of w.types for the declaration of a type. So this declaration comes
// before the declarations of the types that it uses.
func (w *writer) slot() int {
	w.types = append(w.types, "")
	return len(w.types) - 1
}

// readRecord declares the type of the records.
func (w *writer) readRecord(r *resource) {
	slot := w.slot()
	reserved := []string{"Links", "Embedded", "Extra", "Reading"}
	fields := w.readFields(r.schema, place{}, reserved)
	w.types[slot] = w.g.declareOnce(w.record, r.recordDoc(), fields, w.recordTail(r), "", "", r.schema.Title)
}

// recordTail returns the code of the fields that every record type has.
func (w *writer) recordTail(r *resource) string {
	var out strings.Builder
	out.WriteString("\n\tLinks cms.Links `json:\"_links,omitzero\"`\n")
	out.WriteString("\tEmbedded cms.Embedded `json:\"_embedded,omitzero\"` // see [cms.Embed]\n")
	var unknown []string
	for _, path := range sortedKeys(w.seen) {
		if name := strings.TrimPrefix(path, "."); path != "" && r.schema.Properties.Named(name) == nil &&
			!strings.ContainsAny(name, ".[") && tagged(name) {
			unknown = append(unknown, name)
		}
	}
	text := "Extra holds the members without a fitting field."
	if len(unknown) > 0 && len(unknown) <= 20 {
		text = join(text, "The site was seen to return "+strings.Join(unknown, ", "))
	}
	out.WriteString("\n" + comment("\t", text) + "\tExtra cms.Extra `json:\",embed\"`\n")
	out.WriteString("\n\t// Reading states whether the whole record was read.\n\tReading cms.Reading `json:\"-\"`\n")
	return out.String()
}

// extraTail is the last field of an object inside a record, for reading and writing. The
// field keeps the members that the schema does not name.
const extraTail = "\n\t// Extra holds the members without a fitting field.\n" +
	"\tExtra cms.Extra `json:\",embed\"`\n"

// readStruct declares a type for an object inside a record, and returns its name.
func (w *writer) readStruct(name string, s *describe.Schema, at place) string {
	slot := w.slot()
	fields := w.readFields(s, at, []string{"Extra"})
	name = w.nested(slot, name, fmt.Sprintf("%s is %s of %s.", name, at.what(), article(w.record)), fields,
		extraTail, "", "")
	w.reads[at.path] = read{name, s}
	return name
}

// readFields returns the fields of an object for reading. The id comes first. The fields
// that only the context "edit" returns come last.
func (w *writer) readFields(s *describe.Schema, at place, reserved []string) []field {
	names := fieldNames(s.Properties, reserved...)
	var first, fields, last []field
	for i, property := range s.Properties {
		never := property.Schema.Context != nil && len(property.Schema.Context) == 0
		if names[i] == "" || never || at.path == "" && (property.Name == "_links" || property.Name == "_embedded") {
			continue
		}
		inner := at.in(property.Name, names[i])
		one := property.Schema
		f := field{name: names[i], typ: w.read(one, inner), tag: fmt.Sprintf(`json:"%s"`, property.Name)}
		f.comment = join(one.Description, w.values(property.Name, one, f.typ))
		f.seen = also(one, w.seen[inner.path])
		switch {
		case property.Name == "id" && at.path == "":
			first = append(first, f)
		case len(one.Context) == 1 && one.Context[0] == "edit":
			last = append(last, f)
		default:
			fields = append(fields, f)
		}
	}
	if len(last) > 0 && len(fields)+len(first) > 0 {
		last = slices.Concat([]field{{comment: `Only the context "edit" returns the fields below.`}}, last)
	}
	return slices.Concat(first, fields, last)
}
