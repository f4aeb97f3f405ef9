package fonts

import (
	"strings"
	"unicode"
)

// Convention is a way in which foundries write a style as a number. The number
// itself does not say which one is meant, so that [ParseStyle] follows none of
// them; who knows the foundry does.
type Convention int

const (
	// ConventionW is the letter W and a digit for the weight in hundreds, as
	// Japanese foundries write it: W3 is 300.
	ConventionW Convention = iota + 1
	// ConventionLinotype is two digits as of Univers, Frutiger and Helvetica Neue.
	// The first is the weight: 2 for 100, 3 for 200 and so on to 6 for 500, 7 for
	// 700, 8 for 800 and 9 for 900. The second is the rest: 3 extended, 4 extended
	// and oblique, 5 normal, 6 oblique, 7 condensed, 8 condensed and oblique, 9
	// ultra condensed. Families differ in what 65 and above weigh; a name beside
	// the number, as in "65 Bold", decides it.
	ConventionLinotype
)

// ParseStyle reads the name of a sub-family as the function [ParseStyle] does, and
// the first number of the convention in it, which has to be a word of its own. What
// is named besides counts more than what the number says.
func (c Convention) ParseStyle(subfamily string) (style Style, ok bool) {
	words := strings.FieldsFunc(subfamily, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		if names := c.names(word); names != "" {
			words[i] = ""
			return ParseStyle(names + " " + strings.Join(words, " "))
		}
	}
	return ParseStyle(subfamily)
}

// names spells a number out, "" if it is none of the convention.
func (c Convention) names(word string) string {
	if len(word) != 2 || word[1] < '1' || word[1] > '9' {
		return ""
	}
	switch {
	case c == ConventionW && (word[0] == 'W' || word[0] == 'w'):
		return word[1:] + "00"
	case c == ConventionLinotype && word[0] >= '2' && word[0] <= '9' && word[1] >= '3':
		weight := [...]string{"100", "200", "300", "400", "500", "700", "800", "900"}[word[0]-'2']
		rest := [...]string{
			"extended", "extended oblique", "", "oblique", "condensed", "condensed oblique", "ultracondensed",
		}[word[1]-'3']
		return weight + " " + rest
	}
	return ""
}
