package php

import (
	"regexp"
	"strings"
)

// ExcerptLength is the number of words in an excerpt that is made of the content.
const ExcerptLength = 55

var (
	blockComment = regexp.MustCompile(`(?s)<!--\s+/?wp:.*?-->`)
	blockTag     = regexp.MustCompile(
		`^</?(?:blockquote|div|dl|figure|form|h[1-6]|hr|ol|p|pre|section|table|ul)[\s/>]`)
	blockElement = regexp.MustCompile(
		`(<!--\s+wp:(paragraph|list|heading)\s(?:[^-]|-[^-])*-->\s*<(?:p|ul|ol|h[1-6]))(?: class="([^"]*)")?`)
	blankLines = regexp.MustCompile(`\n\s*\n`)
	signs      = regexp.MustCompile(`(?s)<!--.*?-->|<(?:pre|code|kbd|style|script|tt)[\s>].*?</\w+>|<[^<>]*>|` +
		`&(?:#?\w+;)?|\.\.\.|["']`)
	lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
)

// HasBlocks reports whether a content is made of blocks.
func HasBlocks(raw string) bool { return strings.Contains(raw, "<!-- wp:") }

// RenderContent returns the HTML of a content. Blocks lose their comments, other text gets paragraphs.
func RenderContent(raw string) string {
	if HasBlocks(raw) {
		html := blockElement.ReplaceAllString(raw, `$1 class="$3 wp-block-$2"`)
		html = strings.ReplaceAll(html, `class=" wp-block-`, `class="wp-block-`)
		return Texturize(blockComment.ReplaceAllString(html, ""))
	}
	return Paragraphs(raw)
}

// RenderTitle returns the HTML of a title.
func RenderTitle(s string) string { return strings.Trim(Texturize(s), " \n\r\t\v\x00") }

// RenderExcerpt returns the HTML of an excerpt. An empty one is made of the first words of the content.
func RenderExcerpt(raw, content string, length int) string {
	if raw != "" {
		return Paragraphs(raw)
	}
	content, _, _ = strings.Cut(content, "<!--more")
	list := SplitSpace(StripTags(scriptForm.ReplaceAllString(content, "")))
	if len(list) == 0 {
		return ""
	}
	if length == -1 { // WordPress leaves out the last word
		length = len(list) - 1
	}
	text := strings.Join(list[:min(max(length, 0), len(list))], " ")
	if len(list) > length {
		text += " [&hellip;]"
	}
	return Paragraphs(text)
}

// Paragraphs wraps each part between blank lines, unless it begins with the tag of a block.
func Paragraphs(raw string) string {
	var b strings.Builder
	for _, part := range blankLines.Split(lineEnds.Replace(raw), -1) {
		part = strings.Trim(part, "\n")
		blank := strings.TrimSpace(part) == ""
		if !blank && !blockTag.MatchString(part) {
			part = "<p>" + strings.ReplaceAll(part, "\n", "<br />\n") + "</p>"
		}
		if !blank {
			b.WriteString(part + "\n")
		}
	}
	return Texturize(b.String())
}

// Texturize makes entities of the quotation marks, ellipses and ampersands outside of tags.
func Texturize(s string) string {
	if !strings.ContainsAny(s, "&\"'.") {
		return s
	}
	var b strings.Builder
	at := 0
	for _, span := range signs.FindAllStringIndex(s, -1) {
		found := s[span[0]:span[1]]
		opens := span[0] == 0 || strings.IndexByte(" \t\n([{->", s[span[0]-1]) >= 0
		opens = opens && (span[1] == len(s) || s[span[1]] != ' ')
		switch {
		case found == "&":
			found = "&#038;"
		case found == "...":
			found = "&#8230;"
		case found == `"` && opens:
			found = "&#8220;"
		case found == `"`:
			found = "&#8221;"
		case found == "'" && opens:
			found = "&#8216;"
		case found == "'":
			found = "&#8217;"
		}
		b.WriteString(s[at:span[0]] + found)
		at = span[1]
	}
	return b.String() + s[at:]
}
