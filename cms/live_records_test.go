package cms_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveMenuItems(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	page, err := site.MenuItems.List(ctx, nil, cms.Fields("id", "title", "parent", "menu_order", "menus", "classes", "xfn"))
	if err != nil || len(page.Items) == 0 {
		t.Skip("no menu items: ", err)
	}
	menu := page.Items[0].Menus
	var items []*cms.MenuItem
	for item, err := range site.MenuItems.All(ctx, &cms.MenuItemListOptions{Menus: cms.Terms(menu)}) {
		if err != nil {
			t.Fatal(err)
		}
		if item.Menus != menu || slices.Contains(item.Classes, "") {
			t.Errorf("%+v", item)
		}
		items = append(items, item)
	}
	var count func(nodes []*cms.Node[cms.MenuItem]) int
	count = func(nodes []*cms.Node[cms.MenuItem]) int {
		n := len(nodes)
		for _, node := range nodes {
			n += count(node.Children)
		}
		return n
	}
	if n := count(menus.Tree(items)); n != len(items) {
		t.Errorf("the tree has %d of %d items", n, len(items))
	}

	item, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{
		Title: new("Live & item"), URL: new("https://fonts.example/live"), Menus: new(menu), Target: new("_blank"),
		Classes: []string{"one", "two"}, XFN: []string{"nofollow"}, AttrTitle: new("attr"), Description: new("desc"),
		MenuOrder: new(40), Status: new(cms.StatusPublish),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := site.MenuItems.Delete(context.Background(), item.ID); err != nil {
			t.Error(err)
		}
	})
	if item.Type != cms.MenuItemCustom || item.Title.Raw != "Live & item" || item.Target != "_blank" || item.ObjectID != item.ID || !slices.Equal(item.Classes, []string{"one", "two"}) {
		t.Errorf("created: %+v", item)
	}
	got, err := site.MenuItems.Get(ctx, item.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := got.Params()
	if err != nil {
		t.Fatal(err)
	}
	params.Classes, params.XFN = []string{}, []string{}
	updated, err := site.MenuItems.Update(ctx, item.ID, params)
	if err != nil || len(updated.Classes) != 0 || len(updated.XFN) != 0 || updated.URL != item.URL {
		t.Errorf("updated: %+v, %v", updated, err)
	}
	if _, err := menuItemContent(site).Trash(ctx, item.ID); !errors.Is(err, cms.ErrTrashUnsupported) {
		t.Errorf("Trash: %v", err)
	}
	if _, err := site.MenuItems.Autosaves(item.ID).Create(ctx, &cms.MenuItemParams{Title: new("saved")}); err != nil {
		t.Errorf("autosave: %v", err)
	}
	if _, err := site.MenuItems.Autosaves(item.ID).List(ctx); err != nil {
		t.Errorf("autosaves: %v", err)
	}
}

func TestLiveBlocks(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	all, err := site.Blocks.Count(ctx, &cms.BlockListOptions{Before: settled})
	if err != nil || all == 0 {
		t.Skip("no blocks: ", err)
	}
	var category int64
	for block, err := range site.Blocks.All(ctx, &cms.BlockListOptions{Before: settled}) {
		if err != nil {
			t.Fatal(err)
		}
		if block.Type != "wp_block" || block.Title.Raw == "" || block.Extra != nil {
			t.Fatalf("%+v", block)
		}
		if len(block.PatternCategory) > 0 {
			category = block.PatternCategory[0]
		}
	}
	if category == 0 {
		t.Skip("this site has no categories of patterns")
	}
	filtered, err := site.Blocks.Count(ctx, &cms.BlockListOptions{Before: settled, PatternCategory: cms.Terms(category)})
	if err != nil || filtered == 0 || filtered >= all {
		t.Errorf("%d of %d blocks in category %d, %v", filtered, all, category, err)
	}
	excluded, err := site.Blocks.Count(ctx, &cms.BlockListOptions{Before: settled, PatternCategoryExclude: cms.TermFilter{Terms: []int64{category}, Object: true}})
	if err != nil || excluded != all-filtered {
		t.Errorf("%d of %d blocks not in category %d, %v", excluded, all, category, err)
	}

	block, err := site.Blocks.Create(ctx, &cms.BlockParams{
		Title: new("Live block"), Content: new("<!-- wp:paragraph --><p>One.</p><!-- /wp:paragraph -->"), Status: new(cms.StatusPublish),
		Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)}, PatternCategory: []int64{category},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := site.Blocks.Delete(context.Background(), block.ID); err != nil {
			t.Error(err)
		}
	})
	if block.SyncStatus != cms.SyncUnsynced || !slices.Equal(block.PatternCategory, []int64{category}) || block.Type != "wp_block" {
		t.Errorf("created: %+v", block)
	}
	got, err := site.Blocks.Get(ctx, block.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := got.Params()
	if err != nil {
		t.Fatal(err)
	}
	*params.Meta.SyncStatus, params.PatternCategory = cms.SyncFull, []int64{}
	updated, err := site.Blocks.Update(ctx, block.ID, params)
	if err != nil || updated.SyncStatus != cms.SyncFull || len(updated.PatternCategory) != 0 || updated.Content.Raw != block.Content.Raw {
		t.Errorf("updated: %+v, %v", updated, err)
	}
}

