package php

import (
	"regexp"
	"slices"
	"strings"
)

// blockNames are the elements that stand outside of paragraphs.
const blockNames = `(address|area|article|aside|blockquote|caption|colgroup|col|dd|details|div|dl|dt|fieldset|figure` +
	`|footer|form|h[1-6]|header|hgroup|hr|legend|li|map|menu|nav|ol|pre|p|section|style|summary|table` +
	`|tbody|td|tfoot|thead|th|tr|ul)`

var (
	blockTag   = regexp.MustCompile(`<(/?)` + blockNames + `(?:\s[^<>]*)?/?>`)
	firstTag   = regexp.MustCompile(`^<` + blockNames + `(?:\s[^<>]*)?/?>`)
	lastTag    = regexp.MustCompile(`</` + blockNames + `>$`)
	wholePre   = regexp.MustCompile(`(?s)<pre[\s>].*?</pre>`)
	blankLines = regexp.MustCompile(`\n\s*\n`)
	lineBreak  = regexp.MustCompile(`<br\s*/?>`)
	twoBreaks  = regexp.MustCompile(`<br\s*/?>\s*<br\s*/?>`)
)

// paragraphs wraps what blank lines and the tags of blocks separate, and breaks the lines in between.
func paragraphs(raw string) string {
	if strings.TrimSpace(raw) == "" {
		return ""
	}
	raw = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(raw)
	raw = keepLines(twoBreaks.ReplaceAllString(raw, "\n\n"))
	var b strings.Builder
	end := 0
	for _, at := range wholePre.FindAllStringIndex(raw, -1) { // its lines stay as they are
		wrapBlocks(&b, raw[end:at[0]])
		b.WriteString(raw[at[0]:at[1]] + "\n")
		end = at[1]
	}
	wrapBlocks(&b, raw[end:])
	return strings.ReplaceAll(b.String(), keptLine, "\n")
}

// keptLine stands for the end of a line that neither breaks nor separates anything. It is a space to the patterns here.
const keptLine = " \x00"

var (
	wholeScript = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<svg.*?</svg>|<math.*?</math>`)
	anyTag      = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)|<[^>]*(?:>|$)`)
)

// keepLines keeps the lines inside of tags and scripts. A tag that is not closed takes the end of the text in.
func keepLines(raw string) string {
	keep := func(found string) string { return strings.ReplaceAll(found, "\n", keptLine) }
	if !strings.Contains(raw, "<") {
		return raw
	}
	raw = wholeScript.ReplaceAllStringFunc(raw, func(found string) string {
		parts := strings.Split(found, "\n\n") // these do separate
		for i, part := range parts {
			parts[i] = keep(part)
		}
		return strings.Join(parts, "\n\n")
	})
	return anyTag.ReplaceAllStringFunc(raw, func(found string) string {
		if !strings.HasSuffix(found, ">") {
			found += "\n"
		}
		return keep(found)
	})
}

// wrapBlocks cuts a text before the tags that open blocks and behind those that close them.
func wrapBlocks(b *strings.Builder, raw string) {
	start, open := 0, false // the last paragraph has an end that the text does not have
	cut := func(at int) {
		for _, part := range blankLines.Split(raw[start:at], -1) {
			part = strings.Trim(part, "\n")
			if strings.TrimSpace(part) == "" && (part == "" || b.Len() > 0) {
				continue
			}
			html := wrapPart(part)
			if html == "</p>" && open { // one end is enough
				open = false
				continue
			}
			b.WriteString(html + "\n")
			open = !lastTag.MatchString(part)
		}
		start = at
	}
	for _, at := range blockTag.FindAllStringSubmatchIndex(raw, -1) {
		closes := at[3] > at[2]
		if !closes && at[0] > start {
			cut(at[0])
		}
		if closes || raw[at[4]:at[5]] == "hr" {
			cut(at[1])
		}
	}
	if strings.TrimSpace(raw[start:]) != "" {
		cut(len(raw))
	}
}

// wrapPart makes a paragraph. What begins with the tag of a block is not opened and what ends with one not closed, but
// the paragraphs of a quotation are inside of it.
func wrapPart(part string) string {
	first := firstTag.FindStringSubmatch(part)
	opening, closing, opens, closes := "", "", "", ""
	if first != nil {
		opening, opens = first[0], first[1]
		part = part[len(opening):]
	}
	if last := lastTag.FindStringSubmatch(part); last != nil {
		closing, closes = last[0], last[1]
		part = strings.TrimSuffix(part, closing)
	}
	if strings.TrimSpace(part) == "" {
		if opens == "p" && closes == "p" {
			return closing
		}
		return opening + closing
	}
	text := breakLines(part, opens != "",
		slices.Contains(strings.Fields("address blockquote dd div dl dt form li ol p pre td th thead ul"), closes))
	if opens == "" || opens == "blockquote" {
		opening += "<p>"
	}
	if closes == "" && opens != "li" || closes == "blockquote" || opens == "" &&
		(closes == "div" || closes == "address" || closes == "form") {
		closing = "</p>" + closing
	}
	return opening + text + closing
}

// breakLines writes a break at the end of each line but for those beside a tag that needs none.
func breakLines(text string, afterTag, beforeTag bool) string {
	lines := strings.Split(lineBreak.ReplaceAllString(text, "<br />"), "\n")
	for i, line := range lines[:len(lines)-1] {
		line = strings.TrimRight(line, " \t")
		beside := afterTag && i == 0 && line == "" || beforeTag && i == len(lines)-2 && strings.TrimSpace(lines[i+1]) == ""
		if !beside && !strings.HasSuffix(line, "<br />") {
			line += "<br />"
		}
		lines[i] = line
	}
	text = strings.Join(lines, "\n")
	// nothing stands before it in its paragraph
	if rest, found := strings.CutPrefix(strings.TrimLeft(text, " \t\n"), "<br />"); found {
		text = rest
	}
	return strings.TrimSuffix(text, "<br />")
}
