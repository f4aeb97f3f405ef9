package cms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// A case of a list argument: the records that come are fewer than all, and each
// is one that the argument asks for.
type liveListCase[T, L any] struct {
	name    string
	options L
	matches func(T) bool
}

// runLiveList compares each case with all records. A case that finds nothing on
// this site is skipped.
func runLiveList[T, P, L any](t *testing.T, c sitetest.Records[T, P, L], all L, cases []liveListCase[T, L]) {
	t.Helper()
	total, err := c.Count(t.Context(), &all)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n := 0
			for record, err := range c.All(t.Context(), &test.options) {
				if err != nil {
					t.Fatal(err)
				}
				if !test.matches(*record) {
					t.Fatalf("list holds %+v, want only records that match", *record)
				}
				n++
			}
			if n == 0 {
				t.Skip("nothing matches on this site")
			}
			if n >= total {
				t.Errorf("%d of %d records match, want fewer: the argument does nothing", n, total)
			}
		})
	}
}

func TestLivePostListArguments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sample, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 2, OrderBy: cms.ByID, Order: cms.Ascending,
		Offset: 20})
	if err != nil || len(sample.Items) < 2 || len(sample.Items[0].Categories) == 0 || len(sample.Items[0].Tags) == 0 {
		t.Skip("the site has too few posts with terms: ", err)
	}
	one, two := sample.Items[0], sample.Items[1]
	category, tag := one.Categories[0], one.Tags[0]
	middle, err := sample.Items[1].DateGMT.Time()
	if err != nil {
		t.Fatal(err)
	}
	in := func(list []int64, id int64) bool { return slices.Contains(list, id) }
	status := func(p cms.Post) cms.Status { return p.Status }
	before := func(d cms.GMTTime) bool { at, err := d.Time(); return err == nil && at.Before(middle) }
	drafts := []cms.Status{cms.StatusDraft, cms.StatusPending}

	runLiveList(t, site.Posts, cms.PostListOptions{Status: []cms.Status{cms.StatusAny, cms.StatusTrash}},
		[]liveListCase[cms.Post, cms.PostListOptions]{
			{"before", cms.PostListOptions{Before: middle}, func(p cms.Post) bool { return before(p.DateGMT) }},
			{"after", cms.PostListOptions{After: middle}, func(p cms.Post) bool { return !before(p.DateGMT) && p.ID != two.ID }},
			{"modified_before", cms.PostListOptions{ModifiedBefore: middle}, func(p cms.Post) bool {
				return before(p.ModifiedGMT)
			}},
			{"modified_after", cms.PostListOptions{ModifiedAfter: middle.Add(time.Second)}, func(p cms.Post) bool {
				return !before(p.ModifiedGMT)
			}},
			{"author", cms.PostListOptions{Author: []int64{one.Author}}, func(p cms.Post) bool {
				return p.Author == one.Author
			}},
			{"author_exclude", cms.PostListOptions{AuthorExclude: []int64{one.Author}}, func(p cms.Post) bool {
				return p.Author != one.Author
			}},
			{"include", cms.PostListOptions{Include: []int64{one.ID, two.ID}}, func(p cms.Post) bool {
				return p.ID == one.ID || p.ID == two.ID
			}},
			{"exclude", cms.PostListOptions{Exclude: []int64{one.ID}}, func(p cms.Post) bool { return p.ID != one.ID }},
			{"slug", cms.PostListOptions{Slug: []string{one.Slug, two.Slug}}, func(p cms.Post) bool {
				return p.Slug == one.Slug || p.Slug == two.Slug
			}},
			{"status", cms.PostListOptions{Status: drafts}, func(p cms.Post) bool { return slices.Contains(drafts, status(p)) }},
			{"categories as a list", cms.PostListOptions{Categories: cms.Terms(category)}, func(p cms.Post) bool {
				return in(p.Categories, category)
			}},
			{"categories as an object", cms.PostListOptions{Categories: cms.TermFilter{Terms: one.Categories,
				Operator: cms.TaxAnd, IncludeChildren: new(false)}}, func(p cms.Post) bool { return in(p.Categories, category) }},
			{"categories_exclude", cms.PostListOptions{CategoriesExclude: cms.Terms(category)}, func(p cms.Post) bool {
				return !in(p.Categories, category)
			}},
			{"tags with AND", cms.PostListOptions{Tags: cms.TermFilter{Terms: one.Tags, Operator: cms.TaxAnd}},
				func(p cms.Post) bool { return in(p.Tags, tag) }},
			{"tags_exclude as an object", cms.PostListOptions{TagsExclude: cms.TermFilter{Terms: []int64{tag}, Object: true}},
				func(p cms.Post) bool { return !in(p.Tags, tag) }},
			{"tax_relation OR", cms.PostListOptions{Categories: cms.Terms(category), Tags: cms.Terms(tag),
				TaxRelation: cms.TaxOr}, func(p cms.Post) bool { return in(p.Categories, category) || in(p.Tags, tag) }},
			{"tax_relation AND", cms.PostListOptions{Categories: cms.Terms(category), Tags: cms.Terms(tag),
				TaxRelation: cms.TaxAnd}, func(p cms.Post) bool { return in(p.Categories, category) && in(p.Tags, tag) }},
			{"sticky", cms.PostListOptions{Sticky: new(true)}, func(p cms.Post) bool { return p.Sticky }},
			{"not sticky", cms.PostListOptions{Sticky: new(false)}, func(p cms.Post) bool { return !p.Sticky }},
			{"offset", cms.PostListOptions{Offset: 1000, OrderBy: cms.ByID, Order: cms.Ascending}, func(p cms.Post) bool {
				return p.ID > two.ID
			}},
			{"page", cms.PostListOptions{Page: 3, OrderBy: cms.ByID, Order: cms.Ascending}, func(p cms.Post) bool {
				return p.ID > two.ID
			}},
		})
}

