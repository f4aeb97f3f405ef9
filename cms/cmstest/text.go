package cmstest

import (
	"regexp"
	"strings"
)

const excerptLength = 55 // words

func hasBlocks(raw string) bool { return strings.Contains(raw, "<!-- wp:") }

var (
	blockComment = regexp.MustCompile(`(?s)<!--\s+/?wp:.*?-->`)
	blockElement = regexp.MustCompile(`(<!--\s+wp:(paragraph|list)\s(?:[^-]|-[^-])*-->\s*<(?:p|ul|ol))(?: class="([^"]*)")?`)
	knownEntity  = regexp.MustCompile(`^&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][0-9A-Za-z]*);`)
)

// renderContent makes HTML of stored content: blocks lose their comments, other text gets its paragraphs.
func renderContent(raw string) string {
	if raw == "" {
		return ""
	}
	if !hasBlocks(raw) {
		return texturize(paragraphs(raw))
	}
	html := blockElement.ReplaceAllString(raw, `$1 class="$3 wp-block-$2"`)
	html = strings.ReplaceAll(html, `class=" wp-block-`, `class="wp-block-`)
	return texturize(blockComment.ReplaceAllString(html, ""))
}

// renderExcerpt is the excerpt, or else the first words of the content, up to its fold.
func renderExcerpt(raw, content string, length int) string {
	if raw != "" {
		return texturize(paragraphs(raw))
	}
	content, _, _ = strings.Cut(content, "<!--more")
	list := strings.Fields(tagForm.ReplaceAllString(content, " "))
	if len(list) == 0 {
		return ""
	}
	if length == -1 { // all but the last, as it happens
		length = len(list) - 1
	}
	if len(list) > length {
		return "<p>" + strings.Join(list[:max(length, 0)], " ") + " [&hellip;]</p>\n"
	}
	return "<p>" + strings.Join(list, " ") + "</p>\n"
}
