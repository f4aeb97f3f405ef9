package content

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// TermsURL returns the REST address of the terms of a taxonomy. below is appended to the path.
func (s *Site) TermsURL(tax Taxonomy, below, query string) string {
	return s.API.Address("/"+s.HomeOf(tax)+"/"+tax.Base+below, query)
}

// UploadsPath returns the path of the uploads folder.
func (s *Site) UploadsPath() string { return "/" + s.API.Prefix + "-content/uploads/" }

// FileURL returns the address of a file in the uploads folder.
func (s *Site) FileURL(file string) string { return *s.API.Base + s.UploadsPath() + file }

// PlainAddress returns the address of a record under plain permalinks.
func (s *Site) PlainAddress(it *Item) string {
	return fmt.Sprintf("%s/?%s=%d", *s.API.Base, it.Kind.QueryVar, it.ID)
}

// Address returns the address of the page of a record. A private record has a plain
// address for callers who may not read it. A file of a private record also has a plain
// address, unless the caller uploaded it or may read private posts.
func (s *Site) Address(c *rest.Call, it *Item) string {
	if it.Status == "private" && !it.Kind.Attachment && !s.MayRead(c, it) {
		return s.PlainAddress(it)
	}
	if parent := s.Items[it.Parent]; parent != nil && parent.Status == "private" && it.Status == "inherit" &&
		!c.User.Can("read_private_posts") && (c.User == nil || c.User.ID != it.Author) {
		return s.PlainAddress(it)
	}
	return s.Link(it)
}

// mediaLink returns the path of a file's page. The page is below the page of its parent. Without
// a parent it is at the top of the site. The path contains the id, not the slug, in three cases:
// under plain permalinks, for a file in the trash, and if the parent has no public page.
func (s *Site) mediaLink(it *Item) string {
	parent := s.Items[it.Parent]
	switch {
	case s.API.Plain || it.Status == "trash" || it.Parent != 0 && parent == nil,
		parent != nil && (IsDraft(parent.Status) || parent.Status == "future" || parent.Status == "trash"):
		return fmt.Sprintf("/?%s=%d", it.Kind.QueryVar, it.ID)
	case parent == nil:
		return "/" + it.Slug + "/"
	case strings.Trim(it.Slug, "0123456789") == "":
		return s.LocalLink(parent) + "attachment/" + it.Slug + "/"
	}
	return s.LocalLink(parent) + it.Slug + "/"
}

// ItemURL returns the REST address of a record.
func (s *Site) ItemURL(it *Item) string {
	return s.API.Address("/"+s.NamespaceOf(it.Kind)+"/"+it.Kind.Base+"/"+strconv.FormatInt(it.ID, 10), "")
}

// LocalLink returns the path of a record's page.
func (s *Site) LocalLink(it *Item) string {
	if it.Kind.Attachment {
		return s.mediaLink(it)
	}
	if it.Kind.Base == "pages" && s.Settings.Text("show_on_front") == "page" &&
		s.Settings.Number("page_on_front") == it.ID {
		return "/"
	}
	if s.API.Plain || IsDraft(it.Status) || it.Status == "future" || it.Status == "trash" {
		if it.Kind.Own != nil {
			return "/?post_type=" + it.Kind.Type + "&p=" + strconv.FormatInt(it.ID, 10)
		}
		return "/?" + it.Kind.QueryVar + "=" + strconv.FormatInt(it.ID, 10)
	}
	return s.PrettyLink(it, it.Slug)
}

// PrettyLink returns the readable path of a record that has the given slug.
func (s *Site) PrettyLink(it *Item, slug string) string {
	if it.Kind.Own != nil {
		return "/" + it.Kind.Type + "/" + slug + "/"
	}
	if it.Kind.Dated {
		return "/" + it.Date[:4] + "/" + it.Date[5:7] + "/" + slug + "/"
	}
	for up, depth := s.Items[it.Parent], 0; up != nil && depth < 100; up, depth = s.Items[up.Parent], depth+1 {
		if up.Slug != "" {
			slug = up.Slug + "/" + slug
		}
	}
	return "/" + slug + "/"
}

// Link returns the address of a record's page.
func (s *Site) Link(it *Item) string { return *s.API.Base + s.LocalLink(it) }

// TermLink returns the address of a term's page.
func (s *Site) TermLink(tax Taxonomy, t *Term) string {
	if tax.Path == "" {
		return *s.API.Base + "/?taxonomy=" + tax.Name + "&term=" + t.Slug
	}
	if s.API.Plain {
		if tax.Tree {
			return *s.API.Base + "/?" + tax.Query + "=" + strconv.FormatInt(t.ID, 10)
		}
		return *s.API.Base + "/?" + tax.Query + "=" + t.Slug
	}
	path := t.Slug
	for up := range s.Above(t) {
		path = up.Slug + "/" + path
	}
	return *s.API.Base + "/" + tax.Path + "/" + path + "/"
}

// UserURL returns the website of a user.
func (s *Site) UserURL(u *site.User) string {
	if u.Home {
		return *s.API.Base
	}
	return u.URL
}

// AuthorURL returns the address of the page that lists a user's posts.
func (s *Site) AuthorURL(u *site.User) string {
	if s.API.Plain {
		return *s.API.Base + "/?author=" + strconv.FormatInt(u.ID, 10)
	}
	return *s.API.Base + "/author/" + u.Slug + "/"
}

// TrashedSuffix is the end of the slug of a record in the trash.
const TrashedSuffix = "__trashed"

// TrashSlug changes the slug, so that other records can use it.
func (it *Item) TrashSlug() {
	if strings.HasSuffix(it.Slug, TrashedSuffix) {
		return
	}
	it.WantedSlug = it.Slug
	it.Slug = php.CutSlug(it.Slug, php.MaxSlug-len(TrashedSuffix)) + TrashedSuffix
}

// Untrashed returns the slug that a record had before TrashSlug. UniqueSlug may have added a
// number after the suffix.
func Untrashed(slug string) string {
	return regexp.MustCompile(TrashedSuffix+`(-\d+)?$`).ReplaceAllString(slug, "")
}

// SlugOfTitle returns the slug that the title of a record would get. A list calls it for
// every record, so a GET request reads the slugs of all records once, and keeps them.
func (s *Site) SlugOfTitle(c *rest.Call, it *Item) string {
	slug := it.HTML().slug
	if c.Method == "GET" {
		slugs := rest.Once(c, slugsOf{}, s.slugs)
		if id, taken := slugs[slug]; (!taken || id == it.ID) && !reservedSlug(it.Kind, slug) {
			return slug
		}
	}
	return s.UniqueSlug(it, slug)
}

type slugsOf struct{}

// slugs returns a map from each slug to the id of its record, or to -1 if several records have
// the slug.
func (s *Site) slugs() map[string]int64 {
	slugs := make(map[string]int64, len(s.Items))
	for id, other := range s.Items {
		before := len(slugs)
		if slugs[other.Slug] = id; len(slugs) == before {
			slugs[other.Slug] = -1
		}
	}
	return slugs
}

// UniqueSlug appends -2, -3 and so on until no other record of the kind has the slug. In a tree it
// compares only records with the same parent.
func (s *Site) UniqueSlug(it *Item, slug string) string {
	if slug == "" {
		return slug
	}
	rival := func(other *Item) bool {
		switch {
		case other.ID == it.ID:
			return false
		case it.Kind.Attachment:
			// The page of a file may be at the top of the site. So the slug of a file must differ
			// from all other slugs.
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

// reservedSlug reports whether WordPress would read a slug in an address as something else: as
// the name of a feed, as the number of a page, or as the day of a date.
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
