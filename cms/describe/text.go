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
	unquoted, _ := jsontext.AppendUnquote(nil, raw) // puts U+FFFD for what is no UTF-8
	return string(unquoted)
}

// written is a value as it can be written again: a string has U+FFFD for what is no UTF-8.
func written(raw jsontext.Value) jsontext.Value {
	if raw.IsValid() || raw.Kind() != '"' {
		return raw.Clone()
	}
	quoted, _ := jsontext.AppendQuote(nil, Text(raw))
	return quoted
}

// maxTextLength is the length of a description, in bytes.
const maxTextLength = 400

// Plain makes one line of what a site says in prose: without HTML and control
// characters, of 400 bytes at most and "…" where it was longer.
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
