package cmstest

import (
	"regexp"
	"strings"
)

const excerptLength = 55 // words

func hasBlocks(raw string) bool { return strings.Contains(raw, "<!-- wp:") }

var (
	scriptForm   = regexp.MustCompile(`(?is)<script[^>]*>.*?</script>|<style[^>]*>.*?</style>`)
	blockComment = regexp.MustCompile(`(?s)<!--\s+/?wp:.*?-->`)
	blockElement = regexp.MustCompile(`(<!--\s+wp:(paragraph|list|heading)\s(?:[^-]|-[^-])*-->\s*<(?:p|ul|ol|h[1-6]))(?: class="([^"]*)")?`)
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
		return escapeAmpersands(texturize(paragraphs(raw)))
	}
	content, _, _ = strings.Cut(content, "<!--more")
	list := fields(stripTags(scriptForm.ReplaceAllString(paragraphs(content), ""))) // those of blocks stand in paragraphs, too
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
	return escapeAmpersands(texturize(paragraphs(text)))
}

// fields are the words of a text. A space that does not break lines separates none.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\r", r) })
}
