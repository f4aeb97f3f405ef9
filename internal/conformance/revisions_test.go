package conformance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// keepCase is an update, and whether a revision is kept of it.
type keepCase struct {
	name string
	// first is another update before, of which a revision is kept.
	first  body
	body   body
	kept   bool
	caller role
	// want are members of the revision, beside those of the record that it must equal.
	want record
}

func keepCases() []keepCase {
	return []keepCase{
		{name: "a title", body: body{"title": "New"}, kept: true, want: record{"title": "New"}},
		{name: "a content", body: body{"content": "New"}, kept: true, want: record{"content": "New"}},
		{name: "an excerpt", body: body{"excerpt": "New"}, kept: true, want: record{"excerpt": "New"}},
		{name: "footnotes", body: body{"meta": body{"footnotes": footnote}}, kept: true,
			want: record{"meta": body{"footnotes": footnote}}},
		{name: "the first update, whatever it changes", body: body{"comment_status": "closed"}, kept: true},
		{name: "the first update, changing nothing", body: body{}, kept: true},
		{name: "another's update", body: body{"title": "New"}, kept: true, caller: admin, want: record{"author": adminID}},
		{name: "the same title again", first: body{"title": "New"}, body: body{"title": "New"}},
		{name: "a title in another case", first: body{"title": "New"}, body: body{"title": "new"}, kept: true,
			want: record{"title": "new"}},
		{name: "a slug", first: body{"title": "New"}, body: body{"slug": "new-slug"}},
		{name: "a date", first: body{"title": "New"}, body: body{"date": "2024-01-01T00:00:00"}},
		{name: "a status", first: body{"title": "New"}, body: body{"status": "draft"}},
		{name: "a password", first: body{"title": "New"}, body: body{"password": "secret"}},
		{name: "nothing", first: body{"title": "New"}, body: body{}},
		{name: "blanks at the end", first: body{"content": "a b"}, body: body{"content": "a b \n"}},
		{name: "more blanks between words", first: body{"content": "a b"}, body: body{"content": "a \t b"}},
		{name: "more line breaks", first: body{"content": "a\nb"}, body: body{"content": "a\n\nb"}},
		{name: "a line break for a blank", first: body{"content": "a b"}, body: body{"content": "a\nb"}, kept: true,
			want: record{"content": "a\nb"}},
		{name: "a blank before a line break", first: body{"content": "a\nb"}, body: body{"content": "a \nb"}, kept: true,
			want: record{"content": "a \nb"}},
		{name: "empty footnotes for none", first: body{"title": "New"}, body: body{"meta": body{"footnotes": ""}}, kept: true,
			want: record{"meta": body{"footnotes": ""}}},
		{name: "no footnotes for empty ones", first: body{"meta": body{"footnotes": ""}},
			body: body{"meta": body{"footnotes": nil}}, kept: true, want: record{"meta": body{}}},
		{name: "the same footnotes", first: body{"meta": body{"footnotes": footnote}},
			body: body{"meta": body{"footnotes": footnote}}},
		{name: "an empty content", first: body{"title": "New"}, body: body{"content": ""}, kept: true,
			want: record{"content": ""}},
	}
}

// keeping updates the bare record.
func (h history) keeping() []scenario {
	var out []scenario
	for _, one := range keepCases() {
		caller := h.owner
		if one.caller != "" {
			caller = one.caller
		}
		what := "no revision of "
		if one.kept {
			what = "a revision of "
		}
		out = append(out, scenario{
			collection: h.name + "-revisions", kind: writing, role: caller, name: what + one.name,
			run: func(t *testing.T, s *site, c *cms.Client) {
				if one.first != nil {
					h.update(t, c, h.bare, one.first)
				}
				count := s.stored(t, h.base, h.bare).int("revisions")
				answer := h.update(t, c, h.bare, one.body)
				after := s.stored(t, h.base, h.bare)
				want := count
				if one.kept {
					want++
				}
				if got := after.int("revisions"); got != want {
					t.Fatalf("%d revisions became %d, want %d", count, got, want)
				}
				list, err := h.revisions(c, h.bare).List(t.Context(), &cms.RevisionListOptions{Context: cms.ContextEdit})
				if err != nil {
					t.Fatal(err)
				}
				if list.Total != int(want) {
					t.Errorf("%d are listed, want %d", list.Total, want)
				}
				h.checkHistoryLinks(t, c, h.bare, list.Items)
				if !one.kept {
					return
				}
				stored := s.stored(t, "revisions", list.Items[0].ID)
				expected := record{
					"title": after["title"], "content": after["content"], "excerpt": after["excerpt"],
					"author": caller.user(), "parent": h.bare, "slug": fmt.Sprintf("%d-revision-v1", h.bare),
					"date": after["modified"], "modified": after["modified"], "date_gmt": after["modified_gmt"],
				}
				for name, value := range one.want {
					expected[name] = value
				}
				for name, value := range expected {
					if asJSON(t, stored[name]) != asJSON(t, value) {
						t.Errorf("%s of the revision is %v, want %v", name, stored[name], value)
					}
				}
				r := list.Items[0]
				if r.Title.Raw != after.text("title") || r.Content.Raw != after.text("content") {
					t.Errorf("Update made a revision of title %q, content %q, want those of the record", r.Title.Raw, r.Content.Raw)
				} else if r.Excerpt.Raw != after.text("excerpt") {
					t.Errorf("Update made a revision of excerpt %q, want that of the record", r.Excerpt.Raw)
				} else if r.Author != caller.user() {
					t.Errorf("Update made a revision of author %d, want %d", r.Author, caller.user())
				}
				if answer.id() != h.bare {
					t.Errorf("Update: id %d, want %d", answer.id(), h.bare)
				}
			},
		})
	}
	return out
}

