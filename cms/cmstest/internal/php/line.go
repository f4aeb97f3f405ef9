package php

import (
	"regexp"
	"strings"
)

// looseTag is a tag, or the beginning of what is none.
var looseTag = regexp.MustCompile(`<[^<>]*>?`)

var escapedText = strings.NewReplacer("<", "&lt;", `"`, "&quot;", "'", "&#039;")

// Octet is an encoded byte.
var Octet = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// PlainLine is a text without tags and encoded octets, with one space between words.
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

// ClassRunes are those that cannot stand in names of classes, types and the like.
var ClassRunes = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// TagForm is a tag or a comment.
var TagForm = regexp.MustCompile(`(?s)<!--.*?-->|<>|<[^<>\s][^<>]*>`)

var openTag = regexp.MustCompile(`(?s)<(\S.*)?$`)

// StripTags is a text without its tags. A sign before white space begins none, and one that is not closed takes the
// rest along.
func StripTags(text string) string {
	return openTag.ReplaceAllString(TagForm.ReplaceAllString(text, ""), "")
}

var scriptForm = regexp.MustCompile(`(?is)<script[^>]*>.*?</script>|<style[^>]*>.*?</style>`)

// SplitSpace are the words of a text. A space that does not break lines separates none.
func SplitSpace(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\r", r) })
}
