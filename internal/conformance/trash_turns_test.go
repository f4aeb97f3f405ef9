package conformance

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

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
			t.Errorf("Value of %s is %q, want %q", what, got, want)
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
				t.Errorf("DELETE with force in the body: %v, want it deleted", answer)
			}
		}},
		{b.name(), b.owner, "what a delete says of the record before", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, one)
			edit := *send[record](t, c, "GET", b.path(id)+"?context=edit", nil)
			answer := *send[record](t, c, "DELETE", b.path(id)+"?force=true", nil)
			previous, _ := answer["previous"].(map[string]any)
			delete(edit, "_links")
			if asJSON(t, previous) != asJSON(t, edit) {
				t.Errorf("DELETE: previous %s, want %s", asJSON(t, previous), asJSON(t, edit))
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
		out = append(out, turn{b.name(), admin, "a sticky post is none after the trash",
			func(t *testing.T, s *site, c *cms.Client) {
				id := b.make(t, c, life{"publish", body{"sticky": true}, "", ""})
				bin(t, c, id)
				send[record](t, c, "POST", b.path(id), body{"status": "publish"})
				if s.stored(t, b.base, id)["sticky"] != false {
					t.Error("POST of publish to a trashed sticky post: it is sticky, want it not")
				}
			}}, turn{b.name(), contributor, "one's own draft", func(t *testing.T, s *site, c *cms.Client) {
			id := b.make(t, c, life{"draft", body{}, "", ""})
			bin(t, c, id)
			check(t, "the status", s.stored(t, b.base, id).text("status"), "trash")
			send[record](t, c, "POST", b.path(id), body{"status": "draft"})
			check(t, "the status then", s.stored(t, b.base, id).text("status"), "draft")
		}})
	case "pages":
		out = append(out, turn{b.name(), admin, "children of a page in the trash stay, of a deleted one move up",
			func(t *testing.T, s *site, c *cms.Client) {
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
