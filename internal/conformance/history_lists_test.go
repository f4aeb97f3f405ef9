package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// historyCase is a query on the revisions of the rich record, and what it must find.
type historyCase struct {
	name     string
	argument string
	set      func(o *cms.RevisionListOptions, all []record)
	// find makes of all revisions, newest first, those to be found in their order; of the totals, those that are
	// counted.
	find func([]record) []record
	// counted makes of all those that the totals count, if that is not what is found.
	counted func([]record) []record
	// key is what the order goes by where several are equal, which then may come in any order.
	key func(record) string
}

func everything(all []record) []record { return all }

func says(word string) func(record) bool {
	return func(r record) bool {
		return strings.Contains(strings.ToLower(r.text("title")+r.text("content")+r.text("excerpt")), word)
	}
}

// cut is a part of the list.
func cut(from, to int) func([]record) []record {
	return func(all []record) []record { return all[min(from, len(all)):min(to, len(all))] }
}

func orderedBy(key func(record) string, ascending bool) func([]record) []record {
	return func(all []record) []record {
		out := slices.Clone(all)
		slices.SortStableFunc(out, func(a, b record) int {
			order := strings.Compare(key(a), key(b))
			if !ascending {
				order = -order
			}
			return order
		})
		return out
	}
}

// some are three of a list, in an order of their own.
func some(all []record) []int64 {
	return []int64{all[4].id(), all[len(all)-1].id(), all[2].id()}
}

func historyCases() []historyCase {
	type options = cms.RevisionListOptions
	chosen := func(yes bool) func([]record) []record {
		return func(all []record) []record {
			return keep(func(r record) bool { return slices.Contains(some(all), r.id()) == yes })(all)
		}
	}
	date := func(r record) string { return r.text("date") }
	title := func(r record) string { return strings.ToLower(r.text("title")) }
	id := func(r record) string { return fmt.Sprintf("%09d", r.id()) }
	slug := func(r record) string { return r.text("slug") }
	return []historyCase{
		{name: "nothing", set: func(*options, []record) {}, find: everything},
		{name: "per_page=3", argument: "per_page", set: func(o *options, _ []record) { o.PerPage = 3 }, find: cut(0, 3),
			counted: everything},
		{name: "per_page=3&page=2", argument: "page", set: func(o *options, _ []record) { o.PerPage, o.Page = 3, 2 },
			find: cut(3, 6), counted: everything},
		{name: "search=zebrafish", argument: "search", set: func(o *options, _ []record) { o.Search = "zebrafish" },
			find: keep(says("zebrafish"))},
		{name: "include", argument: "include", set: func(o *options, all []record) { o.Include = some(all) },
			find: chosen(true)},
		{name: "exclude", argument: "exclude", set: func(o *options, all []record) { o.Exclude = some(all) },
			find: chosen(false)},
		{name: "offset=2 without per_page", argument: "offset", set: func(o *options, _ []record) { o.Offset = 2 },
			find: everything},
		{name: "offset=2&per_page=3", argument: "offset", set: func(o *options, _ []record) { o.Offset, o.PerPage = 2, 3 },
			find: cut(2, 5), counted: everything},
		{name: "order=asc", argument: "order", set: func(o *options, _ []record) { o.Order = cms.Ascending },
			find: orderedBy(date, true)},
		{name: "order=desc", argument: "order", set: func(o *options, _ []record) { o.Order = cms.Descending },
			find: orderedBy(date, false)},
		{name: "orderby=date&order=asc", argument: "orderby",
			set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByDate, cms.Ascending }, find: orderedBy(date, true)},
		{name: "orderby=id", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.ByID },
			find: orderedBy(id, false)},
		{name: "orderby=id&order=asc", argument: "orderby",
			set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByID, cms.Ascending }, find: orderedBy(id, true)},
		{name: "orderby=title", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.ByTitle },
			find: orderedBy(title, false)},
		{name: "orderby=title&order=asc", argument: "orderby",
			set: func(o *options, _ []record) { o.OrderBy, o.Order = cms.ByTitle, cms.Ascending }, find: orderedBy(title, true)},
		{name: "orderby=slug", argument: "orderby", set: func(o *options, _ []record) { o.OrderBy = cms.BySlug },
			find: orderedBy(slug, false), key: slug},
		{name: "orderby=slug&order=asc", argument: "orderby",
			set:  func(o *options, _ []record) { o.OrderBy, o.Order = cms.BySlug, cms.Ascending },
			find: orderedBy(slug, true), key: slug},
		{
			name: "orderby=include", argument: "orderby",
			set: func(o *options, all []record) { o.OrderBy, o.Include = cms.ByInclude, some(all) },
			find: func(all []record) []record {
				return orderedBy(func(r record) string { return fmt.Sprint(slices.Index(some(all), r.id())) },
					true)(chosen(true)(all))
			},
		},
		{
			name: "orderby=include_slugs", argument: "orderby",
			set:  func(o *options, _ []record) { o.OrderBy = cms.ByIncludeSlugs },
			find: everything, key: func(record) string { return "" },
		},
		{
			name: "orderby=relevance&search=zebrafish", argument: "orderby",
			set: func(o *options, _ []record) { o.OrderBy, o.Search = cms.ByRelevance, "zebrafish" },
			find: func(all []record) []record {
				return orderedBy(relevanceKey, true)(keep(says("zebrafish"))(all))
			},
			key: relevanceKey,
		},
	}
}

