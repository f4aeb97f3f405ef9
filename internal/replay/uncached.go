package replay

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"regexp"
)

// Uncached is the query of a request with the option cms.Uncached, as a [Tap] keeps it.
const Uncached = "?_embed=random"

// WithoutRandom returns an address with the word "random" in place of a random name in _embed.
func WithoutRandom(u *url.URL) *url.URL {
	random := regexp.MustCompile(fmt.Sprintf(`\b[a-z2-7]{%d}\b`, len(rand.Text())))
	query := u.Query()
	embed := query.Get("_embed")
	if !random.MatchString(embed) {
		return u
	}
	query.Set("_embed", random.ReplaceAllString(embed, "random"))
	out := *u
	out.RawQuery = query.Encode()
	return &out
}
