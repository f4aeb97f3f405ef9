package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func blocks() collection[cms.Block, cms.BlockParams, cms.BlockListOptions] {
	return collection[cms.Block, cms.BlockParams, cms.BlockListOptions]{
		name: "blocks",
		of: func(c *cms.Client) sitetest.Records[cms.Block, cms.BlockParams, cms.BlockListOptions] {
			return c.Blocks
		},
		id:         func(b *cms.Block) int64 { return b.ID },
		context:    func(b *cms.Block) cms.Context { return contextOf(b.GUID.Raw != "", b.Modified != "") },
		setContext: func(l *cms.BlockListOptions, c cms.Context) { l.Context = c },
		setPage:    func(l *cms.BlockListOptions, page, perPage int) { l.Page, l.PerPage = page, perPage },
		setOrder:   func(l *cms.BlockListOptions, by cms.OrderBy, o cms.Order) { l.OrderBy, l.Order = by, o },
		listed:     published,
		reader:     writersRead,
	}
}

// writersRead is the reader of what only those see who write for the site.
func writersRead(c cms.Context) role {
	if c == cms.ContextEdit {
		return admin
	}
	return contributor
}

func blockScenarios() []scenario {
	of := chosen{
		ids: [3]int64{401, 408, 412}, slugs: [2]string{"nn-specimen", "gg-card"}, bySlugs: []int64{408, 411},
		summer: moment("2025-07-04T18:18:42"), winter: moment("2025-02-14T14:02:14"),
		modified:  [2]time.Time{moment("2026-08-01T11:15:07"), moment("2026-01-25T15:15:27")},
		zebrafish: []int64{401, 402, 403, 404}, narrow: []int64{405, 406},
	}
	on, c := blockTargets(), blocks()
	fill := func(p *cms.BlockParams) { p.Title, p.Content = new("New"), new("Of the new block.") }
	orders := slices.DeleteFunc(dated(), func(o ordering) bool { return o.by == cms.ByParent })
	return slices.Concat(
		c.listing(idLists[cms.BlockListOptions](of)), c.listing(dateLists[cms.BlockListOptions](of)),
		c.listing(searchLists[cms.BlockListOptions]()), c.listing(givenOrders[cms.BlockListOptions](of)),
		c.listing(statusLists[cms.BlockListOptions]()), c.listing(patternLists()), c.orders(orders),
		c.fields(on, fill, blockFields()), c.fields(on, fill, fieldRows("dates")), c.courses(on), c.deeds(),
		c.wrongBodies(on), wrongQueries("blocks"), refusalRows("blocks", on), hiddenLists(), nullStatus(),
	)
}

// idLists choose by ids and slugs.
func idLists[L any](of chosen) []listCase[L] {
	var out []listCase[L]
	for _, ids := range [][]int64{of.ids[:1], of.ids[:], {of.ids[0], 999999}} {
		out = append(out,
			listCase[L]{
				name: fmt.Sprintf("include=%v", ids), argument: "include", set: set[L](arguments{Include: ids}),
				match: func(r record) bool { return slices.Contains(ids, r.id()) },
			},
			listCase[L]{
				name: fmt.Sprintf("exclude=%v", ids), argument: "exclude", set: set[L](arguments{Exclude: ids}),
				match: func(r record) bool { return !slices.Contains(ids, r.id()) },
			})
	}
	for _, slugs := range [][]string{of.slugs[:1], of.slugs[:], {of.slugs[0], "no-such-slug"}} {
		out = append(out, listCase[L]{
			name: fmt.Sprintf("slug=%v", slugs), argument: "slug", set: set[L](arguments{Slug: slugs}),
			match: func(r record) bool { return slices.Contains(slugs, r.text("slug")) },
		})
	}
	return out
}

// statusLists choose by status; of further ones the caller must be able to read all records.
func statusLists[L any](further ...[]cms.Status) []listCase[L] {
	var out []listCase[L]
	for _, list := range append([][]cms.Status{{"draft"}, {"draft", "publish"}}, further...) {
		out = append(out, listCase[L]{
			name: fmt.Sprintf("status=%v", list), argument: "status", all: true, set: set[L](arguments{Status: list}),
			match: func(r record) bool {
				return slices.Contains(list, cms.Status(r.text("status"))) || list[0] == "any" && r.text("status") != "trash"
			},
		})
	}
	return out
}

// patternLists choose by the categories of blocks.
func patternLists() []listCase[cms.BlockListOptions] {
	type options = cms.BlockListOptions
	object := func(operator cms.TaxRelation, ids ...int64) cms.TermFilter {
		return cms.TermFilter{Terms: ids, Operator: operator, Object: true}
	}
	var out []listCase[options]
	for _, one := range []struct {
		name   string
		filter cms.TermFilter
	}{
		{"[21]", cms.Terms(21)}, {"[21 23]", cms.Terms(21, 23)}, {"{[21 22]}", object("", 21, 22)},
		{"{[21 22] OR}", object(cms.TaxOr, 21, 22)}, {"{[21 22] AND}", object(cms.TaxAnd, 21, 22)},
	} {
		has := func(r record) bool { return hasTerms(r.ints("cms_pattern_category"), one.filter) }
		out = append(out, listCase[options]{
			name: "cms_pattern_category=" + one.name, argument: "cms_pattern_category", match: has,
			set: func(l *options) { l.PatternCategory = one.filter },
		})
		if one.filter.Operator == "" {
			out = append(out, listCase[options]{
				name: "cms_pattern_category_exclude=" + one.name, argument: "cms_pattern_category_exclude",
				match: func(r record) bool { return !has(r) }, set: func(l *options) { l.PatternCategoryExclude = one.filter },
			})
		}
	}
	in := func(r record, id int64) bool { return slices.Contains(r.ints("cms_pattern_category"), id) }
	return append(out,
		listCase[options]{
			name: "category and exclusion, tax_relation=OR", argument: "cms_pattern_category",
			match: func(r record) bool { return in(r, 21) || !in(r, 22) },
			set: func(l *options) {
				l.TaxRelation, l.PatternCategory, l.PatternCategoryExclude = cms.TaxOr, cms.Terms(21), cms.Terms(22)
			},
		},
		listCase[options]{
			name: "category and exclusion, tax_relation=AND", argument: "cms_pattern_category",
			match: func(r record) bool { return in(r, 21) && !in(r, 22) },
			set: func(l *options) {
				l.TaxRelation, l.PatternCategory, l.PatternCategoryExclude = cms.TaxAnd, cms.Terms(21), cms.Terms(22)
			},
		})
}
