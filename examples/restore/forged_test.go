package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/archive/archivetest"
)

// owned is a site that is in use: it has records of its own, of every kind.
func owned(t *testing.T) *cmstest.Server {
	t.Helper()
	to := newEmpty(t, archivetest.Types(), cmstest.WithMenuLocation("primary", "Main"))
	for kind, record := range map[string]map[string]any{
		"users":      {"id": 9, "username": "kim", "role": "author"},
		"posts":      {"id": 1005, "title": "Theirs", "content": "Their text", "date": "2025-01-01T10:00:00"},
		"pages":      {"id": 1006, "title": "Their page", "content": "Their text", "date": "2025-01-01T10:00:00"},
		"blocks":     {"id": 1007, "title": "Their block", "content": "Their text"},
		"navigation": {"id": 1008, "title": "Their links", "content": "<!-- wp:page-list /--><p>more</p>"},
		"exhibits":   {"id": 1009, "title": "Their exhibit"},
		"tags":       {"id": 1010, "name": "Their tag"},
		"menus":      {"id": 1011, "name": "Their menu"},
		"snippets":   {"id": 1012, "name": "Their snippet", "code": "echo 1;", "active": false},
		"comments":   {"id": 1013, "post": 1005, "content": "Their comment", "author_name": "Reader"},
	} {
		to.Insert(kind, record)
	}
	return to
}

