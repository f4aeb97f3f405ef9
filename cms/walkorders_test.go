package cms_test

import (
	"errors"
	"iter"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// firstError returns the error of the first element.
func firstError[T any](walk iter.Seq2[T, error]) error {
	for _, err := range walk {
		return err
	}
	return nil
}

func TestRefusedOrderByDateNamesTheFiltersThatItMayHave(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `[]`)).Client(t)
	for by, hinted := range map[cms.OrderBy]bool{cms.ByDate: true, cms.ByModified: false} {
		err := firstError(site.Posts.All(t.Context(), &cms.PostListOptions{OrderBy: by, Author: []int64{1}}))
		if !errors.Is(err, cms.ErrUnstableOrder) || strings.Contains(err.Error(), "unless only one status") != hinted {
			t.Errorf("All of an author by %s: error %v, want ErrUnstableOrder that names the filters: %t", by, err, hinted)
		}
	}
}

func TestWalksUseAnOrderThatLosesNoRecords(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	site := s.Client(t)
	posts := func(list cms.PostListOptions) func() error {
		return func() error { return firstError(site.Posts.All(t.Context(), &list)) }
	}
	items := func(list cms.MenuItemListOptions) func() error {
		return func() error { return firstError(site.MenuItems.All(t.Context(), &list)) }
	}
	blocks := func(list cms.BlockListOptions) func() error {
		return func() error { return firstError(site.Blocks.All(t.Context(), &list)) }
	}
	type tracedOptions struct {
		OrderBy cms.OrderBy `url:"orderby,omitempty"`
		Trace   string      `url:"_trace,omitempty"`
	}
	traced := cms.NewCollection[cms.Post, cms.ReadOnly, tracedOptions](site, "cms/v2/posts")
	found := cms.NewCollection[cms.Post, cms.ReadOnly, cms.PostListOptions](site, "cms/v2/search")
	then, no, three := time.Date(2025, 5, 5, 5, 5, 5, 0, time.UTC), false, 3
	drafts, menus := []cms.Status{cms.StatusDraft}, cms.Terms(3)
	for name, test := range map[string]struct {
		walk  func() error
		order string // that is sent, "-" if the walk is refused
	}{
		"posts":               {posts(cms.PostListOptions{}), "id"},
		"posts, nil":          {func() error { return firstError(site.Posts.All(t.Context(), nil)) }, "id"},
		"posts, pages":        {func() error { return firstError(site.Posts.Pages(t.Context(), nil)) }, "id"},
		"posts, ascending":    {posts(cms.PostListOptions{Order: cms.Ascending}), "id"},
		"posts of one status": {posts(cms.PostListOptions{Status: drafts}), "id"},
		"posts of any status": {posts(cms.PostListOptions{Status: []cms.Status{cms.StatusAny}}), "id"},
		"posts of an author":  {posts(cms.PostListOptions{Author: []int64{1}}), "id"},
		"posts by id":         {posts(cms.PostListOptions{OrderBy: cms.ByID}), "id"},
		"posts by title":      {posts(cms.PostListOptions{OrderBy: cms.ByTitle}), "title"},
		"posts by slug":       {posts(cms.PostListOptions{OrderBy: cms.BySlug}), "slug"},
		"posts by include":    {posts(cms.PostListOptions{Include: []int64{1}, OrderBy: cms.ByInclude}), "include"},
		"posts by slugs": {posts(cms.PostListOptions{Slug: []string{"a"}, OrderBy: cms.ByIncludeSlugs}),
			"include_slugs"},
		"posts by author":           {posts(cms.PostListOptions{OrderBy: cms.ByAuthor}), "-"},
		"posts by modification":     {posts(cms.PostListOptions{OrderBy: cms.ByModified}), "-"},
		"posts by parent":           {posts(cms.PostListOptions{OrderBy: cms.ByParent}), "-"},
		"posts by relevance":        {posts(cms.PostListOptions{Search: "a", OrderBy: cms.ByRelevance}), "-"},
		"posts by a plugin's order": {posts(cms.PostListOptions{OrderBy: "rand"}), "-"},

		"posts by date": {posts(cms.PostListOptions{OrderBy: cms.ByDate}), "date"},
		"posts by date, with neutral arguments": {posts(cms.PostListOptions{
			OrderBy: cms.ByDate, Context: cms.ContextEdit, Page: 2, PerPage: 7, Order: cms.Ascending, IgnoreSticky: &no,
			Offset: 3,
			Status: drafts, After: then, Before: then, Exclude: []int64{1, 2}}), "date"},
		"posts by date, two statuses": {posts(cms.PostListOptions{OrderBy: cms.ByDate,
			Status: []cms.Status{"draft", "publish"}}), "-"},
		"posts by date, any status": {posts(cms.PostListOptions{OrderBy: cms.ByDate,
			Status: []cms.Status{cms.StatusAny}}), "-"},
		"posts by date, category": {posts(cms.PostListOptions{OrderBy: cms.ByDate, Categories: cms.Terms(1)}), "-"},
		"posts by date, without a category": {posts(cms.PostListOptions{OrderBy: cms.ByDate,
			CategoriesExclude: cms.Terms(1)}), "-"},
		"posts by date, tag": {posts(cms.PostListOptions{OrderBy: cms.ByDate,
			Tags: cms.TermFilter{Terms: []int64{3}, Object: true}}), "-"},
		"posts by date, author":         {posts(cms.PostListOptions{OrderBy: cms.ByDate, Author: []int64{1}}), "-"},
		"posts by date, without author": {posts(cms.PostListOptions{OrderBy: cms.ByDate, AuthorExclude: []int64{1}}), "-"},
		"posts by date, include":        {posts(cms.PostListOptions{OrderBy: cms.ByDate, Include: []int64{1}}), "-"},
		"posts by date, slug":           {posts(cms.PostListOptions{OrderBy: cms.ByDate, Slug: []string{"a"}}), "-"},
		"posts by date, search":         {posts(cms.PostListOptions{OrderBy: cms.ByDate, Search: "a"}), "-"},
		"posts by date, changed after":  {posts(cms.PostListOptions{OrderBy: cms.ByDate, ModifiedAfter: then}), "-"},
		"posts by date, changed before": {posts(cms.PostListOptions{OrderBy: cms.ByDate, ModifiedBefore: then}), "-"},
		"posts by date, an argument of all routes": {func() error {
			return firstError(traced.All(t.Context(), &tracedOptions{OrderBy: cms.ByDate, Trace: "1"}))
		}, "date"},
		"posts by date, an argument of a plugin": {func() error {
			return firstError(site.Posts.All(t.Context(), &cms.PostListOptions{OrderBy: cms.ByDate}, cms.Argument("a", "1")))
		}, "-"},
		"results of a search": {func() error {
			return firstError(found.All(t.Context(), nil))
		}, ""},
		"results of a search by date": {func() error {
			return firstError(found.All(t.Context(), &cms.PostListOptions{OrderBy: cms.ByDate}))
		}, "-"},
		"results of a search by id": {func() error {
			return firstError(found.All(t.Context(), &cms.PostListOptions{OrderBy: cms.ByID}))
		}, "-"},
		"posts by date, sticky": {posts(cms.PostListOptions{OrderBy: cms.ByDate, Sticky: &no}), "-"},
		"posts by date, format": {posts(cms.PostListOptions{OrderBy: cms.ByDate, Format: []cms.Format{"quote"}}),
			"-"},
		"blocks":                   {blocks(cms.BlockListOptions{}), "id"},
		"blocks by date, category": {blocks(cms.BlockListOptions{OrderBy: cms.ByDate, PatternCategory: cms.Terms(1)}), "-"},
		"pages by date, parent": {func() error {
			list := cms.PageListOptions{OrderBy: cms.ByDate, Parent: []int64{0}}
			return firstError(site.Pages.All(t.Context(), &list))
		}, "-"},

		"menu items":                     {items(cms.MenuItemListOptions{}), "id"},
		"menu items of a menu":           {items(cms.MenuItemListOptions{Menus: menus}), "id"},
		"menu items by their place":      {items(cms.MenuItemListOptions{OrderBy: cms.ByMenuOrder}), "-"},
		"menu items of a menu by place":  {items(cms.MenuItemListOptions{Menus: menus, OrderBy: cms.ByMenuOrder}), "-"},
		"menu items of a menu by parent": {items(cms.MenuItemListOptions{Menus: menus, OrderBy: cms.ByParent}), "-"},
		"menu items of a place by date":  {items(cms.MenuItemListOptions{MenuOrder: &three, OrderBy: cms.ByDate}), "-"},
		"menu items of a menu as an object": {items(cms.MenuItemListOptions{Menus: cms.TermFilter{Terms: []int64{3},
			Object: true}}), "id"},

		"comments by post": {func() error {
			list := cms.PostListOptions{OrderBy: "post"}
			return firstError(cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](site,
				"cms/v2/comments").All(t.Context(), &list))
		}, "post"},
		"revisions": {func() error { return firstError(site.Posts.Revisions(1).All(t.Context(), nil)) }, ""},
		"revisions by date": {func() error {
			list := cms.RevisionListOptions{OrderBy: cms.ByDate, Search: "a"}
			return firstError(site.Posts.Revisions(1).All(t.Context(), &list))
		}, "date"},
	} {
		before := len(s.Seen())
		err := test.walk()
		sent := s.Seen()[before:]
		switch {
		case test.order == "-":
			switch {
			case !refuses(err, "orderby"):
				t.Errorf(
					`refuses: %s: error %v after %d requests, want ErrUnstableOrder before the first; refuses(err, "orderby") is `+
						`false, want true`, name, err, len(sent))
			case !errors.Is(err, cms.ErrUnstableOrder):
				t.Errorf("%s: error %v, want ErrUnstableOrder", name, err)
			case len(sent) > 0:
				t.Errorf("%s: error %v after %d requests, want ErrUnstableOrder before the first; sent %v, want an empty list",
					name, err, len(sent), sent)
			}
		case err != nil || len(sent) != 1 || query(t, sent[0].Query).Get("orderby") != test.order:
			t.Errorf("%s: error %v and requests %+v, want one with orderby %q", name, err, sent, test.order)
		}
	}
}

func TestExactWalkOfAListWithoutAnOrderByIDIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[]`))
	typefaces := cms.NewCollection[typeface, cms.ReadOnly, typefaceOptions](s.Client(t), "studio/v1/typefaces").
		WithWalkOrders(func(string, url.Values) bool { return false })
	err := firstError(typefaces.All(t.Context(), nil, cms.Exact()))
	switch {
	case !refuses(err, "exact"):
		t.Errorf("exact walk: error %v, want the argument %q refused", err, "exact")
	case !errors.Is(err, cms.ErrExactUnsupported):
		t.Errorf("exact walk: error %v, want ErrExactUnsupported", err)
	case len(s.Seen()) > 0:
		t.Errorf("exact walk: %d requests, want 0", len(s.Seen()))
	}
	if err := firstError(typefaces.All(t.Context(), nil)); err != nil {
		t.Error(err)
	}
}
