package php

import (
	"regexp"
	"strings"
)

const blockNames = `(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|` +
	`h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)`

// keptBreak replaces line breaks within tags and pre elements, so that they do not become
// paragraphs or <br />.
const keptBreak = "\x01"

var (
	keptForm    = regexp.MustCompile(`(?is)<pre[\s>].*?</pre>|<!--.*?-->|<[^>]*(?:>|$)`)
	blockBegin  = regexp.MustCompile(`<` + blockNames + `[\s/>]`)
	blockFinish = regexp.MustCompile(`</` + blockNames + `>|<hr[^>]*>`)
	breakForm   = regexp.MustCompile(`(?i)<br\s*/?>`)
	twoBreaks   = regexp.MustCompile(`<br />\s*<br />`)
	noText      = regexp.MustCompile(`<p>\s*</p>`)
	quoteBegin  = regexp.MustCompile(`<p><blockquote([^>]*)>`)
	quoteFinish = regexp.MustCompile(`</blockquote></p>`)
	beforeBlock = regexp.MustCompile(`<p>\s*(</?` + blockNames + `[^>]*>)`)
	afterBlock  = regexp.MustCompile(`(</?` + blockNames + `[^>]*>)\s*</p>`)
	lineBreak   = regexp.MustCompile(`(<br />)?\s*\n`)
	blockBreak  = regexp.MustCompile(`(</?` + blockNames + `[^>]*>)\s*<br />`)
	breakBlock  = regexp.MustCompile(`<br />(\s*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`)
)

// Paragraphs converts a text to HTML. Parts between blank lines or blocks become paragraphs, and
// line breaks become <br />. Blocks, such as headings and lists, stay outside of paragraphs if
// their names are in lower case.
func Paragraphs(raw string) string { return Texturize(paragraphs(raw)) }

func paragraphs(raw string) string {
	if strings.TrimSpace(raw) == "" {
		return ""
	}
	text := breakForm.ReplaceAllString(lineEnds.Replace(raw)+"\n", "<br />")
	text = twoBreaks.ReplaceAllString(text, "\n\n")
	text = keptForm.ReplaceAllStringFunc(text, func(kept string) string {
		return strings.ReplaceAll(kept, "\n", keptBreak)
	})
	text = blockBegin.ReplaceAllString(text, "\n\n$0")
	text = blockFinish.ReplaceAllString(text, "$0\n\n")
	var b strings.Builder
	for _, part := range blankLines.Split(text, -1) {
		if strings.TrimSpace(part) != "" {
			b.WriteString("<p>" + strings.Trim(part, "\n") + "</p>\n")
		}
	}
	text = noText.ReplaceAllString(b.String(), "")
	text = quoteBegin.ReplaceAllString(text, "<blockquote$1><p>")
	text = quoteFinish.ReplaceAllString(text, "</p></blockquote>")
	text = afterBlock.ReplaceAllString(beforeBlock.ReplaceAllString(text, "$1"), "$1")
	// The text is split at the line breaks after paragraphs, so that lineBreak does not replace
	// them.
	parts := strings.Split(text, "</p>\n")
	for i, part := range parts {
		parts[i] = lineBreak.ReplaceAllString(part, "<br />\n")
	}
	text = strings.Join(parts, "</p>\n")
	text = breakBlock.ReplaceAllString(blockBreak.ReplaceAllString(text, "$1"), "$1")
	return strings.ReplaceAll(text, keptBreak, "\n")
}
