package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// check describes a generated method of params or options. The method returns an error if a
// required argument is absent. For each object inside the params, it calls the method check
// of the object. It passes the position of the object, because the error names it. The field
// mark is a text that is added to the comments of the required fields.
type check struct {
	name, mark string
	required   []string
}

// print returns the code of the method for a type, or "" if the method would check nothing.
// The map nested is true for the name of each type that has a method check.
func (c check) print(typ string, fields []field, nested map[string]bool) string {
	cases, none := "", "p == nil || "
	if c.inner() {
		none = ""
	}
	n := 0
	for _, f := range fields {
		if slices.Contains(c.required, f.member) {
			cases += fmt.Sprintf("\tcase %s%s:\n\t\treturn &cms.ArgumentError{Argument: %s, Reason: \"the site requires it\"}\n",
				none, absent("p."+f.name, f.typ), c.argument(f))
			none = ""
			n++
		}
	}
	objects := c.objects(fields, nested)
	switch {
	case n == 0 && objects == "":
		return ""
	case n == 0 && !c.inner():
		cases = "\tif p == nil {\n\t\treturn nil\n\t}\n"
	case n == 0:
	case n == 1:
		cases = strings.Replace(strings.Replace(cases, "\tcase ", "\tif ", 1), ":\n", " {\n", 1) + "\t}\n"
	default:
		cases = "\tswitch {\n" + cases + "\t}\n"
	}
	place := ""
	if c.inner() {
		place = "place string"
	}
	return comment("", c.name+" returns an error if a required argument is absent.") +
		fmt.Sprintf("func (p *%s) %s(%s) error {\n%s%s\treturn nil\n}\n\n", typ, c.name, place, cases, objects)
}

// inner reports whether the method belongs to an object inside params or options.
func (c check) inner() bool { return c.name == "check" }

// argument returns a Go expression for the name of an argument in an error.
func (c check) argument(f field) string {
	if c.inner() {
		return "place + " + strconv.Quote("["+f.member+"]")
	}
	return strconv.Quote(f.member)
}

// objects returns the part of the method that checks the objects in the fields.
func (c check) objects(fields []field, nested map[string]bool) string {
	const refused = "err := p.%[1]s.check(%s); err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n"
	var out strings.Builder
	for _, f := range fields {
		if name, ok := strings.CutPrefix(f.typ, "*"); ok && nested[name] {
			fmt.Fprintf(&out, "\tif p.%[1]s != nil {\n\t\tif "+refused, f.name, c.argument(f))
		}
		if name, ok := strings.CutPrefix(f.typ, "[]"); ok && nested[name] {
			each := strings.Replace(refused, "[1]s", "[1]s[i]", 1)
			fmt.Fprintf(&out, "\tfor i := range p.%s {\n\t\tif "+each, f.name, c.argument(f))
		}
	}
	return out.String()
}

// absent returns a Go expression that is true if a field would not be sent.
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
