package php

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

// Elements that stay in the texts of who may not post any HTML: in titles the first, elsewhere the others as well.
const (
	TitleElements = "a abbr acronym b blockquote cite code del em i q s strike strong"
	TextElements  = TitleElements +
		" address area article aside audio bdo big br button caption col colgroup data dd details dfn dialog" +
		" div dl dt fieldset" +
		" figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr img ins kbd label legend li main" +
		" map mark math menu meter nav object ol p pre" +
		" progress rp rt ruby samp search section small span sub summary sup table tbody td textarea tfoot th" +
		" thead time tr track tt u ul var video wbr"
)

var (
	markup = regexp.MustCompile(
		`(?s)<!--.*?-->|<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*?)?)\s*(/?)>|<|>|&(#?[0-9A-Za-z]+;)?`)
	attribute = regexp.MustCompile(`([A-Za-z_:][A-Za-z0-9_:.-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?`)
	script    = regexp.MustCompile(`^(?i:\s*(javascript|vbscript|data):)+`)
)

// Filtered is a text without what only those may post who may post any HTML. It knows elements and attributes that run
// something; the real site knows also which attributes and styles an element may have.
func Filtered(text, elements string) string {
	return markup.ReplaceAllStringFunc(text, func(found string) string {
		m := markup.FindStringSubmatch(found)
		switch {
		case strings.HasPrefix(found, "<!--"):
			return found
		case found == "<":
			return "&lt;"
		case found == ">":
			return "&gt;"
		case found[0] == '&':
			return Ampersand(found)
		case !slices.Contains(strings.Fields(elements), strings.ToLower(m[2])):
			return ""
		case m[1] != "":
			return "</" + m[2] + ">"
		}
		out := "<" + m[2]
		for _, a := range attribute.FindAllStringSubmatch(m[3], -1) {
			if strings.HasPrefix(strings.ToLower(a[1]), "on") {
				continue
			}
			out += " " + strings.ToLower(a[1])
			if value := a[2]; value != "" {
				if value[0] == '"' || value[0] == '\'' {
					value = value[1 : len(value)-1]
				}
				value = script.ReplaceAllString(value, "")
				out += `="` + Entity.ReplaceAllStringFunc(strings.ReplaceAll(value, `"`, "&quot;"), Ampersand) + `"`
			}
		}
		if m[4] != "" {
			out += " /"
		}
		return out + ">"
	})
}

// EscapeAttribute is a text between quotation marks. The entities in it stay what they are.
func EscapeAttribute(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&quot;", "'",
		"&#039;").Replace(Entity.ReplaceAllStringFunc(text, Ampersand))
}

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
