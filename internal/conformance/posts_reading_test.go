package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func postReading() []scenario {
	of := chosen{
		ids: [3]int64{104, 112, 141}, slugs: [2]string{"hh-spacing", "dd-rich"}, authors: []int64{3, 4},
		summer: moment("2025-07-04T18:18:42"), winter: moment("2025-02-14T14:02:14"),
		modified: [2]time.Time{moment("2026-08-01T11:15:07"), moment("2026-01-25T15:15:27")},
		bySlugs:  []int64{118, 141}, zebrafish: []int64{105, 111, 102, 108}, narrow: []int64{145, 142},
		authored: []int64{124, 103}, hidden: []int64{147, 127, 133},
	}
	return slices.Concat(
		posts().listing(sharedLists[cms.PostListOptions](of)),
		posts().listing(postLists()),
		posts().listing(termLists()),
		posts().orders(dated()),
		singles("posts", 141, 143, 144, 146, 127, 148, 147, 149, 150),
		protected("posts", 143),
		posts().paging(known()),
		posts().counts(of),
		stickyFirst(),
		embeddings("posts", 141),
		excerpts(),
		[]scenario{folded()},
		secretSearches("posts", 143),
		statusesByRole("posts"),
		projections("posts", 141),
	)
}

// postLists are the arguments that posts alone have, but for terms.
func postLists() []listCase[cms.PostListOptions] {
	type options = cms.PostListOptions
	var out []listCase[options]
	for _, sticky := range []bool{true, false} {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("sticky=%t", sticky), argument: "sticky", set: func(l *options) { l.Sticky = &sticky },
			match: func(r record) bool { return (r["sticky"] == true) == sticky },
		})
	}
	all := []cms.Format{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
	choices := [][]cms.Format{{cms.FormatAside, cms.FormatLink}, {cms.FormatStandard, cms.FormatQuote}}
	for i := range all {
		choices = append(choices, all[i:i+1])
	}
	for _, formats := range choices {
		out = append(out, listCase[options]{
			name: fmt.Sprintf("format=%v", formats), argument: "format", set: func(l *options) { l.Format = formats },
			match: func(r record) bool {
				return slices.Contains(formats, cms.Format(cmp.Or(r.text("format"), "standard")))
			},
		})
	}
	return append(out, listCase[options]{
		name: "format, sticky and author together", argument: "format",
		set: func(l *options) {
			l.Format, l.Sticky, l.Author = []cms.Format{cms.FormatLink, cms.FormatChat}, new(true), []int64{3, 4}
		},
		match: func(r record) bool {
			return r["sticky"] == true && slices.Contains([]string{"link", "chat"}, r.text("format")) && r.int("author") >= 3
		},
	})
}

// filters are the arguments about terms, some of them set.
type filters struct {
	name                                   string
	relation                               cms.TaxRelation
	categories, noCategories, tags, noTags cms.TermFilter
}

