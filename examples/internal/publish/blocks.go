package publish

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
)

// blocks writes a text as the blocks of the editor. Their HTML has the form that the editor
// writes itself, since it calls every other form broken.
type blocks struct {
	renderer renderer.Renderer
	source   []byte
	exact    bool // prose is shown as it is written
	err      error
}

// document writes a whole text. Blocks that the file has itself are kept as they are, with their
// shortcodes. Everything else is shown as it is written.
func (b *blocks) document(root ast.Node) string {
	var out strings.Builder
	opening := regexp.MustCompile(`<!--\s*wp:[^>]*?(/?)-->`)
	closing := regexp.MustCompile(`<!--\s*/wp:[^>]*-->`)
	own := 0 // blocks of the file that are open
	for node := root.FirstChild(); node != nil; node = node.NextSibling() {
		text := ""
		if _, ok := node.(*ast.String); ok || own > 0 { // HTML, see visit
			text = b.html(node)
		}
		opened := opening.FindAllStringSubmatch(text, -1)
		if own == 0 && len(opened) == 0 {
			if text = literal(b.one(node), b.exact); text != "" {
				out.WriteString("\n\n" + text)
			}
			continue
		}
		out.WriteString("\n" + text)
		for _, m := range opened {
			if m[1] == "" {
				own++
			}
		}
		own = max(own-len(closing.FindAllString(text, -1)), 0)
	}
	// A site takes "fn:" in the address of a footnote for a protocol, and removes it for authors.
	footnote := regexp.MustCompile(`((?:href="#|id=")fn(?:ref\d*)?):`)
	return footnote.ReplaceAllString(strings.TrimSpace(out.String()), "$1-")
}

