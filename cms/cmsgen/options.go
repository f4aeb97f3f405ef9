package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// options declares a type for the arguments of a request, and returns its name. The function
// skip returns true for arguments that the type must not have.
func (w *writer) options(args describe.Schemas, name, doc string, skip func(string) bool) string {
	name = w.g.taken.take(name)
	c := check{"Check", "Required", required(args)}
	var kept describe.Schemas
	for _, arg := range args {
		if !skip(arg.Name) && !strings.HasPrefix(arg.Name, "_") {
			kept = append(kept, arg)
		}
	}
	slot := w.slot()
	fields, remark := w.optionFields(kept, place{}, c)
	method := c.print(name, fields, w.g.nested)
	w.checks[name] = method != ""
	w.types[slot] = w.g.declareOnce(name, join(doc, remark), fields, "", method,
		shortName(w.prefix, fields, "Options"), "")
	return name
}

// optionFields returns the fields for arguments, and a sentence that names the arguments
// without a field.
func (w *writer) optionFields(args describe.Schemas, at place, c check) (fields []field, remark string) {
	names := fieldNames(args, "Check")
	var left []string
	for i, arg := range args {
		typ, tag := w.option(arg.Schema, at.in(arg.Name, names[i]))
		if typ == "" || names[i] == "" {
			left = append(left, describe.Plain(arg.Name))
			continue
		}
		f := field{name: names[i], member: arg.Name, typ: typ, tag: fmt.Sprintf(`url:"%s,%somitempty"`, arg.Name, tag),
			comment: w.optionComment(arg, typ)}
		if slices.Contains(c.required, arg.Name) {
			f.comment = join(f.comment, c.mark)
		}
		fields = append(fields, f)
	}
	if len(left) > 0 {
		remark = "What the types of a query cannot hold is left out: " + strings.Join(left, ", ")
	}
	return fields, remark
}

// optionObject declares a type for an argument that is an object, and returns a pointer to
// the type. In a query such an object has the form filter[min]=1. For an object without
// fields, optionObject returns "".
func (w *writer) optionObject(s *describe.Schema, at place) string {
	if len(s.Properties) == 0 || numbered(s) || at.depth > maxStructDepth {
		return ""
	}
	name := w.structName(at, "Options")
	slot := w.slot()
	c := check{"check", "Required", required(s.Properties)}
	fields, remark := w.optionFields(s.Properties, at, c)
	if len(fields) == 0 {
		delete(w.g.taken, name)
		return ""
	}
	doc := join(fmt.Sprintf("%s is the argument %s.", name, strings.TrimPrefix(at.path, ".")), remark)
	return "*" + w.nested(slot, name, doc, fields, "", c.print(name, fields, w.g.nested), "")
}

// option returns the Go type of an argument, or "" if a query cannot have such an argument.
// tag is an option for the url tag of the field, such as "brackets,".
func (w *writer) option(s *describe.Schema, at place) (typ, tag string) {
	if filtersTerms(s) {
		return "cms.TermFilter", ""
	}
	kind, inner := settle(s, nil)
	switch kind {
	case "integer":
		if at.member == "page" || at.member == "per_page" || at.member == "offset" {
			return "int", ""
		}
		return "*" + w.readKind(kind, inner, at), ""
	case "boolean", "number":
		return "*" + w.readKind(kind, inner, at), ""
	case "array":
		if typ := w.optionElement(inner, at.element()); typ != "" {
			return "[]" + typ, "brackets,"
		}
		return "", ""
	case "object":
		return w.optionObject(inner, at), ""
	case "string":
		if inner.Format == "date-time" {
			return "time.Time", ""
		}
		return w.word(inner, at), ""
	}
	// The argument has several types. If one of them is a list, the field is a list: a list
	// of one element stands for a single value.
	for _, name := range s.ValueTypes() {
		if name == "array" {
			return "[]string", "brackets,"
		}
	}
	return "string", ""
}

func (w *writer) optionElement(s *describe.Schema, at place) string {
	items := s.Items
	if items == nil {
		return "string"
	}
	kind, inner := settle(items, nil)
	switch kind {
	case "integer":
		return "int64"
	case "string":
		if inner.Format == "date-time" {
			return "time.Time"
		}
		return w.word(inner, at)
	case "":
		return "string"
	case "number", "boolean":
		return w.readKind(kind, inner, at)
	}
	return ""
}

// filtersTerms reports whether an argument selects records by the terms of a taxonomy.
// Such an argument is a list of ids, or an object with the member terms.
func filtersTerms(s *describe.Schema) bool {
	list, object := false, false
	for _, variant := range s.Variants {
		list = list || variant.Is("array") && variant.Items != nil && variant.Items.Is("integer")
		object = object || variant.Properties.Named("terms") != nil
	}
	return list && object
}

// optionComment returns the comment of an argument. If the argument has the same meaning
// on every list, the text is from cmsgen and not from the site.
func (w *writer) optionComment(arg describe.NamedSchema, typ string) string {
	s := arg.Schema
	fallback := byDefault(s)
	switch arg.Name + " " + typ {
	case "context cms.Context":
		return join("Context is how much of each record is read", fallback)
	case "page int":
		if string(s.Minimum) == "0" { // some plugins count from 0
			return join("Page is the page, from 0", fallback)
		}
		return "Page is the page, from 1. Default 1."
	case "per_page int":
		if limits := within(s.Limits); limits != "" {
			return join("PerPage is the size of a page", limits, fallback)
		}
		return join("PerPage is the size of a page, at most 100", fallback)
	case "offset int":
		return "Offset skips this many records. The site then ignores Page; a walk counts on from it."
	case "include []int64":
		return "Include chooses by ids."
	case "exclude []int64":
		return "Exclude leaves out by ids."
	case "order cms.Order":
		return join("Order is the direction", fallback)
	case "slug []string":
		return "Slug chooses by slugs."
	}
	return join(s.Description, w.values(arg.Name, s, typ),
		within(s.Limits), fallback)
}
