package php

import (
	"html"
	"regexp"
	"strings"
)

// Octet matches a percent-encoded byte.
var Octet = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// ClassRunes matches characters that are not allowed in names of CSS classes, types and the like.
var ClassRunes = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// TagForm matches a tag or a comment.
var TagForm = regexp.MustCompile(`(?s)<!--.*?-->|<>|<[^<>\s][^<>]*>`)

var (
	openTag     = regexp.MustCompile(`(?s)<(\S.*)?$`)
	looseTag    = regexp.MustCompile(`<[^<>]*>?`)
	scriptForm  = regexp.MustCompile(`(?is)<script[^>]*>.*?</script>|<style[^>]*>.*?</style>`)
	escapedText = strings.NewReplacer("<", "&lt;", `"`, "&quot;", "'", "&#039;")
	entity      = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)?`)
)

// PlainLine removes tags and percent-encoded bytes, and leaves one space between words.
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

// StripTags removes tags. A "<" before white space begins no tag. A tag without an end is removed
// with all text after it.
func StripTags(text string) string {
	return openTag.ReplaceAllString(TagForm.ReplaceAllString(text, ""), "")
}

// SplitSpace returns the words of a text. A no-break space does not separate words.
func SplitSpace(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\r", r) })
}

// Ampersands replaces each ampersand that begins no entity with &amp;. Numeric entities get at
// least three digits.
func Ampersands(text string) string {
	return entity.ReplaceAllStringFunc(text, func(found string) string {
		if found == "&" || html.UnescapeString(found) == found {
			return "&amp;" + found[1:]
		}
		if digits, ok := strings.CutPrefix(found, "&#"); ok && digits[0] <= '9' {
			if digits = strings.TrimLeft(digits, "0"); digits == ";" {
				return "&amp;" + found[1:] // &#0; is not a valid entity
			}
			return "&#" + strings.Repeat("0", max(len("065;")-len(digits), 0)) + digits
		}
		return found
	})
}

// PersonName returns a name as WordPress stores it: in one line, with entities.
func PersonName(text string) string {
	return Ampersands(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text))
}

var (
	urlRunes = regexp.MustCompile(`[^A-Za-z0-9\-~+_.?#=!&;,/:%@$|*'()\[\]\x{80}-\x{10ffff}]`)
	scheme   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):`)
	phpFile  = regexp.MustCompile(`(?i)^[a-z0-9-]+?\.php`)
)

// CleanURL removes invalid characters from an address. It adds http:// to a host without a scheme.
// It returns "" for unknown schemes, such as javascript.
func CleanURL(address string) string {
	address = strings.ReplaceAll(strings.TrimLeft(address, " \t\n\r\v\f"), " ", "%20")
	address = urlRunes.ReplaceAllString(address, "")
	if address == "" {
		return ""
	}
	if m := scheme.FindStringSubmatch(address); m != nil {
		name := strings.ToLower(m[1])
		for _, known := range strings.Fields(
			"http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn") {
			if name == known {
				return name + address[len(m[1]):]
			}
		}
		return ""
	}
	if strings.ContainsAny(address[:1], "/#?") || phpFile.MatchString(address) {
		return address
	}
	return "http://" + address
}

// ExcerptLength is the default number of words in an excerpt that is made from the content.
const ExcerptLength = 55

var (
	blockComment = regexp.MustCompile(`(?s)<!--\s+/?wp:.*?-->`)
	blockElement = regexp.MustCompile(
		`(<!--\s+wp:(paragraph|list|heading)\s(?:[^-]|-[^-])*-->\s*<(?:p|ul|ol|h[1-6]))(?: class="([^"]*)")?`)
	blankLines = regexp.MustCompile(`\n\s*\n`)
	signs      = regexp.MustCompile(`(?s)<!--.*?-->|<(?:pre|code|kbd|style|script|tt)[\s>].*?</\w+>|<[^<>]*>|` +
		`&(?:#?\w+;)?|\.\.\.|["']`)
	lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
)

// HasBlocks reports whether a content contains blocks.
func HasBlocks(raw string) bool { return strings.Contains(raw, "<!-- wp:") }

// RenderContent returns the HTML of a content. It removes the comments of blocks. A content without
// blocks gets paragraphs.
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

// RenderExcerpt returns the HTML of an excerpt. An empty excerpt is made from the first words of
// the content.
func RenderExcerpt(raw, content string, length int) string {
	if raw != "" {
		return Paragraphs(raw)
	}
	content, _, _ = strings.Cut(content, "<!--more")
	list := SplitSpace(StripTags(scriptForm.ReplaceAllString(content, "")))
	if len(list) == 0 {
		return ""
	}
	if length == -1 { // for this length WordPress leaves out the last word
		length = len(list) - 1
	}
	text := strings.Join(list[:min(max(length, 0), len(list))], " ")
	if len(list) > length {
		text += " [&hellip;]"
	}
	return Paragraphs(text)
}

// bareSign replaces each ampersand with &#038;, unless the ampersand begins an entity.
func bareSign(tag string) string {
	return entity.ReplaceAllStringFunc(tag, func(found string) string {
		if found == "&" {
			return "&#038;"
		}
		return found
	})
}

// Texturize replaces quotation marks and ellipses outside of tags, and ampersands, with entities.
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
		// Within a tag only ampersands are replaced.
		case found[0] == '<' && found[1] != '!' && strings.LastIndexByte(found, '<') == 0:
			found = bareSign(found)
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
