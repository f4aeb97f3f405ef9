package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// fields returns the names of members that the schema does not have. Some objects are maps
// whose names are data: login names, e-mail addresses, tokens. A name is returned only from
// an object that holds a member of the schema. No name is returned if one of them does not
// look like that of a field, or if the objects below them have equal members.
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

// alike reports that two members are objects with equal members, or that their names differ
// only in numbers.
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

// letters leaves the digits of a text out.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if isDigit(r) {
			return -1
		}
		return r
	}, text)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// maxPart is the length of the longest word in the name of a field.
const maxPart = 24

// isFieldName reports that a name looks like the name of a field: words of ASCII letters and few
// digits, of which no word mixes both as tokens do. A size, as in 1536x1536, is a word.
func isFieldName(name string) bool {
	if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`).MatchString(name) {
		return false
	}
	name = regexp.MustCompile(`[0-9]{1,4}x[0-9]{1,4}`).ReplaceAllString(name, "")
	return !slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }), isToken)
}

// isToken reports that a word is long, is or has a long number, or goes from letters to
// digits and back.
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

// isPath reports that a path of a description may be one of these kinds: it begins in the
// schema, or is the name of a field in an object that was seen.
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
