package php

import (
	"regexp"
	"slices"
	"strings"
)

// Fold is a text as the database compares it: without case and accents.
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

// SearchTerms splits a search into words and quoted phrases. Letters that stand alone and common words do not
// count; if nothing or too much is left, the search is one phrase.
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
