package transport

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much of a text of a server stands in an error or a log line.
const (
	MaxText   = 500  // bytes of a message, a name or a code
	MaxReason = 2000 // bytes of the text of an error, which may hold several
)

// Line makes the text of a server fit to stand in an error or a log: valid
// UTF-8 on one line, cut after so many bytes, and without characters that move
// the cursor of a terminal or turn the direction of the text around them.
func Line(text string, limit int) string {
	cut := len(text) > limit
	if cut {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit]
	}
	words := strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
	line := strings.Join(words, " ")
	if cut {
		line += "…"
	}
	return line
}