func TestLiveRevisionsAndAutosaves(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Revised"), Content: new("0"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	removePost(t, site, post.ID)
	for _, content := range []string{"1", "2", "3"} {
		if _, err := site.Posts.Update(ctx, post.ID, &cms.PostParams{Content: new(content)}); err != nil {
			t.Fatal(err)
		}
	}
	revisions := site.Posts.Revisions(post.ID)
	count, err := revisions.Count(ctx, nil)
	if err != nil || count < 3 {
		t.Errorf("%d revisions, %v", count, err)
	}
	var ids []int64
	for revision, err := range revisions.All(ctx, &cms.RevisionListOptions{Context: cms.ContextEdit, PerPage: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		if revision.Parent != post.ID || !revision.Content.HasRaw() {
			t.Errorf("%+v", revision)
		}
		ids = append(ids, revision.ID)
	}
	if len(ids) != count {
		t.Errorf("walked %d of %d revisions", len(ids), count)
	}
	one, err := revisions.Get(ctx, ids[0])
	if err != nil || one.ID != ids[0] {
		t.Errorf("Get: %+v, %v", one, err)
	}
	if _, err := revisions.Delete(ctx, ids[0]); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Delete: %v", err)
	}

	autosaves := site.Posts.Autosaves(post.ID)
	saved, err := autosaves.Create(ctx, &cms.PostParams{Content: new("unsaved")})
	if err != nil || saved.Content.Raw != "unsaved" || saved.Parent != post.ID || saved.PreviewLink == "" {
		t.Fatalf("Create: %+v, %v", saved, err)
	}
	list, err := autosaves.List(ctx)
	if err != nil || len(list) != 1 || list[0].ID != saved.ID {
		t.Errorf("List: %+v, %v", list, err)
	}
	again, err := autosaves.Get(ctx, cms.InContext(cms.ContextEdit))
	if err != nil || again.ID != saved.ID || again.Content.Raw != "unsaved" {
		t.Errorf("Get: %+v, %v", again, err)
	}
}

func TestLiveIndexes(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	index, err := site.Index(ctx)
	if err != nil || index.Name == "" || !slices.ContainsFunc(index.Namespaces, func(n string) bool { return n == site.Prefix()+"/v2" }) {
		t.Fatalf("%+v, %v", index, err)
	}
	said, err := describe.Of(ctx, site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	posts := said.Routes["/"+site.Prefix()+"/v2/posts"]
	if posts == nil || len(posts.Endpoints) == 0 || posts.Endpoints[0].Args.Named("per_page").Maximum == nil || !posts.Endpoints[0].AllowBatch["v1"] {
		t.Errorf("%+v", posts)
	}
	for _, name := range []string{cms.NamespaceCMS, cms.NamespaceOEmbed} {
		namespace, err := describe.Of(ctx, site.Read, name)
		if err != nil || len(namespace.Routes) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := describe.Of(ctx, site.Read, "no-such-plugin/v1"); !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("unknown namespace: %v", err)
	}
}
