package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence returns a text that ends with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") && !strings.HasSuffix(text, "…") {
		text += "."
	}
	return text
}

// join joins sentences. It leaves out empty sentences.
func join(sentences ...string) string {
	var all []string
	for _, one := range sentences {
		if one = sentence(one); one != "" {
			all = append(all, one)
		}
	}
	return strings.Join(all, " ")
}

// comment returns a text as the lines of a Go comment. It changes words that gofmt would
// take for a heading, a list or code.
func comment(indent, text string) string {
	const width = 84
	var out strings.Builder
	for _, line := range folded(plainLine(text), width-utf8.RuneCountInString(indent), prose) {
		out.WriteString(indent + "// " + line + "\n")
	}
	return out.String()
}

// folded breaks a text into lines of at most width characters. It passes the first word of
// each line to the function first, and writes the word that the function returns. If the
// function would change the word, folded begins the line one word earlier, where possible.
func folded(text string, width int, first func(string) string) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		if last >= 0 && first(word) != word {
			if end := strings.LastIndexByte(lines[last], ' '); end > 0 {
				before := lines[last][end+1:]
				lines[last], word = lines[last][:end], before+" "+word
				lines = append(lines, first(before)+word[len(before):])
				continue
			}
		}
		lines = append(lines, first(word))
	}
	return lines
}

// prose puts a word into quotation marks if gofmt would take a line that begins with the
// word for a heading, a list or code.
func prose(word string) string {
	if strings.ContainsAny(word[:1], "#+-*") || strings.HasPrefix(word, "•") ||
		strings.Trim(word, "0123456789.)") == "" {
		return "“" + word + "”"
	}
	return word
}

// plainLine replaces characters that could end the line of a comment.
func plainLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// article returns a name with its article.
func article(name string) string {
	if name != "" && strings.ContainsAny(name[:1], "AEIO") {
		return "an " + name
	}
	return "a " + name
}
