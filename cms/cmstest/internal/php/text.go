package php

import (
	"html"
	"regexp"
	"strings"
)

// Octet is a percent-encoded byte.
var Octet = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// ClassRunes are those that cannot stand in names of classes, types and the like.
var ClassRunes = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// TagForm is a tag or a comment.
var TagForm = regexp.MustCompile(`(?s)<!--.*?-->|<>|<[^<>\s][^<>]*>`)

var (
	openTag     = regexp.MustCompile(`(?s)<(\S.*)?$`)
	looseTag    = regexp.MustCompile(`<[^<>]*>?`)
	scriptForm  = regexp.MustCompile(`(?is)<script[^>]*>.*?</script>|<style[^>]*>.*?</style>`)
	escapedText = strings.NewReplacer("<", "&lt;", `"`, "&quot;", "'", "&#039;")
	entity      = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)?`)
)

// PlainLine returns a text without tags and encoded octets, with one space between words.
func PlainLine(text string) string {
	text = looseTag.ReplaceAllStringFunc(text, func(found string) string {
		if strings.HasSuffix(found, ">") {
			return found
		}
		return escapedText.Replace(found)
	})
	text = StripTags(scriptForm.ReplaceAllString(text, ""))
	return strings.Join(SplitSpace(Octet.ReplaceAllString(text, "")), " ")
}

// StripTags returns a text without its tags. A "<" before white space begins no tag. A tag without an end is removed
// with all text after it.
func StripTags(text string) string {
	return openTag.ReplaceAllString(TagForm.ReplaceAllString(text, ""), "")
}

// SplitSpace returns the words of a text. A no-break space separates no words.
func SplitSpace(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\r", r) })
}

// Ampersands makes an entity of each ampersand that begins none. Numbers of entities get three digits.
func Ampersands(text string) string {
	return entity.ReplaceAllStringFunc(text, func(found string) string {
		if found == "&" || html.UnescapeString(found) == found {
			return "&amp;" + found[1:]
		}
		if digits, ok := strings.CutPrefix(found, "&#"); ok && digits[0] <= '9' {
			if digits = strings.TrimLeft(digits, "0"); digits == ";" {
				return "&amp;" + found[1:] // there is no letter 0
			}
			return "&#" + strings.Repeat("0", max(len("065;")-len(digits), 0)) + digits
		}
		return found
	})
}

// PersonName returns a name as the site stores it: HTML of one line.
func PersonName(text string) string {
	return Ampersands(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text))
}
