package editor_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// wantCode checks an error of the site.
func wantCode(t *testing.T, call string, err error, code, is error) {
	t.Helper()
	if !errors.Is(err, code) || !errors.Is(err, is) {
		t.Errorf("%s: error %v, want %v and %v", call, err, code, is)
	}
}

func second(_ any, err error) error { return err }

//nolint:paralleltest // the tests of this package change the same site
func TestLiveBlockTypesAndPatternsAreRead(t *testing.T) {
	tools, ctx := editor.New(sitetest.Live(t)), t.Context()
	all, err := tools.BlockTypes.List(ctx, &editor.BlockTypeListOptions{Context: cms.ContextEdit})
	if err != nil || len(all) < 50 {
		t.Fatalf("List of block types: %d, error %v, want 50 or more", len(all), err)
	}
	for _, one := range all {
		if one.Extra != nil {
			t.Errorf("block type %s: unknown fields %v, want none", one.Name, one.Extra)
		}
		for name, attribute := range one.Attributes {
			if len(attribute.Type) == 0 && attribute.Enum == nil {
				t.Errorf("attribute %s of %s: %+v, want a type", name, one.Name, attribute)
			}
		}
	}
	core, err := tools.BlockTypes.In(ctx, "core", nil)
	if err != nil {
		t.Fatal(err)
	}
	filtered, err := tools.BlockTypes.List(ctx, &editor.BlockTypeListOptions{Namespace: "core"})
	if err != nil || len(core) == 0 {
		t.Fatalf("block types of core: %d, error %v, want some", len(core), err)
	}
	if len(filtered) != len(core) {
		t.Errorf("block types of core: %d by filter, %d by route, error %v, want the same", len(filtered), len(core), err)
	}
	if none, err := tools.BlockTypes.In(ctx, "unknown", nil); err != nil || len(none) != 0 {
		t.Errorf("In of an unknown namespace: %d, error %v, want none", len(none), err)
	}
	if one, err := tools.BlockTypes.Get(ctx, "core/archives"); err != nil || !one.IsDynamic {
		t.Errorf("Get of core/archives: %+v, error %v, want a dynamic block", one, err)
	}
	wantCode(t, "Get of an unknown type", second(tools.BlockTypes.Get(ctx, "core/unknown")),
		editor.CodeBlockTypeNotFound, cms.ErrNotFound)
	patterns, err := tools.Patterns(ctx)
	if err != nil || len(patterns) == 0 {
		t.Errorf("Patterns: %d, error %v, want some", len(patterns), err)
	}
	for _, one := range patterns {
		if one.Extra != nil {
			t.Errorf("pattern %s: unknown fields %v, want none", one.Name, one.Extra)
		}
	}
	categories, err := tools.PatternCategories(ctx)
	if err != nil || len(categories) == 0 {
		t.Errorf("PatternCategories: %d, error %v, want some", len(categories), err)
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveDynamicBlocksAreRendered(t *testing.T) {
	site, ctx := sitetest.Live(t), t.Context()
	tools := editor.New(site)
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Rendered"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	for _, options := range []*editor.RenderOptions{
		nil, {PostID: post.ID}, {Attributes: map[string]any{"showPostCounts": true}, PostID: post.ID},
		{Attributes: struct{}{}},
	} {
		html, err := tools.Render(ctx, "core/archives", options)
		if err != nil || !strings.Contains(html, "wp-block-archives") {
			t.Errorf("Render with %+v: %q, error %v, want a list", options, html, err)
		}
	}
	if html, err := tools.Render(ctx, "core/post-title", &editor.RenderOptions{PostID: post.ID}); err != nil ||
		!strings.Contains(html, "Rendered") {
		t.Errorf("Render of the title of a post: %q, error %v, want the title", html, err)
	}
	wantCode(t, "Render of a static block", second(tools.Render(ctx, "core/separator", nil)),
		editor.CodeBlockNotDynamic, cms.ErrNotFound)
	wantCode(t, "Render of an unknown block", second(tools.Render(ctx, "lab/unknown", nil)),
		editor.CodeBlockNotDynamic, cms.ErrNotFound)
	wantCode(t, "Render with an unknown attribute", second(tools.Render(ctx, "core/archives",
		&editor.RenderOptions{Attributes: map[string]int{"unknown": 1}})), cms.ErrBadRequest, cms.ErrBadRequest)
	wantCode(t, "Render for an unknown post", second(tools.Render(ctx, "core/archives",
		&editor.RenderOptions{PostID: 999_999})), cms.ErrForbidden, cms.ErrForbidden)
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveIconsAndViewConfigAreRead(t *testing.T) {
	tools, ctx := editor.New(sitetest.Live(t)), t.Context()
	icons, err := tools.Icons.List(ctx, nil)
	if errors.Is(err, cms.ErrNoRoute) {
		for name, err := range map[string]error{
			"In": second(tools.Icons.In(ctx, "core", nil)), "Get": second(tools.Icons.Get(ctx, "core/arrow-down")),
			"Collections": second(tools.Icons.Collections(ctx, nil)), "Collection": second(tools.Icons.Collection(ctx, "core")),
			"ViewConfig": second(tools.ViewConfig(ctx, "postType", "page")),
		} {
			if !errors.Is(err, cms.ErrNoRoute) {
				t.Errorf("%s on a site before 7.1: error %v, want ErrNoRoute", name, err)
			}
		}
		return
	}
	if err != nil || len(icons) == 0 {
		t.Fatalf("List of icons: %d, error %v, want some", len(icons), err)
	}
	if icons[0].Extra != nil {
		t.Errorf("icon %s: unknown fields %v, want none", icons[0].Name, icons[0].Extra)
	}
	inside, err := tools.Icons.In(ctx, "core", nil)
	if err != nil || len(inside) != len(icons) {
		t.Errorf("icons of core: %d, error %v, want all %d", len(inside), err, len(icons))
	}
	arrows := &editor.IconListOptions{Search: "arrow", Collection: "core", Context: cms.ContextEmbed}
	found, err := tools.Icons.List(ctx, arrows)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 || len(found) == len(icons) {
		t.Errorf("icons with arrow: %d, want some of %d", len(found), len(icons))
	}
	if one, err := tools.Icons.Get(ctx, icons[0].Name); err != nil || !strings.HasPrefix(one.Content, "<svg") {
		t.Errorf("Get of an icon: %+v, error %v, want an SVG", one, err)
	}
	if all, err := tools.Icons.Collections(ctx, nil); err != nil || len(all) == 0 {
		t.Errorf("Collections: %+v, error %v, want core", all, err)
	}
	if one, err := tools.Icons.Collection(ctx, "core"); err != nil || one.Extra != nil {
		t.Errorf("Collection: %+v, error %v, want core without unknown fields", one, err)
	}
	wantCode(t, "Get of an unknown icon", second(tools.Icons.Get(ctx, "core/unknown")),
		editor.CodeIconNotFound, cms.ErrNotFound)
	wantCode(t, "In of an unknown collection", second(tools.Icons.In(ctx, "unknown", nil)),
		editor.CodeIconCollectionNotFound, cms.ErrNotFound)
	wantCode(t, "an unknown collection", second(tools.Icons.Collection(ctx, "unknown")),
		editor.CodeIconCollectionNotFound, cms.ErrNotFound)
	for _, name := range []string{"page", "post", "wp_template", "wp_block", "attachment"} {
		config, err := tools.ViewConfig(ctx, "postType", name)
		if err != nil {
			t.Errorf("ViewConfig of %s: error %v, want none", name, err)
			continue
		}
		if config.Extra != nil || config.DefaultView.Extra != nil {
			t.Errorf("ViewConfig of %s: unknown fields %v, %v, want none", name, config.Extra, config.DefaultView.Extra)
		}
	}
	wantCode(t, "ViewConfig of an unknown type", second(tools.ViewConfig(ctx, "postType", "unknown")),
		editor.CodeEntityNotFound, cms.ErrNotFound)
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveDirectoriesAreSearched(t *testing.T) {
	site, folder := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if folder == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	tools, ctx := editor.New(site), t.Context()
	wantCode(t, "SearchBlocks without a network", second(tools.SearchBlocks(ctx, "x", nil, cms.Attempts(1))),
		editor.CodeDirectoryFailed, editor.CodeDirectoryFailed)
	wantCode(t, "SearchPatterns without a network", second(tools.SearchPatterns(ctx, nil, cms.Attempts(1))),
		editor.CodeRequestBlocked, editor.CodeRequestBlocked)
	source, err := os.ReadFile("testdata/directories.php")
	if err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(folder, "wp/wp-content/mu-plugins/directories.php")
	if err := os.MkdirAll(filepath.Dir(plugin), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plugin, source, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(plugin) })
	blocks, err := tools.SearchBlocks(ctx, "lab", &editor.BlockSearchOptions{PerPage: 5})
	if err != nil || len(blocks) != 1 {
		t.Fatalf("SearchBlocks: %+v, error %v, want one", blocks, err)
	}
	one := blocks[0]
	if one.Extra != nil {
		t.Errorf("SearchBlocks: unknown fields %v, want none", one.Extra)
	}
	if one.Rating != 4.5 || one.LastUpdated == "" {
		t.Errorf("SearchBlocks: %+v, want the rating 4.5 and a date", one)
	}
	wantCode(t, "SearchBlocks", second(tools.SearchBlocks(ctx, "unreachable", nil, cms.Attempts(1))),
		editor.CodeDirectoryFailed, editor.CodeDirectoryFailed)
	patterns, err := tools.SearchPatterns(ctx, &editor.PatternSearchOptions{Search: "lab"})
	if err != nil || len(patterns) != 1 {
		t.Fatalf("SearchPatterns: %+v, error %v, want one", patterns, err)
	}
	pattern := patterns[0]
	if pattern.Extra != nil {
		t.Errorf("SearchPatterns: unknown fields %v, want none", pattern.Extra)
	}
	if pattern.ID != 5 || pattern.ViewportWidth != 800 {
		t.Errorf("SearchPatterns: %+v, want the pattern 5, 800 wide", pattern)
	}
	wantCode(t, "SearchPatterns", second(tools.SearchPatterns(ctx, &editor.PatternSearchOptions{Search: "unreachable"},
		cms.Attempts(1))), editor.CodeRequestFailed, editor.CodeRequestFailed)
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveRightsOfTheEditor(t *testing.T) {
	at := func(do func(ctx context.Context, s *editor.Service) error) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, s *cms.Client, _ string) error { return do(ctx, editor.New(s)) }
	}
	site := sitetest.Live(t)
	rights := []sitetest.Right{
		{Name: "a block type", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.BlockTypes.Get(ctx, "core/archives"))
		})},
	}
	for _, one := range []sitetest.Right{
		{Name: "icons", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.Icons.List(ctx, nil))
		})},
		{Name: "an icon", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.Icons.Get(ctx, "core/audio"))
		})},
		{Name: "the configuration of a view of pages", Least: "editor", Do: at(func(ctx context.Context,
			s *editor.Service) error {
			return second(s.ViewConfig(ctx, "postType", "page"))
		})},
	} {
		if err := one.Do(t.Context(), site, "admin"); !errors.Is(err, cms.ErrNoRoute) {
			rights = append(rights, one)
		}
	}
	t.Logf("%d cases of rights", sitetest.Check(t, append(rights, []sitetest.Right{
		{Name: "block types", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.BlockTypes.List(ctx, nil))
		})},
		{Name: "patterns", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.Patterns(ctx))
		})},
		{Name: "categories", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.PatternCategories(ctx))
		})},
		{Name: "render", Least: "contributor", Do: at(func(ctx context.Context, s *editor.Service) error {
			return second(s.Render(ctx, "core/archives", nil))
		})},
	}...)))
}
