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
	blockTag     = regexp.MustCompile(`(?i)^</?(?:address|article|aside|blockquote|details|div|dl|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)[\s/>]`)
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

// paragraphs wraps what blank lines separate, and leaves lines that begin with a block element as they are.
func paragraphs(raw string) string {
	var b strings.Builder
	var open []string
	wrap := func() {
		if len(open) > 0 {
			b.WriteString("<p>" + strings.Join(open, "<br />\n") + "</p>\n")
			open = nil
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(raw, "\r\n", "\n")) {
		line = strings.TrimSpace(line)
		block := blockTag.MatchString(line)
		if line == "" || block {
			wrap()
		}
		if block {
			b.WriteString(line + "\n")
		} else if line != "" {
			open = append(open, line)
		}
	}
	wrap()
	return b.String()
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
	if len(list) > length {
		return "<p>" + strings.Join(list[:max(length, 0)], " ") + " [&hellip;]</p>\n"
	}
	return "<p>" + strings.Join(list, " ") + "</p>\n"
}

// texturize makes quotation marks, ellipses, dashes and ampersands typographic, outside of tags.
func texturize(s string) string {
	if !strings.ContainsAny(s, "&\"'.-") {
		return s
	}
	var b strings.Builder
	before := byte(' ') // what a quotation mark follows decides which way it bends
	for i := 0; i < len(s); {
		c, rest := s[i], s[i:]
		n, out := 1, ""
		switch {
		case c == '<':
			if end := strings.IndexByte(rest, '>'); end > 0 {
				b.WriteString(rest[:end+1])
				i += end + 1
				continue
			}
		case c == '&':
			if !knownEntity.MatchString(rest) {
				out = "&#038;"
			}
		case c == '"' && opens(before):
			out = "&#8220;"
		case c == '"':
			out = "&#8221;"
		case c == '\'' && opens(before):
			out = "&#8216;"
		case c == '\'':
			out = "&#8217;"
		case strings.HasPrefix(rest, "..."):
			n, out = 3, "&#8230;"
		case strings.HasPrefix(rest, "---"):
			n, out = 3, "&#8212;"
		case strings.HasPrefix(rest, "-- ") && before == ' ':
			n, out = 2, "&#8212;"
		case strings.HasPrefix(rest, "--"):
			n, out = 2, "&#8211;"
		}
		if out == "" {
			out = rest[:n]
		}
		b.WriteString(out)
		before = s[i+n-1]
		i += n
	}
	return b.String()
}

func opens(before byte) bool { return strings.IndexByte(" \t\n([{-", before) >= 0 }
