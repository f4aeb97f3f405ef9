package transport

import (
	"bytes"
	"fmt"
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
	line, again := first(line, limit) // an invalid byte has become three bytes
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

// Limits of what errors and responses of other packages hold of a response.
const (
	MaxBody  = 64 << 10 // bytes of the body that an error keeps
	MaxNoise = 1 << 10  // bytes of what stands around the JSON in a body
)

// Clip is the beginning of b, which keeps no more than that in memory.
func Clip(b []byte, limit int) []byte {
	if cap(b) <= 2*limit {
		return b[:min(len(b), limit)]
	}
	return bytes.Clone(b[:min(len(b), limit)])
}

// ErrorText is the text of an error on one line: the request and the response, then the
// reason, the number of attempts, and what may be wrong.
func ErrorText(what string, reason error, attempts int, hint string) string {
	if reason != nil {
		what += ": " + Line(reason.Error(), MaxReason)
	}
	if attempts > 1 {
		what += fmt.Sprintf(" (after %d attempts)", attempts)
	}
	if hint != "" {
		what += " [" + Line(hint, MaxReason) + "]"
	}
	return Line(what, MaxError)
}

// Because puts a sentinel before the error that explains it, nil for none.
func Because(sentinel, cause error) error {
	if cause == nil {
		return sentinel
	}
	return &reason{sentinel, cause}
}

// reason is a sentinel with its cause, on one line.
type reason struct{ sentinel, cause error }

func (r *reason) Error() string   { return Line(r.sentinel.Error()+": "+r.cause.Error(), MaxError) }
func (r *reason) Unwrap() []error { return []error{r.sentinel, r.cause} }