// checkHistoryLinks compares the links of a record with its revisions, newest first.
func (h history) checkHistoryLinks(t *testing.T, c *cms.Client, id int64, list []cms.Revision) {
	t.Helper()
	answer := *send[struct {
		Links struct {
			History []struct {
				Count int    `json:"count"`
				Href  string `json:"href"`
			} `json:"version-history"`
			Predecessor []struct {
				ID int64 `json:"id"`
			} `json:"predecessor-version"`
		} `json:"_links"`
	}](t, c, "GET", fmt.Sprintf("%s/%d", h.base, id), nil)
	if links := answer.Links.History; len(links) != 1 || links[0].Count != len(list) {
		t.Errorf("the history is linked as %+v, want %d revisions", links, len(list))
	}
	switch links := answer.Links.Predecessor; {
	case len(list) == 0:
		if len(links) != 0 {
			t.Errorf("Get of a record without revisions: predecessors %+v, want none", links)
		}
	case len(links) != 1 || links[0].ID != list[0].ID:
		t.Errorf("the predecessor is %+v, want %d", links, list[0].ID)
	}
}

// turns are the further things that happen to a history.
func (h history) turns() []scenario {
	list := func(t *testing.T, c *cms.Client, id int64) []cms.Revision {
		t.Helper()
		page, err := h.revisions(c, id).List(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return page.Items
	}
	ids := func(list []cms.Revision) []int64 {
		out := []int64{}
		for i := range list {
			out = append(out, list[i].ID)
		}
		return out
	}
	path := func(id int64) string { return fmt.Sprintf("%s/%d", h.base, id) }
	revisions, autosaves := h.name+"-revisions", h.name+"-autosaves"
	return turns([]turn{
		{revisions, h.owner, "none of a new record", func(t *testing.T, s *site, c *cms.Client) {
			made := *send[record](t, c, "POST", h.base,
				body{"title": "New", "content": "c", "status": "publish", "meta": body{"footnotes": footnote}})
			if got := list(t, c, made.id()); len(got) != 0 || s.stored(t, h.base, made.id()).int("revisions") != 0 {
				t.Errorf("List of revisions of a new record: %d, want none", len(got))
			}
			h.checkHistoryLinks(t, c, made.id(), nil)
		}},
		{revisions, h.owner, "one after another, newest first", func(t *testing.T, s *site, c *cms.Client) {
			for i := range 4 {
				h.update(t, c, h.bare, body{"title": fmt.Sprint("State ", i)})
			}
			got := list(t, c, h.bare)
			for i, r := range got {
				if want := fmt.Sprint("State ", 3-i); s.stored(t, "revisions", r.ID).text("title") != want ||
					r.Title.Rendered != want {
					t.Errorf("at %d stands %q, want %q", i, r.Title.Rendered, want)
				}
			}
			if len(got) != 4 {
				t.Errorf("List of revisions: %d, want 4", len(got))
			}
		}},
		{revisions, h.owner, "of what the trash takes, once", func(t *testing.T, s *site, c *cms.Client) {
			send[record](t, c, "DELETE", path(h.bare), nil)
			if n := s.stored(t, h.base, h.bare).int("revisions"); n != 1 {
				t.Errorf("in the trash it has %d revisions, want 1", n)
			}
			h.checkHistoryLinks(t, c, h.bare, list(t, c, h.bare))
			h.update(t, c, h.bare, body{"status": "draft"})
			if n := s.stored(t, h.base, h.bare).int("revisions"); n != 1 {
				t.Errorf("out of the trash it has %d revisions, want 1", n)
			}
		}},
		{revisions, h.owner, "of a change in the trash", func(t *testing.T, s *site, c *cms.Client) {
			send[record](t, c, "DELETE", path(h.bare), nil)
			h.update(t, c, h.bare, body{"title": "Changed in the trash"})
			got := list(t, c, h.bare)
			if len(got) != 2 || got[0].Title.Rendered != "Changed in the trash" {
				t.Errorf("List of revisions after a change in the trash: %d, ids %v, want 2, the change first", len(got), ids(got))
			}
		}},
		{revisions, h.owner, "gone with the record", func(t *testing.T, s *site, c *cms.Client) {
			before := h.of(s, h.rich)
			send[record](t, c, "DELETE", path(h.rich)+"?force=true", nil)
			for _, r := range before {
				if s.stored(t, "revisions", r.id()) != nil || s.stored(t, "autosaves", r.id()) != nil {
					t.Errorf("Delete of a record: revision %d is stored, want it gone", r.id())
				}
			}
			_, err := h.revisions(c, h.rich).Get(t.Context(), before[0].id())
			refusal{status: 404, code: "rest_post_invalid_parent", is: cms.ErrNotFound}.check(t, err)
		}},
		{revisions, h.owner, "kept although an autosave is newer", func(t *testing.T, s *site, c *cms.Client) {
			h.update(t, c, h.bare, body{"title": "One"})
			a := h.autosave(t, c, h.bare, body{"title": "Two"})
			h.update(t, c, h.bare, body{"title": "One"}) // equals the last revision, not the autosave
			if n := s.stored(t, h.base, h.bare).int("revisions"); n != 1 {
				t.Errorf("there are %d revisions, want 1", n)
			}
			h.update(t, c, h.bare, body{"title": "Two"}) // equals the autosave, not the last revision
			got := list(t, c, h.bare)
			if len(got) != 3 || !slices.Contains(ids(got), a.ID) {
				t.Errorf("List of revisions: ids %v, want 3 with autosave %d among them", ids(got), a.ID)
			} else if s.stored(t, "autosaves", a.ID).text("title") != "Two" {
				t.Errorf("Update to the text of an autosave: autosave %[2]d in %[1]v has another title, want Two", ids(got), a.ID)
			}
		}},
		{autosaves, h.owner, "stay when the record goes to the trash", func(t *testing.T, s *site, c *cms.Client) {
			a := h.autosave(t, c, h.bare, body{"title": "Mine"})
			send[record](t, c, "DELETE", path(h.bare), nil)
			list, err := h.autosaves(c, h.bare).List(t.Context())
			if err != nil || len(list) != 1 {
				t.Errorf("List of autosaves in the trash: %v, error %v, want one", list, err)
			} else if list[0].ID != a.ID {
				t.Errorf("List of autosaves in the trash: %v, want autosave %d", list, a.ID)
			}
			b := h.autosave(t, c, h.bare, body{"title": "In the trash"})
			if b.ID != a.ID || s.stored(t, "autosaves", a.ID).text("title") != "In the trash" {
				t.Errorf("Autosave in the trash: id %[2]d, want %[1]d, saved again", a.ID, b.ID)
			}
		}},
		{autosaves, h.owner, "gone with the record", func(t *testing.T, s *site, c *cms.Client) {
			a := h.autosave(t, c, h.bare, body{"title": "Mine"})
			send[record](t, c, "DELETE", path(h.bare)+"?force=true", nil)
			if s.stored(t, "autosaves", a.ID) != nil {
				t.Error("Delete of a record: its autosave is stored, want it gone")
			}
		}},
		{autosaves, h.owner, "stay when the record is updated", func(t *testing.T, s *site, c *cms.Client) {
			a := h.autosave(t, c, h.bare, body{"title": "Mine"})
			h.update(t, c, h.bare, body{"title": "Other"})
			h.checkSaved(t, s, c, a, h.bare, record{"title": "Mine"})
		}},
		{autosaves, h.owner, "count in the history of the record", func(t *testing.T, s *site, c *cms.Client) {
			a := h.autosave(t, c, h.bare, body{"title": "Mine"})
			got := list(t, c, h.bare)
			if !slices.Equal(ids(got), []int64{a.ID}) {
				t.Errorf("the history is %v, want the autosave %d", ids(got), a.ID)
			}
			h.checkHistoryLinks(t, c, h.bare, got)
			if n := s.stored(t, h.base, h.bare).int("revisions"); n != 0 {
				t.Errorf("Autosave: %d revisions stored, want none", n)
			}
		}},
		{autosaves, h.owner, "carry the footnotes of the record", func(t *testing.T, s *site, c *cms.Client) {
			h.update(t, c, h.bare, body{"meta": body{"footnotes": footnote}})
			a := h.autosave(t, c, h.bare, body{"title": "Mine"})
			h.checkSaved(t, s, c, a, h.bare, record{"title": "Mine", "content": "", "footnotes": footnote})
		}},
	})
}
