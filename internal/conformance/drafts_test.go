package conformance

import (
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// draftCase is the autosaving of a draft by its author, which changes the draft itself.
type draftCase struct {
	name string
	body body
	want record // members of the draft that change
	// refused says that an update with this body would be refused: then nothing changes.
	refused bool
	role    role // the author of the draft, the owner if empty
}

func draftCases() []draftCase {
	return []draftCase{
		{name: "title", body: body{"title": "New"}, want: record{"title": "New"}},
		{name: "content and excerpt", body: body{"content": "c", "excerpt": "e"},
			want: record{"content": "c", "excerpt": "e"}},
		{name: "empty excerpt", body: body{"title": "New", "excerpt": ""}, want: record{"title": "New", "excerpt": ""}},
		{name: "null", body: body{"title": nil, "content": "c"}, want: record{"content": "c"}},
		{name: "nothing", body: body{}},
		{name: "slug", body: body{"slug": "a-new-slug"}, want: record{"slug": "a-new-slug"}},
		{name: "password", body: body{"password": "secret"}, want: record{"password": "secret"}},
		{name: "comment_status", body: body{"comment_status": "open", "ping_status": "open"},
			want: record{"comment_status": "open", "ping_status": "open"}},
		{name: "status", body: body{"status": "private"}, want: record{"status": "private"}},
		{name: "footnotes are left out", body: body{"title": "New", "meta": body{"footnotes": footnote}},
			want: record{"title": "New"}},
		{name: "an author whom nobody knows", body: body{"title": "New", "author": 999}, refused: true, role: admin},
		{name: "a status that the user may not set", body: body{"title": "New", "status": "publish"}, refused: true,
			role: contributor},
	}
}

// drafting makes scenarios of drafts that their authors save.
func (h history) drafting() []scenario {
	var out []scenario
	for _, one := range draftCases() {
		caller := h.owner
		if one.role != "" {
			caller = one.role
		}
		if caller == contributor && h.base != "posts" {
			continue // who may not write pages at all
		}
		out = append(out, scenario{
			collection: h.name + "-autosaves", kind: writing, role: caller, name: "one's own draft: " + one.name,
			run: func(t *testing.T, s *site, c *cms.Client) {
				made := *send[record](t, c, "POST", h.base,
					body{"title": "Draft", "content": "First words", "excerpt": "Old", "comment_status": "closed",
						"ping_status": "closed"})
				h.checkDraft(t, s, c, one, made.id())
			},
		})
	}
	return out
}

func (h history) checkDraft(t *testing.T, s *site, c *cms.Client, one draftCase, id int64) {
	t.Helper()
	before := s.stored(t, h.base, id)
	a := h.autosave(t, c, id, one.body)
	after := s.stored(t, h.base, id)
	changed := []string{"modified", "modified_gmt", "date"}
	for name, want := range one.want {
		changed = append(changed, name)
		if asJSON(t, after[name]) != asJSON(t, want) {
			t.Errorf("%s of the draft is %v, want %v", name, after[name], want)
		}
	}
	if after.text("status") != "draft" { // published, it gets a date and a slug
		changed = append(changed, "date_gmt", "slug")
	}
	checkUnchanged(t, before, after, changed...)
	if a.ID != id || a.Parent != 0 {
		t.Errorf("Autosave of a draft: %+v, the draft is %v, want its id and no parent", a, after)
	} else if a.Title.Raw != after.text("title") || a.Content.Raw != after.text("content") {
		t.Errorf("Autosave of a draft: %+v, the draft is %v, want its title and content", a, after)
	} else if a.Excerpt.Raw != after.text("excerpt") || a.Slug != after.text("slug") {
		t.Errorf("Autosave of a draft: %+v, the draft is %v, want its excerpt and slug", a, after)
	} else if a.Author != after.int("author") || string(a.Modified) != after.text("modified") {
		t.Errorf("Autosave of a draft: %+v, the draft is %v, want its author and modified", a, after)
	} else if a.Links.Get("self") != nil {
		t.Errorf("Autosave of a draft: %+v, want no link to itself", a)
	}
	if string(a.Date) != "" != (after.text("date_gmt") != "") {
		t.Errorf("Autosave of a draft: date %q, draft stored with date_gmt %q, want both or none", a.Date,
			after.text("date_gmt"))
	}
	if one.refused {
		if after.text("title") != "Draft" {
			t.Errorf("Autosave that is refused: title %q, want Draft", after.text("title"))
		}
	}
	list, err := h.autosaves(c, id).List(t.Context())
	if err != nil || len(list) != 0 {
		t.Errorf("Autosaves of a draft: %v, error %v, want none", list, err)
	}
}

// drafts are what else happens to drafts.
func (h history) drafts() []scenario {
	autosaves := h.name + "-autosaves"
	out := []turn{
		{autosaves, admin, "another's draft stays as it is", func(t *testing.T, s *site, c *cms.Client) {
			before := s.stored(t, h.base, h.draft)
			a := h.autosave(t, c, h.draft, body{"title": "Mine", "status": "publish"})
			checkUnchanged(t, before, s.stored(t, h.base, h.draft))
			h.checkSaved(t, s, c, a, h.draft, record{"title": "Mine", "content": "", "author": adminID, "parent": h.draft})
		}},
		{autosaves, h.owner, "one's own draft that has a date", func(t *testing.T, s *site, c *cms.Client) {
			before := s.stored(t, h.base, h.draft)
			a := h.autosave(t, c, h.draft, body{"title": "Later"})
			after := s.stored(t, h.base, h.draft)
			checkUnchanged(t, before, after, "title", "modified", "modified_gmt")
			if a.ID != h.draft || string(a.Date) != before.text("date") {
				t.Errorf("Autosave of a draft: id %d, date %q, want the id and the date of the draft", a.ID, a.Date)
			} else if after.text("title") != "Later" {
				t.Errorf("Autosave of a draft: stored title %q, want Later", after.text("title"))
			}
		}},
		{autosaves, h.owner, "one's own draft keeps no revision", func(t *testing.T, s *site, c *cms.Client) {
			made := *send[record](t, c, "POST", h.base, body{"title": "Draft"})
			h.autosave(t, c, made.id(), body{"title": "One"})
			h.autosave(t, c, made.id(), body{"title": "Two"})
			if n := s.stored(t, h.base, made.id()).int("revisions"); n != 0 {
				t.Errorf("Autosaves of a draft: %d revisions, want none", n)
			}
			h.update(t, c, made.id(), body{"title": "Three"})
			if n := s.stored(t, h.base, made.id()).int("revisions"); n != 1 {
				t.Errorf("after an update there are %d revisions, want 1", n)
			}
		}},
		{autosaves, h.owner, "an author whom nobody knows, and then no text counts",
			func(t *testing.T, s *site, _ *cms.Client) {
				c := s.as(admin)
				a := h.autosave(t, c, h.bare, body{"title": "Mine", "author": 999})
				h.checkSaved(t, s, c, a, h.bare, record{"title": "", "content": "", "author": adminID})
			}},
	}
	for _, status := range []string{"pending", "private", "publish", "future"} {
		out = append(out, turn{autosaves, h.owner, fmt.Sprintf("one's own record that is %s stays as it is", status),
			func(t *testing.T, s *site, c *cms.Client) {
				b := body{"title": "Draft", "status": status}
				if status == "future" {
					b["date"] = "2031-01-01T00:00:00"
				}
				made := *send[record](t, c, "POST", h.base, b)
				before := s.stored(t, h.base, made.id())
				a := h.autosave(t, c, made.id(), body{"title": "Later"})
				checkUnchanged(t, before, s.stored(t, h.base, made.id()))
				h.checkSaved(t, s, c, a, made.id(), record{"title": "Later", "content": "", "parent": made.id()})
			}})
	}
	return turns(out)
}
