package publish

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strconv"
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

// slot is a place of which a site has one.
type slot struct {
	kind, parent, slug string
	above              *document
}

// ofAll reports whether a document is the page of the folder of all texts.
func (d *document) ofAll() bool { return d.place.index && d.place.folder == "" }

// address sets the slug of a document: the slug that the file names, or its own name. Posts of
// one name have the name of their folder before it, and further ones a number after it.
func (j *project) address(d *document, taken map[slot]*document) error {
	in := slot{d.Type, d.Parent, slug(d.Slug), d.above}
	if d.Slug != "" {
		if other := taken[in]; other != nil {
			return fmt.Errorf("%s has the same slug, %s", other.path, in.slug)
		}
		d.Slug, taken[in] = in.slug, d
		return nil
	}
	in.slug = slug(d.place.base)
	if own := in; d.ofAll() {
		if in.slug = slug(j.source); taken[in] != nil {
			in = own // readme or index beside a folder of the name
		}
	}
	folder := cmp.Or(d.place.language, path.Base(d.place.folder))
	if taken[in] != nil && d.Type == "post" && folder != "." {
		in.slug = slug(folder + "-" + d.place.base)
	}
	first := in.slug
	for n := 2; taken[in] != nil; n++ {
		in.slug = first + "-" + strconv.Itoa(n)
	}
	d.Slug, taken[in] = in.slug, d
	return nil
}
