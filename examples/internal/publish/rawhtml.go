package publish

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// rawHTML is the HTML of a node of HTML, "" for any other node.
func rawHTML(node ast.Node, source []byte) string {
	var out strings.Builder
	switch n := node.(type) {
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			out.Write(segment.Value(source))
		}
	case *ast.HTMLBlock:
		for i := range n.Lines().Len() {
			segment := n.Lines().At(i)
			out.Write(segment.Value(source))
		}
		if n.HasClosure() {
			out.Write(n.ClosureLine.Value(source))
		}
	}
	return out.String()
}

// rewriteHTML calls rewrite for each address that tags of HTML name, and writes what it returns.
// A tag whose address becomes "" loses the attribute: a link becomes its text.
func rewriteHTML(text string, line int, rewrite func(reference) string) string {
	form := regexp.MustCompile(
		`(?is)(<(a|img|source|video|audio)\b[^<>]*?)(\s(?:href|src|poster)\s*=\s*)("[^"]*"|'[^']*')`,
	)
	var out strings.Builder
	last, counted := 0, 0
	for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
		address := html.UnescapeString(text[at[8]+1 : at[9]-1])
		line += strings.Count(text[counted:at[8]], "\n")
		counted = at[8]
		r := reference{address: address, line: line}
		r.picture = !strings.EqualFold(text[at[4]:at[5]], "a")
		out.WriteString(text[last:at[3]])
		switch now := rewrite(r); now {
		case address:
			out.WriteString(text[at[6]:at[9]])
		case "":
		default:
			out.WriteString(text[at[6]:at[7]] + `"` + html.EscapeString(now) + `"`)
		}
		last = at[9]
	}
	out.WriteString(text[last:])
	return out.String()
}
