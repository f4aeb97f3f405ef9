package main

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// Kinds are the kinds of values that were seen, by path: ".meta.weight", ".tags[]",
// "" for the answer as a whole. It holds no value, and no key that may be data: see
// fields.
type Kinds map[string][]string

// The kinds of values.
const (
	kindNull    = "null"
	kindFalse   = "false"
	kindTrue    = "true"
	kindEmpty   = `""`
	kindNumeral = "numeral" // in a string
	kindWhole   = "whole numeral"
	kindBit     = "0 or 1" // for a boolean
	kindString  = "string"
	kindInteger = "integer"
	kindNumber  = "number"
	kindNone    = "[]"
	kindArray   = "array"
	kindObject  = "object"
	kindRecords = "object of records"
	kindAbsent  = "absent"
)

// maxSeen is how many elements of a list are looked at.
const maxSeen = 100

func (k Kinds) add(path, kind string) Kinds {
	if k == nil {
		k = Kinds{}
	}
	if !slices.Contains(k[path], kind) {
		k[path] = append(k[path], kind)
		slices.Sort(k[path])
	}
	return k
}

// load reads a description with the kinds that were seen; other words among them, and
// paths that may hold data, are left out.
func load(data []byte) (*describe.Description, error) {
	d, err := describe.Load(data)
	if err != nil {
		return nil, err
	}
	for _, route := range d.Routes {
		var seen Kinds
		for path, kinds := range route.Seen {
			for _, kind := range kinds {
				if isKind(kind) && isPath(route.Schema, path) {
					seen = seen.add(path, kind)
				}
			}
		}
		route.Seen = seen
	}
	d.Each(keepWords)
	return d, nil
}

// keepWords keeps the values of a schema if they are words that make a type: more than
// 200 are a list of the site's own content, and a long one is no word.
func keepWords(s *describe.Schema) {
	const maxWords, maxLength = 200, 400
	if len(s.Enum) > maxWords || s.Words() == nil {
		s.Enum = nil
	}
	s.Enum = slices.DeleteFunc(s.Enum, func(value jsontext.Value) bool { return len(describe.Text(value)) >= maxLength })
}

// isKind reports whether a text is one of the kinds.
func isKind(kind string) bool {
	switch kind {
	case kindNull, kindFalse, kindTrue, kindEmpty, kindNumeral, kindWhole, kindBit, kindString, kindInteger, kindNumber,
		kindNone, kindArray, kindObject, kindRecords, kindAbsent:
		return true
	}
	return false
}

// kindOf is the kind of a value.
func kindOf(value jsontext.Value) string {
	switch value.Kind() {
	case 'n':
		return kindNull
	case 'f':
		return kindFalse
	case 't':
		return kindTrue
	case '"':
		return kindOfText(describe.Text(value))
	case '0':
		if strings.ContainsAny(string(value), ".eE") {
			return kindNumber
		}
		return kindInteger
	case '[':
		if len(describe.Elements(value)) == 0 {
			return kindNone
		}
		return kindArray
	}
	return kindObject
}

func kindOfText(text string) string {
	switch {
	case text == "":
		return kindEmpty
	case strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "":
		return kindWhole
	case strings.Trim(strings.TrimPrefix(text, "-"), "0123456789.") == "" && strings.Count(text, ".") == 1 &&
		text != "." && text != "-.":
		return kindNumeral
	}
	return kindString
}

// answer looks at what a route answers to GET, a record or several of them. complete
// says that members which the answer lacks are lacking for good.
func (k Kinds) answer(s *describe.Schema, value jsontext.Value, complete bool) Kinds {
	records := []jsontext.Value{value}
	switch {
	case value.Kind() == '[':
		k, records = k.add("", kindArray), describe.Elements(value)
	case value.Kind() == '{' && byName(s, value):
		k, records = k.add("", kindRecords), describe.Elements(value)
	case value.Kind() == '{':
		k = k.add("", kindObject)
	default:
		return k
	}
	records = records[:min(len(records), maxSeen)]
	names := fields(s, records)
	for _, record := range records {
		k = k.record(s, record, names, complete)
	}
	return k
}

// byName reports that an object holds records by their names: each of them has a
// member of the schema. The names may be members of it as well, as with "private" of
// a list of statuses.
func byName(s *describe.Schema, value jsontext.Value) bool {
	all := describe.Members(value)
	return len(all) > 0 &&
		!slices.ContainsFunc(all, func(member describe.NamedValue) bool { return !named(s, member.Value) })
}

// named reports that an object has a member of the schema.
func named(s *describe.Schema, value jsontext.Value) bool {
	return slices.ContainsFunc(describe.Members(value),
		func(member describe.NamedValue) bool { return s.Properties.Named(member.Name) != nil })
}

// record looks at one record, and at those of its members that the schema does not name
// and that are fields.
func (k Kinds) record(s *describe.Schema, record jsontext.Value, fields []string, complete bool) Kinds {
	for _, member := range describe.Members(record) {
		if slices.Contains(fields, member.Name) {
			k = k.add("."+member.Name, kindOf(member.Value))
		}
	}
	return k.members(s, record, "", complete)
}

// members looks at the members that the schema names, and at no others: those of a
// free map are content.
func (k Kinds) members(s *describe.Schema, value jsontext.Value, path string, complete bool) Kinds {
	found := map[string]bool{}
	for _, member := range describe.Members(value) {
		found[member.Name] = true
		switch property := s.Properties.Named(member.Name); {
		case property != nil:
			k = k.value(property, member.Value, path+"."+member.Name, complete)
		case s.Additional != nil:
			k = k.value(s.Additional, member.Value, path+".*", complete)
		}
	}
	for _, property := range s.Properties {
		if in := property.Schema.Context; complete && !found[property.Name] && (len(in) == 0 || slices.Contains(in, "edit")) {
			k = k.add(path+"."+property.Name, kindAbsent)
		}
	}
	return k
}

// value looks at a value. What the schema says nothing of is not looked into.
func (k Kinds) value(s *describe.Schema, value jsontext.Value, path string, complete bool) Kinds {
	kind := kindOf(value)
	if bit := strings.Trim(string(value), `"`); s.Is("boolean") && (bit == "0" || bit == "1") {
		kind = kindBit
	}
	k = k.add(path, kind)
	switch value.Kind() {
	case '{':
		return k.members(s, value, path, complete)
	case '[':
		for i, element := range describe.Elements(value) {
			switch {
			case i == maxSeen:
				return k
			case s.Items != nil:
				k = k.value(s.Items, element, path+"[]", complete)
			default:
				k = k.add(path+"[]", kindOf(element))
			}
		}
	}
	return k
}
