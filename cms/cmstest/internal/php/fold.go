package php

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// accentTable has a plain letter in each line, and the accented letters that it replaces.
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

// StripAccents replaces letters with accents by plain letters.
func StripAccents(s string) string {
	if ascii(s) {
		return s
	}
	var b strings.Builder
	var last rune
	for _, r := range s {
		switch base, ok := accents[r]; {
		case ok:
			b.WriteString(base)
		case unicode.Is(unicode.Mn, r) && last < utf8.RuneSelf: // drop a combining mark after an ASCII letter
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// ASCIILower converts ASCII letters to lower case.
func ASCIILower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

var (
	searchWord = regexp.MustCompile(`"[^"]*(?:"|$)|[^\t ",+]+`)
	stopWords  = strings.Fields(
		"about an are as at be by com for from how in is it of on or that the this to was what when where who will with www")
)

// SearchTerm is a word or a phrase of a search.
type SearchTerm struct {
	Text    string // folded by Fold
	Exclude bool
}

// SearchTerms splits a search into words and quoted phrases. It drops single letters and common
// words. If no words or more than nine remain, the whole search is one phrase.
func SearchTerms(search string) []SearchTerm {
	var terms []SearchTerm
	for _, word := range searchWord.FindAllString(search, -1) {
		if len(word) > 2 && word[0] == '"' && word[len(word)-1] == '"' {
			word = strings.Trim(word, `"'`)
		} else {
			word = strings.Trim(word, `"' `)
		}
		small := strings.ToLower(word)
		letter := len(small) == 1 && small[0] >= 'a' && small[0] <= 'z'
		if small == "" || small == "-" || letter || slices.Contains(stopWords, small) {
			continue
		}
		text, exclude := strings.CutPrefix(Fold(word), "-")
		terms = append(terms, SearchTerm{text, exclude})
	}
	if len(terms) == 0 || len(terms) > 9 {
		text, exclude := strings.CutPrefix(Fold(search), "-")
		return []SearchTerm{{text, exclude}}
	}
	return terms
}

// MaxSlug is the maximum length of a slug in bytes.
const MaxSlug = 200

var entityForm = regexp.MustCompile(`&.+?;`)

// Dashes matches runs of dashes. A slug has a single dash instead.
var Dashes = regexp.MustCompile(`-+`)

// In slugs dashRunes become dashes, and droppedRunes are removed. Other characters beyond ASCII are
// percent-encoded.
const (
	dashRunes    = "\u00a0\u2010\u2011\u2012\u2013\u2014\u2015"
	droppedRunes = "\u00ad\u00a1\u00bf\u00ab\u00bb\u2039\u203a\u2018\u2019\u201c\u201d\u201a\u201b\u201e\u201f\u2022" +
		"\u00a9\u00ae\u00b0\u2026\u2122\u00b4\u02ca\u0301\u0341\u0300\u0340\u0304\u030c\u200b\u200c\u200d" +
		"\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc"
)

// SanitizeSlug converts a title to a slug: lower case, no accents, dashes for spaces, at most 200
// bytes. Characters beyond ASCII are percent-encoded.
func SanitizeSlug(title string) string {
	s := StripAccents(StripTags(title))
	if strings.Contains(s, "&") {
		s = strings.NewReplacer("&nbsp;", "-", "&#160;", "-", "&ndash;", "-", "&#8211;", "-", "&mdash;", "-", "&#8212;",
			"-").Replace(s)
		s = entityForm.ReplaceAllString(s, "")
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '%':
			if Octet.MatchString(s[i:min(len(s), i+3)]) {
				b.WriteByte('%')
			}
		case r == '.' || r == '/' || r == ' ' || strings.ContainsRune(dashRunes, r):
			b.WriteByte('-')
		case r == '×':
			b.WriteByte('x')
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r + 'a' - 'A')
		case r < utf8.RuneSelf || r == utf8.RuneError || strings.ContainsRune(droppedRunes, r):
		default:
			encoded := percentEncode(unicode.ToLower(r))
			if b.Len()+len(encoded) > MaxSlug {
				return finishSlug(b.String())
			}
			b.WriteString(encoded)
		}
	}
	return finishSlug(b.String())
}

func finishSlug(s string) string {
	if strings.Contains(s, "%") { // parts of the title were already encoded
		for _, r := range dashRunes {
			s = strings.ReplaceAll(s, percentEncode(r), "-")
		}
		for _, r := range droppedRunes {
			s = strings.ReplaceAll(s, percentEncode(r), "")
		}
	}
	return CutSlug(strings.Trim(Dashes.ReplaceAllString(s, "-"), "-"), MaxSlug)
}

func percentEncode(r rune) string {
	var out []byte
	for _, c := range []byte(string(r)) {
		out = append(out, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return string(out)
}

// CutSlug shortens a slug to limit bytes, without a partial escape at its end.
func CutSlug(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	s = s[:limit]
	if i := strings.LastIndexByte(s, '%'); i > limit-3 {
		s = s[:i]
	}
	for !utf8.ValidString(Unescape(s)) && strings.Contains(s, "%") {
		s = s[:strings.LastIndexByte(s, '%')]
	}
	return strings.TrimRight(s, "-")
}

// SlugOr returns the slug of a title, or the id if the slug is empty.
func SlugOr(title string, id int64) string {
	if slug := SanitizeSlug(title); slug != "" {
		return slug
	}
	return strconv.FormatInt(id, 10)
}