// document is what a server holds, by kinds and ids.
func document(t *testing.T, server *cmstest.Server) map[string]map[any]any {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(server.Document(), &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[any]any{}
	for kind, raw := range all {
		var records []map[string]any
		if json.Unmarshal(raw, &records) != nil {
			continue
		}
		out[kind] = map[any]any{}
		for _, record := range records {
			out[kind][record["id"]] = record
		}
	}
	return out
}

// untouched fails the test if a record that a server had before is another one now.
func untouched(t *testing.T, before, after map[string]map[any]any, what string) {
	t.Helper()
	for kind, records := range before {
		for id, was := range records {
			if now := after[kind][id]; !reflect.DeepEqual(was, now) {
				t.Errorf("%s: %s/%v of the site is\n%v\nwant\n%v", what, kind, id, now, was)
			}
		}
	}
}

// forgeJournal writes a journal for a folder and a site.
func forgeJournal(t *testing.T, folder string, server *cmstest.Server, lines ...string) {
	t.Helper()
	state, err := open(t, folder).State()
	if err != nil {
		t.Fatal(err)
	}
	name := "restore-" + strings.NewReplacer("://", "-", "/", "-", ":", "-").Replace(server.URL) + ".journal"
	head := fmt.Sprintf(`{"token":"abcdefgh","site":%q,"from":%q}`, server.URL, state.Site)
	content := strings.Join(append([]string{head}, lines...), "\n") + "\n"
	if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestForgedFolderChangesNoRecordOfTheSite(t *testing.T) {
	t.Parallel()
	edit := func(change func(s *archive.State)) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			t.Helper()
			a := open(t, folder)
			s, err := a.State()
			if err != nil {
				t.Fatal(err)
			}
			change(s)
			if err := a.SaveState(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	record := func(kind string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			t.Helper()
			if err := os.MkdirAll(filepath.Join(folder, kind), 0o700); err != nil {
				t.Fatal(err)
			}
			content := `{"id":1,"title":{"raw":"x"},"name":"evil","email":"evil@example.com","status":"draft"}`
			if err := os.WriteFile(filepath.Join(folder, kind, "1.json"), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	users := func(name, kind, route string) func(*testing.T, string) {
		return edit(func(s *archive.State) {
			s.Types = map[string]archive.Type{name: {Kind: kind, Route: route}}
			s.Kind(kind).Complete = true
		})
	}
	for name, one := range map[string]struct {
		forge  []func(*testing.T, string)
		lines  []string
		fails  string
		forced bool
	}{
		"a type with the route of the users": {
			forge: []func(*testing.T, string){users("evil", "type-evil", "cms/v2/users"), record("type-evil")},
			lines: []string{`{"kind":"type-evil","old":1,"new":1}`}, fails: "no folder may name the type", forced: true,
		},
		"a type with the route of the users in capitals": {
			forge: []func(*testing.T, string){users("evil", "type-evil", "cms/v2/Users"), record("type-evil")},
			lines: []string{`{"kind":"type-evil","old":1,"new":1}`}, fails: "no folder may name the type", forced: true,
		},
		"a type with the folder of the posts": {
			forge: []func(*testing.T, string){users("evil", "posts", "cms/v2/evil")},
			lines: []string{`{"kind":"posts","old":101,"new":1005}`}, fails: "no folder may name the type", forced: true,
		},
		"a type with the route of another type": {
			forge: []func(*testing.T, string){users("exhibit", "type-exhibit", "cms/v2/pages"), record("type-exhibit")},
			lines: []string{`{"kind":"type-exhibit","old":1,"new":1006}`},
			fails: "no folder may name the type", forced: true,
		},
		"a type with another route of the site": {
			forge: []func(*testing.T, string){users("exhibit", "type-exhibit", "x/v2/snippets"), record("type-exhibit")},
			lines: []string{`{"kind":"type-exhibit","old":1,"new":1012}`}, fails: "is not empty",
		},
		"a token that is a pattern": {
			lines: []string{`{"token":".*"}`}, fails: "is no journal", forced: true,
		},
		"an unfinished post": {lines: []string{`{"kind":"posts","old":101,"new":1005}`}, fails: "is not empty"},
		"an unfinished page": {lines: []string{`{"kind":"pages","old":201,"new":1006}`}, fails: "is not empty"},
		"records of all kinds": {
			lines: []string{
				`{"kind":"posts","old":101,"new":1005}`, `{"kind":"pages","old":201,"new":1006}`,
				`{"kind":"blocks","old":401,"new":1007}`, `{"kind":"media","old":301,"new":1005}`,
				`{"kind":"menus","old":15,"new":1011,"done":true}`, `{"kind":"snippets","old":601,"new":1012}`,
				`{"kind":"comments","old":801,"new":1013}`, `{"kind":"tags","old":11,"new":1010,"done":true}`,
			}, fails: "is not empty",
		},
		"a post that is finished, with comments on it": {
			lines: []string{
				`{"kind":"posts","old":101,"new":1005,"done":true}`, `{"kind":"posts","old":102,"new":1005,"done":true}`,
			},
			fails: "is not empty",
		},
	} {
		for _, force := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, force %v", name, force), func(t *testing.T) {
				t.Parallel()
				from, to := newSite(t, cmstest.WithMenuLocation("primary", "Main")), owned(t)
				archivetest.Discuss(from)
				assign(t, from, "Main menu", "primary")
				folder := mirrored(t, from, "-comments")
				forgeJournal(t, folder, to, one.lines...)
				for _, forge := range one.forge {
					forge(t, folder)
				}
				before := document(t, to)
				args := []string{"-comments"}
				if force {
					args = append(args, "-force")
				}
				said, err := put(t, folder, to, args...)
				after := document(t, to)
				untouched(t, before, after, "restore of a forged folder")
				if force && !one.forced {
					return
				}
				if err == nil || !strings.Contains(err.Error(), one.fails) {
					t.Errorf("restore of a forged folder: error %v, want one with %q\n%s", err, one.fails, said)
				}
				if !reflect.DeepEqual(before, after) {
					t.Errorf("restore of a forged folder that fails: the site is another one, want the same")
				}
			})
		}
	}
}

// The site was set up anew at the same address, so that it has nothing of what was restored.
func TestJournalOfASiteThatWasSetUpAnewIsBegunAgain(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	empty, folder := to.Snapshot(), mirrored(t, from)
	if said, err := put(t, folder, to); err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
	to.Restore(empty)
	said, err := put(t, folder, to)
	if err != nil || !strings.Contains(said, "a new journal is begun") {
		t.Errorf("restore into a site that was set up anew: error %v, want none and a line about the journal\n%s", err, said)
	}
	alike(t, folder, to)
	to.ResetRequests()
	if said, err := put(t, folder, to); err != nil || strings.Contains(said, "a new journal is begun") {
		t.Errorf("a further restore: error %v, want none and no line about the journal\n%s", err, said)
	}
}

func TestRecordsThatWereDeletedSinceAreRestoredAgain(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
	folder := mirrored(t, from)
	if said, err := put(t, folder, to); err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
	note, err := client(t, to).Posts.BySlug(t.Context(), "note-7") // no other record refers to it
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, to).Posts.Delete(t.Context(), note.ID); err != nil {
		t.Fatal(err)
	}
	said, err := put(t, folder, to)
	if err != nil || !strings.Contains(said, "the site does not have 1 of the records") {
		t.Errorf("restore after a post was deleted: error %v, want none and a line about the post\n%s", err, said)
	}
	alike(t, folder, to)
}

func TestRecordsThatANewSiteMakesByItselfAreNotContent(t *testing.T) {
	t.Parallel()
	const born = "2026-01-01T10:00:00"
	at := func(record map[string]any, changed string) map[string]any {
		record["date"], record["modified"], record["date_gmt"], record["modified_gmt"] = born, changed, born, changed
		return record
	}
	page := func(id int, title, status string) map[string]any {
		return at(map[string]any{"id": id, "title": title, "status": status}, born)
	}
	own := map[string]any{"id": 5, "title": "N", "content": "<p>Mine</p>"}
	list := map[string]any{"id": 4, "title": "Navigation", "content": "<!-- wp:page-list /-->"}
	for name, one := range map[string]struct {
		records map[string][]map[string]any
		refused bool
	}{
		"the navigation that a reading makes": {map[string][]map[string]any{"navigation": {at(list, born)}}, false},
		"a navigation of somebody":            {map[string][]map[string]any{"navigation": {at(own, born)}}, true},
		"the first post, page and comment": {map[string][]map[string]any{
			"posts":    {page(1, "Hello world!", "publish")},
			"pages":    {page(2, "Sample", "publish"), page(3, "Privacy", "draft")},
			"comments": {{"id": 1, "post": 1, "date": born, "date_gmt": born, "content": "Hi"}},
		}, false},
		"a first post that was changed": {map[string][]map[string]any{
			"posts": {at(map[string]any{"id": 1, "title": "Mine"}, "2026-02-01T10:00:00")},
			"pages": {page(2, "Sample", "publish")},
		}, true},
		"another post": {map[string][]map[string]any{
			"posts": {page(1, "Hello world!", "publish"), {"id": 8, "title": "Mine", "date": "2026-02-01T10:00:00"}},
			"pages": {page(2, "Sample", "publish")},
		}, true},
		"a first post without a page": {map[string][]map[string]any{
			"posts": {page(1, "Mine", "publish")},
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := newEmpty(t)
			for kind, records := range one.records {
				for _, record := range records {
					to.Insert(kind, record)
				}
			}
			said, err := put(t, mirrored(t, newSite(t)), to)
			if refused := err != nil && strings.Contains(err.Error(), "is not empty"); refused != one.refused {
				t.Errorf("restore into a site with %s: error %v, want a refusal: %v\n%s", name, err, one.refused, said)
			}
		})
	}
}
