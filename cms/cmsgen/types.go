package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// place tells where a value is in a record.
type place struct {
	path   string // path as in [Kinds], such as ".meta.grade"
	name   string // Go name, such as "MetaGrade"
	member string // JSON name, such as "grade"
	depth  int    // number of structs around the value
}

func (p place) in(member, name string) place {
	return place{p.path + "." + member, p.name + name, member, p.depth + 1}
}

func (p place) element() place { return place{p.path + "[]", singular(p.name), p.member, p.depth} }

// what returns a text for the place, such as "the field meta.grade" or "an element of
// lines".
func (p place) what() string {
	path := strings.TrimPrefix(strings.ReplaceAll(p.path, "[].", "."), ".")
	for _, suffix := range []string{"[]", ".*"} {
		if list, ok := strings.CutSuffix(path, suffix); ok {
			return "an element of " + list
		}
	}
	return "the field " + path
}

// maxStructDepth is the largest depth of structs inside a record. Deeper values stay
// JSON, because documents of user interfaces are nested very deeply.
const maxStructDepth = 5

const rawType = "json.RawMessage"

// bytesType is the type of a response that is not JSON.
const bytesType = "cms.Raw"

// read returns the Go type of a value that a site returns.
func (w *writer) read(s *describe.Schema, at place) string {
	if name := w.given[at.path]; name != "" {
		return name
	}
	seen := w.seen[at.path]
	kind, settled := settle(s, seen)
	if at.depth == 0 && refused(kind, seen) { // no struct around the value has an Extra that could keep it
		return rawType
	}
	name := w.readKind(kind, settled, at)
	if pointed(name, seen, kind, s.Nullable()) {
		return "*" + name
	}
	return name
}

// refused reports whether the samples have a false, "" or [] that cannot be decoded into
// the Go type for kind.
func refused(kind string, seen []string) bool {
	return kind != "" && slices.ContainsFunc(seen, func(one string) bool {
		switch one {
		case kindFalse:
			return kind != "boolean"
		case kindEmpty:
			return kind != "string"
		case kindNone:
			return kind != "array" && kind != "object"
		}
		return false
	})
}

// readKind returns the Go type for a JSON type. It returns rawType if kind is "".
func (w *writer) readKind(kind string, s *describe.Schema, at place) string {
	seen := w.seen[at.path]
	switch kind {
	case "string":
		return w.word(s, at)
	case "boolean":
		return "bool"
	case "number":
		return "float64"
	case "integer":
		if numbersRecord(s, at.member) || slices.Contains(seen, kindLarge) {
			return "int64"
		}
		return "int"
	case "array":
		return w.readList(s, at, seen)
	case "object":
		return w.readObject(s, at)
	}
	return rawType
}

// word returns the Go type for a JSON string.
func (w *writer) word(s *describe.Schema, at place) string {
	if s.Format == "date-time" {
		if strings.HasSuffix(at.member, "_gmt") {
			return "cms.GMTTime"
		}
		return "cms.LocalTime"
	}
	if e := w.enumAt(at); e != nil && len(s.Enum) > 0 {
		e.used = true
		return e.name
	}
	return "string"
}

func (w *writer) readList(s *describe.Schema, at place, seen []string) string {
	items := s.Items
	if items == nil {
		items = &describe.Schema{}
	}
	inside := w.seen[at.path+"[]"]
	kind, _ := settle(items, inside)
	bent := slices.Contains(seen, kindHoles) || slices.Contains(seen, kindString)
	switch {
	case kind == "string" && (bent || at.member == "class_list"):
		return "cms.StringList"
	case at.member == "class_list" && kind == "":
		return "cms.StringList"
	case bent:
		return rawType
	case kind == "integer" && slices.Contains(inside, kindNull):
		return "[]*int64"
	case kind == "integer":
		return "[]int64"
	}
	return "[]" + w.read(items, at.element())
}

func (w *writer) readObject(s *describe.Schema, at place) string {
	switch {
	case isText(s):
		return "cms.Text"
	case at.path == ".meta" && plainMeta(s):
		return "cms.Meta"
	case len(s.Properties) == 0 && s.Additional == nil:
		return "map[string]" + rawType
	case len(s.Properties) == 0:
		return "map[string]" + w.read(s.Additional, place{at.path + ".*", singular(at.name), at.member, at.depth})
	case numbered(s):
		return "map[string]" + w.common(s, at)
	case at.depth > maxStructDepth:
		return rawType
	}
	return w.readStruct(w.structName(at, ""), s, at)
}

// structName reserves a name for an object inside a record. For an element of a list it
// adds Element if the name is already used: elements of images and the object image would
// both be Image.
func (w *writer) structName(at place, end string) string {
	name := w.record + at.name
	if strings.HasSuffix(at.path, "[]") && w.g.taken[shortened(name+end, maxName)] {
		name += "Element"
	}
	return w.g.taken.take(name + end)
}

// common returns the type that all members of an object share, or rawType if they differ.
func (w *writer) common(s *describe.Schema, at place) string {
	first := s.Properties[0].Schema
	for _, property := range s.Properties {
		if !slices.Equal(property.Schema.ValueTypes(), first.ValueTypes()) || len(property.Schema.ValueTypes()) != 1 {
			return rawType
		}
	}
	if kind := first.ValueTypes()[0]; kind == "object" || kind == "array" {
		return rawType
	}
	return w.read(first, place{at.path + ".*", at.name, at.member, at.depth})
}

// pointed reports whether the Go type of a value must be a pointer, so that null differs
// from the zero value. An object also needs a pointer if the site sends false or "" in
// place of null.
func pointed(name string, seen []string, kind string, nullable bool) bool {
	for _, beginning := range []string{"[", "map[", rawType, "cms.LocalTime", "cms.GMTTime", "cms.Text", "cms.Meta",
		"cms.StringList"} {
		if strings.HasPrefix(name, beginning) {
			return false
		}
	}
	if nullable || slices.Contains(seen, kindNull) {
		return true
	}
	return kind == "object" && (slices.Contains(seen, kindFalse) || slices.Contains(seen, kindEmpty))
}

// numbersRecord reports whether an integer is the id of a record, according to its name
// or description.
func numbersRecord(s *describe.Schema, member string) bool {
	return namesRecord(member) || regexp.MustCompile(`\b(ID|id)\b|\b[Ii]dentifier\b`).MatchString(s.Description)
}

// namesRecord reports whether a name means the id of a record.
func namesRecord(member string) bool {
	switch member {
	case "id", "ID", "parent", "author", "post", "user", "featured_media", "reassign":
		return true
	}
	return lastWord(member) == "id"
}

// isText reports whether an object is a text that has a raw and a rendered form.
func isText(s *describe.Schema) bool {
	seen := 0
	for _, property := range s.Properties {
		switch {
		case property.Name == "raw" && property.Schema.Is("string"), property.Name == "rendered" &&
			property.Schema.Is("string"):
			seen++
		case property.Name == "protected", property.Name == "block_version":
		default:
			return false
		}
	}
	return seen > 0
}

// plainMeta reports whether the site has registered no meta fields, except footnotes, which
// are a part of WordPress.
func plainMeta(s *describe.Schema) bool {
	for _, property := range s.Properties {
		if property.Name != "footnotes" || !property.Schema.Is("string") {
			return false
		}
	}
	return s.Additional == nil
}

// numbered reports whether all member names of an object begin with digits.
func numbered(s *describe.Schema) bool {
	for _, property := range s.Properties {
		if first := []rune(property.Name + "?")[0]; !unicode.IsDigit(first) {
			return false
		}
	}
	return len(s.Properties) > 0
}
