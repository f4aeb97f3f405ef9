package php

import (
	"regexp"
	"slices"
	"strings"
)

var codeTexts = regexp.MustCompile(
	`(?s)(?://|#)[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)

// SyntaxError returns the first mistake in PHP code and its line, or the line 0 if there is none.
// It finds unmatched brackets, and strings and comments that do not end. It does not check scopes
// with other languages.
func SyntaxError(scope, code string) (message string, line int) {
	if !slices.Contains([]string{"global", "admin", "front-end", "single-use"}, scope) {
		return "", 0
	}
	code = codeTexts.ReplaceAllStringFunc(code,
		func(found string) string { return strings.Repeat("\n", strings.Count(found, "\n")) })
	const opening, closing = "([{", ")]}"
	var open []byte
	line = 1
	for i := range len(code) {
		switch char := code[i]; {
		case char == '\n':
			line++
		case char == '"' || char == '\'':
			return "A string is not closed.", line
		case strings.HasPrefix(code[i:], "/*"):
			return "A comment is not closed.", line
		case strings.IndexByte(opening, char) >= 0:
			open = append(open, char)
		case strings.IndexByte(closing, char) >= 0:
			if len(open) == 0 || open[len(open)-1] != opening[strings.IndexByte(closing, char)] {
				return "A closing bracket has no opening one.", line
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "A bracket is not closed.", line
	}
	return "", 0
}
