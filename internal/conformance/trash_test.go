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
		{"publish", body{"slug": strings.Repeat("long-", 38) + "enough"}, strings.Repeat("long-", 38) + "enough", strings.Repeat("long-", 38) + "e__trashed"},
	}
}

// turn is something that happens to records of a collection.
type turn struct {
	collection string
	role       role
	name       string
	run        func(t *testing.T, s *site, c *cms.Client)
}

func turns(list []turn) []scenario {
	out := make([]scenario, len(list))
	for i, one := range list {
		out[i] = scenario{collection: one.collection, kind: writing, role: one.role, name: one.name, run: one.run}
	}
	return out
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
				t.Errorf("it began as %s %q", before.text("status"), before.text("slug"))
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
				t.Errorf("it came back as %s %q", back.text("status"), back.text("slug"))
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
		t.Errorf("read from the trash it is %s %q", read.text("status"), read.text("slug"))
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
	if err != nil || !deleted || previous != id {
		t.Errorf("the answer is %v, %d, %v", deleted, previous, err)
	}
	if r := s.stored(t, b.base, id); r != nil {
		t.Errorf("it is still stored: %v", r)
	}
	gone := refusal{status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound}
	_, err = try[cms.Raw](t.Context(), c, "GET", b.path(id), nil)
	gone.check(t, err)
	_, _, err = b.erase(t.Context(), c, id)
	gone.check(t, err)
	gone.check(t, b.trash(t.Context(), c, id))
}