func TestLiveNewerPostListArguments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5")
	all := cms.PostListOptions{Status: []cms.Status{cms.StatusAny, cms.StatusTrash}}
	runLiveList(t, site.Posts, all, []liveListCase[cms.Post, cms.PostListOptions]{
		{"search", cms.PostListOptions{Search: "kerning", SearchColumns: []cms.SearchColumn{cms.SearchTitle}},
			func(p cms.Post) bool {
				return strings.Contains(strings.ToLower(p.Title.Rendered), "kerning")
			}},
		{"format", cms.PostListOptions{Format: []cms.Format{cms.FormatAside, cms.FormatQuote}}, func(p cms.Post) bool {
			return p.Format == cms.FormatAside || p.Format == cms.FormatQuote
		}},
	})
}

func TestLivePageListArguments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sample, err := site.Pages.List(t.Context(), &cms.PageListOptions{PerPage: 1, OrderBy: cms.ByMenuOrder,
		Order: cms.Descending, Before: settled})
	if err != nil || len(sample.Items) == 0 {
		t.Skip("the site has no pages: ", err)
	}
	one := sample.Items[0]
	runLiveList(t, site.Pages, cms.PageListOptions{Status: []cms.Status{cms.StatusAny, cms.StatusTrash}},
		[]liveListCase[cms.Page, cms.PageListOptions]{
			{"menu_order", cms.PageListOptions{MenuOrder: new(one.MenuOrder)}, func(p cms.Page) bool {
				return p.MenuOrder == one.MenuOrder
			}},
			{"menu_order 0", cms.PageListOptions{MenuOrder: new(0)}, func(p cms.Page) bool { return p.MenuOrder == 0 }},
			{"parent", cms.PageListOptions{Parent: []int64{one.Parent}}, func(p cms.Page) bool {
				return p.Parent == one.Parent
			}},
			{"parent 0", cms.PageListOptions{Parent: []int64{0}}, func(p cms.Page) bool { return p.Parent == 0 }},
			{"parent_exclude", cms.PageListOptions{ParentExclude: []int64{0}}, func(p cms.Page) bool { return p.Parent != 0 }},
			{"status", cms.PageListOptions{Status: []cms.Status{cms.StatusDraft}}, func(p cms.Page) bool {
				return p.Status == cms.StatusDraft
			}},
			{"search", cms.PageListOptions{Search: "chapter"}, func(p cms.Page) bool {
				return strings.Contains(strings.ToLower(p.Title.Rendered+p.Content.Rendered), "chapter")
			}},
		})
}

func TestLiveEveryContextAndOrder(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	for _, c := range []cms.Context{cms.ContextView, cms.ContextEmbed, cms.ContextEdit} {
		page, err := site.Posts.List(t.Context(), &cms.PostListOptions{Context: c, PerPage: 3, Before: settled})
		switch {
		case err != nil:
			t.Fatalf("%q: Posts.List: error %v, want nil", c, err)
		case len(page.Items) == 0:
			t.Fatalf("context %q: Posts.List: no posts, want some", c)
		}
		post := page.Items[0]
		switch {
		case post.Title.HasRaw() != (c == cms.ContextEdit):
			t.Errorf("context %s: title has its raw text: %t, want %t", c, post.Title.HasRaw(), c == cms.ContextEdit)
		case (post.Status == "") != (c == cms.ContextEmbed):
			t.Errorf("context %s: status %q, want a status: %t", c, post.Status, c != cms.ContextEmbed)
		}
		one, err := site.Posts.Get(t.Context(), post.ID, cms.InContext(c))
		switch {
		case err != nil:
			t.Errorf("Posts.Get: %s: Get %+v, %v, want nil", c, one, err)
		case one.Title != post.Title || one.Link != post.Link:
			t.Errorf("context %s: Posts.Get: title %+v, link %q, want %+v and %q", c, one.Title, one.Link, post.Title, post.Link)
		}
		if len(post.Extra) > 0 {
			t.Errorf("Posts.List: %s: unknown members %v, want an empty list", c, post.Extra)
		}
	}
	for _, by := range []cms.OrderBy{cms.ByAuthor, cms.ByDate, cms.ByID, cms.ByModified, cms.ByParent, cms.BySlug,
		cms.ByTitle} {
		for _, order := range []cms.Order{cms.Ascending, cms.Descending} {
			page, err := site.Posts.List(t.Context(), &cms.PostListOptions{OrderBy: by, Order: order, PerPage: 5},
				cms.Fields("id"))
			switch {
			case err != nil:
				t.Errorf("%s, %s: Posts.List: error %v, want nil", by, order, err)
			case len(page.Items) == 0:
				t.Errorf("%s, %s: Posts.List: no posts, want some", by, order)
			}
		}
	}
	search := cms.PostListOptions{OrderBy: cms.ByRelevance, Search: "font"}
	if _, err := site.Posts.List(t.Context(), &search); err != nil {
		t.Error(err)
	}
	search.SearchSemantics = cms.SearchExact
	if _, err := site.Posts.List(t.Context(), &search); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("List by relevance with an exact search: error %v, want ErrInvalidArgument", err)
	}
	if _, err := site.Pages.List(t.Context(), &cms.PageListOptions{OrderBy: cms.ByMenuOrder}); err != nil {
		t.Error(err)
	}
}
