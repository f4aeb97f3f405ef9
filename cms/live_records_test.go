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
	page, err := site.MenuItems.List(ctx, nil, cms.Fields("id", "title", "parent", "menu_order", "menus", "classes",
		"xfn"))
	if err != nil || len(page.Items) == 0 {
		t.Skip("no menu items: ", err)
	}
	menu := page.Items[0].Menus
	var items []*cms.MenuItem
	for item, err := range site.MenuItems.All(ctx, &cms.MenuItemListOptions{Menus: cms.Terms(menu)}) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case item.Menus != menu:
			t.Errorf("MenuItems.All: Menus %d, want %d", item.Menus, menu)
		case slices.Contains(item.Classes, ""):
			t.Errorf("MenuItems.All: Classes %q, want no an empty string among them", item.Classes)
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
		t.Errorf("Tree: %d items, want %d", n, len(items))
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
	switch {
	case item.Type != cms.MenuItemCustom || item.Title.Raw != "Live & item":
		t.Errorf("created: %+v: Type %q, Title.Raw %q, want %q and %q", item, item.Type, item.Title.Raw, cms.MenuItemCustom,
			"Live & item")
	case item.Target != "_blank" || item.ObjectID != item.ID:
		t.Errorf("created: %+v: Target %q, ObjectID %d, want %q and %d", item, item.Target, item.ObjectID, "_blank", item.ID)
	case !slices.Equal(item.Classes, []string{"one", "two"}):
		t.Errorf("created: %+v: Classes %q, want %q", item, item.Classes, []string{"one", "two"})
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
	switch {
	case err != nil:
		t.Errorf("updated: %+v, %v, want nil", updated, err)
	case len(updated.Classes) != 0 || len(updated.XFN) != 0:
		t.Errorf("updated: Classes %q, XFN %q, want an empty list and an empty list", updated.Classes, updated.XFN)
	case updated.URL != item.URL:
		t.Errorf("updated: URL %q, want %q", updated.URL, item.URL)
	}
	if _, err := menuItemContent(site).Trash(ctx, item.ID); !errors.Is(err, cms.ErrTrashUnsupported) {
		t.Errorf("Trash: %v, want ErrTrashUnsupported", err)
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
		switch {
		case block.Type != "wp_block":
			t.Fatalf("Blocks.All: Type %q, want %q", block.Type, "wp_block")
		case block.Title.Raw == "":
			t.Fatal("Blocks.All: Title.Raw empty, want a text")
		case block.Extra != nil:
			t.Fatalf("Blocks.All: Extra %v, want nil", block.Extra)
		}
		if len(block.PatternCategory) > 0 {
			category = block.PatternCategory[0]
		}
	}
	if category == 0 {
		t.Skip("this site has no categories of patterns")
	}
	filtered, err := site.Blocks.Count(ctx, &cms.BlockListOptions{Before: settled, PatternCategory: cms.Terms(category)})
	switch {
	case err != nil:
		t.Errorf("Blocks.Count: %d of %d blocks in category %d, %v, want nil", filtered, all, category, err)
	case filtered == 0:
		t.Errorf("Blocks.Count in category %d: 0 (error %v), want some of %d", category, err, all)
	case filtered >= all:
		t.Errorf("Blocks.Count in category %d: %d (error %v), want fewer than %d", category, filtered, err, all)
	}
	excluded, err := site.Blocks.Count(ctx, &cms.BlockListOptions{Before: settled,
		PatternCategoryExclude: cms.TermFilter{Terms: []int64{category}, Object: true}})
	switch {
	case err != nil:
		t.Errorf("Blocks.Count: %d of %d blocks not in category %d, %v, want nil", excluded, all, category, err)
	case excluded != all-filtered:
		t.Errorf("Blocks.Count outside category %d: %d (error %v), want %d", category, excluded, err, all-filtered)
	}

	block, err := site.Blocks.Create(ctx, &cms.BlockParams{
		Title: new("Live block"), Content: new("<!-- wp:paragraph --><p>One.</p><!-- /wp:paragraph -->"),
		Status: new(cms.StatusPublish),
		Meta:   &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)}, PatternCategory: []int64{category},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := site.Blocks.Delete(context.Background(), block.ID); err != nil {
			t.Error(err)
		}
	})
	switch {
	case block.SyncStatus != cms.SyncUnsynced:
		t.Errorf("created: %+v: SyncStatus %q, want %q", block, block.SyncStatus, cms.SyncUnsynced)
	case !slices.Equal(block.PatternCategory, []int64{category}) || block.Type != "wp_block":
		t.Errorf("created: %+v: PatternCategory %v, Type %q, want %v and %q", block, block.PatternCategory, block.Type,
			[]int64{category}, "wp_block")
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
	switch {
	case err != nil:
		t.Errorf("updated: %+v, %v, want nil", updated, err)
	case updated.SyncStatus != cms.SyncFull || len(updated.PatternCategory) != 0:
		t.Errorf("updated: SyncStatus %q, PatternCategory %v, want %q and an empty list", updated.SyncStatus,
			updated.PatternCategory, cms.SyncFull)
	case updated.Content.Raw != block.Content.Raw:
		t.Errorf("updated: Content.Raw %q, want %q", updated.Content.Raw, block.Content.Raw)
	}
}

