package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
)

// forger changes folders at random.
type forger struct {
	*rand.Rand
	ids []int64 // of the site that must not change
}

func pick[T any](f *forger, list []T) T { return list[f.IntN(len(list))] }

// kinds are the names that a forged journal gives records.
func (f *forger) kind() string {
	return pick(f, []string{"posts", "pages", "blocks", "navigation", "media", "menus", "menu-items", "tags", "categories",
		"snippets", "comments", "settings", "users", "locations", "type-exhibit", "taxonomy-era", "bench", "../posts"})
}

// value is any value of JSON, most often one that means something to the site.
func (f *forger) value() any {
	switch f.IntN(8) {
	case 0, 1, 2:
		return pick(f, f.ids)
	case 3:
		return pick(f, []any{nil, true, -1, 0, 1.5, "", "x", []any{}, map[string]any{}, "2025-01-01T10:00:00"})
	case 4:
		return pick(f, []string{"publish", "draft", "trash", "private", "future", "their-post", "theirs", "admin"})
	case 5:
		return map[string]any{"raw": pick(f, []string{"Theirs", "Their page", "restore-abcdefgh-posts-101", "<b>x"})}
	case 6:
		return []any{pick(f, f.ids), pick(f, f.ids)}
	}
	return pick(f, []string{"cms/v2/users", "cms/v2/posts", "cms/v2/settings", "museum/v1/exhibits", "posts",
		"type-exhibit", "author", "status", "password"})
}

// change changes one value somewhere in a document.
func (f *forger) change(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && f.IntN(4) > 0 {
			name := pick(f, slices.Sorted(maps.Keys(v))) // the order of a map is no part of the seed
			v[name] = f.change(v[name])
			return v
		}
	case []any:
		if len(v) > 0 && f.IntN(4) > 0 {
			i := f.IntN(len(v))
			v[i] = f.change(v[i])
			return v
		}
	}
	return f.value()
}

// line is a line of a forged journal.
func (f *forger) line(old []int64) string {
	e := map[string]any{"kind": f.kind(), "old": pick(f, old), "new": pick(f, f.ids)}
	for _, flag := range []string{"done", "out", "gone"} {
		if f.IntN(3) == 0 {
			e[flag] = true
		}
	}
	if f.IntN(10) == 0 {
		e["token"] = pick(f, []string{".*", "(", "abcdefgh", "a|"})
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return string(line)
}

// forge changes the folder in a few places.
func (f *forger) forge(t *testing.T, folder string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(folder, "state.json")
	for range f.IntN(4) {
		name := pick(f, append(names, state, state, state))
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if json.Unmarshal(content, &v) != nil {
			continue
		}
		if content, err = json.Marshal(f.change(v)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	journals, err := filepath.Glob(filepath.Join(folder, "*.journal"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("the folder has the journals %q, error %v, want one", journals, err)
	}
	content, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	old := []int64{11, 15, 101, 102, 201, 301, 401, 501, 601, 801, 911}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	for range 1 + f.IntN(6) {
		switch at := f.IntN(len(lines)); f.IntN(4) {
		case 0:
			if at > 0 {
				lines = append(lines[:at], lines[at+1:]...)
			}
		case 1:
			var v any
			if err := json.Unmarshal([]byte(lines[at]), &v); err != nil {
				t.Fatal(err)
			}
			changed, err := json.Marshal(f.change(v))
			if err != nil {
				t.Fatal(err)
			}
			lines[at] = string(changed)
		default:
			lines = append(lines, f.line(old))
		}
	}
	if err := os.WriteFile(journals[0], []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFuzzedFolderChangesNoRecordOfTheSite forges state, journal and records in three
// situations: before a restore, in the middle of one, and after it. FONTCMS_FORGED is
// the number of folders of each situation.
func TestFuzzedFolderChangesNoRecordOfTheSite(t *testing.T) {
	t.Parallel()
	rounds, err := strconv.Atoi(cmp.Or(os.Getenv("FONTCMS_FORGED"), "15"))
	if err != nil {
		t.Fatal(err)
	}
	for name, prepare := range map[string]func(*testing.T, string, *cmstest.Server){
		"before": notBegun, "in the middle": killedInTheMiddle, "after": ended,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := newTypedSite(t), owned(t)
			folder := mirrored(t, from, "-comments")
			before := document(t, to)
			prepare(t, folder, to)
			started := to.Snapshot()
			f := &forger{Rand: rand.New(rand.NewPCG(48, uint64(len(name)))), ids: []int64{1, 9}}
			for id := range int64(9) {
				f.ids = append(f.ids, 1005+id)
			}
			refused, wrote := 0, 0
			for round := range rounds {
				forged := t.TempDir()
				if err := os.CopyFS(forged, os.DirFS(folder)); err != nil {
					t.Fatal(err)
				}
				to.Restore(started)
				f.forge(t, forged)
				args := []string{"-comments", "-locations"}
				if round%2 == 1 { // the records of the site stay with -force too
					args = append(args, "-force")
				}
				to.ResetRequests()
				said, err := put(t, forged, to, args...)
				if err != nil {
					refused++
				}
				if slices.ContainsFunc(to.Requests(), func(r cmstest.Request) bool { return r.Method != http.MethodGet }) {
					wrote++
				}
				untouched(t, before, document(t, to), fmt.Sprintf("restore of the forged folder %d", round))
				if t.Failed() {
					t.Fatalf("restore of the forged folder %d: error %v, want the records of the site as they were\n%s",
						round, err, said)
				}
				if err := os.RemoveAll(forged); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d folders: %d were refused or incomplete, %d were restored at least in part", rounds, refused, wrote)
		})
	}
}

// notBegun writes a journal of a restore that never ran.
func notBegun(t *testing.T, folder string, to *cmstest.Server) {
	t.Helper()
	forgeJournal(t, folder, to, `{"kind":"posts","old":101,"new":1005}`)
}

// ended restores a folder into a site that has records of its own.
func ended(t *testing.T, folder string, to *cmstest.Server) {
	t.Helper()
	if said, err := put(t, folder, to, "-force", "-comments"); err != nil {
		t.Fatalf("restore: error %v, want none\n%s", err, said)
	}
}

// killedInTheMiddle begins to restore a folder into such a site.
func killedInTheMiddle(t *testing.T, folder string, to *cmstest.Server) {
	t.Helper()
	front, journal := newFront(t, to.URL), filepath.Join(t.TempDir(), "journal")
	const request = 60
	got := front.Run(restoring(t, front.URL, "admin", to.AppPassword("admin"), "-dir", folder, "-force", "-comments",
		"-journal", journal), request, killing.Before)
	if !got.Killed {
		t.Fatalf("restore ended with error %v, want it killed at request %d\n%s", got.Err, request, got.Output)
	}
	content, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(content), front.URL, to.URL)), "\n")
	forgeJournal(t, folder, to, lines...) // the second head counts
}
