package publish

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/frontmatter"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// markdown reads files as GitHub does, with ids at headings. HTML is not changed,
// because a user who may write the files may publish.
func markdown() goldmark.Markdown {
	format := frontmatter.Format{Name: "YAML", Delim: '-', Unmarshal: files.UnmarshalYAML}
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote,
			&frontmatter.Extender{Formats: []frontmatter.Format{format}}),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
}

// reference is what a text names: a link, or a picture with its alternative text.
type reference struct {
	address string
	picture bool
	alt     string
}

// parse reads the front matter of a file into head, and returns what the text
// names; ok is false for a file without front matter.
func parse(source []byte, head any) (names []reference, ok bool, err error) {
	context := parser.NewContext()
	root := markdown().Parser().Parse(text.NewReader(source), parser.WithContext(context))
	data := frontmatter.Get(context)
	if data == nil {
		return nil, false, nil
	}
	if err := data.Decode(head); err != nil {
		return nil, true, err
	}
	err = visit(root, source, func(r reference) string {
		names = append(names, r)
		return r.address
	})
	return names, true, err
}

// render makes HTML of a file, with other addresses in it.
func render(source []byte, rewrite func(reference) string) (string, error) {
	engine := markdown()
	root := engine.Parser().Parse(text.NewReader(source))
	if err := visit(root, source, rewrite); err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := engine.Renderer().Render(&out, source, root); err != nil {
		return "", fmt.Errorf("rendering: %w", err)
	}
	return out.String(), nil
}

// visit calls rewrite for each link and picture, and writes what it returns.
func visit(root ast.Node, source []byte, rewrite func(reference) string) error {
	return ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.Image:
			n.Destination = []byte(rewrite(reference{string(n.Destination), true, plain(n, source)}))
		case *ast.Link:
			n.Destination = []byte(rewrite(reference{address: string(n.Destination)}))
		}
		return ast.WalkContinue, nil
	})
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