// turns are the further things that happen around the trash.
func (b bin) turns() []scenario {
	one := life{"publish", body{"slug": "a-life"}, "a-life", "a-life__trashed"}
	bin := func(t *testing.T, c *cms.Client, id int64) {
		t.Helper()
		if err := b.trash(t.Context(), c, id); err != nil {
			t.Fatal(err)
		}
	}
	slug := func(t *testing.T, s *site, id int64) string { t.Helper(); return s.stored(t, b.base, id).text("slug") }
	check := func(t *testing.T, what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %q, want %q", what, got, want)
		}
	}
	out := []turn{
		{b.name(), b.owner, "a slug in the trash is free for others", func(t *testing.T, s *site, c *cms.Client) {
			first := b.make(t, c, one)
			bin(t, c, first)
			second := b.make(t, c, one)
			check(t, "the slug of the second", slug(t, s, second), "a-life")
			send[record](t, c, "POST", b.path(first), body{"status": "publish"})
			check(t, "the slug of the first, come back", slug(t, s, first), "a-life-2")
			check(t, "the slug of the second then", slug(t, s, second), "a-life")
		}},
		{b.name(), b.owner, "two of one slug in the trash", func(t *testing.T, s *site, c *cms.Client) {
			first := b.make(t, c, one)
			bin(t, c, first)
			second := b.make(t, c, one)
			bin(t, c, second)
			check(t, "the slug of the first", slug(t, s, first), "a-life__trashed")
			check(t, "the slug of the second", slug(t, s, second), "a-life__trashed-2")
		}},
		{b.name(), b.owner, "a new slug when coming back", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			bin(t, c, id)
			send[record](t, c, "POST", b.path(id), body{"status": "draft", "slug": "other"})
			check(t, "the status", s.stored(t, b.base, id).text("status"), "draft")
		}},
		{b.name(), b.owner, "an update in the trash leaves it there", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			bin(t, c, id)
			before := s.stored(t, b.base, id)
			answer := *send[record](t, c, "POST", b.path(id), body{"title": "Changed"})
			after := s.stored(t, b.base, id)
			checkUnchanged(t, before, after, "title", "modified", "modified_gmt", "revisions")
			check(t, "the title", after.text("title"), "Changed")
			check(t, "the status in the answer", answer.text("status"), "trash")
		}},
		{b.name(), b.owner, "its own status trash is no mistake", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			bin(t, c, id)
			send[record](t, c, "POST", b.path(id), body{"status": "trash", "title": "Changed"})
			check(t, "the title", s.stored(t, b.base, id).text("title"), "Changed")
		}},
		{b.name(), b.owner, "published as another status than it had", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, life{"draft", body{}, "", ""})
			bin(t, c, id)
			send[record](t, c, "POST", b.path(id), body{"status": "publish"})
			check(t, "the status", s.stored(t, b.base, id).text("status"), "publish")
		}},
		{b.name(), b.owner, "force in the body", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			answer := *send[record](t, c, "DELETE", b.path(id), body{"force": true})
			if answer["deleted"] != true || s.stored(t, b.base, id) != nil {
				t.Errorf("the answer is %v", answer)
			}
		}},
		{b.name(), b.owner, "what a delete says of the record before", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			edit := *send[record](t, c, "GET", b.path(id)+"?context=edit", nil)
			answer := *send[record](t, c, "DELETE", b.path(id)+"?force=true", nil)
			previous, _ := answer["previous"].(map[string]any)
			delete(edit, "_links")
			if asJSON(t, previous) != asJSON(t, edit) {
				t.Errorf("the answer says %s, before it was %s", asJSON(t, previous), asJSON(t, edit))
			}
		}},
		{b.name(), admin, "from the documents out of the trash", func(t *testing.T, s *site, c *cms.Client) {
			was := strings.TrimSuffix(s.record(t, b.base, b.trashed).text("slug"), "__trashed")
			answer := *send[record](t, c, "POST", b.path(b.trashed), body{"status": "publish"})
			check(t, "the slug", slug(t, s, b.trashed), was)
			check(t, "the slug in the answer", answer.text("slug"), was)
		}},
		{b.name(), admin, "another's record", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, s.as(b.owner), one)
			bin(t, c, id)
			check(t, "the status", s.stored(t, b.base, id).text("status"), "trash")
			b.checkErased(t, s, c, id)
		}},
	}
	for _, force := range []string{"true", "1", "false", "0"} {
		out = append(out, turn{b.name(), b.owner, "force=" + force, func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			send[record](t, c, "DELETE", b.path(id)+"?force="+force, nil)
			gone := s.stored(t, b.base, id) == nil
			if want := force == "true" || force == "1"; gone != want {
				t.Errorf("it is gone: %v, want %v", gone, want)
			}
		}})
	}
	switch b.base {
	case "posts":
		out = append(out, turn{b.name(), admin, "a sticky post is none after the trash", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, life{"publish", body{"sticky": true}, "", ""})
			bin(t, c, id)
			send[record](t, c, "POST", b.path(id), body{"status": "publish"})
			if s.stored(t, b.base, id)["sticky"] != false {
				t.Error("it is sticky again")
			}
		}}, turn{b.name(), contributor, "one's own draft", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, life{"draft", body{}, "", ""})
			bin(t, c, id)
			check(t, "the status", s.stored(t, b.base, id).text("status"), "trash")
			send[record](t, c, "POST", b.path(id), body{"status": "draft"})
			check(t, "the status then", s.stored(t, b.base, id).text("status"), "draft")
		}})
	case "pages":
		out = append(out, turn{b.name(), admin, "children of a page in the trash stay, of a deleted one move up", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, life{"publish", body{"parent": 202}, "", ""})
			child := b.make(t, c, life{"publish", body{"parent": id}, "", ""})
			bin(t, c, id)
			if parent := s.stored(t, b.base, child).int("parent"); parent != id {
				t.Errorf("the child is below %d, want %d", parent, id)
			}
			b.checkErased(t, s, c, id)
			if parent := s.stored(t, b.base, child).int("parent"); parent != 202 {
				t.Errorf("the child is below %d, want 202", parent)
			}
		}})
	}
	return turns(out)
}

func (b bin) refused() []scenario {
	names := map[string][]string{
		"posts": {"KIND", "posts", "PLAIN", "101", "OTHER", "201", "TRASHED", "135", "BINNED", "136"},
		"pages": {"KIND", "pages", "PLAIN", "201", "OTHER", "101", "TRASHED", "215"},
	}[b.base]
	return refusalRows(b.name(), targets{}, names...)
}

func binScenarios() []scenario {
	var out []scenario
	for _, b := range bins() {
		out = append(out, b.cycles()...)
		out = append(out, b.turns()...)
		out = append(out, b.refused()...)
	}
	return out
}

func historyScenarios() []scenario {
	var out []scenario
	for _, h := range histories() {
		for _, part := range [][]scenario{
			h.listing(), h.walks(), h.gets(), h.fieldsOf(), h.readers(), h.saving(), h.drafting(), h.drafts(), h.keeping(), h.turns(), h.refused(),
		} {
			out = append(out, part...)
		}
	}
	return out
}
