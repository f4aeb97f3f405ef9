// Package hostile is a proxy for a site in tests. It puts control sequences for a
// terminal into each text of the responses. It runs recipes on such a site, and checks
// what they print. Only tests import it.
package hostile

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Limits of what a program prints on such a site.
const (
	maxLine   = 4 << 10 // bytes
	maxOutput = 2 << 20
)

// Mark stands in each hostile text and is harmless: what shows it has shown the text.
const Mark = "FORGED"

// Text clears a terminal, names its window, sets its clipboard and a link, turns the
// direction of the text, hides in it and forges a line. All else that it does is to
// begin with what it stands for.
func Text(instead string) string {
	return instead + " \x1b[31mred\x1b[2J\x1b]0;owned\x07\x1b]8;;http://evil.example\x1b\\link\x1b]52;c;ZXZpbA==\x07" +
		"\u202eevil\u2066\u200f\r\n" + Mark + " line\x00\u2028\u2029\u0085" +
		"\u009b31m\u200b\u00ad\ufeff\U000e0041\b\x7f%!s(MISSING) %n'\"`<script>"
}

// long is Text of 20 KB, with and without spaces.
func long(instead string) string {
	return Text(instead) + strings.Repeat("x", 10<<10) + strings.Repeat(" y", 5<<10)
}

// Wrong says what is wrong with what a program printed, "" for nothing: each line is to
// be printable, of 4 KB at most and none that a site has written.
func Wrong(output string) string {
	if len(output) > maxOutput {
		return fmt.Sprintf("%d bytes were printed", len(output))
	}
	number := 0
	for line := range strings.SplitSeq(output, "\n") {
		number++
		switch at := strings.IndexFunc(line, obeyed); {
		case at >= 0:
			return fmt.Sprintf("line %d holds %U: %q", number, []rune(line[at:])[0], around(line, at))
		case !utf8.ValidString(line):
			return fmt.Sprintf("line %d is no UTF-8: %.200q", number, line)
		case len(line) > maxLine:
			return fmt.Sprintf("line %d has %d bytes: %.200q", number, len(line), line)
		case strings.HasPrefix(line, Mark):
			return fmt.Sprintf("line %d is the site's: %.200q", number, line)
		}
	}
	return ""
}

// obeyed reports that a terminal does something else with a character than to show it.
// Programs indent by tabs.
func obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\t' || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

func around(line string, at int) string {
	return strings.ToValidUTF8(line[max(0, at-60):min(len(line), at+60)], "?")
}

// Printed fails a test if something is wrong with what a program printed.
func Printed(t *testing.T, what, output string) {
	t.Helper()
	if wrong := Wrong(output); wrong != "" {
		t.Errorf("%s: %s", what, wrong)
	}
}

// Prints fails a test if something is wrong with what a function prints.
func Prints(t *testing.T, what string, write func(out io.Writer)) {
	t.Helper()
	var out strings.Builder
	write(&out)
	if !strings.Contains(out.String(), Mark) {
		t.Errorf("%s: no hostile text was printed: %s", what, out.String())
	}
	Printed(t, what, out.String())
}
