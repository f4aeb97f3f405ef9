package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence ends a text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") && !strings.HasSuffix(text, "…") {
		text += "."
	}
	return text
}

// join makes one text of sentences, without the empty ones.
func join(sentences ...string) string {
	var all []string
	for _, one := range sentences {
		if one = sentence(one); one != "" {
			all = append(all, one)
		}
	}
	return strings.Join(all, " ")
}

// comment writes a text as lines of a comment. What gofmt would take for a heading,
// a list or code stays a line of prose.
func comment(indent, text string) string {
	const width = 84
	var out strings.Builder
	line := ""
	flush := func() {
		if line != "" {
			out.WriteString(indent + "// " + line + "\n")
		}
		line = ""
	}
	for _, word := range strings.Fields(plainLine(text)) {
		if line != "" && utf8.RuneCountInString(indent+line)+1+utf8.RuneCountInString(word) > width {
			flush()
		}
		switch {
		case line != "":
			line += " " + word
		case strings.HasPrefix(word, "#"), strings.HasPrefix(word, "+"), strings.HasPrefix(word, "-"),
			strings.HasPrefix(word, "*"), strings.HasPrefix(word, "•"), strings.Trim(word, "0123456789.)") == "":
			line = "“" + word + "”"
		default:
			line = word
		}
	}
	flush()
	return out.String()
}

// plainLine keeps a text on the line of its comment.
func plainLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// article is a name with its article.
func article(name string) string {
	if name != "" && strings.ContainsAny(name[:1], "AEIO") {
		return "an " + name
	}
	return "a " + name
}
