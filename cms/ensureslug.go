package cms

import (
	"fmt"
	"net/url"
	"strings"
)

// SlugTakenError means that the site gives another slug than an Ensure asked for. A record
// or term has the slug, or the site keeps it for itself ("feed", on posts plain numbers).
// An attachment or a record of another type counts too.
type SlugTakenError struct {
	Slug string // asked for
	Got  string // what the record has instead
	// ID is the record, which stays. One that [Collection.Ensure] has created is a draft
	// again, under a slug of its own, and the next Ensure for the slug takes it.
	ID int64
}

func (e *SlugTakenError) Error() string {
	return fmt.Sprintf("cms: the site gives the slug %.200q, not %.200q", e.Got, e.Slug)
}

const maxEnsuredSlug = 160 // of the 200 bytes that a slug may have; the rest is for a token

// checkSlug refuses a slug that the site would store otherwise: it could not be found again.
func checkSlug(slug string) error {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("-_%", r)
	}
	decoded, err := url.PathUnescape(slug)
	switch {
	case slug == "" || len(slug) > maxEnsuredSlug:
		return &ArgumentError{Argument: "slug", Reason: fmt.Sprintf("it has %d bytes, not 1 to %d", len(slug), maxEnsuredSlug)}
	case strings.ContainsFunc(slug, func(r rune) bool { return !plain(r) }), err != nil, strings.ContainsFunc(decoded, func(r rune) bool { return r < 128 && !plain(r) }),
		strings.Contains(slug, "--"), strings.Trim(slug, "-") != slug:
		return &ArgumentError{Argument: "slug", Reason: fmt.Sprintf("%q is not as the site stores one: lower-case letters, digits, single - and _, other text as %%xx", slug)}
	}
	return nil
}
