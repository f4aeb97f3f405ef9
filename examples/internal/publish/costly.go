package publish

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxMarks is the largest number of brackets, marks of emphasis and bare addresses in a paragraph. The
// time to parse them grows with the square of their number, and addresses take much memory.
const maxMarks = 2000

// Limits of a whole text. What is made of it takes less than 200 MB.
const (
	maxAllLines = 200_000
	maxLines    = 50_000 // outside of code
	maxAllMarks = 100_000
	maxColumns  = 1000   // of a table
	maxCells    = 50_000 // of all tables: a short row has a cell for each column, too
	maxDepth    = 100    // levels of lists and quotes
	maxOpened   = 50_000 // lists and quotes
)

// costly refuses a text that would take long to parse, or much memory. What it counts is found by
// the parser itself, since code, HTML and tables have many ways to begin and to end.
func costly(content []byte, before int) error {
	if err := costlyLines(content, before); err != nil {
		return err
	}
	skeleton := parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(),
			util.Prioritized(extension.NewFootnoteBlockParser(), 999))...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	)
	c := &cost{content: content, before: before}
	return ast.Walk(skeleton.Parse(text.NewReader(content)), c.add)
}

// costlyLines refuses what already takes long to divide into blocks. It does not know what is
// code.
func costlyLines(content []byte, before int) error {
	delimiter := regexp.MustCompile(`^[\s>]*[|:-][\s|:-]*$`)
	last, columns, cells, opened, line := 0, 0, 0, 0, before
	for s := range strings.Lines(string(content)) {
		line++
		pipes := strings.Count(s, "|")
		switch {
		case strings.Trim(s, " \t\r\n>") == "":
			columns = 0
		case delimiter.MatchString(s) && strings.Contains(s, "-") && (pipes > 0 || last > 0):
			columns = max(columns, 1+pipes, last)
		}
		last = pipes
		depth := markers(s)
		cells += columns
		if depth > 0 { // the limit of lines counts one mark in each line
			indent := s[:len(s)-len(strings.TrimLeft(s, " \t"))]
			opened += depth - 1 + strings.Count(indent, "\t") + strings.Count(indent, " ")/4
		}
		switch {
		case columns > maxColumns, cells > maxCells:
			return &lineError{line, fmt.Errorf("its tables have more than %d columns, or %d cells in all",
				maxColumns, maxCells)}
		case depth >= maxDepth:
			return tooDeep(line)
		case opened > maxOpened:
			return &lineError{line, fmt.Errorf("it has more than %d marks of lists and quotes", maxOpened)}
		case line-before > maxAllLines:
			return &lineError{line, fmt.Errorf("it has more than %d lines", maxAllLines)}
		}
	}
	return nil
}

func tooDeep(line int) error {
	return &lineError{line, fmt.Errorf("its lists and quotes are deeper than %d levels", maxDepth)}
}

// markers counts the marks of lists and quotes that a line begins with.
func markers(s string) (n int) {
	for {
		s = strings.TrimLeft(s, " \t")
		rest := strings.TrimLeft(s, "0123456789")
		ends := ".)"
		if len(rest) == len(s) {
			ends = "*+-"
		}
		switch {
		case strings.HasPrefix(s, ">"):
			s = s[1:]
		case rest != "" && strings.Contains(ends, rest[:1]) && strings.Trim(rest[1:min(2, len(rest))], " \t\r\n") == "":
			s = rest[1:]
		default:
			return n
		}
		n++
	}
}

// cost counts what takes time in the blocks of a text.
type cost struct {
	content           []byte
	before            int
	depth, all, lines int
}

// add counts a block. In a leaf it counts what is in its lines.
func (c *cost) add(node ast.Node, entering bool) (ast.WalkStatus, error) {
	item := node.Kind() == ast.KindListItem || node.Kind() == ast.KindBlockquote
	if !entering {
		if item {
			c.depth--
		}
		return ast.WalkContinue, nil
	}
	marks := 0
	switch node.Kind() {
	case ast.KindListItem, ast.KindBlockquote:
		c.depth++
		c.all += 2 + c.depth
	case extensionast.KindFootnote:
		c.all += 20 // each is compared with the others
	case ast.KindHeading:
		c.all += 10 // each heading gets an id
	case ast.KindCodeBlock, ast.KindFencedCodeBlock:
		return ast.WalkSkipChildren, nil
	}
	if node.FirstChild() != nil && node.FirstChild().Type() == ast.TypeBlock {
		return ast.WalkContinue, c.check(node.Pos(), 0)
	}
	if node.Kind() != extensionast.KindTableCell { // the cells have a limit of their own
		c.lines += node.Lines().Len() + 1 // a blank line follows
	}
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		marks += c.text(node, string(line.Value(c.content)))
		if err := c.check(line.Start, marks); err != nil {
			return ast.WalkStop, err
		}
	}
	return ast.WalkSkipChildren, c.check(node.Pos(), marks)
}

// text counts what is in a line, and returns the marks that are parsed together.
func (c *cost) text(node ast.Node, s string) int {
	if node.Kind() == ast.KindHTMLBlock { // HTML is not parsed
		c.all += strings.Count(s, "<")
		return 0
	}
	if node.Kind() == extensionast.KindTableCell {
		c.all += 50 * strings.Count(s, `\|`) // each is compared with the others
	}
	marks := costOf(s)
	if node.Kind() == ast.KindHeading && strings.Contains(s, "{") { // it may have attributes
		marks += strings.Count(s, ".") + strings.Count(s, "#") + strings.Count(s, "=") + strings.Count(s, " ")
	}
	c.all += marks + 2*bareAddresses(s) + 15*strings.Count(s, "[^") // addresses take more memory
	return marks
}

// check refuses the text if a limit is passed at an offset.
func (c *cost) check(offset, marks int) error {
	within := c.depth < maxDepth && c.lines <= maxLines && c.all <= maxAllMarks && marks <= maxMarks
	if within {
		return nil
	}
	line := c.before + 1 + bytes.Count(c.content[:max(0, offset)], []byte("\n"))
	switch {
	case c.depth >= maxDepth:
		return tooDeep(line)
	case c.lines > maxLines:
		return &lineError{line, fmt.Errorf("it has more than %d lines outside of code", maxLines)}
	case c.all > maxAllMarks:
		return &lineError{line,
			fmt.Errorf("it has more than %d brackets, marks of emphasis, addresses, headings and tags", maxAllMarks)}
	}
	return &lineError{line,
		fmt.Errorf("its paragraph has more than %d brackets, marks of emphasis and addresses", maxMarks)}
}

// costOf counts the brackets, marks of emphasis and bare addresses in a line.
func costOf(s string) int {
	return strings.Count(s, "[") + strings.Count(s, "*") + strings.Count(s, "_") + strings.Count(s, "~") +
		strings.Count(s, "<") + strings.Count(s, "`") + bareAddresses(s)
}

// bareAddresses counts addresses that are no link: those in brackets count already.
func bareAddresses(s string) int {
	return strings.Count(s, "@") + strings.Count(s, "www.") + strings.Count(s, "://") -
		strings.Count(s, "](http://") - strings.Count(s, "](https://")
}
