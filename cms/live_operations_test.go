package cms_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// liveOperations calls every operation of a collection once on a record of its
// own, and looks at what each answers.
func liveOperations[T, P, L any](t *testing.T, c *cms.Content[T, P, L], params func(title string) *P, id func(*T) int64,
	title func(*T) string, has struct{ trash, revisions bool }) {
	t.Helper()
	ctx := t.Context()
	record, err := c.Create(ctx, params("Zero"))
	if err != nil {
		t.Fatal(err)
	}
	own := id(record)
	t.Cleanup(func() {
		if _, err := c.Delete(context.Background(), own); err != nil && !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("Content.Delete(%d): error %v, want nil or ErrNotFound", own, err)
		}
	})
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		switch record, err = c.Update(ctx, own, params("By "+method), cms.UpdateMethod(method)); {
		case err != nil:
			t.Errorf("%s: Content.Update: error %v, want nil", method, err)
		case title(record) != "By "+method:
			t.Errorf("%s: title(record): %q, want %q", method, title(record), "By "+method)
		}
	}
	switch record, err = c.Get(ctx, own, cms.InContext(cms.ContextEdit)); {
	case err != nil:
		t.Errorf("Get: %+v, %v, want nil", record, err)
	case title(record) != "By PATCH":
		t.Errorf("Get: title(record) %q, want %q", title(record), "By PATCH")
	}

	autosaves := c.Autosaves(own)
	saved, err := autosaves.Create(ctx, params("Saved"))
	if err != nil {
		t.Errorf("Autosaves.Create: %v", err)
	}
	if _, err := autosaves.List(ctx); err != nil {
		t.Errorf("Autosaves.List: %v", err)
	}
	if err == nil && saved.ID != own {
		if _, err := autosaves.Get(ctx); err != nil {
			t.Errorf("Autosaves.Get: %v", err)
		}
	}

	revisions, err := c.Revisions(own).List(ctx, nil)
	switch {
	case !has.revisions:
		if !errors.Is(err, cms.ErrNoRoute) {
			t.Errorf("Revisions.List: %v, want ErrNoRoute", err)
		}
	case err != nil || len(revisions.Items) == 0:
		t.Errorf("Revisions.List: %+v, error %v, want a revision", revisions, err)
	default:
		first := revisions.Items[0].ID
		switch one, err := c.Revisions(own).Get(ctx, first, cms.InContext(cms.ContextEdit)); {
		case err != nil:
			t.Errorf("Revisions.Get: %+v, %v, want nil", one, err)
		case one.Parent != own:
			t.Errorf("Revisions.Get: Parent %d, want %d", one.Parent, own)
		}
		if _, err := c.Revisions(own).Delete(ctx, first); !errors.Is(err, cms.CodeCannotDelete) {
			t.Errorf("Revisions.Delete: %v, want CodeCannotDelete", err)
		}
	}

	switch _, err := c.Trash(ctx, own); {
	case has.trash && err != nil:
		t.Errorf("Trash: error %v, want nil", err)
	case !has.trash && !errors.Is(err, cms.ErrTrashUnsupported):
		t.Errorf("Trash: error %v, want ErrTrashUnsupported", err)
	}
	switch deleted, err := c.Delete(ctx, own); {
	case err != nil:
		t.Errorf("Delete: %+v, %v, want nil", deleted, err)
	case id(deleted.Previous) != own:
		t.Errorf("Delete: id(deleted.Previous) %d, want %d", id(deleted.Previous), own)
	}
}

func TestLiveEveryOperationOfEveryCollection(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	type has = struct{ trash, revisions bool }
	t.Run("posts", func(t *testing.T) {
		t.Parallel()
		liveOperations(t, site.Posts,
			func(title string) *cms.PostParams {
				return &cms.PostParams{Title: &title, Content: &title, Status: new(cms.StatusPublish)}
			},
			func(p *cms.Post) int64 { return p.ID }, func(p *cms.Post) string { return p.Title.Raw }, has{true, true})
	})
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		liveOperations(t, site.Pages,
			func(title string) *cms.PageParams {
				return &cms.PageParams{Title: &title, Content: &title, Status: new(cms.StatusPublish)}
			},
			func(p *cms.Page) int64 { return p.ID }, func(p *cms.Page) string { return p.Title.Raw }, has{true, true})
	})
	t.Run("blocks", func(t *testing.T) {
		t.Parallel()
		liveOperations(t, site.Blocks,
			func(title string) *cms.BlockParams {
				return &cms.BlockParams{Title: &title, Content: &title, Status: new(cms.StatusPublish)}
			},
			func(b *cms.Block) int64 { return b.ID }, func(b *cms.Block) string { return b.Title.Raw }, has{true, true})
	})
	t.Run("menu items", func(t *testing.T) {
		t.Parallel()
		liveOperations(t, menuItemContent(site),
			func(title string) *cms.MenuItemParams {
				return &cms.MenuItemParams{Title: &title, URL: new("https://fonts.example/")}
			},
			func(m *cms.MenuItem) int64 { return m.ID }, func(m *cms.MenuItem) string { return m.Title.Raw }, has{false, false})
	})
}
