package publish

import (
	"fmt"
	"strings"
)

// Values of typography in the mapping.
const (
	typographyExact = "exact" // prose is shown as it is written
	typographySite  = "site"  // the site makes curly quotes, long dashes and the like of it
)

// exactTypography reports whether prose is shown as it is written. Hugo and Jekyll change quotes and
// dashes as sites do.
func (j *project) exactTypography() bool {
	if j.given.typography != "" {
		return j.given.typography == typographyExact
	}
	return j.kind != "hugo" && j.kind != "jekyll"
}

// exactText writes the text between two tags so that the site shows it as it is. One letter of each
// sequence that WordPress would change becomes an entity of three digits, which it leaves.
func exactText(text string) string {
	var out strings.Builder
	for i := range len(text) {
		if isChanged(text, i) {
			fmt.Fprintf(&out, "&#%03d;", text[i])
		} else {
			out.WriteByte(text[i])
		}
	}
	return out.String()
}

// isChanged reports whether WordPress would change the sequence that begins with a byte: quotes,
// dashes, dots, signs, its own name, and smileys.
func isChanged(text string, i int) bool {
	last, next, rest := byteAt(text, i-1), byteAt(text, i+1), text[i+1:]
	switch text[i] {
	case '\'':
		return true
	case '`':
		return next == '`'
	case '-':
		return next == '-' || isBlank(last) && isBlank(next)
	case '.':
		return next == '.' && (last == '.' || byteAt(text, i+2) == '.')
	case 'x':
		return isDigit(last) && isDigit(next)
	case 'W':
		return strings.HasPrefix(rest, "ordpress")
	case '(':
		return len(rest) >= 3 && strings.EqualFold(rest[:3], "tm)")
	case ':', ';', '8', '=':
		if !isBlank(last) || isBlank(next) {
			return false
		}
		word, _, _ := strings.Cut(rest, " ")
		word, _, _ = strings.Cut(word, "\n")
		return strings.Trim(word, "-)(DOPX?|!]}{:abcdefghijklmnopqrstuvwxyz") == ""
	}
	return false
}

// byteAt returns a byte of a text, and a blank before and after the text.
func byteAt(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// siteText writes the text between two tags so that the site finds straight quotes in it.
func siteText(text string) string { return strings.ReplaceAll(text, "&quot;", `"`) }
