package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func (h history) autosave(t *testing.T, c *cms.Client, id int64, b body) *cms.Autosave {
	t.Helper()
	return send[cms.Autosave](t, c, "POST", fmt.Sprintf("%s/%d/autosaves", h.base, id), b)
}

func (h history) update(t *testing.T, c *cms.Client, id int64, b body) record {
	t.Helper()
	return *send[record](t, c, "POST", fmt.Sprintf("%s/%d", h.base, id), b)
}

// checkSaved compares an autosave in the answer, as it is read again, and as it is stored.
func (h history) checkSaved(t *testing.T, s *site, c *cms.Client, a *cms.Autosave, of int64, want record) {
	t.Helper()
	again, err := h.revisions(c, of).Get(t.Context(), a.ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	stored := s.stored(t, "autosaves", a.ID)
	for name, value := range want {
		var said, read any
		switch name {
		case "title":
			said, read = a.Title.Raw, again.Title.Raw
		case "content":
			said, read = a.Content.Raw, again.Content.Raw
		case "excerpt":
			said, read = a.Excerpt.Raw, again.Excerpt.Raw
		case "author":
			said, read = a.Author, again.Author
		case "parent":
			said, read = a.Parent, again.Parent
		case "footnotes":
			said, read = a.Meta.Footnotes, again.Meta.Footnotes
			meta, _ := stored["meta"].(map[string]any)
			stored[name] = record(meta).text(name)
		}
		for where, got := range map[string]any{"said": said, "read again": read, "stored": stored[name]} {
			if asJSON(t, got) != asJSON(t, value) {
				t.Errorf("%s of the autosave is %s %v, want %v", name, where, got, value)
			}
		}
	}
	if slug := fmt.Sprintf("%d-autosave-v1", of); a.Slug != slug || again.Slug != slug {
		t.Errorf("the slug is %q, %q, %q, want %q", a.Slug, again.Slug, stored.text("slug"), slug)
	} else if stored.text("slug") != slug {
		t.Errorf("the slug is %q, %q, %q, want %q", a.Slug, again.Slug, stored.text("slug"), slug)
	}
	if a.DateGMT == "" || string(again.Date) != stored.text("date") {
		t.Errorf("Autosave: date_gmt %q, date read %s, date stored %s, want a date_gmt and equal dates", a.DateGMT,
			again.Date, stored.text("date"))
	} else if stored.text("date") != stored.text("modified") {
		t.Errorf("Autosave: stored with date %s and modified %s, want the same", stored.text("date"), stored.text("modified"))
	}
	h.checkPreview(t, s, a, cms.ContextEdit)
}

const footnote = `[{"id":"fn-new","content":"A new footnote"}]`

// saveCase is the autosaving of a body by somebody.
type saveCase struct {
	name string
	role role // the owner if empty
	// rich saves to the record that has autosaves, else to the bare one.
	rich bool
	body body
	// want are the members of the autosave, beside those of what stands there already with rich.
	want record
	// idle says that the body says what the record says, so that what stands there stays.
	idle bool
}

func saveCases() []saveCase {
	none := record{"title": "", "content": "", "excerpt": ""}
	with := func(r record, name string, value any) record {
		out := record{}
		for _, from := range []record{r, {name: value}} {
			for name, value := range from {
				out[name] = value
			}
		}
		return out
	}
	return []saveCase{
		{name: "title alone", body: body{"title": "New"}, want: with(none, "title", "New")},
		{name: "content alone", body: body{"content": "<p>New</p>"}, want: with(none, "content", "<p>New</p>")},
		{name: "excerpt alone", body: body{"excerpt": "New"}, want: with(none, "excerpt", "New")},
		{name: "footnotes alone", body: body{"meta": body{"footnotes": footnote}}, want: with(none, "footnotes", footnote)},
		{name: "title as an object", body: body{"title": body{"raw": "New"}}, want: with(none, "title", "New")},
		{name: "title with blanks around", body: body{"title": "  New "}, want: with(none, "title", "New")},
		{name: "nothing", body: body{}, want: none},
		{name: "null", body: body{"title": nil, "content": nil, "excerpt": nil}, want: none},
		{name: "a title that is a number", body: body{"title": 5, "content": "c"}, want: with(none, "content", "c")},
		{name: "fields that an autosave has not",
			body: body{"title": "New", "slug": "other", "status": "draft", "password": "secret", "comment_status": "closed"},
			want: with(none, "title", "New")},
		{name: "a title over one that stands there", rich: true, body: body{"title": "New"}, want: record{"title": "New"}},
		{name: "an empty title over one that stands there", rich: true, body: body{"title": ""}, want: record{"title": ""}},
		{name: "an empty content over one that stands there", rich: true, body: body{"content": ""},
			want: record{"content": ""}},
		{name: "footnotes over none", rich: true, body: body{"meta": body{"footnotes": footnote}},
			want: record{"footnotes": footnote}},
		{name: "null over a title that stands there", rich: true, body: body{"title": nil, "content": "New"},
			want: record{"content": "New"}},
		{name: "an object cannot empty the title", rich: true, body: body{"title": body{"raw": ""}, "content": "New"},
			want: record{"content": "New"}},
		{name: "nothing over what stands there", rich: true, body: body{}, idle: true},
		{name: "what the record says already", rich: true, body: body{"title": "=", "content": "="}, idle: true},
		{name: "what the record says but for white space", rich: true,
			body: body{"title": "=", "content": "= \n"}, idle: true},
		{name: "an administrator beside the others", rich: true, role: admin, body: body{"title": "Mine"},
			want: record{"title": "Mine"}},
		{name: "an editor", role: editor, body: body{"title": "Mine"}, want: with(none, "title", "Mine")},
	}
}

func (h history) saving() []scenario {
	var out []scenario
	for _, one := range saveCases() {
		caller, target := h.owner, h.bare
		if one.role != "" {
			caller = one.role
		}
		if one.rich {
			target = h.rich
		}
		out = append(out, scenario{
			collection: h.name + "-autosaves", kind: writing, role: caller, name: "create: " + one.name,
			run: func(t *testing.T, s *site, c *cms.Client) { h.checkSaving(t, s, c, one, caller, target) },
		})
	}
	return out
}

func (h history) checkSaving(t *testing.T, s *site, c *cms.Client, one saveCase, caller role, target int64) {
	t.Helper()
	before := s.stored(t, h.base, target)
	sent := body{}
	for name, value := range one.body {
		if text, ok := value.(string); ok && strings.HasPrefix(text, "=") {
			value = before.text(name) + text[1:]
		}
		sent[name] = value
	}
	want := record{"author": caller.user(), "parent": target}
	var old record
	mine := func(r record) bool { return r.int("parent") == target && r.int("author") == caller.user() }
	for _, r := range s.matching("autosaves", mine) {
		old = r
		want["title"], want["content"], want["excerpt"] = r.text("title"), r.text("content"), r.text("excerpt")
	}
	for name, value := range one.want {
		want[name] = value
	}
	a := h.autosave(t, c, target, sent)
	h.checkSaved(t, s, c, a, target, want)
	switch stood := s.stored(t, "autosaves", a.ID); {
	case old == nil && a.ID <= 946: // the last id of the documents
		t.Errorf("Autosave has id %d, want a new id", a.ID)
	case old != nil && a.ID != old.id():
		t.Errorf("Autosave has id %d, want %d, the id of the one before", a.ID, old.id())
	case one.idle && stood.text("date") != old.text("date"):
		t.Errorf("Autosave without a change: date was %s and is %s, want the same", old.text("date"), stood.text("date"))
	case !one.idle && old != nil && stood.text("date") <= old.text("date"):
		t.Errorf("Autosave with a change: date %s, want a later one than before", stood.text("date"))
	}
	checkUnchanged(t, before, s.stored(t, h.base, target))
}
