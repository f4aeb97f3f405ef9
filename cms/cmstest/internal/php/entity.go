package php

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// Entity is an ampersand with the entity that it may begin.
var Entity = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)?`)

// Ampersand keeps an entity that there is, a number with three digits at least, and makes one of any other.
func Ampersand(found string) string {
	if found == "&" || html.UnescapeString(found) == found {
		return "&amp;" + found[1:]
	}
	if digits, ok := strings.CutPrefix(found, "&#"); ok && digits[0] <= '9' {
		if digits = strings.TrimLeft(digits, "0"); digits == ";" {
			return "&amp;" + found[1:] // there is no letter 0
		}
		return "&#" + strings.Repeat("0", max(len("065;")-len(digits), 0)) + digits
	}
	return found
}

// EscapeAttribute is a text between quotation marks. The entities in it stay what they are.
func EscapeAttribute(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'",
		"&#039;").Replace(Entity.ReplaceAllStringFunc(text, Ampersand))
}

// XMLText writes HTML as text: its entities are resolved first, and what is not ASCII is written by number.
func XMLText(s string) string {
	var out strings.Builder
	for _, r := range html.UnescapeString(s) {
		switch {
		case r == '&':
			out.WriteString("&amp;")
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r > 0x7e:
			fmt.Fprintf(&out, "&#x%X;", r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
