package php

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// collationTable is the database collation utf8mb4_unicode_520_ci. Each line has a form for
// sorting, a tab, and characters that the database treats as equal.
// internal/wordpress/collation.php creates the table from a database.
//
//go:embed collation.txt
var collationTable string

// collation has two maps. first maps a character to the character that stands for all characters
// equal to it. forms maps a character to its form for sorting.
type collation struct {
	first map[rune]rune
	forms map[rune]string
}

var collations = sync.OnceValue(func() collation {
	c := collation{map[rune]rune{}, map[rune]string{}}
	for line := range strings.Lines(collationTable) {
		form, runes, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		first, size := utf8.DecodeRuneInString(form)
		// If the form is not exactly one character, use the first of the equal characters.
		if form == "" || size < len(form) {
			first, _ = utf8.DecodeRuneInString(runes)
		}
		for _, r := range runes {
			c.first[r], c.forms[r] = first, form
		}
	}
	return c
})

// Fold returns a text in the form that the database searches: equal characters become the same
// character. Case and most accents make no difference. A ligature is one character: "ß" is not
// "ss", and "æ" is not "ae".
func Fold(text string) string {
	if ascii(text) {
		return ASCIILower(text)
	}
	first := collations().first
	return strings.Map(func(r rune) rune {
		if equal, ok := first[r]; ok {
			return equal
		}
		return r
	}, text)
}

// SortKey returns a text in the form that the database uses to sort and compare whole texts. "ß"
// becomes "ss", and combining marks are removed. Characters that are not letters are ordered by
// code point.
func SortKey(text string) string {
	if ascii(text) {
		return ASCIILower(text)
	}
	forms := collations().forms
	var b strings.Builder
	for _, r := range text {
		if form, ok := forms[r]; ok {
			b.WriteString(form)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func ascii(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
