package transport

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextOfAServerFitsOnOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                               "",
		" a\r\n\tb  c ":                  "a b c",
		"a\u0085b\u2028c\u2029d":         "a b c d",
		"a\x00b\x1b[31mc\x7fd\u009be":    "a b [31mc d e",
		"a\u202eb\u2066c\u200fd":         "a b c d",
		"a\xffb":                         "a\uFFFDb",
		"schön 字":                        "schön 字",
		strings.Repeat("x", 20):          strings.Repeat("x", 20),
		strings.Repeat("x", 21):          strings.Repeat("x", 20) + "…",
		strings.Repeat("x", 19) + "字":    strings.Repeat("x", 19) + "…",
		strings.Repeat("x", 17) + "字":    strings.Repeat("x", 17) + "字",
		strings.Repeat("\n", 1<<20) + "": "…",
	} {
		if got := Line(text, 20); got != want || !utf8.ValidString(got) {
			t.Errorf("%.60q is %q, expected %q", text, got, want)
		}
	}
}
