package cms_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
)

func TestFindersFindRecordsOfOtherPackages(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	findsInAreas(t, site, "a")
}

// findsInAreas makes a block, a post, a file, a category below another, a tag, a menu and
// a user, and finds each by its slug, and by what else people know.
func findsInAreas(t *testing.T, site *cms.Client, word string) {
	t.Helper()
	ctx, later := t.Context(), context.WithoutCancel(t.Context())
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	categories, tags, who, files := terms.Categories(site), terms.Tags(site), users.New(site), media.New(site)
	all, edit := menus.New(site), cms.InContext(cms.ContextEdit)

	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new(word), Slug: &word})
	must(err)
	block, err := site.Blocks.Create(ctx, &cms.BlockParams{Title: new(word), Content: new("<p>x</p>"), Slug: &word,
		Status: new(cms.StatusPublish)})
	must(err)
	file, err := files.Upload(ctx, media.Bytes(word+"-f.txt", []byte("plain text")), nil)
	must(err)
	above, err := categories.Create(ctx, &terms.Params{Name: new(word + " A & B")})
	must(err)
	below, err := categories.Create(ctx, &terms.Params{Name: new(word + " below"), Parent: &above.ID})
	must(err)
	tag, err := tags.Create(ctx, &terms.Params{Name: new(word)})
	must(err)
	menu, err := all.Create(ctx, &menus.Params{Name: new(word)})
	must(err)
	user, err := who.Create(ctx, &users.Params{Username: new(word), Email: new(word + "@example.org"),
		Password: new(rand.Text())})
	must(err)
	t.Cleanup(func() {
		for _, drop := range []func() error{
			func() error { _, err := site.Posts.Delete(later, post.ID); return err },
			func() error { _, err := site.Blocks.Delete(later, block.ID); return err },
			func() error { _, err := files.Delete(later, file.ID); return err },
			func() error { _, err := categories.Delete(later, below.ID); return err },
			func() error { _, err := categories.Delete(later, above.ID); return err },
			func() error { _, err := tags.Delete(later, tag.ID); return err },
			func() error { _, err := all.Delete(later, menu.ID, menus.DeleteItems); return err },
			func() error { _, err := who.Delete(later, user.ID, users.ReassignTo(1)); return err },
		} {
			if err := drop(); err != nil {
				t.Error(err)
			}
		}
	})

	for name, test := range map[string]struct {
		find func(text string) (int64, error)
		text string
		want int64
	}{
		"draft post": {func(text string) (int64, error) {
			found, err := site.Posts.BySlug(ctx, text, edit)
			return idOf(found, func(p *cms.Post) int64 { return p.ID }), err
		}, word, post.ID},
		"block": {func(text string) (int64, error) {
			found, err := site.Blocks.BySlug(ctx, text)
			return idOf(found, func(b *cms.Block) int64 { return b.ID }), err
		}, word, block.ID},
		"file": {func(text string) (int64, error) {
			found, err := files.BySlug(ctx, text)
			return idOf(found, func(m *media.Media) int64 { return m.ID }), err
		}, file.Slug, file.ID},
		"file for editing": {func(text string) (int64, error) {
			found, err := files.BySlug(ctx, text, edit)
			return idOf(found, func(m *media.Media) int64 { return m.ID }), err
		}, file.Slug, file.ID},
		"category": {func(text string) (int64, error) {
			found, err := categories.BySlug(ctx, text)
			return idOf(found, func(t *terms.Term) int64 { return t.ID }), err
		}, below.Slug, below.ID},
		"category by path": {func(text string) (int64, error) {
			found, err := categories.ByPath(ctx, text)
			return idOf(found, func(t *terms.Term) int64 { return t.ID }), err
		}, above.Slug + "/" + below.Slug, below.ID},
		"category by name": {func(text string) (int64, error) {
			found, err := categories.ByName(ctx, text, 0)
			return idOf(found, func(t *terms.Term) int64 { return t.ID }), err
		}, word + " A & B", above.ID},
		"tag": {func(text string) (int64, error) {
			found, err := tags.ByPath(ctx, text)
			return idOf(found, func(t *terms.Term) int64 { return t.ID }), err
		}, tag.Slug, tag.ID},
		"menu": {func(text string) (int64, error) {
			found, err := all.BySlug(ctx, text)
			return idOf(found, func(m *menus.Menu) int64 { return m.ID }), err
		}, menu.Slug, menu.ID},
		"menu by name": {func(text string) (int64, error) {
			found, err := all.ByName(ctx, text)
			return idOf(found, func(m *menus.Menu) int64 { return m.ID }), err
		}, word, menu.ID},
		"user": {func(text string) (int64, error) {
			found, err := who.BySlug(ctx, text)
			return idOf(found, func(u *users.User) int64 { return u.ID }), err
		}, user.Slug, user.ID},
		"user by login": {func(text string) (int64, error) {
			found, err := who.ByLogin(ctx, text)
			return idOf(found, func(u *users.User) int64 { return u.ID }), err
		}, strings.ToUpper(word), user.ID},
		"user by e-mail": {func(text string) (int64, error) {
			found, err := who.ByEmail(ctx, text)
			return idOf(found, func(u *users.User) int64 { return u.ID }), err
		}, word + "@Example.org", user.ID},
	} {
		if got, err := test.find(test.text); err != nil || got != test.want {
			t.Errorf("find %s: %d, error %v, want %d and nil", name, got, err, test.want)
		}
		other := "no" + test.text
		if got, err := test.find(other); got != 0 || !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s: got %d, error %v, want 0 and ErrNotFound", name, got, err)
		}
	}
}

// idOf returns the id of a record, or 0 if it has none.
func idOf[T any](record *T, id func(*T) int64) int64 {
	if record == nil {
		return 0
	}
	return id(record)
}
