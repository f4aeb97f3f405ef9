package publish

import (
	"bytes"
	"errors"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// plainMDX returns the text of a file of MDX without its imports, exports and comments, which
// show nothing. Lines keep their numbers; before is the number of lines before the text. It
// refuses expressions and components, which only JavaScript could turn into text. Code blocks
// and code spans may hold both.
func plainMDX(source []byte, before int) ([]byte, error) {
	source = bytes.Clone(source)
	for _, form := range []string{`(?m)^(?:import|export)\s(?:.*\S.*(?:\n|\z))*`, `(?s)\{/\*.*?\*/\}`} {
		code := withoutCode(source)
		for _, at := range regexp.MustCompile(form).FindAllIndex(code, -1) {
			blank(source[at[0]:at[1]])
		}
	}
	code := withoutCode(source)
	if at := regexp.MustCompile(`</?[A-Z]|<>|\{`).FindIndex(code); at != nil {
		line := before + 1 + bytes.Count(source[:at[0]], []byte("\n"))
		return nil, &lineError{line, errors.New("it has an expression or a component of MDX")}
	}
	return source, nil
}

// withoutCode returns a text of the same length with blanks for code and escaped braces.
func withoutCode(source []byte) []byte {
	masked := bytes.Clone(source)
	root := markdown(false).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case !entering:
		case node.Kind() == ast.KindFencedCodeBlock, node.Kind() == ast.KindCodeBlock:
			for i := range node.Lines().Len() {
				segment := node.Lines().At(i)
				blank(masked[segment.Start:segment.Stop])
			}
			return ast.WalkSkipChildren, nil
		case node.Kind() == ast.KindCodeSpan:
			for child := node.FirstChild(); child != nil; child = child.NextSibling() {
				if t, ok := child.(*ast.Text); ok {
					blank(masked[t.Segment.Start:t.Segment.Stop])
				}
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil // never an error
	})
	for _, at := range regexp.MustCompile(`\\[{<]`).FindAllIndex(masked, -1) {
		blank(masked[at[0]:at[1]])
	}
	return masked
}

// blank overwrites a text with blanks, except the ends of its lines.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' {
			text[i] = ' '
		}
	}
}
