package wire

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Unquote returns the text of a JSON string that a decoder has read. U+FFFD stands for
// what is no UTF-8 and for half a surrogate pair.
func Unquote(quoted []byte) string {
	text := quoted[1 : len(quoted)-1]
	if !utf8.Valid(text) {
		unquoted, _ := jsontext.AppendUnquote(nil, quoted)
		return string(unquoted)
	}
	next := bytes.IndexByte(text, '\\')
	if next < 0 {
		return string(text)
	}
	var out strings.Builder
	size := len(text)
	out.Grow(size)
	for ; next >= 0; next = bytes.IndexByte(text, '\\') {
		out.Write(text[:next])
		switch c := text[next+1]; c {
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'u':
			r := escaped(text[next:])
			if next += 4; utf16.IsSurrogate(r) {
				if r = utf16.DecodeRune(r, escaped(text[next+2:])); r != utf8.RuneError {
					next += 6
				}
			}
			out.WriteRune(r)
		default:
			out.WriteByte(c)
		}
		text = text[next+2:]
	}
	out.Write(text)
	if roomy(out.Len(), size) {
		return strings.Clone(out.String())
	}
	return out.String()
}

// escaped is the rune of an escape such as \u00e9, U+FFFD if text begins with no such one.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
