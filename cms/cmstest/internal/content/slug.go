package content

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// TrashedSuffix is what a slug ends in while its record is in the trash.
const TrashedSuffix = "__trashed"

// TrashSlug frees the slug for other records.
func (it *Item) TrashSlug() {
	if strings.HasSuffix(it.Slug, TrashedSuffix) {
		return
	}
	it.WantedSlug = it.Slug
	it.Slug = php.CutSlug(it.Slug, php.MaxSlug-len(TrashedSuffix)) + TrashedSuffix
}

// UniqueSlug appends -2, -3 … until no other record of the kind (with the same parent, in a tree) has the slug.
func (s *Site) UniqueSlug(it *Item, slug string) string {
	if slug == "" {
		return slug
	}
	rival := func(other *Item) bool {
		switch {
		case other.ID == it.ID:
			return false
		case it.Kind.Attachment: // at the top of the site like everything else
			return true
		case it.Kind.Tree && other.Kind.Attachment:
			return other.Parent == it.Parent
		}
		return other.Kind.Base == it.Kind.Base && (!it.Kind.Tree || other.Parent == it.Parent)
	}
	free := !reservedSlug(it.Kind, slug)
	for _, other := range s.Items {
		if other.Slug == slug && rival(other) {
			free = false
		}
	}
	if free {
		return slug
	}
	taken := map[string]bool{}
	for _, other := range s.Items {
		if rival(other) {
			taken[other.Slug] = true
		}
	}
	for n := 2; ; n++ {
		suffix := "-" + strconv.Itoa(n)
		if candidate := php.CutSlug(slug, php.MaxSlug-len(suffix)) + suffix; !taken[candidate] {
			return candidate
		}
	}
}

var pageNumber = regexp.MustCompile(`^(page)?\d+$`)

// reservedSlug says whether a slug would be taken for something else in an address: a feed, the day after a post's
// year and month, the number of a page.
func reservedSlug(kind *Resource, slug string) bool {
	if slices.Contains([]string{"embed", "feed", "rdf", "rss", "rss2", "atom"}, slug) {
		return true
	}
	if kind.Attachment {
		return false
	}
	if kind.Tree {
		return pageNumber.MatchString(slug)
	}
	if !kind.Article {
		return false
	}
	n, err := strconv.Atoi(slug)
	return err == nil && n >= 1 && n <= 31
}
