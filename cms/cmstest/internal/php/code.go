package php

import (
	"regexp"
	"slices"
	"strings"
)

var codeTexts = regexp.MustCompile(
	`(?s)(?://|#)[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)

// SyntaxError returns what is wrong with PHP code, and the line. The line is 0 if nothing is. It finds brackets that do
// not match, and texts and comments that do not end. Other languages are not checked.
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
			return "A text does not end.", line
		case strings.HasPrefix(code[i:], "/*"):
			return "A comment does not end.", line
		case strings.IndexByte(opening, char) >= 0:
			open = append(open, char)
		case strings.IndexByte(closing, char) >= 0:
			if len(open) == 0 || open[len(open)-1] != opening[strings.IndexByte(closing, char)] {
				return "A bracket closes what is not open.", line
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "A bracket is not closed.", line
	}
	return "", 0
}
