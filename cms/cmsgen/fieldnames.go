package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// fields returns the names of members that the records have and the schema lacks. Some
// objects are maps whose names are data, such as login names, e-mail addresses or tokens.
// So fields uses only records that also have a member of the schema. It returns no names
// at all in three cases:
//   - One of the names does not look like a field name.
//   - Two members are objects with the same member names: see [alike].
//   - The names of two members differ only in digits: see [alike].
func fields(s *describe.Schema, records []jsontext.Value) []string {
	var names []string
	for _, record := range records {
		var unknown []describe.NamedValue
		known := false
		for _, member := range describe.Members(record) {
			switch property := s.Properties.Named(member.Name); {
			case property != nil:
				known = known || allows(property, kindOf(member.Value))
			case member.Name != "_links" && member.Name != "_embedded":
				unknown = append(unknown, member)
			}
		}
		if alike(unknown) ||
			slices.ContainsFunc(unknown, func(member describe.NamedValue) bool { return !isFieldName(member.Name) }) {
			return nil
		}
		for _, member := range unknown {
			if known {
				names = append(names, member.Name)
			}
		}
	}
	return names
}

// alike reports whether any two of the members are objects with the same member names, or have
// names that differ only in digits.
func alike(members []describe.NamedValue) bool {
	seen := map[string]bool{}
	for _, member := range members {
		marks := []string{"name " + letters(member.Name)}
		if inner := names(member.Value); inner != "" {
			marks = append(marks, "members "+inner)
		}
		for _, mark := range marks {
			if seen[mark] {
				return true
			}
			seen[mark] = true
		}
	}
	return false
}

// letters returns a text without its digits.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if isDigit(r) {
			return -1
		}
		return r
	}, text)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// maxPart is the largest length of a word in a field name. A longer word counts as a token.
const maxPart = 24

// isFieldName reports whether a name looks like a field name: it consists of words of ASCII
// letters and a few digits. No word may look like a part of a token: see [isToken]. A size
// such as 1536x1536 counts as a word.
func isFieldName(name string) bool {
	if name == "" || name[0] == '-' || isDigit(rune(name[0])) || strings.ContainsFunc(name, isForeign) {
		return false
	}
	if strings.ContainsFunc(name, isDigit) {
		name = regexp.MustCompile(`[0-9]{1,4}x[0-9]{1,4}`).ReplaceAllString(name, "")
	}
	return !slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }), isToken)
}

// isForeign reports whether a character cannot occur in the name of a field. Such names
// have only ASCII letters, digits, "_" and "-".
func isForeign(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !isDigit(r) && r != '_' && r != '-'
}

// isToken reports whether a word looks like a part of a token: it is long, has a long
// number, or changes between letters and digits several times.
func isToken(word string) bool {
	const maxTurns, maxTurnsOfLong, long, maxDigits = 2, 1, 12, 4
	turns, digits := 0, 0
	for _, r := range word {
		digit := isDigit(r)
		if digit != (digits > 0) {
			turns++
		}
		if digits++; !digit {
			digits = 0
		}
		if digits > maxDigits {
			return true
		}
	}
	return len(word) > maxPart || turns > maxTurns || len(word) > long && turns > maxTurnsOfLong
}

// isPath reports whether a path from the file of a description is accepted for [Kinds]. A
// path that begins with a property of the schema is accepted. In any other path, each name
// must look like a field name or be "*". In addition, seen must have kinds for each object
// or list on the path.
func isPath(s *describe.Schema, seen Kinds, path string) bool {
	if path == "" {
		return true
	}
	name := strings.TrimPrefix(path, ".")
	if s != nil {
		for _, property := range s.Properties {
			if rest, ok := strings.CutPrefix(name, property.Name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				return true
			}
		}
		if rest, ok := strings.CutPrefix(name, "*"); ok && s.Additional != nil &&
			(rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	if rest, ok := strings.CutSuffix(path, "[]"); ok {
		return rest == "" || len(seen[rest]) > 0 && isPath(s, seen, rest)
	}
	inner := strings.LastIndexByte(path, '.')
	name = path[inner+1:]
	parent := path[:max(inner, 0)]
	return inner >= 0 && (name == "*" || isFieldName(name)) &&
		(parent == "" || len(seen[parent]) > 0 && isPath(s, seen, parent))
}