func TestLiveRevisionsAndAutosaves(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Revised"), Content: new("0"),
		Status: new(cms.StatusPublish)})
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
		t.Errorf("Revisions.Count: %d, error %v, want at least 3 and nil", count, err)
	}
	var ids []int64
	for revision, err := range revisions.All(ctx, &cms.RevisionListOptions{Context: cms.ContextEdit, PerPage: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case revision.Parent != post.ID:
			t.Errorf("Revisions.All: Parent %d, want %d", revision.Parent, post.ID)
		case !revision.Content.HasRaw():
			t.Error("revision: content without its raw text, want it")
		}
		ids = append(ids, revision.ID)
	}
	if len(ids) != count {
		t.Errorf("walk yields %d revisions, want %d", len(ids), count)
	}
	one, err := revisions.Get(ctx, ids[0])
	switch {
	case err != nil:
		t.Errorf("Get: %+v, %v, want nil", one, err)
	case one.ID != ids[0]:
		t.Errorf("Get: ID %d, want %d", one.ID, ids[0])
	}
	if _, err := revisions.Delete(ctx, ids[0]); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Delete: %v, want ErrForbidden", err)
	}

	autosaves := site.Posts.Autosaves(post.ID)
	saved, err := autosaves.Create(ctx, &cms.PostParams{Content: new("unsaved")})
	switch {
	case err != nil:
		t.Fatalf("Create: %+v, %v, want nil", saved, err)
	case saved.Content.Raw != "unsaved":
		t.Fatalf("Create: Content.Raw %q, want %q", saved.Content.Raw, "unsaved")
	case saved.Parent != post.ID:
		t.Fatalf("Create: Parent %d, want %d", saved.Parent, post.ID)
	case saved.PreviewLink == "":
		t.Fatalf("Create: no preview link (error %v), want one: %+v", err, saved)
	}
	list, err := autosaves.List(ctx)
	switch {
	case err != nil:
		t.Errorf("List: %+v, %v, want nil", list, err)
	case len(list) != 1:
		t.Errorf("Autosaves.List: %d autosaves, want 1", len(list))
	case list[0].ID != saved.ID:
		t.Errorf("List: list[0].ID %d, want %d", list[0].ID, saved.ID)
	}
	again, err := autosaves.Get(ctx, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Errorf("Get: %+v, %v, want nil", again, err)
	case again.ID != saved.ID || again.Content.Raw != "unsaved":
		t.Errorf("Get: again.ID %d, again.Content.Raw %q, want %d and %q", again.ID, again.Content.Raw, saved.ID, "unsaved")
	}
}

func TestLiveIndexes(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	index, err := site.Index(ctx)
	switch {
	case err != nil:
		t.Fatalf("Client.Index: error %v, want nil", err)
	case index.Name == "":
		t.Fatal("Client.Index: Name empty, want a text")
	case !slices.ContainsFunc(index.Namespaces, func(n string) bool { return n == site.Prefix()+"/v2" }):
		t.Fatalf("Client.Index: namespaces %q, want %q among them", index.Namespaces, site.Prefix()+"/v2")
	}
	said, err := describe.Of(ctx, site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	posts := said.Routes["/"+site.Prefix()+"/v2/posts"]
	switch {
	case posts == nil:
		t.Error("describe.Of: posts nil, want a value")
	case len(posts.Endpoints) == 0:
		t.Error("describe.Of: length of posts.Endpoints 0, want more than 0")
	case posts.Endpoints[0].Args.Named("per_page").Maximum == nil:
		t.Error(`describe.Of: posts.Endpoints[0].Args.Named("per_page").Maximum nil, want a value`)
	case !posts.Endpoints[0].AllowBatch["v1"]:
		t.Error("describe.Of: list of posts without batches, want AllowBatch v1")
	}
	for _, name := range []string{cms.NamespaceCMS, cms.NamespaceOEmbed} {
		namespace, err := describe.Of(ctx, site.Read, name)
		switch {
		case err != nil:
			t.Errorf("%s: describe.Of(site.Read, name): error %v, want nil", name, err)
		case len(namespace.Routes) == 0:
			t.Errorf("describe.Of(%s): no routes, want some", name)
		}
	}
	if _, err := describe.Of(ctx, site.Read, "no-such-plugin/v1"); !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("unknown namespace: %v, want ErrNoRoute", err)
	}
}
