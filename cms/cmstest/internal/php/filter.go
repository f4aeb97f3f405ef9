package php

import (
	"regexp"
	"slices"
	"strings"
)

// plainTags are the tags that a comment and the description of a term or user may have.
var plainTags = []string{
	"a", "abbr", "acronym", "b", "blockquote", "cite", "code", "del", "em", "i", "q", "s", "strike", "strong",
}

var (
	markup    = regexp.MustCompile(`(?s)<!--.*?-->|<\s*(/?)\s*([A-Za-z][A-Za-z0-9]*)([^<>]*)>|[<>]`)
	attribute = regexp.MustCompile(`(?i)\s(cite|datetime|href|title)\s*=\s*("[^"]*"|'[^']*')`)
)

// PlainHTML returns a text with the tags that anybody may write. Other tags are removed,
// and their content stays. Single signs of HTML become entities.
func PlainHTML(text string) string {
	return Ampersands(markup.ReplaceAllStringFunc(text, func(found string) string {
		m := markup.FindStringSubmatch(found)
		switch {
		case strings.HasPrefix(found, "<!--"):
			return found
		case found == "<":
			return "&lt;"
		case found == ">":
			return "&gt;"
		case !slices.Contains(plainTags, strings.ToLower(m[2])):
			return ""
		case m[1] != "":
			return "</" + m[2] + ">"
		}
		tag := "<" + m[2]
		for _, a := range attribute.FindAllStringSubmatch(m[3], -1) {
			tag += " " + strings.ToLower(a[1]) + "=" + a[2]
		}
		return tag + ">"
	}))
}

var (
	anchor   = regexp.MustCompile(`(?i)<a\s([^<>]*)>`)
	relation = regexp.MustCompile(`(?i)\s*\brel\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	target   = regexp.MustCompile(`(?i)\bhref\s*=\s*["']([^"']*)`)
)

// UserLinks marks the links of a text as those of visitors, which search engines do not follow unless they lead to the
// site with this address.
func UserLinks(text, site string) string {
	return anchor.ReplaceAllStringFunc(text, func(found string) string {
		attributes := anchor.FindStringSubmatch(found)[1]
		wanted := []string{"nofollow", "ugc"}
		if m := target.FindStringSubmatch(attributes); m != nil && strings.HasPrefix(m[1], site+"/") {
			wanted = wanted[1:]
		}
		var words []string
		if m := relation.FindStringSubmatch(" " + attributes); m != nil {
			words = strings.Fields(m[1] + m[2])
		}
		for _, word := range wanted {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
		attributes = strings.TrimSpace(relation.ReplaceAllString(" "+attributes, ""))
		return found[:3] + attributes + ` rel="` + strings.Join(words, " ") + `">`
	})
}
