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

// TermsURL is the address of the terms of a taxonomy, or of what is below it.
func (s *Site) TermsURL(tax Taxonomy, below, query string) string {
	return s.API.Address("/"+s.HomeOf(tax)+"/"+tax.Base+below, query)
}

// UploadsPath is the folder of uploads.
func (s *Site) UploadsPath() string { return "/" + s.API.Prefix + "-content/uploads/" }

// FileURL is the address of a file in that folder.
func (s *Site) FileURL(file string) string { return *s.API.Base + s.UploadsPath() + file }

// PlainAddress is that of a record where readable addresses are off.
func (s *Site) PlainAddress(it *Item) string {
	return fmt.Sprintf("%s/?%s=%d", *s.API.Base, it.Kind.QueryVar, it.ID)
}

// Address is that of a record's page as the caller may see it: of a private record, and of what belongs to one, those
// only see the readable one who may read such records, or who wrote or uploaded it.
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

// mediaLink is the address of a record's page: below that of what it belongs to, or at the top.
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

// ItemURL is the address of a record in the interface.
func (s *Site) ItemURL(it *Item) string {
	return s.API.Address("/"+s.NamespaceOf(it.Kind)+"/"+it.Kind.Base+"/"+strconv.FormatInt(it.ID, 10), "")
}

// LocalLink is a record's address below the site's own.
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

// PrettyLink is the readable address of a record if this is its slug.
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

// Link is the address of a record for people.
func (s *Site) Link(it *Item) string { return *s.API.Base + s.LocalLink(it) }

// TermLink is the address of a term for people.
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

// UserURL is the site of a user.
func (s *Site) UserURL(u *site.User) string {
	if u.Home {
		return *s.API.Base
	}
	return u.URL
}

// AuthorURL is the page of what a user has written.
func (s *Site) AuthorURL(u *site.User) string {
	if s.API.Plain {
		return *s.API.Base + "/?author=" + strconv.FormatInt(u.ID, 10)
	}
	return *s.API.Base + "/author/" + u.Slug + "/"
}

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

// SlugOfTitle is the slug that the title of a record would get. A list asks for many: the slugs of all records are read
// once in a request that changes none.
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

// slugs are those of all records, with the record of each, -1 for several.
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
