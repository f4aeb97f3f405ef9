package describe

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain makes one line of what a site says in prose: without HTML and control
// characters, of 400 bytes at most and "…" where it was longer.
func Plain(text string) string {
	text = html.UnescapeString(regexp.MustCompile(`<[^<>]*>`).ReplaceAllString(text, ""))
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r)
	}), " ")
	if len(text) > maxTextLength {
		cut := maxTextLength
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = strings.TrimSpace(text[:cut]) + "…"
	}
	return text
}
