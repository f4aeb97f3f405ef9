package terms

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
)

// SameName reports whether two names of terms or menus are equal. It ignores case, runs
// of spaces and the spelling of HTML entities. "R&D" equals "r&amp;d"; "Café" does not
// equal "Cafe".
func SameName(a, b string) bool { return strings.EqualFold(plain(a), plain(b)) }

// CheckName returns an [*cms.ArgumentError] for a name of a term or menu that a site does
// not store as it is. A site rejects an empty name, and removes these parts of a name:
//   - tags, such as <b>
//   - escaped bytes, such as %41
//   - control characters except tabs and line ends
//
// A term or menu that was created with such a name could not be found by it.
func CheckName(name string) error {
	refuse := func(reason string) error { return &cms.ArgumentError{Argument: "name", Reason: reason} }
	if plain(name) == "" {
		return refuse("must not be empty")
	}
	if _, after, found := strings.Cut(name, "<"); found && strings.Contains(after, ">") {
		return refuse(strconv.Quote(name) + " has what the site removes as a tag, and would not be found again")
	}
	if octet := regexp.MustCompile("%[0-9a-fA-F]{2}").FindString(name); octet != "" {
		return refuse(strconv.Quote(name) + " has " + octet + ", which the site removes, and would not be found again")
	}
	for _, r := range name {
		if r < ' ' && !strings.ContainsRune("\t\r\n", r) {
			return refuse(strconv.Quote(name) + " has a control character, which the site removes")
		}
	}
	return nil
}

// plain returns a name as people read it: without HTML entities, and with single spaces. An
// entity ends with a semicolon, so "AT&copy" is unchanged.
func plain(name string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(name, "&")
		out.WriteString(before)
		if !found {
			return strings.Join(strings.Fields(out.String()), " ")
		}
		entity, after, ended := strings.Cut(rest, ";")
		text := html.UnescapeString("&" + entity + ";")
		odd := func(r rune) bool { return r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		if ended && !strings.ContainsFunc(entity, odd) && !strings.HasPrefix(text, "&"+entity) {
			name = after
		} else {
			text, name = "&", rest
		}
		out.WriteString(text)
	}
}

// escaped returns a name as a site stores it, except for quotes, which sites store differently.
func escaped(name string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(plain(name))
}

// sameSlug compares slugs. A site writes characters that are not ASCII as %xx.
func sameSlug(a, b string) bool {
	return strings.EqualFold(unescaped(a), unescaped(b))
}

func unescaped(slug string) string {
	if text, err := url.PathUnescape(slug); err == nil {
		return text
	}
	return slug
}

// maxSlug is the maximum number of bytes of a slug that a site stores.
const maxSlug = 200

// storable reports whether a site would store a slug unchanged.
func storable(slug string) bool {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' }
	text, err := url.PathUnescape(slug)
	return err == nil && slug != "" && len(slug) <= maxSlug &&
		strings.Trim(slug, "-") == slug && !strings.Contains(slug, "--") &&
		!strings.ContainsFunc(slug, func(r rune) bool { return !plain(r) && r != '%' }) &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < 0x80 && !plain(r) })
}
