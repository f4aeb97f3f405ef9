package publish

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// maxMarks is the largest number of brackets, marks of emphasis and bare addresses in a paragraph. The
// time to parse them grows with the square of their number, and addresses take much memory.
const maxMarks = 2000

// Limits of a whole text outside of code. What is made of it takes less than 200 MB.
const (
	maxLines    = 50_000
	maxAllMarks = 100_000
)

// costly refuses a text with a paragraph that would take long to parse. Rows of tables are parsed
// each for itself, and code not at all.
func costly(text []byte, before int) error {
	fence := regexp.MustCompile("^ {0,3}(```|~~~)")
	row := regexp.MustCompile(`^\s*\|?\s*:?-+:?\s*(\||$)`)
	deep := regexp.MustCompile(`^(?:[ \t]{200}[ \t]*[>*+-]|(?:[ \t]*(?:[>*+-]|\d+[.)])){100})`)
	block := regexp.MustCompile(`(?i)^ {0,3}</?(?:table|t(?:head|body|foot|r|d|h)|caption|col|colgroup|div|p|ul|ol|li|` +
		`dl|dt|dd|details|summary|section|article|aside|figure|h[1-6]|center|form|iframe|pre|style|script|textarea)[\s/>]`)
	code, table, html, marks, line := "", false, false, 0, before
	all, lines := 0, 0
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
			all += marks
			table, html, marks = false, false, 0
		case block.MatchString(s):
			html = true // up to the next blank line it is not parsed
		case row.MatchString(s):
			table = true
		}
		if table {
			all += marks
			marks = 0
		}
		if lines++; lines > maxLines {
			return &lineError{line, fmt.Errorf("it has more than %d lines outside of code", maxLines)}
		}
		if html {
			continue
		}
		marks += strings.Count(s, "[") + strings.Count(s, "*") + strings.Count(s, "_") + strings.Count(s, "~") +
			strings.Count(s, "<") + strings.Count(s, "`") +
			strings.Count(s, "@") + strings.Count(s, "www.") +
			strings.Count(s, "://") - strings.Count(s, "](http") // a bracket counts already
		if all+marks > maxAllMarks {
			return &lineError{line, fmt.Errorf("it has more than %d brackets, marks of emphasis and addresses", maxAllMarks)}
		}
		if deep.MatchString(s) {
			return &lineError{line, errors.New("its lists and quotes are deeper than 100 levels")}
		}
		if marks > maxMarks {
			return &lineError{line,
				fmt.Errorf("its paragraph has more than %d brackets, marks of emphasis and addresses", maxMarks)}
		}
	}
	return nil
}
