package main

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// Kinds holds the JSON kinds of the values that cmsgen read, by path. Examples of paths:
// ".meta.weight", ".tags[]". The path "" is the whole response. Kinds holds no value. If
// the keys of an object may be data, such as ids, it does not hold them either.
type Kinds map[string][]string

// Kinds of values, as [Kinds] stores them.
const (
	kindNull    = "null"
	kindFalse   = "false"
	kindTrue    = "true"
	kindEmpty   = `""`
	kindNumeral = "numeral" // a string that holds a number with a fraction
	kindWhole   = "whole numeral"
	kindBit     = "0 or 1" // 0 or 1 in place of a boolean
	kindString  = "string"
	kindInteger = "integer"
	kindLarge   = "large integer" // beyond 2^53, so that a float64 cannot hold it
	kindNumber  = "number"
	kindNone    = "[]"
	kindArray   = "array"
	kindObject  = "object"
	kindRecords = "object of records"
	kindAbsent  = "absent"
	kindHoles   = "list with holes" // an object that PHP wrote in place of a list
	kindAlone   = "list of one"     // a list with one record, in place of the record
	kindBytes   = "bytes"           // the response is not JSON
	kindKey     = "key"             // the value is the last segment of the record's route
	kindNoKey   = "no key"          // the value is not the last segment of the record's route
)

// maxSeen is the largest number of elements that are read from a list.
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

// load reads a description from a file. It removes kinds that are not known, and paths
// that may contain data.
func load(data []byte) (*describe.Description, error) {
	d, err := describe.Load(data)
	if err != nil {
		return nil, err
	}
	for _, route := range d.Routes {
		var seen Kinds
		for path, kinds := range route.Seen {
			for _, kind := range kinds {
				if isKind(kind) && isPath(route.Schema, route.Seen, path) {
					seen = seen.add(path, kind)
				}
			}
		}
		route.Seen = seen
	}
	d.Each(keepWords)
	return d, nil
}

// keepWords removes enumerations of more than 200 values, because they list content of
// the site. It also removes values that are too long for a word.
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
	case kindNull, kindFalse, kindTrue, kindEmpty, kindNumeral, kindWhole, kindBit, kindString, kindInteger, kindLarge,
		kindNumber,
		kindNone, kindArray, kindObject, kindRecords, kindAbsent, kindHoles, kindAlone, kindBytes, kindKey,
		kindNoKey:
		return true
	}
	return false
}