// all writes the nodes below a node, each as a block.
func (b *blocks) all(parent ast.Node) string {
	var parts []string
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if text := b.one(node); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// block encloses HTML in the comments of a block. The attributes are JSON, or "".
func block(name, attributes, html string) string {
	if attributes != "" {
		attributes += " "
	}
	return fmt.Sprintf("<!-- wp:%s %s-->\n%s\n<!-- /wp:%s -->", name, attributes, html, name)
}

func (b *blocks) one(node ast.Node) string {
	switch n := node.(type) {
	case *ast.Paragraph:
		if image, ok := n.FirstChild().(*ast.Image); ok && n.ChildCount() == 1 && len(image.Attributes()) == 0 {
			return block("image", "", `<figure class="wp-block-image">`+b.html(image)+"</figure>")
		}
		if text := b.html(n); text != "<p></p>" {
			return block("paragraph", "", text)
		}
		return ""
	case *ast.Heading:
		return b.heading(n)
	case *ast.ThematicBreak:
		return block("separator", "", `<hr class="wp-block-separator has-alpha-channel-opacity" />`)
	case *ast.FencedCodeBlock:
		return b.code(n, string(n.Language(b.source)))
	case *ast.CodeBlock:
		return b.code(n, "")
	case *ast.Blockquote:
		return b.quote(n)
	case *ast.List:
		return b.list(n)
	case *extension.Table:
		return b.table(n)
	}
	return b.raw(b.html(node))
}

// raw writes HTML as it is, without the comments of blocks in it, which would end the block.
func (b *blocks) raw(html string) string {
	html = strings.TrimSpace(regexp.MustCompile(`<!--\s*/?wp:[^>]*-->`).ReplaceAllString(html, ""))
	switch regexp.MustCompile(`\s+`).ReplaceAllString(strings.ToLower(html), "") {
	case "":
		return ""
	case "<!--more-->", "<!--truncate-->":
		return block("more", "", "<!--more-->")
	case "<!--nextpage-->":
		return block("nextpage", "", "<!--nextpage-->")
	}
	if m := regexp.MustCompile(`^<!-- embed (https?://[^\s"<>]+) -->$`).FindStringSubmatch(html); m != nil {
		address := strings.ReplaceAll(m[1], "--", "%2D%2D") // two dashes would end the comment
		return block("embed", fmt.Sprintf(`{"url":"%s"}`, strings.ReplaceAll(address, `\`, "%5C")),
			"<figure class=\"wp-block-embed\"><div class=\"wp-block-embed__wrapper\">\n"+address+"\n</div></figure>")
	}
	return block("html", "", html)
}

func (b *blocks) heading(n *ast.Heading) string {
	attributes := ""
	if n.Level != 2 {
		attributes = fmt.Sprintf(`{"level":%d}`, n.Level)
	}
	id := ""
	if value, ok := n.AttributeString("id"); ok {
		id = fmt.Sprintf(` id="%s"`, value)
	}
	return block("heading", attributes,
		fmt.Sprintf(`<h%d class="wp-block-heading"%s>%s</h%d>`, n.Level, id, b.inside(n), n.Level))
}

func (b *blocks) code(n ast.Node, language string) string {
	var text bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text.Write(line.Value(b.source))
	}
	attributes, class := "", "wp-block-code"
	if language = regexp.MustCompile(`[^A-Za-z0-9_-]`).ReplaceAllString(language, ""); language != "" {
		attributes, class = fmt.Sprintf(`{"className":"language-%s"}`, language), class+" language-"+language
	}
	escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(strings.TrimRight(text.String(), "\n"))
	return block("code", attributes, fmt.Sprintf(`<pre class="%s"><code>%s</code></pre>`, class, escaped))
}

// quote writes a quote, and boxes: a quote whose first line is [!NOTE], or [!note] with a title. A
// sign after the brackets makes a box that the reader opens.
func (b *blocks) quote(n *ast.Blockquote) string {
	inner := b.all(n)
	box := regexp.MustCompile(`^<!-- wp:paragraph -->\n<p>\[!([A-Za-z][\w-]*)\]([+-]?)[ \t]*(.*?)(?:<br />|\n|(</p>))\s*`)
	m := box.FindStringSubmatch(inner)
	if m == nil {
		return block("quote", "", `<blockquote class="wp-block-quote">`+inner+"</blockquote>")
	}
	kind, title := strings.ToLower(m[1]), m[3]
	if title == "" {
		title = titled(kind)
	}
	inner = strings.TrimPrefix(box.ReplaceAllString(inner, "<!-- wp:paragraph -->\n<p>$4"),
		"<!-- wp:paragraph -->\n<p></p><!-- /wp:paragraph -->")
	if inner = strings.TrimSpace(inner); m[2] != "" {
		return block("details", "", `<details class="wp-block-details"><summary>`+title+"</summary>"+inner+"</details>")
	}
	return block("quote", fmt.Sprintf(`{"className":"admonition %s"}`, kind),
		fmt.Sprintf("<blockquote class=\"wp-block-quote admonition %s\">%s\n\n%s</blockquote>",
			kind, block("paragraph", "", "<p><strong>"+title+"</strong></p>"), inner))
}

func (b *blocks) list(n *ast.List) string {
	tag, attributes, start := "ul", "", ""
	if n.IsOrdered() {
		tag, attributes = "ol", `{"ordered":true}`
		if n.Start != 1 {
			attributes, start = fmt.Sprintf(`{"ordered":true,"start":%d}`, n.Start), fmt.Sprintf(` start="%d"`, n.Start)
		}
	}
	var items []string
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		var text strings.Builder
		for child := item.FirstChild(); child != nil; child = child.NextSibling() {
			switch c := child.(type) {
			case *ast.TextBlock:
				text.WriteString(b.inside(c))
			case *ast.List:
				text.WriteString(b.list(c))
			default:
				text.WriteString(b.html(c))
			}
		}
		items = append(items, block("list-item", "", "<li>"+text.String()+"</li>"))
	}
	return block("list", attributes, fmt.Sprintf(`<%s%s class="wp-block-list">%s</%s>`,
		tag, start, strings.Join(items, "\n\n"), tag))
}

func (b *blocks) table(n *extension.Table) string {
	var head, body strings.Builder
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		out, tag := &body, "td"
		if _, ok := row.(*extension.TableHeader); ok {
			out, tag = &head, "th"
		}
		out.WriteString("<tr>")
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			align := ""
			if c, ok := cell.(*extension.TableCell); ok && c.Alignment != extension.AlignNone {
				align = fmt.Sprintf(` class="has-text-align-%[1]s" data-align="%[1]s"`, c.Alignment)
			}
			out.WriteString("<" + tag + align + ">" + b.inside(cell) + "</" + tag + ">")
		}
		out.WriteString("</tr>")
	}
	text := "<thead>" + head.String() + "</thead>"
	if body.Len() > 0 {
		text += "<tbody>" + body.String() + "</tbody>"
	}
	return block("table", `{"hasFixedLayout":false}`, `<figure class="wp-block-table"><table>`+text+"</table></figure>")
}

// html renders a node.
func (b *blocks) html(node ast.Node) string {
	var out bytes.Buffer
	if err := b.renderer.Render(&out, b.source, node); err != nil && b.err == nil {
		b.err = fmt.Errorf("rendering: %w", err)
	}
	return strings.TrimSpace(out.String())
}

// inside renders the nodes below a node.
func (b *blocks) inside(node ast.Node) string {
	var out strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		var part bytes.Buffer
		if err := b.renderer.Render(&part, b.source, child); err != nil && b.err == nil {
			b.err = fmt.Errorf("rendering: %w", err)
		}
		out.Write(part.Bytes())
	}
	return strings.TrimSpace(out.String())
}
