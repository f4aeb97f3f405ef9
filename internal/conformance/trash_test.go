package conformance

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// bin is what the scenarios on the trash have to know of a collection.
type bin struct {
	base  string
	owner role // who trashes his own
	trash func(ctx context.Context, c *cms.Client, id int64) error
	erase func(ctx context.Context, c *cms.Client, id int64) (deleted bool, previous int64, err error)
	// trashed is a record of the documents in the trash.
	trashed int64
}

func bins() []bin {
	return []bin{
		{
			base: "posts", owner: author, trashed: 135,
			trash: func(ctx context.Context, c *cms.Client, id int64) error { _, err := c.Posts.Trash(ctx, id); return err },
			erase: func(ctx context.Context, c *cms.Client, id int64) (bool, int64, error) {
				d, err := c.Posts.Delete(ctx, id)
				if err != nil {
					return false, 0, err
				}
				return d.Deleted, d.Previous.ID, nil
			},
		},
		{
			base: "pages", owner: editor, trashed: 215,
			trash: func(ctx context.Context, c *cms.Client, id int64) error { _, err := c.Pages.Trash(ctx, id); return err },
			erase: func(ctx context.Context, c *cms.Client, id int64) (bool, int64, error) {
				d, err := c.Pages.Delete(ctx, id)
				if err != nil {
					return false, 0, err
				}
				return d.Deleted, d.Previous.ID, nil
			},
		},
	}
}

// name is that of the collection of the scenarios.
func (b bin) name() string { return strings.TrimSuffix(b.base, "s") + "-trash" }

func (b bin) path(id int64) string { return fmt.Sprintf("%s/%d", b.base, id) }

// life is a record of each status on its way through the trash.
type life struct {
	status string
	body   body
	// slug is that of the record, and trashed the one in the trash.
	slug, trashed string
}

func lives() []life {
	return []life{
		{"publish", body{"slug": "a-life"}, "a-life", "a-life__trashed"},
		{"publish", body{"title": "Slug from the title"}, "slug-from-the-title", "slug-from-the-title__trashed"},
		{"private", body{"slug": "a-private-life"}, "a-private-life", "a-private-life__trashed"},
		{"future", body{"slug": "a-coming-life", "date": "2031-01-01T00:00:00"}, "a-coming-life", "a-coming-life__trashed"},
		{"draft", body{"slug": "a-drafted-life"}, "a-drafted-life", "a-drafted-life__trashed"},
		{"draft", body{}, "", "__trashed"},
		{"pending", body{"slug": "a-pending-life"}, "a-pending-life", "a-pending-life__trashed"},
		{"publish", body{"slug": "a-protected-life", "password": "secret"}, "a-protected-life", "a-protected-life__trashed"},
		{"publish", body{"slug": strings.Repeat("long-", 38) + "enough"}, strings.Repeat("long-", 38) + "enough",
			strings.Repeat("long-", 38) + "e__trashed"},
	}
}

func (b bin) make(t *testing.T, c *cms.Client, one life) int64 {
	t.Helper()
	sent := body{"title": "Life", "content": "c", "status": one.status}
	for name, value := range one.body {
		sent[name] = value
	}
	return (*send[record](t, c, "POST", b.base, sent)).id()
}

// cycles trash records of each status and bring them back.
func (b bin) cycles() []scenario {
	var out []turn
	for i, one := range lives() {
		name := fmt.Sprintf("%s record %d", one.status, i+1)
		out = append(out, turn{b.name(), b.owner, "trash and untrash a " + name, func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			before := s.stored(t, b.base, id)
			if before.text("slug") != one.slug || before.text("status") != one.status {
				t.Errorf("Create: status %s, slug %q, want %s %q", before.text("status"), before.text("slug"), one.status, one.slug)
			}
			if err := b.trash(t.Context(), c, id); err != nil {
				t.Fatal(err)
			}
			b.checkBinned(t, s, c, id, before, one)
			back := *send[record](t, c, "POST", b.path(id), body{"status": one.status})
			after := s.stored(t, b.base, id)
			slug, changed := one.slug, []string{"modified", "modified_gmt", "revisions"}
			if slug == "" { // a draft without one keeps that of the trash
				slug, changed = one.trashed, append(changed, "slug")
			}
			if before.text("date_gmt") == "" {
				changed = append(changed, "date", "date_gmt") // it follows the clock until the trash
			}
			if back.text("status") != one.status || back.text("slug") != slug {
				t.Errorf("Untrash: status %s, slug %q, want %s %q", back.text("status"), back.text("slug"), one.status, slug)
			}
			checkUnchanged(t, before, after, changed...)
		}}, turn{b.name(), b.owner, "delete a " + name, func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			b.checkErased(t, s, c, id)
		}}, turn{b.name(), b.owner, "delete from the trash a " + name, func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			if err := b.trash(t.Context(), c, id); err != nil {
				t.Fatal(err)
			}
			b.checkErased(t, s, c, id)
		}})
	}
	return turns(out)
}

func (b bin) checkBinned(t *testing.T, s *site, c *cms.Client, id int64, before record, one life) {
	t.Helper()
	binned := s.stored(t, b.base, id)
	if binned.text("status") != "trash" || binned.text("slug") != one.trashed {
		t.Errorf("in the trash it is %s %q, want %q", binned.text("status"), binned.text("slug"), one.trashed)
	}
	checkUnchanged(t, before, binned, "status", "slug", "modified", "modified_gmt", "revisions", "date", "date_gmt")
	read := *send[record](t, c, "GET", b.path(id)+"?context=edit", nil)
	if read.text("status") != "trash" || read.text("slug") != one.trashed {
		t.Errorf("Get from the trash: status %s, slug %q, want trash %q", read.text("status"), read.text("slug"), one.trashed)
	}
	for status, want := range map[string]int{"trash": 1, "any": 0, "publish": 0} {
		list := *send[[]record](t, c, "GET", fmt.Sprintf("%s?status=%s&include=%d", b.base, status, id), nil)
		if len(list) != want {
			t.Errorf("status=%s lists %d of it, want %d", status, len(list), want)
		}
	}
	again := b.trash(t.Context(), c, id)
	refusal{status: 410, code: cms.CodeAlreadyTrashed, is: cms.ErrGone}.check(t, again)
}

func (b bin) checkErased(t *testing.T, s *site, c *cms.Client, id int64) {
	t.Helper()
	deleted, previous, err := b.erase(t.Context(), c, id)
	if err != nil || !deleted {
		t.Errorf("Delete: deleted %v, error %v, want true and none", deleted, err)
	} else if previous != id {
		t.Errorf("Delete: previous id %d, want %d", previous, id)
	}
	if r := s.stored(t, b.base, id); r != nil {
		t.Errorf("Delete: stored %v, want none", r)
	}
	gone := refusal{status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound}
	_, err = try[cms.Raw](t.Context(), c, "GET", b.path(id), nil)
	gone.check(t, err)
	_, _, err = b.erase(t.Context(), c, id)
	gone.check(t, err)
	gone.check(t, b.trash(t.Context(), c, id))
}

func (b bin) refused() []scenario {
	names := map[string][]string{
		"posts": {"KIND", "posts", "PLAIN", "101", "OTHER", "201", "TRASHED", "135", "BINNED", "136"},
		"pages": {"KIND", "pages", "PLAIN", "201", "OTHER", "101", "TRASHED", "215"},
	}[b.base]
	return refusalRows(b.name(), targets{}, names...)
}
