package php

import (
	"fmt"
	"html"
	"strings"
)

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
