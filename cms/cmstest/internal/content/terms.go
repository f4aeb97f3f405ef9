package content

import (
	"iter"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// defaultCategory returns the id of the default category, or 0 if there is none. WordPress assigns
// it to posts without a category, and does not delete it.
func (s *Site) defaultCategory() int64 { return s.Settings.Number("default_category") }

// DefaultCategories returns the categories of a post that was created without categories.
func (s *Site) DefaultCategories() []int64 {
	if t := s.Terms[s.defaultCategory()]; t == nil || t.Taxonomy != "category" {
		return nil
	}
	return []int64{s.defaultCategory()}
}

// IsDefaultTerm reports whether a term is the default category.
func (s *Site) IsDefaultTerm(tax Taxonomy, id int64) bool {
	return tax.Name == "category" && id == s.defaultCategory()
}

// TermOf returns the term with an id, or nil if the taxonomy has no such term.
func (s *Site) TermOf(tax Taxonomy, id int64) *Term {
	if t := s.Terms[id]; t != nil && t.Taxonomy == tax.Name {
		return t
	}
	return nil
}

// TermIDs returns the ids of an item's terms, ordered by the names of the terms.
func (s *Site) TermIDs(it *Item, tax Taxonomy) []int64 {
	out := []int64{}
	for _, id := range it.Terms[tax.Name] {
		if s.TermOf(tax, id) != nil {
			out = append(out, id)
		}
	}
	slices.SortStableFunc(out, func(a, b int64) int {
		return strings.Compare(php.SortKey(s.Terms[a].Name), php.SortKey(s.Terms[b].Name))
	})
	return out
}

// Children returns the ids of a term and of all terms below it.
func (s *Site) Children(id int64) []int64 {
	out := []int64{id}
	for i := 0; i < len(out); i++ {
		for _, t := range s.Terms {
			if t.Parent == out[i] && !slices.Contains(out, t.ID) {
				out = append(out, t.ID)
			}
		}
	}
	return out
}

// FindTerms returns the terms that match the arguments, in no particular order.
func (s *Site) FindTerms(c *rest.Call, tax Taxonomy) []*Term {
	include, exclude, slugs, search := c.IDs("include"), c.IDs("exclude"), c.Strings("slug"), php.Fold(c.Text("search"))
	for i, slug := range slugs {
		slugs[i] = php.SanitizeSlug(slug)
	}
	if search == "0" {
		search = "" // PHP treats "0" as empty
	}
	post := s.Items[c.Integer("post")]
	var found []*Term
	for _, t := range s.Terms {
		switch {
		case t.Taxonomy != tax.Name,
			len(include) > 0 && !slices.Contains(include, t.ID),
			len(include) == 0 && slices.Contains(exclude, t.ID), // WordPress ignores exclude if include is set
			len(slugs) > 0 && !slices.Contains(slugs, t.Slug),
			!strings.Contains(php.Fold(t.Name+"\n"+t.Slug), search),
			tax.Tree && c.Get("parent") != nil && t.Parent != c.Integer("parent"),
			c.Integer("post") != 0 && (post == nil || !slices.Contains(post.Terms[tax.Name], t.ID)),
			c.Flag("hide_empty") && s.TermCount(t) == 0 && !(tax.Tree && slices.ContainsFunc(s.Children(t.ID), s.IsUsed)):
			continue
		}
		found = append(found, t)
	}
	return found
}

// IsUsed reports whether a published record has the term.
func (s *Site) IsUsed(id int64) bool { return s.TermCount(s.Terms[id]) > 0 }

// TermCount returns the number of published records that have the term.
func (s *Site) TermCount(t *Term) int {
	n := 0
	for _, it := range s.Items {
		if it.Status == "publish" && slices.Contains(it.Terms[t.Taxonomy], t.ID) {
			n++
		}
	}
	return n
}

// Above yields the ancestors of a term, the parent first. It stops after 20 terms, because a document
// may contain a cycle.
func (s *Site) Above(t *Term) iter.Seq[*Term] {
	return func(yield func(*Term) bool) {
		for depth := 0; depth < 20; depth++ {
			if t = s.Terms[t.Parent]; t == nil || !yield(t) {
				return
			}
		}
	}
}

// TermsOf returns the terms of a taxonomy, ordered by id.
func (s *Site) TermsOf(tax Taxonomy) []*Term {
	var out []*Term
	for _, id := range seed.SortedIDs(s.Terms, func(t *Term) bool { return t.Taxonomy == tax.Name }) {
		out = append(out, s.Terms[id])
	}
	return out
}

// MenuPlace returns the menu location with a name, or nil if there is none.
func (s *Site) MenuPlace(name string) *MenuPlace {
	if i := slices.IndexFunc(s.MenuPlaces, func(p MenuPlace) bool { return p.Name == name }); i >= 0 {
		return &s.MenuPlaces[i]
	}
	return nil
}

// LocationsOf returns the names of the locations that show a menu.
func (s *Site) LocationsOf(menu int64) []string {
	out := []string{}
	for _, p := range s.MenuPlaces {
		if s.Places[p.Name] == menu {
			out = append(out, p.Name)
		}
	}
	return out
}
