package ensure

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
)

const maxSlug = 160 // a slug may have 200 bytes; the rest is for a token

// CheckSlug refuses a slug that the site would change, because it could not be found
// again.
//
// Errors: a [*fault.Argument].
func CheckSlug(slug string) error {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("-_%", r)
	}
	odd := func(r rune) bool { return !plain(r) }
	oddASCII := func(r rune) bool { return r < utf8.RuneSelf && !plain(r) }
	decoded, err := url.PathUnescape(slug)
	switch {
	case slug == "" || len(slug) > maxSlug:
		return &fault.Argument{Argument: "slug", Reason: fmt.Sprintf("must have 1 to %d bytes, not %d", maxSlug, len(slug))}
	case err != nil || strings.ContainsFunc(slug, odd) || strings.ContainsFunc(decoded, oddASCII),
		strings.Contains(slug, "--"), strings.Trim(slug, "-") != slug:
		return &fault.Argument{Argument: "slug", Reason: fmt.Sprintf(
			"%q is not in the form of a slug: use lower-case letters, digits, single - and _, as in \"my-slug\"", slug)}
	}
	return nil
}

// token returns a slug for an unfinished draft, in the form that the site stores.
func token(slug string) string { return slug + "-" + strings.ToLower(rand.Text()) }

// isToken reports whether got is a token for slug.
func isToken(got, slug string) bool {
	token, ok := strings.CutPrefix(got, slug+"-")
	token = strings.TrimPrefix(token, "-") // the site may store two dashes before the random text
	return ok && len(token) == len(rand.Text()) && strings.Trim(token, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
