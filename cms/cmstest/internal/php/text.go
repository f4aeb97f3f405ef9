package php

import (
	"regexp"
	"strings"
)

// ExcerptLength is how many words of a content stand for an excerpt that was not written.
const ExcerptLength = 55

// HasBlocks says whether a content is made of blocks.
func HasBlocks(raw string) bool { return strings.Contains(raw, "<!-- wp:") }

var blockComment = regexp.MustCompile(`(?s)<!--\s+/?wp:.*?-->`)

var blockElement = regexp.MustCompile(
	`(<!--\s+wp:(paragraph|list|heading)\s(?:[^-]|-[^-])*-->\s*<(?:p|ul|ol|h[1-6]))(?: class="([^"]*)")?`)

// RenderContent makes HTML of stored content: blocks lose their comments, other text gets its paragraphs.
func RenderContent(raw string) string {
	if raw == "" {
		return ""
	}
	if !HasBlocks(raw) {
		return Texturize(paragraphs(raw))
	}
	html := blockElement.ReplaceAllString(raw, `$1 class="$3 wp-block-$2"`)
	html = strings.ReplaceAll(html, `class=" wp-block-`, `class="wp-block-`)
	return Texturize(blockComment.ReplaceAllString(html, ""))
}

// RenderExcerpt is the excerpt, or else the first words of the content, up to its fold.
func RenderExcerpt(raw, content string, length int) string {
	if raw != "" {
		return escapeAmpersands(Texturize(paragraphs(raw)))
	}
	content, _, _ = strings.Cut(content, "<!--more")
	// those of blocks stand in paragraphs, too
	list := SplitSpace(StripTags(scriptForm.ReplaceAllString(paragraphs(content), "")))
	if len(list) == 0 {
		return ""
	}
	if length == -1 { // all but the last, as it happens
		length = len(list) - 1
	}
	text := strings.Join(list[:min(max(length, 0), len(list))], " ")
	if len(list) > length {
		text += " [&hellip;]"
	}
	return escapeAmpersands(Texturize(paragraphs(text)))
}

// PersonName is a name as the site stores it: HTML of one line.
func PersonName(text string) string {
	text = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text)
	return Entity.ReplaceAllStringFunc(text, Ampersand)
}
