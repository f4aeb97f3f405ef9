package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/plaintext"
)

// Text returns the content of a JSON string, "" for any other value.
func Text(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return ""
	}
	unquoted, _ := jsontext.AppendUnquote(nil, raw) // replaces invalid UTF-8 by U+FFFD
	return string(unquoted)
}

// written returns a value that can be encoded. In strings it replaces invalid UTF-8 by
// U+FFFD.
func written(raw jsontext.Value) jsontext.Value {
	if raw.IsValid() || raw.Kind() != '"' {
		return raw.Clone()
	}
	quoted, _ := jsontext.AppendQuote(nil, Text(raw))
	return quoted
}

// maxTextLength is the maximum length, in bytes, of a text that is kept from a description. A
// longer text is cut, and a longer value, such as a default, is left out.
const maxTextLength = 400

// Plain converts a text of a site to one line without HTML and control characters. A
// text of more than 400 bytes is cut and ends in "…".
func Plain(text string) string {
	text = strings.Join(strings.FieldsFunc(plaintext.Of(text), func(r rune) bool {
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
