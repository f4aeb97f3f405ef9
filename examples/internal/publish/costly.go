package publish

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// maxMarks is the largest number of brackets and marks of emphasis in a paragraph. The time to
// parse them grows with the square of their number.
const maxMarks = 2000

// costly refuses a text with a paragraph that would take long to parse. Rows of tables are parsed
// each for itself, and code not at all.
func costly(text []byte, before int) error {
	fence := regexp.MustCompile("^ {0,3}(```|~~~)")
	row := regexp.MustCompile(`^\s*\|?\s*:?-+:?\s*(\||$)`)
	deep := regexp.MustCompile(`^(?:[ \t]{200}[ \t]*[>*+-]|(?:[ \t]*(?:[>*+-]|\d+[.)])){100})`)
	code, table, marks, line := "", false, 0, before
	for s := range strings.Lines(string(text)) {
		line++
		opened := fence.FindStringSubmatch(s)
		switch {
		case opened != nil && code == "":
			code = opened[1]
		case opened != nil && code == opened[1]:
			code, marks = "", 0
		case code != "":
			continue
		case strings.TrimSpace(s) == "":
			table, marks = false, 0
		case row.MatchString(s):
			table = true
		}
		if table {
			marks = 0
		}
		marks += strings.Count(s, "[") + strings.Count(s, "*") + strings.Count(s, "_") + strings.Count(s, "~") +
			strings.Count(s, "<") + strings.Count(s, "`")
		if deep.MatchString(s) {
			return &lineError{line, errors.New("its lists and quotes are deeper than 100 levels")}
		}
		if marks > maxMarks {
			return &lineError{line, fmt.Errorf("its paragraph has more than %d brackets and marks of emphasis", maxMarks)}
		}
	}
	return nil
}
