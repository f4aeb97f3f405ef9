package publish

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// element is a tag or an expression of MDX.
type element struct {
	begin, end int    // in the text
	name       string // of a tag; "" for a fragment and for an expression
	expression bool
	closing    bool // </Name>
	single     bool // <Name />
	attributes map[string]string
	partner    int // index of the other tag of a pair, -1 without one
}

// maxElements is the largest number of tags and expressions of MDX in a file.
const maxElements = 5000

// plainMDX returns the text of a file of MDX as Markdown. Imports, exports and comments show
// nothing. Boxes, tabs, links and pictures of common themes become those of Markdown. Of any other
// component only what is between its tags is left, and of an expression nothing: notes says so, by
// line. Lines keep their numbers; before is the number of lines before the text. It refuses tags
// and braces without an end. Code blocks and code spans stay as they are.
func plainMDX(source []byte, before int) (plain []byte, notes map[int]string, err error) {
	source = bytes.Clone(source)
	for _, form := range []string{`(?m)^(?:import|export)\s(?:.*\S.*(?:\n|\z))*`, `(?s)\{/\*.*?\*/\}`} {
		code := withoutCode(source, true)
		for _, at := range regexp.MustCompile(form).FindAllIndex(code, -1) {
			blank(source[at[0]:at[1]])
		}
	}
	all, at := elements(source, withoutCode(source, true))
	if at >= 0 { // indented lines of a tag are no code
		all, at = elements(source, withoutCode(source, false))
	}
	if at >= 0 {
		line := before + 1 + bytes.Count(source[:at], []byte("\n"))
		return nil, nil, &lineError{line, errors.New("it has a tag or a brace of MDX without an end")}
	}
	if len(all) > maxElements {
		return nil, nil, fmt.Errorf("it has more than %d components and expressions of MDX", maxElements)
	}
	pair(all)
	notes = map[int]string{}
	said := map[string]bool{}
	var out bytes.Buffer
	last := 0
	for i, e := range all {
		text, lost := e.markdown(all, source)
		if lost != "" && !said[lost] {
			said[lost] = true
			notes[before+1+bytes.Count(source[:e.begin], []byte("\n"))] = lost
		}
		if i > 0 && e.begin < last {
			continue // in an attribute of another one
		}
		out.Write(source[last:e.begin])
		out.WriteString(text)
		out.Write(bytes.Repeat([]byte("\n"), bytes.Count(source[e.begin:e.end], []byte("\n"))))
		last = e.end
	}
	out.Write(source[last:])
	lines := strings.Split(out.String(), "\n")
	for _, e := range all {
		if e.partner >= 0 && !e.closing {
			first := bytes.Count(source[:e.end], []byte("\n"))
			dedent(lines[first+1 : max(first+1, bytes.Count(source[:all[e.partner].begin], []byte("\n")))])
		}
	}
	fences(lines)
	return []byte(strings.Join(lines, "\n")), notes, nil
}

// elements finds the tags of components, fragments and expressions. at is the place of the
// first element without an end, -1 if each has one.
func elements(source, code []byte) (all []element, at int) {
	open := regexp.MustCompile(`</?[A-Z][\w.]*|</?>|\{`)
	for from := 0; ; {
		found := open.FindIndex(code[from:])
		if found == nil {
			return all, -1
		}
		begin, end := from+found[0], from+found[1]
		tag := string(code[begin:end])
		if tag == "{" {
			if end = endOfBraces(code, begin); end < 0 {
				return nil, begin
			}
			all = append(all, element{begin: begin, end: end, expression: true, partner: -1})
			from = end
			continue
		}
		e := element{begin: begin, end: end, closing: strings.HasPrefix(tag, "</"), partner: -1}
		e.name = strings.Trim(tag, "</>")
		if e.name != "" {
			if e.end = endOfTag(code, end); e.end < 0 {
				return nil, begin
			}
			e.single = code[e.end-2] == '/'
			e.attributes = attributes(string(source[end:e.end]))
		}
		all = append(all, e)
		from = e.end
	}
}