// termLists choose by terms: the category 4 lies below 2, and 6 below 3.
func termLists() []listCase[cms.PostListOptions] {
	terms := cms.Terms
	object := func(operator cms.TaxRelation, children *bool, ids ...int64) cms.TermFilter {
		return cms.TermFilter{Terms: ids, Operator: operator, IncludeChildren: children, Object: true}
	}
	var out []listCase[cms.PostListOptions]
	for _, f := range []filters{
		{name: "categories=[2]", categories: terms(2)},
		{name: "categories=[2 3]", categories: terms(2, 3)},
		{name: "categories={[2 3]}", categories: object("", nil, 2, 3)},
		{name: "categories={[2 3] OR}", categories: object(cms.TaxOr, nil, 2, 3)},
		{name: "categories={[2 3] AND}", categories: object(cms.TaxAnd, nil, 2, 3)},
		{name: "categories={[2] with children}", categories: object("", new(true), 2)},
		{name: "categories={[2] without children}", categories: object("", new(false), 2)},
		{name: "categories={[2 3] OR with children}", categories: object(cms.TaxOr, new(true), 2, 3)},
		{name: "categories_exclude=[2]", noCategories: terms(2)},
		{name: "categories_exclude=[1 5]", noCategories: terms(1, 5)},
		{name: "categories_exclude={[2 5]}", noCategories: object("", nil, 2, 5)},
		{name: "categories_exclude={[2] with children}", noCategories: object("", new(true), 2)},
		{name: "categories_exclude={[2] without children}", noCategories: object("", new(false), 2)},
		{name: "tags=[11]", tags: terms(11)},
		{name: "tags=[11 12]", tags: terms(11, 12)},
		{name: "tags={[11 12]}", tags: object("", nil, 11, 12)},
		{name: "tags={[13 15] OR}", tags: object(cms.TaxOr, nil, 13, 15)},
		{name: "tags={[11 12] AND}", tags: object(cms.TaxAnd, nil, 11, 12)},
		{name: "tags_exclude=[11]", noTags: terms(11)},
		{name: "tags_exclude=[12 13]", noTags: terms(12, 13)},
		{name: "tags_exclude={[11 14]}", noTags: object("", nil, 11, 14)},
		{name: "categories and tags", categories: terms(4), tags: terms(11)},
		{name: "categories and tags, tax_relation=AND", relation: cms.TaxAnd, categories: terms(4), tags: terms(11)},
		{name: "categories or tags, tax_relation=OR", relation: cms.TaxOr, categories: terms(4), tags: terms(11)},
		{name: "categories or not tags, tax_relation=OR", relation: cms.TaxOr, categories: terms(5), noTags: terms(11, 12)},
		{name: "categories and categories_exclude", categories: terms(2), noCategories: terms(3)},
		{name: "tags and tags_exclude", tags: terms(12), noTags: terms(11)},
		{name: "all four", categories: object("", new(true), 2), noCategories: terms(3), tags: terms(11), noTags: terms(12)},
	} {
		out = append(out, listCase[cms.PostListOptions]{
			name: f.name, argument: f.argument(), match: f.match,
			set: func(l *cms.PostListOptions) {
				l.TaxRelation, l.Categories, l.CategoriesExclude, l.Tags, l.TagsExclude = f.relation, f.categories, f.noCategories,
					f.tags, f.noTags
			},
		})
	}
	return out
}

func (f filters) argument() string {
	switch {
	case f.relation != "":
		return "tax_relation"
	case !f.categories.IsZero():
		return "categories"
	case !f.noCategories.IsZero():
		return "categories_exclude"
	case !f.tags.IsZero():
		return "tags"
	}
	return "tags_exclude"
}

// match says by the documents whether a post has the terms.
func (f filters) match(r record) bool {
	var clauses []bool
	add := func(filter cms.TermFilter, member string, excluding bool) {
		if !filter.IsZero() {
			clauses = append(clauses, hasTerms(r.ints(member), filter) != excluding)
		}
	}
	add(f.categories, "categories", false)
	add(f.noCategories, "categories", true)
	add(f.tags, "tags", false)
	add(f.noTags, "tags", true)
	if f.relation == cms.TaxOr {
		return slices.Contains(clauses, true)
	}
	return !slices.Contains(clauses, false)
}

func hasTerms(have []int64, filter cms.TermFilter) bool {
	below := map[int64]int64{2: 4, 3: 6}
	n := 0
	for _, id := range filter.Terms {
		children := filter.IncludeChildren != nil && *filter.IncludeChildren
		if slices.Contains(have, id) || children && below[id] != 0 && slices.Contains(have, below[id]) {
			n++
		}
	}
	if filter.Operator == cms.TaxAnd {
		return n == len(filter.Terms)
	}
	return n > 0
}

// dated are the orderings of what has a date, a slug and an author.
func dated() []ordering {
	text := func(name string) func(record) any { return func(r record) any { return r.text(name) } }
	number := func(name string) func(record) any { return func(r record) any { return r.int(name) } }
	return []ordering{
		{cms.ByDate, text("date")},
		{cms.ByModified, text("modified")},
		{cms.ByID, number("id")},
		{cms.BySlug, text("slug")},
		{cms.ByAuthor, number("author")},
		{cms.ByTitle, func(r record) any { return strings.ReplaceAll(strings.ToLower(r.text("title")), "ß", "ss") }},
		{cms.ByParent, number("parent")},
	}
}
