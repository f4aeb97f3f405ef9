package ledger_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
)

// trips makes a record of each type on a site.
func trips(t *testing.T, site *cms.Client) []trip {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	mark := strings.ToLower(rand.Text()[:8]) // the site of a live test has had others
	above, err := terms.Categories(site).Create(ctx, &terms.Params{Name: new("Type & Co " + mark)})
	must(err)
	below, err := terms.Categories(site).Create(ctx,
		&terms.Params{Name: new("Serif " + mark), Description: new("With <em>feet</em>"), Parent: &above.ID})
	must(err)
	tag, err := terms.Tags(site).Create(ctx,
		&terms.Params{Name: new("R & D " + mark), Description: new("d"), Slug: new("rd-" + mark)})
	must(err)
	post, err := site.Posts.Create(ctx, &cms.PostParams{
		Title: new("A & B"), Content: new("<p>c & d</p>"), Excerpt: new("e"), Status: new(cms.StatusPublish),
		CommentStatus: new(cms.DiscussionOpen),
		Categories:    []int64{below.ID}, Tags: []int64{tag.ID}, Sticky: new(true),
		DateGMT: cms.GMTTime("2026-01-02T03:04:05").Date(),
	})
	must(err)
	locked, err := site.Posts.Create(ctx,
		&cms.PostParams{Title: new("Locked"), Content: new("x"), Password: new("secret"), Status: new(cms.StatusPublish)})
	must(err)
	top, err := site.Pages.Create(ctx, &cms.PageParams{Title: new("Top"), Status: new(cms.StatusPublish)})
	must(err)
	page, err := site.Pages.Create(ctx,
		&cms.PageParams{Title: new("Below"), Content: new("x"), Status: new(cms.StatusPrivate), Parent: &top.ID,
			MenuOrder: new(3)})
	must(err)
	block, err := site.Blocks.Create(ctx, &cms.BlockParams{
		Title: new("Block"), Content: new("<!-- wp:separator /-->"), Status: new(cms.StatusPublish),
		Meta: &cms.BlockMetaParams{SyncStatus: new(cms.SyncUnsynced)},
	})
	must(err)
	menu, err := menus.New(site).Create(ctx, &menus.Params{Name: new("Menu & " + mark), Description: new("Pairs")})
	must(err)
	custom, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{
		Title: new("Fonts & more"), URL: new("https://fonts.example/?a=1&b=2"), Menus: &menu.ID,
		Status: new(cms.StatusPublish), Classes: []string{"a", "b"},
		Target: new("_blank"), Description: new("d"), AttrTitle: new("t"),
	})
	must(err)
	linked, err := site.MenuItems.Create(ctx, &cms.MenuItemParams{
		Type: new(cms.MenuItemPostType), Object: new("page"), ObjectID: &top.ID, Menus: &menu.ID,
		Status: new(cms.StatusPublish), Title: new(""), Parent: &custom.ID,
	})
	must(err)
	navigation, err := menus.New(site).Navigations.Create(ctx,
		&menus.NavigationParams{Title: new("Nav"), Content: new("<!-- wp:page-list /-->"), Status: new(cms.StatusPublish)})
	must(err)
	user, err := users.New(site).Create(ctx, &users.Params{
		Username: new("tripper" + mark), Email: new(mark + "@fonts.example"), Password: new("a long password 5"),
		Name: new("Old & first"), URL: new("https://fonts.example/?a=1&b=2"),
		FirstName: new("F"), Description: new("d <b>e</b>"), Roles: []string{"editor"},
	})
	must(err)
	signed, err := comments.New(site).Create(ctx,
		&comments.Params{Post: &post.ID, Content: new("Signed & <b>sealed</b>"), Author: &user.ID,
			Status: new(comments.StatusApproved)})
	must(err)
	guest, err := comments.New(site).Create(ctx, &comments.Params{
		Post: &post.ID, Content: new("Of a guest"), AuthorName: new("G & H"), AuthorEmail: new("g@fonts.example"),
		AuthorURL: new("https://fonts.example/?a=1&b=2"), Parent: &signed.ID,
	})
	must(err)
	// The user has another name by now, and the comment keeps the old one.
	_, err = users.New(site).Update(ctx, user.ID,
		&users.Params{Name: new("New"), Email: new("new" + mark + "@fonts.example"), URL: new("")})
	must(err)
	file, err := media.New(site).Upload(ctx,
		media.File{Name: "trip.txt", Type: "text/plain", Reader: strings.NewReader("Kerning.")}, &media.Params{
			Title: new("Trip & file"), Caption: new("c"), Description: new("d"), AltText: new("a"), Post: &post.ID,
		})
	must(err)
	me, err := users.New(site).Me(ctx)
	must(err)
	t.Cleanup(func() { // what no trip deletes
		_, err := terms.Categories(site).Delete(context.WithoutCancel(ctx), above.ID)
		_, other := site.Pages.Delete(context.WithoutCancel(ctx), top.ID)
		if err := errors.Join(err, other); err != nil {
			t.Error(err)
		}
	})
	return []trip{
		record[comments.Comment, comments.Params]{path: "cms/v2/comments", id: guest.ID, params: (*comments.Comment).Params},
		record[comments.Comment, comments.Params]{path: "cms/v2/comments", id: signed.ID, params: (*comments.Comment).Params},
		record[cms.Post, cms.PostParams]{path: "cms/v2/posts", id: post.ID, params: (*cms.Post).Params, batched: true},
		record[cms.Post, cms.PostParams]{path: "cms/v2/posts", id: locked.ID, params: (*cms.Post).Params, batched: true},
		record[cms.Page, cms.PageParams]{path: "cms/v2/pages", id: page.ID, params: (*cms.Page).Params, batched: true},
		record[cms.Block, cms.BlockParams]{path: "cms/v2/blocks", id: block.ID, params: (*cms.Block).Params, batched: true},
		record[cms.MenuItem, cms.MenuItemParams]{path: "cms/v2/menu-items", id: linked.ID,
			params: (*cms.MenuItem).Params, batched: true},
		record[cms.MenuItem, cms.MenuItemParams]{path: "cms/v2/menu-items", id: custom.ID,
			params: (*cms.MenuItem).Params, batched: true},
		record[menus.Menu, menus.Params]{path: "cms/v2/menus", id: menu.ID, params: (*menus.Menu).Params,
			viewed: true, batched: true},
		record[menus.Navigation, menus.NavigationParams]{path: "cms/v2/navigation", id: navigation.ID,
			params: (*menus.Navigation).Params, batched: true},
		record[terms.Term, terms.Params]{path: "cms/v2/categories", id: below.ID, params: (*terms.Term).Params,
			viewed: true, batched: true},
		record[terms.Term, terms.Params]{path: "cms/v2/tags", id: tag.ID, params: (*terms.Term).Params,
			viewed: true, batched: true},
		record[users.User, users.Params]{path: "cms/v2/users", id: user.ID, params: (*users.User).Params, heir: me.ID},
		record[media.Media, media.Params]{path: "cms/v2/media", id: file.ID, params: (*media.Media).Params},
	}
}
