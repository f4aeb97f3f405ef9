package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

// A change is something that happens to a site.
type change func(*testing.T, *cmstest.Server)

// lessCategory deletes a category. The posts that had it do not count as changed.
func lessCategory(t *testing.T, server *cmstest.Server) {
	t.Helper()
	if _, err := terms.Categories(admin(t, server)).Delete(t.Context(), 12); err != nil {
		t.Fatal(err)
	}
}

// moreAuthors brings a page of somebody who has written nothing before.
func moreAuthors(t *testing.T, server *cmstest.Server) {
	t.Helper()
	server.Insert("users", map[string]any{"id": 33, "username": "robin", "role": "editor"})
	server.Insert("pages", map[string]any{"id": 250, "title": "New", "author": 33, "date": "2026-07-01T10:00:00",
		"modified": "2026-07-01T10:00:00"})
}

// lessAuthors deletes the only record of an author.
func lessAuthors(t *testing.T, server *cmstest.Server) {
	t.Helper()
	if _, err := admin(t, server).Pages.Delete(t.Context(), 260); err != nil {
		t.Fatal(err)
	}
}

func admin(t *testing.T, server *cmstest.Server) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// TestFolderOfAKilledRunBecomesThatOfAnUndisturbedOne kills a run at each of its requests,
// with changes of the site before and after the kill, and compares the folder of the next
// run file by file with one of a run that nothing disturbed. FONTCMS_EVERY_KILL
// tries every request, FONTCMS_FEW_KILLS a quarter of the usual ones.
func TestFolderOfAKilledRunBecomesThatOfAnUndisturbedOne(t *testing.T) {
	t.Parallel()
	step := 17
	if os.Getenv("FONTCMS_FEW_KILLS") != "" {
		step *= 4
	}
	if os.Getenv("FONTCMS_EVERY_KILL") != "" {
		step = 1
	}
	none := func(*testing.T, *cmstest.Server) {}
	for name, one := range map[string]struct {
		fresh         bool // there is no folder before the run that is killed
		before, after change
		full          bool // the run that is killed reads everything again
		refuse        bool // the site refuses a kind of records instead, and nothing is killed
	}{
		"the first run":                              {fresh: true, before: none, after: none},
		"the first run, then a category goes":        {fresh: true, before: none, after: lessCategory},
		"the first run, then an author goes":         {fresh: true, before: none, after: lessAuthors},
		"a category goes":                            {before: lessCategory, after: none},
		"a category goes, then an author comes":      {before: lessCategory, after: moreAuthors},
		"an author comes, then a category goes":      {before: moreAuthors, after: lessCategory},
		"an author comes":                            {before: moreAuthors, after: none},
		"an author goes":                             {before: lessAuthors, after: none},
		"everything is read again":                   {before: silentChange, after: none, full: true},
		"an author comes and the site fails":         {before: moreAuthors, after: none, refuse: true},
		"a category goes and the site fails":         {before: lessCategory, after: none, refuse: true},
		"everything is read again, the site fails":   {before: silentChange, after: none, full: true, refuse: true},
		"the first run fails, then a category comes": {fresh: true, before: none, after: moreAuthors, refuse: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newSite(t)
			server.Insert("users", map[string]any{"id": 34, "username": "ada", "role": "editor"})
			server.Insert("pages", map[string]any{"id": 260, "title": "Ada's", "author": 34, "date": "2026-04-01T10:00:00"})
			front, err := killing.NewFront(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(front.Close)
			mirror := func(at int, moment killing.Moment, folder string, more ...string) killing.Run {
				args := append([]string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-dir", folder},
					more...)
				return front.Run(programtest.Command(t.Context(), server.AppPassword("admin"), args...), at, moment)
			}
			whole := func(folder string, more ...string) int {
				got := mirror(0, killing.Never, folder, more...)
				if got.Err != nil {
					t.Fatalf("mirror: error %v, want none\n%s", got.Err, got.Output)
				}
				return got.Seen
			}
			base, undisturbed := t.TempDir(), t.TempDir()
			if !one.fresh {
				whole(base)
			}
			start := server.Snapshot()
			var full []string
			if one.full {
				full = []string{"-full"}
			}
			copyFolder(t, base, undisturbed)
			one.before(t, server)
			one.after(t, server)
			requests := whole(undisturbed, full...)
			kills, first := 0, 1
			if one.full {
				first = 7 // the first requests tell which site it is; nothing was noted yet
			}
			for at := first; at <= requests; at += step {
				server.Restore(start)
				one.before(t, server)
				folder := filepath.Join(t.TempDir(), "mirror")
				copyFolder(t, base, folder)
				if one.refuse {
					remove := server.Fail(cmstest.Fault{Skip: at - 1, Times: 1, Status: http.StatusBadRequest, Code: "rest_broken"})
					mirror(0, killing.Never, folder, full...)
					remove()
				} else if mirror(at, []killing.Moment{killing.Before, killing.After}[at/step%2], folder, full...).Killed {
					kills++
				}
				one.after(t, server)
				whole(folder)
				want, got := withState(t, undisturbed), withState(t, folder)
				for _, file := range slices.Sorted(maps.Keys(merged(want, got))) {
					if want[file] != got[file] {
						t.Errorf("%s after a kill at request %d of %d: got\n%s\nwant\n%s", file, at, requests, got[file], want[file])
					}
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d kills, %d requests", kills, requests)
		})
	}
}

// silentChange takes the terms from a post, which is no change to the site.
func silentChange(t *testing.T, server *cmstest.Server) {
	t.Helper()
	if _, err := admin(t, server).Posts.Delete(t.Context(), 125); err != nil {
		t.Fatal(err)
	}
	server.Insert("posts", map[string]any{"id": 125, "title": "Note 5", "content": "On letter 5", "slug": "note-5",
		"date": "2026-04-01T10:00:00", "modified": "2026-04-01T10:00:00"})
}

func merged(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// withState is what all files of a folder hold, and of the state what a run has learned of
// the site.
func withState(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := content(t, folder)
	raw, err := os.ReadFile(filepath.Join(folder, "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	var state archive.State
	if err := json.Unmarshal(raw, &state); err != nil {
		t.Fatal(err)
	}
	for name, kind := range state.Kinds {
		text := fmt.Sprintf("complete %v", kind.Complete)
		for _, file := range slices.Sorted(maps.Keys(kind.Files)) {
			text += "\n" + file + " " + kind.Files[file].Of
		}
		for _, missing := range slices.Sorted(maps.Keys(kind.Missing)) {
			text += "\nmissing " + missing
		}
		out["state of "+name] = text
	}
	return out
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