// kindOf returns the kind of a value.
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
		if isLarge(string(value)) {
			return kindLarge
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

// isLarge reports whether a whole number is beyond 2^53.
func isLarge(digits string) bool {
	const limit = "9007199254740992"
	digits = strings.TrimLeft(strings.TrimPrefix(digits, "-"), "0")
	return len(digits) > len(limit) || len(digits) == len(limit) && digits > limit
}

func kindOfText(text string) string {
	switch {
	case text == "":
		return kindEmpty
	case strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "" && isLarge(text):
		return kindString // remains a string, because int64 and float64 may be too small for the number
	case strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == "":
		return kindWhole
	case strings.Trim(strings.TrimPrefix(text, "-"), "0123456789.") == "" && strings.Count(text, ".") == 1 &&
		text != "." && text != "-.":
		return kindNumeral
	}
	return kindString
}

// answer adds the kinds of a response to a GET. The response has one record or several.
// The parameter complete means that the response has all members that the site knows. s is
// nil for a route without a schema.
func (k Kinds) answer(s *describe.Schema, value jsontext.Value, complete bool) Kinds {
	records := []jsontext.Value{value}
	switch {
	case value.Kind() == '[':
		k, records = k.add("", kindArray), describe.Elements(value)
	case value.Kind() == '{' && (s != nil && byName(s, value) || s == nil && mapped([]jsontext.Value{value})):
		k, records = k.add("", kindRecords), describe.Elements(value)
	case value.Kind() == '{':
		k = k.add("", kindObject)
	default:
		return k.add("", kindOf(value))
	}
	records = records[:min(len(records), maxSeen)]
	if s != nil && value.Kind() == '[' {
		k = k.beside(records)
	}
	switch {
	case s == nil, value.Kind() == '{' && wraps(value) && !named(s, value):
		return k.open(records)
	case value.Kind() == '{' && !named(s, value) && !byName(s, value): // the member names may be data
		return k.free(firstOf(describe.Elements(value)), ".*")
	}
	names := fields(s, records)
	for _, record := range records {
		for _, member := range describe.Members(record) {
			if slices.Contains(names, member.Name) {
				k = k.add("."+member.Name, kindOf(member.Value))
			}
		}
	}
	return k.members(s, records, "", complete)
}

func notObjects(values []jsontext.Value) []jsontext.Value {
	return slices.DeleteFunc(slices.Clone(values), func(value jsontext.Value) bool { return value.Kind() == '{' })
}

// wraps reports whether an object has a member that is a list of objects.
func wraps(value jsontext.Value) bool {
	return slices.ContainsFunc(describe.Members(value), func(member describe.NamedValue) bool {
		all := describe.Elements(member.Value)
		return member.Value.Kind() == '[' && len(all) > 0 && all[0].Kind() == '{'
	})
}

// open adds the kinds of records that no schema describes.
func (k Kinds) open(records []jsontext.Value) Kinds {
	var objects []jsontext.Value
	for _, record := range records {
		if record.Kind() == '{' {
			objects = append(objects, record)
		}
	}
	return k.beside(records).freeMembers(objects, "")
}

// beside adds the kinds of all elements of a list if at least one element is not an object.
// It does not add the kinds of members of objects.
func (k Kinds) beside(records []jsontext.Value) Kinds {
	plain := notObjects(records)
	if len(plain) == 0 {
		return k
	}
	if k = k.free(plain, "[]"); len(plain) < len(records) {
		k = k.add("[]", kindObject)
	}
	return k
}

// byName reports whether an object is a map from names to records. This is so if each value
// is an object with at least one field of the schema. byName ignores the names in the map,
// because such a name may also be a field: the map of statuses has the name "private", and a
// status has a field "private".
func byName(s *describe.Schema, value jsontext.Value) bool {
	all := describe.Members(value)
	return len(all) > 0 &&
		!slices.ContainsFunc(all, func(member describe.NamedValue) bool { return !named(s, member.Value) })
}

// aroundOne reports whether an object is not itself a record of the schema, but has a
// member that is one.
func aroundOne(s *describe.Schema, value jsontext.Value) bool {
	return s != nil && value.Kind() == '{' && !named(s, value) &&
		slices.ContainsFunc(describe.Members(value), func(member describe.NamedValue) bool {
			return isFieldName(member.Name) && named(s, member.Value)
		})
}

// named reports whether an object has a member that the schema names.
func named(s *describe.Schema, value jsontext.Value) bool {
	return slices.ContainsFunc(describe.Members(value),
		func(member describe.NamedValue) bool { return s.Properties.Named(member.Name) != nil })
}

// members adds the kinds of the members that the schema names. For the other members, the
// schema may have a common schema (Additional). members then stores their kinds under the
// name "*". Without such a schema it ignores them, because their names may be content.
func (k Kinds) members(s *describe.Schema, objects []jsontext.Value, path string, complete bool) Kinds {
	inside, others := map[string][]jsontext.Value{}, []jsontext.Value(nil)
	for _, object := range objects {
		found := map[string]bool{}
		for _, member := range describe.Members(object) {
			found[member.Name] = true
			switch {
			case s.Properties.Named(member.Name) != nil:
				inside[member.Name] = append(inside[member.Name], member.Value)
			case s.Additional != nil:
				others = append(others, member.Value)
			}
		}
		for _, property := range s.Properties {
			in := property.Schema.Context
			if complete && !found[property.Name] && (len(in) == 0 || slices.Contains(in, "edit")) {
				k = k.add(path+"."+property.Name, kindAbsent)
			}
		}
	}
	for _, property := range s.Properties {
		if values := inside[property.Name]; len(values) > 0 {
			k = k.values(property.Schema, values, path+"."+property.Name, complete)
		}
	}
	if len(others) > 0 {
		k = k.values(s.Additional, others, path+".*", complete)
	}
	return k
}

// values adds the kinds of values that have the same path. Values that contradict the
// schema are read as if there were no schema.
func (k Kinds) values(s *describe.Schema, values []jsontext.Value, path string, complete bool) Kinds {
	object := slices.IndexFunc(s.Variants, func(one *describe.Schema) bool { return len(one.Properties) > 0 })
	if object >= 0 && len(s.Properties) == 0 {
		s = s.Variants[object]
	}
	types := s.ValueTypes()
	var objects, elements, odd []jsontext.Value
	for _, value := range values {
		kind := kindOf(value)
		bit := strings.Trim(string(value), `"`)
		switch {
		case s.Is("boolean") && (bit == "0" || bit == "1"):
			kind = kindBit
		case kind == kindObject && s.Is("array") && len(describe.Members(value)) > 0 && holed(value):
			kind = kindHoles
			elements = append(elements, firstOf(describe.Elements(value))...)
		case kind == kindObject && (slices.Contains(types, "object") || len(types) == 0):
			objects = append(objects, value)
		case kind == kindArray && (slices.Contains(types, "array") || len(types) == 0):
			elements = append(elements, firstOf(describe.Elements(value))...)
		case kind == kindObject, kind == kindArray:
			odd = append(odd, value)
		}
		k = k.add(path, kind)
	}
	switch {
	case len(s.Properties) > 0 || s.Additional != nil:
		k = k.members(s, objects, path, complete)
	case len(objects) > 1: // if there is only one object, its member names may be data
		k = k.freeMembers(objects, path)
	}
	switch {
	case len(elements) == 0:
	case s.Items != nil:
		k = k.values(s.Items, elements, path+"[]", complete)
	default:
		k = k.free(elements, path+"[]")
	}
	if len(odd) == 1 && uniform(odd[0]) { // the value may be a map, whose member names are data
		return k.free(firstOf(describe.Elements(odd[0])), path+".*")
	}
	return k.free(odd, path)
}

func firstOf(all []jsontext.Value) []jsontext.Value { return all[:min(len(all), maxSeen)] }
