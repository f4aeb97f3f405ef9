package ledger_test

import (
	"context"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/editor"
)

func editorCalls() []call {
	return slices.Concat(blockTypeCalls(), iconCalls(), patternCalls(), renderCalls())
}

func blockTypeCalls() []call {
	const path = "/cms/v2/block-types"
	options := map[string]*editor.BlockTypeListOptions{"": nil, "namespace=core": {Namespace: "core"}}
	for _, c := range contexts {
		options["context="+string(c)] = &editor.BlockTypeListOptions{Context: c}
	}
	out := cataloguing("editor.BlockTypes", path, "core/paragraph", `{"name":"core/paragraph"}`,
		func(s *services) *editor.BlockTypes { return editor.New(s.site).BlockTypes }, options)
	for _, c := range contexts {
		out = append(out, call{"editor.BlockTypes.In", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `[]` }
			_, err := editor.New(s.site).BlockTypes.In(ctx, "core", &editor.BlockTypeListOptions{Context: c})
			return err
		}, []want{{"GET", path + "/core", "context=" + string(c), ""}}})
	}
	return out
}

func iconCalls() []call {
	const path, collections = "/cms/v2/icons", "/cms/v2/icon-collections"
	options := map[string]*editor.IconListOptions{"": nil,
		"search=arrow&collection=core": {Search: "arrow", Collection: "core"}}
	for _, c := range contexts {
		options["context="+string(c)] = &editor.IconListOptions{Context: c}
	}
	icons := func(s *services) *editor.Icons { return editor.New(s.site).Icons }
	out := cataloguing("editor.Icons", path, "core/plus", `{"name":"core/plus"}`, icons, options)
	for _, c := range contexts {
		out = append(out,
			call{"editor.Icons.In", func(ctx context.Context, s *services) error {
				s.cms.answer = func(request) string { return `[]` }
				_, err := icons(s).In(ctx, "core", &editor.IconListOptions{Context: c, Search: "arrow"})
				return err
			}, []want{{"GET", path + "/core", "search=arrow&context=" + string(c), ""}}},
			call{"editor.Icons.Collections", func(ctx context.Context, s *services) error {
				_, err := icons(s).Collections(ctx, &editor.IconCollectionListOptions{Context: c})
				return err
			}, []want{{"GET", collections, "context=" + string(c), ""}}},
			call{"editor.Icons.Collection", func(ctx context.Context, s *services) error {
				s.cms.answer = func(request) string { return `{"slug":"core"}` }
				_, err := icons(s).Collection(ctx, "core", cms.InContext(c))
				return err
			}, []want{{"GET", collections + "/core", "context=" + string(c), ""}}})
	}
	return out
}

func patternCalls() []call {
	const blocks, patterns = "/cms/v2/block-directory/search", "/cms/v2/pattern-directory/patterns"
	out := []call{
		{"editor.Patterns", func(ctx context.Context, s *services) error {
			_, err := editor.New(s.site).Patterns(ctx)
			return err
		}, []want{{"GET", "/cms/v2/block-patterns/patterns", "", ""}}},
		{"editor.PatternCategories", func(ctx context.Context, s *services) error {
			_, err := editor.New(s.site).PatternCategories(ctx)
			return err
		}, []want{{"GET", "/cms/v2/block-patterns/categories", "", ""}}},
		{"editor.SearchBlocks", func(ctx context.Context, s *services) error {
			options := &editor.BlockSearchOptions{Context: cms.ContextView, Page: 2, PerPage: 5}
			_, err := editor.New(s.site).SearchBlocks(ctx, "map", options)
			return err
		}, []want{{"GET", blocks, "term=map&context=view&page=2&per_page=5", ""}}},
	}
	search := func(options *editor.PatternSearchOptions, query string) {
		out = append(out, call{"editor.SearchPatterns", func(ctx context.Context, s *services) error {
			_, err := editor.New(s.site).SearchPatterns(ctx, options)
			return err
		}, []want{{"GET", patterns, query, ""}}})
	}
	search(&editor.PatternSearchOptions{Search: "map", Category: 3, Keyword: 4, Slug: []string{"a"}, Page: 2, PerPage: 5,
		Offset: 6, Order: cms.Ascending}, "search=map&category=3&keyword=4&slug[]=a&page=2&per_page=5&offset=6&order=asc")
	search(&editor.PatternSearchOptions{Order: cms.Descending}, "order=desc")
	for _, c := range contexts {
		search(&editor.PatternSearchOptions{Context: c}, "context="+string(c))
	}
	for _, order := range []cms.OrderBy{
		"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs", "title",
		"favorite_count",
	} {
		search(&editor.PatternSearchOptions{OrderBy: order}, "orderby="+string(order))
	}
	return out
}

func renderCalls() (out []call) {
	const path = "/cms/v2/block-renderer/core/archives"
	for _, c := range []struct {
		options *editor.RenderOptions
		want    want
	}{
		{&editor.RenderOptions{PostID: 7}, want{"GET", path, "context=edit&post_id=7", ""}},
		{&editor.RenderOptions{PostID: 7, Attributes: map[string]bool{"a": true}},
			want{"POST", path, "", `{"context":"edit","attributes":{"a":true},"post_id":7}`}},
	} {
		out = append(out, call{"editor.Render", func(ctx context.Context, s *services) error {
			s.cms.answer = func(request) string { return `{"rendered":""}` }
			_, err := editor.New(s.site).Render(ctx, "core/archives", c.options)
			return err
		}, []want{c.want}})
	}
	return append(out, call{"editor.ViewConfig", func(ctx context.Context, s *services) error {
		s.cms.answer = func(request) string { return `{"kind":"postType","name":"page"}` }
		_, err := editor.New(s.site).ViewConfig(ctx, "postType", "page")
		return err
	}, []want{{"GET", "/cms/v2/view-config", "kind=postType&name=page", ""}}})
}