// endOfBraces returns the place after the brace that closes the one at a place, -1 without one.
func endOfBraces(code []byte, from int) int {
	depth := 0
	for i := from; i < len(code); i++ {
		switch code[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// endOfTag returns the place after the end of a tag. Values in quotes and braces may hold ">".
func endOfTag(code []byte, from int) int {
	for i := from; i < len(code); i++ {
		switch c := code[i]; c {
		case '"', '\'':
			end := bytes.IndexByte(code[i+1:], c)
			if end < 0 {
				return -1
			}
			i += end + 1
		case '{':
			end := endOfBraces(code, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '>':
			return i + 1
		}
	}
	return -1
}

// pair finds the two tags of each component.
func pair(all []element) {
	var open []int
	for i, e := range all {
		switch {
		case e.expression || e.single:
		case !e.closing:
			open = append(open, i)
		default:
			for at, first := range slices.Backward(open) {
				if all[first].name == e.name {
					all[first].partner, all[i].partner = i, first
					open = open[:at]
					break
				}
			}
		}
	}
}

// markdown returns the Markdown for a tag or an expression. lost says what is left out.
func (e element) markdown(all []element, source []byte) (text, lost string) {
	of := e.attributes
	if e.closing && e.partner >= 0 {
		of = all[e.partner].attributes
	}
	switch strings.ToLower(e.name) {
	case "":
		return e.value(source)
	case "tabs", "tabsgroup", "codegroup", "codeblock", "details.summary":
		return "", ""
	case "tabitem", "tab", "tabsitem":
		if title := cmp.Or(of["label"], of["title"], of["value"], of["name"]); !e.closing && title != "" {
			return "#### " + title, ""
		}
		return "", ""
	case "admonition", "notice", "callout", "alert", "note", "tip", "info", "warning", "caution", "danger", "important",
		"details", "accordion", "collapsible":
		if e.partner < 0 || !e.own(source) || !all[e.partner].own(source) {
			return "", ""
		}
		fence := strings.Repeat(":", 3+e.inside(all)) // the outer ones have more
		if e.closing {
			return fence, ""
		}
		kind := strings.ToLower(e.name)
		switch kind {
		case "admonition", "notice", "callout", "alert":
			kind = cmp.Or(regexp.MustCompile(`\W`).ReplaceAllString(of["type"], ""), "note")
		case "accordion", "collapsible":
			kind = "details"
		}
		return fence + kind + "[" + cmp.Or(of["title"], of["summary"], of["label"]) + "]", ""
	case "link", "a":
		to := cmp.Or(of["to"], of["href"])
		switch {
		case to == "" || e.partner < 0:
			return "", ""
		case e.closing:
			return "](" + strings.ReplaceAll(to, " ", "%20") + ")", ""
		}
		return "[", ""
	case "img", "image", "figure", "themedimage":
		if of["src"] != "" && !strings.Contains(of["src"], "{") && !e.closing {
			return imageMarkup(cmp.Or(of["alt"], of["caption"], of["title"]), of["src"]), ""
		}
	}
	if e.closing {
		return "", ""
	}
	if e.single {
		return "", "the component <" + e.name + "> of MDX is left out"
	}
	return "", "of the component <" + e.name + "> of MDX only what is between its tags is left"
}

// value returns the text of an expression that is a text.
func (e element) value(source []byte) (text, lost string) {
	if !e.expression {
		return "", "" // a fragment
	}
	inner := strings.TrimSpace(string(source[e.begin+1 : e.end-1]))
	m := regexp.MustCompile("^(?:\"([^\"\\\\]*)\"|'([^'\\\\]*)'|`([^`$\\\\]*)`)$").FindStringSubmatch(inner)
	switch {
	case m != nil:
		return m[1] + m[2] + m[3], ""
	case inner == "":
		return "", ""
	}
	return "", fmt.Sprintf("the expression {%.40s} of MDX is left out", strings.ReplaceAll(inner, "\n", " "))
}

// own reports whether a tag has its lines for itself.
func (e element) own(source []byte) bool {
	begin := bytes.LastIndexByte(source[:e.begin], '\n') + 1
	rest, _, _ := bytes.Cut(source[e.end:], []byte("\n"))
	return len(bytes.TrimSpace(source[begin:e.begin])) == 0 && len(bytes.TrimSpace(rest)) == 0
}

// inside counts the levels of components within a pair of tags.
func (e element) inside(all []element) int {
	first, last := e.begin, all[e.partner].begin
	if e.closing {
		first, last = last, first
	}
	level, deepest := 0, 0
	for _, other := range all {
		if other.begin <= first || other.begin >= last || other.partner < 0 {
			continue
		}
		if other.closing {
			level--
		} else {
			level++
		}
		deepest = max(deepest, level)
	}
	return deepest
}

// dedent removes the blanks that all lines begin with. In MDX they are no code.
func dedent(lines []string) {
	least := -1
	for _, line := range lines {
		if n := len(line) - len(strings.TrimLeft(line, " ")); strings.TrimSpace(line) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i, line := range lines {
		lines[i] = line[min(max(least, 0), len(line)-len(strings.TrimLeft(line, " "))):]
	}
}

// withoutCode returns a text of the same length with blanks for code and escaped braces. Indented lines are code if
// the caller says so.
func withoutCode(source []byte, indented bool) []byte {
	masked := bytes.Clone(source)
	root := markdown(false).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case !entering:
		case node.Kind() == ast.KindFencedCodeBlock, indented && node.Kind() == ast.KindCodeBlock:
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
