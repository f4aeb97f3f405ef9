package cmstest

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// uniqueSlug appends -2, -3 … until no other record of the kind (with the same parent, in a tree) has the slug.
func (s *records) uniqueSlug(it *item, slug string) string {
	if slug == "" {
		return slug
	}
	rival := func(other *item) bool {
		switch {
		case other.id == it.id:
			return false
		case it.kind.attachment: // at the top of the site like everything else
			return true
		case it.kind.tree && other.kind.attachment:
			return other.parent == it.parent
		}
		return other.kind.base == it.kind.base && (!it.kind.tree || other.parent == it.parent)
	}
	free := !reservedSlug(it.kind, slug)
	for _, other := range s.items {
		if other.slug == slug && rival(other) {
			free = false
		}
	}
	if free {
		return slug
	}
	taken := map[string]bool{}
	for _, other := range s.items {
		if rival(other) {
			taken[other.slug] = true
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
func reservedSlug(kind *resource, slug string) bool {
	if slices.Contains([]string{"embed", "feed", "rdf", "rss", "rss2", "atom"}, slug) {
		return true
	}
	if kind.attachment {
		return false
	}
	if kind.tree {
		return pageNumber.MatchString(slug)
	}
	if !kind.article {
		return false
	}
	n, err := strconv.Atoi(slug)
	return err == nil && n >= 1 && n <= 31
}
