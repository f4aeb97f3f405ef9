package php

import (
	"regexp"
	"slices"
	"strings"
)

var (
	anchorTag = regexp.MustCompile(`(?i)<a ([^>]+)>`)
	relValue  = regexp.MustCompile(`(?i)\s*\brel=("[^"]*"|'[^']*'|[^\s>]+)`)
	element   = regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9]*)([^<>]*)>`)
	whole     = regexp.MustCompile(
		`(?is)<a [^>]*>.*?</a>|<(?:code|pre|script|style)\b.*?</(?:code|pre|script|style)>|<[^>]*>`)
	webAddress = regexp.MustCompile(`(^|[\s(>])((?:https?|ftp)://|www\.|ftp\.)([^\s<>"]+)`)
	mailBefore = regexp.MustCompile(`(^|[\s>])([A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+\.[A-Za-z]{2,})`)
)

// commentAttributes are those that stay in comments of who may not post any HTML, by their elements.
func commentAttributes(name string) string {
	switch name {
	case "a":
		return " href title "
	case "abbr", "acronym":
		return " title "
	case "blockquote", "q":
		return " cite "
	case "del":
		return " datetime "
	}
	return ""
}

// CommentHTML leaves in a comment what everybody may post.
func CommentHTML(text string) string {
	return element.ReplaceAllStringFunc(Filtered(text, TitleElements), func(found string) string {
		m := element.FindStringSubmatch(found)
		if m[1] != "" {
			return found
		}
		out := "<" + m[2]
		for _, a := range attribute.FindAllStringSubmatch(m[3], -1) {
			if strings.Contains(commentAttributes(strings.ToLower(m[2])), " "+strings.ToLower(a[1])+" ") {
				out += " " + a[0]
			}
		}
		if strings.HasSuffix(m[3], "/") { // which closes nothing in HTML
			return out + "></" + m[2] + ">"
		}
		return out + ">"
	})
}

const ugc = "nofollow ugc" // what links of readers say of themselves

// UGCLinks marks the links of a comment.
func UGCLinks(text string) string {
	return anchorTag.ReplaceAllStringFunc(text, func(found string) string {
		attributes := anchorTag.FindStringSubmatch(found)[1]
		rel := relValue.FindStringSubmatch(attributes)
		if rel == nil {
			return "<a " + attributes + ` rel="` + ugc + `">`
		}
		words := strings.Fields(strings.Trim(rel[1], `"'`))
		for _, word := range strings.Fields(ugc) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
		return "<a " + strings.TrimSpace(relValue.ReplaceAllString(attributes, "")) + ` rel="` + strings.Join(words, " ") +
			`">`
	})
}

// RenderComment is the HTML of a comment. Tags that are not closed stay open, which the real site closes.
func RenderComment(raw string) string { return Texturize(paragraphs(Clickable(raw))) }

// Clickable makes links of addresses that stand in a text.
func Clickable(text string) string {
	var out strings.Builder
	at := 0
	for _, span := range append(whole.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		out.WriteString(linked(text[at:span[0]]))
		out.WriteString(text[span[0]:span[1]])
		at = span[1]
	}
	return out.String()
}

func linked(text string) string {
	text = webAddress.ReplaceAllStringFunc(text, func(found string) string {
		m := webAddress.FindStringSubmatch(found)
		address, rest := m[2]+m[3], ""
		for strings.ContainsAny(address[len(address)-1:], ".,;:)") {
			address, rest = address[:len(address)-1], address[len(address)-1:]+rest
		}
		if !strings.Contains(m[2], "/") {
			address = "http://" + address
		}
		return m[1] + `<a href="` + address + `" rel="` + ugc + `">` + address + "</a>" + rest
	})
	return mailBefore.ReplaceAllString(text, `$1<a href="mailto:$2">$2</a>`)
}
