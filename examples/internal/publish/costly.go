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
	maxColumns  = 1000   // of a table
	maxCells    = 50_000 // of all tables: a short row has a cell for each column, too
)

// costly refuses a text that would take long to parse, or much memory. Rows of tables are parsed
// each for itself, and code not at all.
func costly(text []byte, before int) error {
	fence := regexp.MustCompile("^ {0,3}(```|~~~)")
	row := regexp.MustCompile(`^[\s>]*\|?\s*:?-+:?\s*(\||$)`)
	heading := regexp.MustCompile(`^ {0,3}(?:#|=+\s*$)`)
	deep := regexp.MustCompile(`^(?:[ \t]{200}[ \t]*[>*+-]|(?:[ \t]*(?:[>*+-]|\d+[.)])){100})`)
	block := regexp.MustCompile(`(?i)^ {0,3}</?(?:table|t(?:head|body|foot|r|d|h)|caption|col|colgroup|div|p|ul|ol|li|` +
		`dl|dt|dd|details|summary|section|article|aside|figure|h[1-6]|center|form|iframe|pre|style|script|textarea)[\s/>]`)
	code, table, html, marks, line := "", false, false, 0, before
	all, lines, columns, cells := 0, 0, 0, 0
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
			table, columns = true, 1+strings.Count(s, "|")
		}
		if table {
			all += marks
			marks = 0
			cells += columns
		}
		if table && (columns > maxColumns || cells > maxCells) {
			return &lineError{line, fmt.Errorf("its tables have more than %d columns, or %d cells in all",
				maxColumns, maxCells)}
		}
		if lines++; lines > maxLines {
			return &lineError{line, fmt.Errorf("it has more than %d lines outside of code", maxLines)}
		}
		if html {
			all += strings.Count(s, "<")
		} else {
			marks += costOf(s)
			all += 2 * bareAddresses(s) // they take more memory
		}
		if heading.MatchString(s) {
			all += 5 // each is a block with an id of its own
		}
		if all+marks > maxAllMarks {
			return &lineError{line,
				fmt.Errorf("it has more than %d brackets, marks of emphasis, addresses, headings and tags", maxAllMarks)}
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

// costOf counts the brackets, marks of emphasis and bare addresses in a line.
func costOf(s string) int {
	return strings.Count(s, "[") + strings.Count(s, "*") + strings.Count(s, "_") + strings.Count(s, "~") +
		strings.Count(s, "<") + strings.Count(s, "`") + bareAddresses(s)
}

// bareAddresses counts addresses that are no link: those in brackets count already.
func bareAddresses(s string) int {
	return strings.Count(s, "@") + strings.Count(s, "www.") + strings.Count(s, "://") - strings.Count(s, "](http")
}