// relevanceKey puts titles before excerpts before contents.
func relevanceKey(r record) string {
	switch {
	case strings.Contains(strings.ToLower(r.text("title")), "zebrafish"):
		return "1"
	case strings.Contains(r.text("excerpt"), "zebrafish"):
		return "2"
	}
	return "3"
}

// listing makes a scenario of each case in each context.
func (h history) listing() []scenario {
	var out []scenario
	for _, one := range historyCases() {
		for _, context := range contexts {
			out = append(out, scenario{
				collection: h.name + "-revisions", kind: reading, role: h.owner, name: fmt.Sprintf("%s in %s", one.name, context),
				needs: []need{{h.route() + `/(?P<parent>[\d]+)/revisions`, "GET", one.argument}},
				run: func(t *testing.T, s *site, c *cms.Client) {
					options := &cms.RevisionListOptions{Context: context}
					one.set(options, h.of(s, h.rich))
					page, err := h.revisions(c, h.rich).List(t.Context(), options)
					if err != nil {
						t.Fatal(err)
					}
					h.checkListed(t, s, one, page, options.PerPage)
					for i := range page.Items {
						h.checkRevision(t, s, &page.Items[i], context)
					}
				},
			})
		}
	}
	return out
}

func (h history) checkListed(t *testing.T, s *site, one historyCase, page *cms.ListPage[cms.Revision], perPage int) {
	t.Helper()
	all := h.of(s, h.rich)
	want := one.find(all)
	got := make([]int64, len(page.Items))
	keys := map[string]bool{}
	for i := range page.Items {
		got[i] = page.Items[i].ID
	}
	if one.key == nil {
		if !slices.Equal(got, idsOf(want)) {
			t.Errorf("the list holds %v, want %v", got, idsOf(want))
		}
	} else if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(idsOf(want)))) {
		t.Errorf("the list holds %v, want %v in some order", got, idsOf(want))
	} else {
		for i, r := range want {
			at := all[slices.IndexFunc(all, func(r record) bool { return r.id() == got[i] })]
			keys[one.key(r)] = true
			if one.key(at) != one.key(r) {
				t.Errorf("List: id %d at %d in %v, want the order of the key", got[i], i, got)
			}
		}
	}
	counted := want
	if one.counted != nil {
		counted = one.counted(all)
	}
	pages := 1
	if perPage > 0 {
		pages = (len(counted) + perPage - 1) / perPage
	}
	if page.Total != len(counted) || page.TotalPages != pages {
		t.Errorf("the totals are %d revisions, %d pages; want %d and %d", page.Total, page.TotalPages, len(counted), pages)
	}
}

// walks go through the history page by page, in each order that is one.
func (h history) walks() []scenario {
	var out []scenario
	for _, one := range historyCases() {
		if one.argument != "orderby" && one.argument != "order" || one.key != nil {
			continue
		}
		out = append(out, scenario{
			collection: h.name + "-revisions", kind: reading, role: h.owner, name: "walk by twos, " + one.name,
			needs: []need{{h.route() + `/(?P<parent>[\d]+)/revisions`, "GET", "orderby"}},
			run: func(t *testing.T, s *site, c *cms.Client) {
				options := &cms.RevisionListOptions{PerPage: 2}
				one.set(options, h.of(s, h.rich))
				var got []int64
				for r, err := range h.revisions(c, h.rich).All(t.Context(), options) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, r.ID)
				}
				if want := idsOf(one.find(h.of(s, h.rich))); !slices.Equal(got, want) {
					t.Errorf("the walk found %v, want %v", got, want)
				}
			},
		})
	}
	return out
}
