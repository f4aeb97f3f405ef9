package publish

import (
	"regexp"
	"strings"
)

// literal writes HTML so that the site shows it as it is. WordPress runs shortcodes, also in code:
// each [ becomes an entity, or %5B in an address. It also writes WordPress for Wordpress, which
// one entity prevents in code. With exact, prose is shown as it is written, too.
func literal(html string, exact bool) string {
	var out strings.Builder
	code, script := 0, false
	for _, part := range regexp.MustCompile(`(?s)<!--.*?-->|</?[A-Za-z][^>]*>|[^<]+|<`).FindAllString(html, -1) {
		switch {
		case strings.HasPrefix(part, "<!--"):
		case strings.HasPrefix(part, "<"):
			switch tag := strings.ToLower(part); {
			case strings.HasPrefix(tag, "<code"), strings.HasPrefix(tag, "<pre"):
				code++
			case strings.HasPrefix(tag, "</code"), strings.HasPrefix(tag, "</pre"):
				code--
			case strings.HasPrefix(tag, "<script"), strings.HasPrefix(tag, "<style"):
				script = true // it has no entities
			case strings.HasPrefix(tag, "</script"), strings.HasPrefix(tag, "</style"):
				script = false
			}
			part = literalTag(part)
		case !script:
			part = strings.ReplaceAll(part, "[", "&#091;")
			switch {
			case code > 0:
				part = strings.ReplaceAll(part, "Wordpress", "&#087;ordpress")
			case exact:
				part = exactText(part)
			default:
				part = siteText(part)
			}
		}
		out.WriteString(part)
	}
	return out.String()
}

// literalTag is [literal] for the attributes of a tag. An entity there would be decoded before
// shortcodes run, so an invisible character separates the bracket from the name.
func literalTag(tag string) string {
	if !strings.Contains(tag, "[") {
		return tag
	}
	address := regexp.MustCompile(`(?i)(\s(?:href|src|poster)\s*=\s*)("[^"]*"|'[^']*')`)
	tag = address.ReplaceAllStringFunc(tag, func(part string) string { return strings.ReplaceAll(part, "[", "%5B") })
	return strings.ReplaceAll(tag, "[", "[\u2060")
}
