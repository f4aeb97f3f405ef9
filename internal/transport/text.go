package transport

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits for texts in errors and log lines. Some of these texts come from a server.
const (
	MaxText   = 500  // bytes of a message, a name or a code
	MaxReason = 2000 // bytes of a longer part of an error or a log line, such as a reason or a hint
	MaxError  = 3500 // bytes of the whole text of an error; with the texts of errors that wrap it, less than 4 KB
)

// Line returns a text of a server in a form that is safe in an error, in a log and on a
// terminal: valid UTF-8 on one line. After limit bytes it is cut, and ends with the sign ….
// White space, and characters that move the cursor or change the direction of the text,
// become one space. Invisible characters (zero-width characters, tags, the soft hyphen) are
// removed.
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
	line, again := first(line, limit) // ToValidUTF8 may have replaced one byte by three
	if cut || again {
		line += "…"
	}
	return line
}

// first returns the beginning of a text, in whole runes, and whether it was cut.
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

// Limits for the parts of an HTTP response that the packages cms and fonts keep in their types
// Error and Response.
const (
	MaxBody  = 64 << 10 // bytes of the body that an error keeps
	MaxNoise = 1 << 10  // bytes of the text around the JSON in a body
)

// Clip returns a copy of the first limit bytes of b, so that the rest of b is not kept in
// memory.
func Clip(b []byte, limit int) []byte {
	if cap(b) <= 2*limit {
		return b[:min(len(b), limit)]
	}
	return bytes.Clone(b[:min(len(b), limit)])
}

// ErrorText returns the text of an error on one line: the request and the response, then the
// reason, the number of attempts, and the hint.
func ErrorText(what, reason string, attempts int, hint string) string {
	if reason != "" {
		what = strings.TrimSuffix(what, ".") + ": " + reason
	}
	if attempts > 1 {
		what += fmt.Sprintf(" (after %d attempts)", attempts)
	}
	if hint != "" {
		what += " [" + Line(hint, MaxReason) + "]"
	}
	return Line(what, MaxError)
}

// ReasonText returns the text of the reason of an error, and the request that the error names.
// The reason may hold errors of the same operation. Their texts begin with operation and with a
// request, and the text of the error would have both twice. So ReasonText leaves them out of the
// reason. If request got no response, it returns the request of the reason, which has failed.
func ReasonText(operation, request string, responded bool, reason error) (text, failed string) {
	if reason == nil {
		return "", request
	}
	text = Line(reason.Error(), MaxReason)
	for {
		before, rest, begins := strings.Cut(text, operation+" (")
		inner, after, closed := strings.Cut(rest, "): ")
		if !begins || !closed {
			return strings.ReplaceAll(text, operation+": ", ""), request
		}
		if inner != request && responded {
			after = inner + ": " + after
		}
		if !responded {
			request, responded = inner, true
		}
		text = before + after
	}
}

// Because returns an error that wraps a sentinel and its cause. cause may be nil.
func Because(sentinel, cause error) error {
	if cause == nil {
		return sentinel
	}
	return &reason{sentinel, cause}
}

// reason is the error of [Because].
type reason struct{ sentinel, cause error }

func (r *reason) Error() string   { return Line(r.sentinel.Error()+": "+r.cause.Error(), MaxError) }
func (r *reason) Unwrap() []error { return []error{r.sentinel, r.cause} }
