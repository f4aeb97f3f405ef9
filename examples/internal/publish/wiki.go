package publish

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// wikiScheme begins the destinations of links of a wiki, until they are resolved.
const wikiScheme = "wiki-link:"

// wikiParser reads the links of a wiki: [[name]], [[name#heading|text]] and ![[picture.png|100]].
type wikiParser struct{}

func (wikiParser) Trigger() []byte { return []byte{'[', '!'} }

func (wikiParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	m := regexp.MustCompile(`^(!?)\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]`).FindSubmatchIndex(line)
	if m == nil {
		return nil
	}
	name := strings.TrimSpace(string(line[m[4]:m[5]]))
	shown := text.NewSegment(segment.Start+m[4], segment.Start+m[5])
	if m[6] >= 0 && m[7] > m[6] {
		shown = text.NewSegment(segment.Start+m[6], segment.Start+m[7])
	}
	link := ast.NewLink()
	link.Destination = []byte(wikiScheme + name)
	block.Advance(m[1])
	if m[3] == m[2] || !strings.Contains(name, ".") { // an embedded note becomes a link
		link.AppendChild(link, ast.NewTextSegment(shown))
		return link
	}
	picture := ast.NewImage(link)
	if size := regexp.MustCompile(`^(\d{1,4})(?:x(\d{1,4}))?$`).FindSubmatch(shown.Value(block.Source())); size != nil {
		picture.SetAttributeString("width", size[1])
		if len(size[2]) > 0 {
			picture.SetAttributeString("height", size[2])
		}
		return picture
	}
	if m[6] >= 0 {
		picture.AppendChild(picture, ast.NewTextSegment(shown))
	}
	return picture
}
