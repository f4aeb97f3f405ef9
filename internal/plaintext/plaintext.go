// Package plaintext makes plain text of HTML.
package plaintext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Of returns the text of HTML. Tags, comments, scripts and styles are left out, and
// entities are decoded. Blocks and <br> become line breaks, cells of tables a space, and
// other white space one space. Empty lines are left out.
func Of(source string) string {
	var text strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(source))
	for hidden := atom.Atom(0); ; {
		kind := tokens.Next()
		switch kind {
		case html.ErrorToken: // always the end of the text, because reading a string cannot fail
			return tidy(text.String())
		case html.TextToken:
			if hidden == 0 {
				text.WriteString(spaced(string(tokens.Text())))
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			tag := atom.Lookup(name)
			switch {
			case kind == html.EndTagToken && tag == hidden:
				hidden = 0
			case hidden == 0 && kind == html.StartTagToken && unseen(tag):
				hidden = tag
			}
			text.WriteString(separator(tag))
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// unseen reports whether browsers hide the content of an element.
func unseen(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Noembed, atom.Noframes:
		return true
	}
	return false
}

// separator returns the text that replaces a tag: a line break, a space or nothing.
func separator(tag atom.Atom) string {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Br, atom.Caption, atom.Dd, atom.Details, atom.Div,
		atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3,
		atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre,
		atom.Section, atom.Summary, atom.Table, atom.Tr, atom.Ul:
		return "\n"
	case atom.Td, atom.Th:
		return " "
	}
	return ""
}

// spaced replaces the white space of HTML, such as line breaks, by spaces.
func spaced(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(white, r) {
			return ' '
		}
		return r
	}, text)
}

// white has the white space of HTML. A no-break space is not white space.
const white = " \t\n\r\f"

// tidy replaces several spaces by one. It removes spaces at the ends of lines, and empty
// lines.
func tidy(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(white, r) }); len(words) > 0 {
			kept = append(kept, strings.Join(words, " "))
		}
	}
	return strings.Join(kept, "\n")
}
