package php

import (
	"slices"
	"strings"
)

// SyntaxError says what is wrong with PHP code, and in which line; line 0 stands for nothing. It sees no more than
// brackets that do not match and texts that do not end. Other languages are not tested.
func SyntaxError(scope, code string) (message string, line int) {
	if !slices.Contains([]string{"global", "admin", "front-end", "single-use"}, scope) {
		return "", 0
	}
	const opening, closing = "([{", ")]}"
	var open []byte
	line = 1
	for i := 0; i < len(code); i++ {
		switch char := code[i]; {
		case char == '\n':
			line++
		case char == '#' || strings.HasPrefix(code[i:], "//"):
			end := strings.IndexByte(code[i:], '\n')
			if end < 0 {
				end = len(code) - i
			}
			i += end - 1
		case strings.HasPrefix(code[i:], "/*"):
			end := strings.Index(code[i:], "*/")
			if end < 0 {
				return "A comment does not end.", line
			}
			line += strings.Count(code[i:i+end], "\n")
			i += end + 1
		case char == '"' || char == '\'':
			end := textEnd(code[i:])
			if end < 0 {
				return "A text does not end.", line
			}
			line += strings.Count(code[i:i+end], "\n")
			i += end
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

// textEnd is where the quotation mark is that closes the one that a text begins with.
func textEnd(code string) int {
	for i := 1; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case code[0]:
			return i
		}
	}
	return -1
}
