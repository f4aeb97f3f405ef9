package publish

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is the length of a slug in bytes. A site stores 200, of which a new record needs some
// for a while.
const maxSlug = 150

// slug is a text as the site stores it in an address: letters and numbers of every script, with
// percent signs and two digits for those that are not ASCII. It is never empty. A site reserves
// the names of its feeds, and in many places numbers. It would add "-2" to them itself.
func slug(name string) string {
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain // escaped already
	}
	name = strings.ToLower(norm.NFC.String(name))
	words := strings.Trim(regexp.MustCompile(`[^\p{L}\p{M}\p{N}_]+`).ReplaceAllString(name, "-"), "-")
	if words == "" {
		words = regexp.MustCompile(`[[:ascii:]]+`).ReplaceAllString(name, "") // a picture, such as a heart
	}
	var out strings.Builder
	for _, r := range words {
		escaped := strings.ToLower(url.PathEscape(string(r)))
		if out.Len()+len(escaped) > maxSlug {
			break
		}
		out.WriteString(escaped)
	}
	got := strings.Trim(out.String(), "-")
	switch {
	case got == "":
		return "page"
	case regexp.MustCompile(`^(feed|rdf|rss|rss2|atom|embed|(page)?[0-9]+)$`).MatchString(got):
		return got + "-2"
	}
	return got
}
