package main

import (
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// longestExcerpt is how many letters of a description a line of the list has room for.
const longestExcerpt = 60

// why tells where the words of a search are, "" if they are all in the name of the family.
func why(font *fonts.Font, keyword string) string {
	var reasons []string
	for word := range strings.FieldsSeq(keyword) {
		query := snapshot.Query{Keyword: word}
		reason := ""
		switch {
		case query.Matches(&fonts.Font{FontFamily: familyOf(font)}):
		case query.Matches(&fonts.Font{Name: font.Name}):
			reason = "name: " + font.Name
		case query.Matches(&fonts.Font{Designer: font.Designer}):
			reason = "designer: " + font.Designer
		case query.Matches(&fonts.Font{Description: font.Description}):
			reason = "description: " + excerpt(font.Description, word)
		}
		if reason != "" && !strings.Contains(strings.Join(reasons, "\n"), reason) {
			reasons = append(reasons, reason)
		}
	}
	return strings.Join(reasons, ", ")
}

// excerpt is the part of a text around a word.
func excerpt(text, word string) string {
	letters := []rune(text)
	if len(letters) <= longestExcerpt {
		return text
	}
	start := 0
	if at := strings.Index(strings.ToLower(text), strings.ToLower(word)); at > 0 && at < len(text) {
		start = min(max(0, len([]rune(text[:at]))-longestExcerpt/3), len(letters)-longestExcerpt)
	}
	part := string(letters[start : start+longestExcerpt])
	if start > 0 {
		part = "…" + part
	}
	if start+longestExcerpt < len(letters) {
		part += "…"
	}
	return part
}
