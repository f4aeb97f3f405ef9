package publish

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown reads files as GitHub does, and with the links of a wiki if these are wanted. HTML is
// kept, because a user who may write the files may publish.
func markdown(wiki bool) goldmark.Markdown {
	var inline []util.PrioritizedValue
	if wiki {
		inline = append(inline, util.Prioritized(wikiParser{}, 199)) // before links
	}
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(parser.WithHeadingAttribute(), parser.WithInlineParsers(inline...)),
		goldmark.WithRendererOptions(html.WithUnsafe(), html.WithXHTML()),
	)
}

// reference is what a text names: a link, or a picture with its alternative text.
type reference struct {
	address string
	picture bool
	alt     string
	line    int // of the text, counted from 1
}

// outline is what a text names, and what links can lead to in it.
type outline struct {
	names   []reference
	ids     map[string]bool // of headings and HTML
	heading string          // the first heading of the first level, "" without one
	id      string          // of that heading
}

// parse returns the outline of a text.
func parse(source []byte, wiki bool) (o outline, err error) {
	root := markdown(wiki).Parser().Parse(text.NewReader(source))
	o.ids = identify(root, source)
	if node := firstHeading(root); node != nil {
		o.heading = plain(node, source)
		if id, ok := node.AttributeString("id"); ok {
			o.id = fmt.Sprintf("%s", id)
		}
	}
	err = visit(root, source, func(r reference) string {
		o.names = append(o.names, r)
		return r.address
	})
	return o, err
}

// firstHeading returns the first heading of the first level, nil without one.
func firstHeading(root ast.Node) ast.Node {
	for node := root.FirstChild(); node != nil; node = node.NextSibling() {
		if h, ok := node.(*ast.Heading); ok && h.Level == 1 {
			return h
		}
	}
	return nil
}

// rendering says how a text is written.
type rendering struct {
	untitled bool // the first heading is left out: it is the title
	wiki     bool // it has the links of a wiki
	exact    bool // prose is shown as it is written
}

// render makes blocks of a text, with other addresses in it. A link or picture whose address
// becomes "" becomes its text.
func render(source []byte, how rendering, rewrite func(reference) string) (string, error) {
	engine := markdown(how.wiki)
	root := engine.Parser().Parse(text.NewReader(source))
	identify(root, source)
	if node := firstHeading(root); how.untitled && node != nil {
		root.RemoveChild(root, node)
	}
	if err := visit(root, source, rewrite); err != nil {
		return "", err
	}
	tick(root)
	out := &blocks{renderer: engine.Renderer(), source: source, exact: how.exact}
	content := out.document(root)
	return content, out.err
}

// tick writes the boxes of tasks as letters. A site removes input elements from what most users
// write.
func tick(root ast.Node) {
	var boxes []*extensionast.TaskCheckBox
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if box, ok := node.(*extensionast.TaskCheckBox); ok && entering {
			boxes = append(boxes, box)
		}
		return ast.WalkContinue, nil // never an error
	})
	for _, box := range boxes {
		letter := "☐ "
		if box.IsChecked {
			letter = "☑ "
		}
		box.Parent().ReplaceChild(box.Parent(), box, ast.NewString([]byte(letter)))
	}
}

// visit calls rewrite for each link and picture, and writes what it returns.
func visit(root ast.Node, source []byte, rewrite func(reference) string) error {
	var lost, raw []ast.Node
	lines := newLines(source)
	err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.RawHTML, *ast.HTMLBlock:
			raw = append(raw, n)
		case *ast.Image:
			before := string(n.Destination)
			n.Destination = []byte(rewrite(reference{before, true, plain(n, source), lines.of(n)}))
			if before != "" && len(n.Destination) == 0 {
				lost = append(lost, n)
			}
		case *ast.Link:
			before := string(n.Destination)
			n.Destination = []byte(rewrite(reference{address: before, line: lines.of(n)}))
			if before != "" && len(n.Destination) == 0 {
				lost = append(lost, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, node := range raw {
		written := ast.NewString([]byte(rewriteHTML(rawHTML(node, source), lines.of(node), rewrite)))
		written.SetCode(true) // as it is
		node.Parent().ReplaceChild(node.Parent(), node, written)
	}
	for _, link := range lost {
		for child := link.FirstChild(); child != nil; child = link.FirstChild() {
			link.Parent().InsertBefore(link.Parent(), link, child)
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
	return err
}

// lines are the ends of the lines of a text.
type lines []int

func newLines(source []byte) (ends lines) {
	for i, c := range source {
		if c == '\n' {
			ends = append(ends, i)
		}
	}
	return ends
}

// of returns the line of a text that a node is in: the line of the first text below it, or the
// first line of the block around it.
func (l lines) of(node ast.Node) int {
	at := -1
	_ = ast.Walk(node, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch t := n.(type) {
		case *ast.Text:
			at = t.Segment.Start
			return ast.WalkStop, nil
		case *ast.RawHTML:
			at = t.Segments.At(0).Start
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil // never an error
	})
	for n := node; at < 0 && n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			at = n.Lines().At(0).Start
		}
	}
	line, _ := slices.BinarySearch(l, max(at, 0))
	return 1 + line
}

// plain is the text below a node.
func plain(node ast.Node, source []byte) string {
	var out bytes.Buffer
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil // never an error
	})
	return out.String()
}
