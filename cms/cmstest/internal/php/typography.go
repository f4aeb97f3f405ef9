package php

import (
	"regexp"
	"strings"
)

// verbatim are elements whose text keeps its signs.
var verbatim = regexp.MustCompile(`^<(pre|code|kbd|style|script|tt)[\s>]`)

// looseAmpersand is a sign that begins no entity, as far as the length of a name tells.
var looseAmpersand = regexp.MustCompile(`(?i)&(#(?:\d+|x[a-f0-9]+);|[a-z1-4]{1,8};)?`)

// knownEntity is an entity in its full form.
var knownEntity = regexp.MustCompile(`^&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][0-9A-Za-z]*);`)

// escapeAmpersands makes entities of the signs that begin none.
func escapeAmpersands(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	return looseAmpersand.ReplaceAllStringFunc(s, func(found string) string {
		if found == "&" {
			return "&#038;"
		}
		return found
	})
}

// RenderTitle is the HTML of a title.
func RenderTitle(s string) string {
	return strings.Trim(escapeAmpersands(Texturize(s)), " \n\r\t\v\x00")
}

// Texturize makes quotation marks, ellipses, dashes and ampersands typographic, outside of tags.
func Texturize(s string) string {
	if !strings.ContainsAny(s, "&\"'.-`x") {
		return s
	}
	var b strings.Builder
	before := byte(' ') // what a sign follows decides what it becomes; a tag counts as a space
	for i := 0; i < len(s); {
		rest := s[i:]
		if n := tagLength(rest); n > 0 {
			b.WriteString(tagText(rest[:n]))
			i, before = i+n, ' '
			continue
		}
		n, out := typographic(rest, before)
		b.WriteString(out)
		before = s[i+n-1]
		i += n
	}
	return b.String()
}

// tagText is a tag with entities for the signs that begin none. Comments and what verbatim elements hold stay as they
// are.
func tagText(s string) string {
	if strings.HasPrefix(s, "<!--") {
		return s
	}
	if end := strings.IndexByte(s, '>'); end > 0 {
		return escapeAmpersands(s[:end]) + s[end:]
	}
	return escapeAmpersands(s)
}

// tagLength is how long the tag, the comment or the verbatim element is with which a text begins, 0 if it begins with
// none.
func tagLength(s string) int {
	if s[0] != '<' {
		return 0
	}
	closing := ">"
	if strings.HasPrefix(s, "<!--") {
		closing = "-->"
	} else if m := verbatim.FindStringSubmatch(s); m != nil {
		closing = "</" + m[1] + ">"
	}
	if closing != ">" && !strings.Contains(s, closing) { // it takes the rest of the text in
		return len(s)
	}
	if end := strings.Index(s, closing); end > 0 {
		return end + len(closing)
	}
	return 0
}

// typographic is what stands for the first n bytes of a text.
func typographic(s string, before byte) (n int, out string) {
	switch c := s[0]; {
	case c == '&' && !knownEntity.MatchString(s):
		return 1, "&#038;"
	case strings.HasPrefix(s, "``"):
		return 2, "&#8220;"
	case strings.HasPrefix(s, "''"):
		return 2, "&#8221;"
	case c == '"' && opens(before) && (len(s) == 1 || !space(s[1])):
		return 1, "&#8220;"
	case c == '"':
		return 1, "&#8221;"
	case c == '\'' && opens(before) && !shortened.MatchString(s):
		return 1, "&#8216;"
	case c == '\'':
		return 1, "&#8217;"
	case strings.HasPrefix(s, "..."):
		return 3, "&#8230;"
	case strings.HasPrefix(s, "---"):
		return 3, "&#8212;"
	case strings.HasPrefix(s, "--") && space(before) && ends(s[2:]):
		return 2, "&#8212;"
	case strings.HasPrefix(s, "--") && before != 'n':
		return 2, "&#8211;"
	case c == '-' && space(before) && ends(s[1:]):
		return 1, "&#8211;"
	case c == 'x' && digit(before) && len(s) > 1 && digit(s[1]):
		return 1, "&#215;"
	}
	return 1, s[:1]
}

// shortened is a year or a word whose beginning is left out.
var shortened = regexp.MustCompile(`^'(\d\d($|[^\d%.,]|[.,]($|\D))|(tis|twas|tain't|til|cause|em|nuff|bout|round)\b)`)

func opens(before byte) bool { return strings.IndexByte(" \t\n([{-", before) >= 0 }

// ends says that a word ends before this text.
func ends(s string) bool {
	return s == "" || space(s[0]) || tagLength(s) > 0 || strings.HasPrefix(s, "\u00a0")
}

func space(c byte) bool { return strings.IndexByte(" \t\n\r", c) >= 0 }

func digit(c byte) bool { return c >= '0' && c <= '9' }
