package main

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// settle returns the single JSON type that values have, according to the schema and the
// samples. It returns "" if there are several types. It also returns the schema of the
// values. This is a variant of s if all variants have one type, and s in other cases.
func settle(s *describe.Schema, seen []string) (string, *describe.Schema) {
	types := s.ValueTypes()
	if len(types) == 0 && len(s.Variants) > 0 {
		variants, chosen := []string{}, s
		for _, variant := range s.Variants {
			kind, inner := settle(variant, seen)
			if kind == "" && len(variant.ValueTypes()) == 0 && variant.Nullable() {
				continue
			}
			if !slices.Contains(variants, kind) {
				variants = append(variants, kind)
			}
			if chosen == s || len(inner.Properties) > len(chosen.Properties) {
				chosen = inner
			}
		}
		types = variants
		if len(variants) == 1 {
			s = chosen
		}
	}
	if len(types) == 2 && slices.Contains(types, "integer") && slices.Contains(types, "number") {
		types = []string{"number"}
	}
	if len(types) != 1 {
		types = observed(types, seen)
	}
	if len(types) != 1 || types[0] == "" || types[0] == describe.AnyType {
		return "", s
	}
	kind := types[0]
	if kind == "integer" && slices.Contains(seen, kindNumber) {
		kind = "number"
	}
	if kind == "number" && slices.Contains(seen, kindLarge) && !slices.Contains(seen, kindNumber) &&
		!slices.Contains(seen, kindNumeral) {
		kind = "integer"
	}
	for _, one := range seen {
		if !holds(kind, one) && !(kind == "object" && isText(s) && one == kindString) {
			return "", s
		}
	}
	return kind, s
}

// typeOf returns the JSON type of a kind, or "" if the kind does not determine a type.
func typeOf(kind string) string {
	switch kind {
	case kindTrue:
		return "boolean"
	case kindString, kindNumeral, kindWhole:
		return "string"
	case kindInteger, kindLarge:
		return "integer"
	case kindNumber:
		return "number"
	case kindArray:
		return "array"
	case kindObject:
		return "object"
	}
	return ""
}

// observed returns the JSON types that were seen. If the parameter types is not empty, a type
// that is not in types is left out. An empty string counts only if no other type was found.
func observed(types, seen []string) []string {
	var full, none []string
	for _, kind := range seen {
		name := typeOf(kind)
		if kind == kindEmpty {
			none = append(none, "string")
		}
		if name != "" && (len(types) == 0 || slices.Contains(types, name)) && !slices.Contains(full, name) {
			full = append(full, name)
		}
	}
	if slices.Equal(full, []string{"integer", "number"}) {
		return []string{"number"}
	}
	if len(full) == 0 && (len(types) == 0 || slices.Contains(types, "string")) {
		return none
	}
	return full
}

// holds reports whether a value can be decoded into the Go type of a field. The parameter
// seen is the kind of the value, and kind is the JSON type of the field.
func holds(kind, seen string) bool {
	switch seen {
	case kindNull, kindAbsent, kindEmpty, kindFalse, kindNone, kindKey, kindNoKey: // decoded as the zero value or nil
		return true
	case kindTrue, kindBit:
		return kind == "boolean"
	case kindString:
		return kind == "string" || kind == "array"
	case kindNumeral:
		return kind == "string" || kind == "number"
	case kindWhole, kindInteger:
		return kind == "string" || kind == "number" || kind == "integer"
	case kindLarge:
		return kind == "string" || kind == "integer"
	case kindNumber:
		return kind == "string" || kind == "number"
	case kindArray, kindHoles:
		return kind == "array"
	case kindObject:
		return kind == "object"
	}
	return true
}

// sighting has facts about a member that the samples show, and that its schema does not
// mention.
type sighting struct {
	kinds  []string // kinds of values that the schema does not allow, in words
	absent bool     // whether some records lack the member
}

// also returns the kinds that the samples have although the schema s does not allow them. It
// also returns whether some records lack the member.
func also(s *describe.Schema, seen []string) sighting {
	one := sighting{absent: slices.Contains(seen, kindAbsent)}
	for _, kind := range seen {
		if kind == kindAbsent || kind == kindKey || kind == kindNoKey || allows(s, kind) {
			continue
		}
		one = one.and(sighting{kinds: []string{inWords(kind)}})
	}
	return one
}

// and combines two sightings of a member.
func (s sighting) and(other sighting) sighting {
	all := sighting{kinds: slices.Clone(s.kinds), absent: s.absent || other.absent}
	for _, kind := range other.kinds {
		if !slices.Contains(all.kinds, kind) {
			all.kinds = append(all.kinds, kind)
		}
	}
	return all
}

// sentences returns the sighting as sentences for a comment.
func (s sighting) sentences() string {
	note := ""
	if len(s.kinds) > 0 {
		note = "The site also returns " + oneOfSeveral(s.kinds)
	}
	if s.absent {
		note = join(note, "Some records lack it")
	}
	return note
}

// inWords returns a kind of value as the words of a comment.
func inWords(kind string) string {
	switch kind {
	case kindNumeral, kindWhole:
		return "a number in a string"
	case kindInteger, kindLarge:
		return "a whole number"
	case kindNumber:
		return "a number with a fraction"
	case kindString:
		return "a string"
	case kindArray:
		return "a list"
	case kindObject:
		return "an object"
	case kindHoles:
		return "a list as an object"
	case kindRecords:
		return "an object of records"
	case kindAlone:
		return "a list of one"
	}
	return kind
}

// oneOfSeveral joins words: "a, b or c".
func oneOfSeveral(all []string) string {
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

func allows(s *describe.Schema, kind string) bool {
	if slices.ContainsFunc(s.Variants, func(variant *describe.Schema) bool { return allows(variant, kind) }) {
		return true
	}
	types := s.ValueTypes()
	if len(types) == 0 && len(s.Variants) == 0 || slices.Contains(types, describe.AnyType) {
		return true
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(types, name) })
	}
	switch kind {
	case kindNull:
		return s.Nullable()
	case kindFalse, kindTrue:
		return has("boolean")
	case kindEmpty, kindString, kindNumeral, kindWhole:
		return has("string")
	case kindInteger, kindLarge:
		return has("integer", "number")
	case kindNumber:
		return has("number")
	case kindNone, kindArray:
		return has("array")
	case kindObject:
		return has("object")
	}
	return false
}
