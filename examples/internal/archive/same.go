package archive

import (
	"html"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// SameFields are the fields that [Same] compares, and the id.
func SameFields(kind Kind) []string {
	switch {
	case kind.Terms:
		return []string{"id", "name", "slug"}
	case kind.Name == Comments:
		return []string{"id", "date", "date_gmt", "author_name", "content"}
	case kind.Name == MenuItems:
		return []string{"id", "title", "type", "object", "menu_order", "status"}
	}
	return []string{"id", "title", "slug", "status", "date", "date_gmt"}
}

// Same reports whether the records of two sites are the same, as far as a list tells. A
// site may give a record another slug, and a draft another date. One of the two dates
// of a record is enough, since a site cannot store pairs of two time zones.
func Same(kind string, a, b Record) bool {
	equal := func(names ...string) bool {
		for _, name := range names {
			if a.Text(name) != b.Text(name) {
				return false
			}
		}
		return true
	}
	when := a.Text("date_gmt") != "" && equal("date_gmt") || a.Text("date") != "" && equal("date")
	switch kind {
	case Categories, Tags, PatternCategories, Menus:
		return sameName(a, b)
	case Comments:
		return when && equal("author_name")
	case MenuItems:
		return equal("type", "object") && a.Raw("title") == b.Raw("title") && a.number("menu_order") == b.number("menu_order")
	case Snippets:
		return equal("name", "code")
	}
	if strings.HasPrefix(kind, "taxonomy-") {
		return sameName(a, b)
	}
	return a.Raw("title") == b.Raw("title") && (when || Untrashed(a.Text("slug")) == Untrashed(b.Text("slug")))
}

func sameName(a, b Record) bool {
	name := func(r Record) string { return strings.Join(strings.Fields(html.UnescapeString(r.Text("name"))), " ") }
	return strings.EqualFold(name(a), name(b))
}

// Untrashed is the slug of a record before it went to the trash. If another record in the
// trash had the slug, the suffix has a number: "kerning__trashed-2".
func Untrashed(slug string) string {
	return regexp.MustCompile(`__trashed(-\d+)?$`).ReplaceAllString(slug, "")
}

// DateGMT is the date of the record.
func (r Record) DateGMT() cms.GMTTime { return cms.GMTTime(r.Text("date_gmt")) }

// Stock reports whether a new site makes a record by itself. born is when the site was
// installed, "" if that is not known. A record that was changed since is not stock.
func Stock(kind string, r Record, born cms.GMTTime) bool {
	if kind == Navigation { // the content of a navigation says nothing of the site
		return strings.TrimSpace(r.Raw("content")) == "<!-- wp:page-list /-->" && r.ModifiedGMT() == r.DateGMT()
	}
	if born == "" || r.DateGMT() != born || kind != Comments && r.ModifiedGMT() != born {
		return false
	}
	return r.ID() <= 3 && (kind == Posts || kind == Pages) || kind == Comments && r.ID() == 1 && r.number("post") == 1
}
