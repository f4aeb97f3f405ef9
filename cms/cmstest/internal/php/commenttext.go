package php

import (
	"regexp"
	"strings"
)

var (
	whole = regexp.MustCompile(
		`(?is)<a [^>]*>.*?</a>|<(?:code|pre|script|style)\b.*?</(?:code|pre|script|style)>|<[^>]*>`)
	webAddress = regexp.MustCompile(`(^|[\s(>])((?:https?|ftp)://|www\.|ftp\.)([^\s<>"]+)`)
	mailBefore = regexp.MustCompile(`(^|[\s>])([A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+\.[A-Za-z]{2,})`)
)

const ugc = "nofollow ugc" // what links of readers say of themselves

// RenderComment is the HTML of a comment. Tags that are not closed stay open, which the real site closes.
func RenderComment(raw string) string { return Texturize(paragraphs(Clickable(raw))) }

// Clickable makes links of addresses that stand in a text.
func Clickable(text string) string {
	var out strings.Builder
	at := 0
	for _, span := range append(whole.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		out.WriteString(linked(text[at:span[0]]))
		out.WriteString(text[span[0]:span[1]])
		at = span[1]
	}
	return out.String()
}

func linked(text string) string {
	text = webAddress.ReplaceAllStringFunc(text, func(found string) string {
		m := webAddress.FindStringSubmatch(found)
		address, rest := m[2]+m[3], ""
		for strings.ContainsAny(address[len(address)-1:], ".,;:)") {
			address, rest = address[:len(address)-1], address[len(address)-1:]+rest
		}
		if !strings.Contains(m[2], "/") {
			address = "http://" + address
		}
		return m[1] + `<a href="` + address + `" rel="` + ugc + `">` + address + "</a>" + rest
	})
	return mailBefore.ReplaceAllString(text, `$1<a href="mailto:$2">$2</a>`)
}
