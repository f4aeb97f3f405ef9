package php

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// accentTable lists plain letters, each before the letters with marks that it replaces.
//
//go:embed accents.txt
var accentTable string

var accents = func() map[rune]string {
	out := map[rune]string{}
	for line := range strings.Lines(accentTable) {
		base, marked, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, r := range marked {
			out[r] = base
		}
	}
	return out
}()

// StripAccents replaces letters with accents by those without.
func StripAccents(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	var b strings.Builder
	var last rune
	for _, r := range s {
		switch base, ok := accents[r]; {
		case ok:
			b.WriteString(base)
		case unicode.Is(unicode.Mn, r) && last < utf8.RuneSelf: // a mark apart from its letter
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// ASCIILower returns a text with its ASCII letters in lower case.
func ASCIILower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// Fold returns a text as the database compares it: without case and accents.
func Fold(s string) string { return strings.ToLower(StripAccents(s)) }

var (
	searchWord = regexp.MustCompile(`"[^"]*(?:"|$)|[^\t ",+]+`)
	stopWords  = strings.Fields(
		"about an are as at be by com for from how in is it of on or that the this to was what when where who will with www")
)

// SearchTerm is a word or a phrase of a search.
type SearchTerm struct {
	Text    string // folded
	Exclude bool
}

// SearchTerms splits a search into words and quoted phrases. Single letters and common words are left out. If no
// word or more than nine are left, the whole search is one phrase.
func SearchTerms(search string) []SearchTerm {
	var terms []SearchTerm
	for _, word := range searchWord.FindAllString(search, -1) {
		if len(word) > 2 && word[0] == '"' && word[len(word)-1] == '"' {
			word = strings.Trim(word, `"'`)
		} else {
			word = strings.Trim(word, `"' `)
		}
		folded := Fold(word)
		if folded == "" || folded == "-" || len(folded) == 1 && folded[0] >= 'a' && folded[0] <= 'z' ||
			slices.Contains(stopWords, folded) {
			continue
		}
		text, exclude := strings.CutPrefix(folded, "-")
		terms = append(terms, SearchTerm{text, exclude})
	}
	if len(terms) == 0 || len(terms) > 9 {
		text, exclude := strings.CutPrefix(Fold(search), "-")
		return []SearchTerm{{text, exclude}}
	}
	return terms
}
