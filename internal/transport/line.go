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
	MaxError  = 3500 // bytes of the whole text of an error: with what wraps it, less than 4 KB
)

// Line makes the text of a server fit to stand in an error, in a log or on a
// terminal: valid UTF-8 on one line, cut after limit bytes, which the sign … at
// its end then shows. Characters that move the cursor of a terminal or turn the
// direction of the text, spaces and line breaks become one space. Those that
// nobody sees (zero-width ones, tags, the soft hyphen) are left out.
func Line(text string, limit int) string {
	line, cut := first(text, limit)
	words := strings.FieldsFunc(strings.ToValidUTF8(line, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
	line = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.Join(words, " "))
	line, again := first(line, limit) // a byte that is no UTF-8 has become three
	if cut || again {
		line += "…"
	}
	return line
}

// first is the beginning of a text, in whole runes, and whether there is more.
func first(text string, limit int) (beginning string, cut bool) {
	limit = max(limit, 0)
	if len(text) <= limit {
		return text, false
	}
	for range utf8.UTFMax - 1 {
		if limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
	}
	return text[:limit], true
}
