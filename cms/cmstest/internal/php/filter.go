package php

import (
	"regexp"
	"slices"
	"strings"
)

// plainTags are the tags that WordPress allows in comments and in descriptions of terms and users.
var plainTags = []string{
	"a", "abbr", "acronym", "b", "blockquote", "cite", "code", "del", "em", "i", "q", "s", "strike", "strong",
}

var (
	markup    = regexp.MustCompile(`(?s)<!--.*?-->|<\s*(/?)\s*([A-Za-z][A-Za-z0-9]*)([^<>]*)>|[<>]`)
	attribute = regexp.MustCompile(`(?i)\s(cite|datetime|href|title)\s*=\s*("[^"]*"|'[^']*')`)
)

// PlainHTML removes all tags except plainTags. The content of removed tags stays. Single < and >
// become entities.
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

// UserLinks adds the relation ugc to the links of a text, and nofollow to links that leave the
// site.
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
