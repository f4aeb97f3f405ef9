package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestSiteWithContentIsRefused(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	to.Insert("pages", map[string]any{"title": "Mine"})
	to.Insert("posts", map[string]any{"title": "Thrown away", "status": "trash"})
	folder := mirrored(t, from)
	_, err := put(t, folder, to)
	if err == nil || !strings.Contains(err.Error(), "1 posts, 1 pages; nothing was changed") {
		t.Errorf("restore into a site with content: error %v, want one with 1 post and 1 page", err)
	}
	for _, r := range to.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("restore into a site with content sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
	if said, err := put(t, folder, to, "-force"); err != nil {
		t.Errorf("restore -force: error %v, want none\n%s", err, said)
	}
	if !slices.ContainsFunc(to.Requests(), func(r cmstest.Request) bool { return r.Method == http.MethodPost }) {
		t.Error("restore -force sent no POST, want records written")
	}
}

func TestJournalOfAnotherRestoreIsRefused(t *testing.T) {
	t.Parallel()
	folder, journal := mirrored(t, newSite(t)), filepath.Join(t.TempDir(), "journal")
	if said, err := put(t, folder, newEmpty(t), "-journal", journal); err != nil {
		t.Fatalf("restore -journal: error %v, want none\n%s", err, said)
	}
	if _, err := put(t, folder, newEmpty(t), "-journal", journal); err == nil ||
		!strings.Contains(err.Error(), "is the journal of a restore of") {
		t.Errorf("restore with the journal of another site: error %v, want one that says so", err)
	}
}

func TestDryRunPrintsThePlanAndChangesNothing(t *testing.T) {
	t.Parallel()
	to := newEmpty(t)
	folder := mirrored(t, newSite(t))
	said, err := put(t, folder, to, "-dry-run")
	if err != nil || !strings.Contains(said, "posts:                  29 in the folder, 29 restored\n") {
		t.Errorf("restore -dry-run: error %v, want none, and 29 posts: %s", err, said)
	}
	for _, r := range to.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("restore -dry-run sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.journal")); left != nil {
		t.Errorf("restore -dry-run wrote %v, want no journal", left)
	}
}

func TestRestoreNamesRefusedRecordsAndContinues(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t, cmstest.WithoutPlugins(cmstest.PluginSnippets))
	from.Insert("posts", map[string]any{"id": 888, "title": "Wide", "template": "wide.php"})
	from.Insert("menu-items", map[string]any{"id": 889, "type": "post_type", "object": "post", "object_id": 9999,
		"menus": 15, "menu_order": 9})
	from.Insert("menu-items", map[string]any{"id": 890, "title": "Below", "url": "/below", "parent": 889, "menus": 15,
		"menu_order": 10})
	folder := mirrored(t, from)
	said, err := put(t, folder, to)
	if err == nil || !strings.Contains(err.Error(), "refused 0 records, 3 were left out, and the folder lacks 0") {
		t.Errorf("restore of records that are refused: error %v, want 3 left out\n%s", err, said)
	}
	if again, second := put(t, folder, to); fmt.Sprint(second) != fmt.Sprint(err) ||
		strings.Contains(again, "left out: what") {
		t.Errorf("The second restore: error %v, want %v, and no new line of what is left out\n%s", second, err, again)
	}
	for _, line := range []string{
		"posts/888: the site has no such template", "menu-items/889: left out: what it leads to", "snippets: 2 are left out",
		"users/9: the site has no kim, whose records become yours",
	} {
		if !strings.Contains(said, line) {
			t.Errorf("restore of records that are refused printed\n%s\nwant %q", said, line)
		}
	}
}

func TestIncompleteRestoreEndsWithItsOwnStatus(t *testing.T) {
	t.Parallel()
	from := newSite(t)
	from.Insert("menu-items", map[string]any{"id": 889, "type": "post_type", "object": "post", "object_id": 9999,
		"menus": 15, "menu_order": 9})
	whole, dangling := mirrored(t, newSite(t)), mirrored(t, from)
	lacking := mirrored(t, newSite(t))
	for _, name := range []string{"posts/106.json", "media/303-notes.txt"} {
		if err := os.Truncate(filepath.Join(lacking, name), 3); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(lacking, "posts/107.json")); err != nil {
		t.Fatal(err)
	}
	lacks := []string{"the folder lacks posts/106: its record cannot be read",
		"the folder lacks posts/107: its record is not on the disk", "the folder lacks media/303: 303-notes.txt has 3 bytes"}
	refusal := cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/tags", Status: http.StatusBadRequest,
		Code: "rest_invalid_param", Message: "No such tag."}
	for name, c := range map[string]struct {
		folder  string
		prepare func(*cmstest.Server)
		args    []string
		status  int
		lines   []string
		end     string // a part of the error
	}{
		"everything is restored": {folder: whole},
		"an item leads to nothing": {folder: dangling, status: program.Incomplete,
			lines: []string{"menu-items/889: left out: what it leads to is not in the folder"},
			end:   "refused 0 records, 1 were left out, and the folder lacks 0"},
		"the folder lacks records": {folder: lacking, status: program.Incomplete,
			lines: append(lacks, "media/303: left out, since 303-notes.txt has 3 bytes"),
			end:   "refused 0 records, 1 were left out, and the folder lacks 3"},
		"the folder lacks records, in a dry run": {folder: lacking, args: []string{"-dry-run"}, status: program.Incomplete,
			lines: lacks,
			end:   "refused 0 records, 0 were left out, and the folder lacks 3"},
		"the site refuses a record": {folder: whole, status: program.Incomplete,
			prepare: func(s *cmstest.Server) { s.Fail(refusal) },
			lines:   []string{"tags/13: POST cms/v2/tags: 400 rest_invalid_param: No such tag."},
			end:     "refused 1 records, 0 were left out, and the folder lacks 0"},
		"the site has content": {folder: whole, status: 1,
			prepare: func(s *cmstest.Server) { s.Insert("pages", map[string]any{"title": "Mine"}) },
			end:     "nothing was changed"},
		"a mistake in the flags": {folder: whole, args: []string{"-nonsense"}, status: 2, end: "-nonsense"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := newEmpty(t)
			to.Insert("users", map[string]any{"id": 9, "username": "kim", "role": "author"})
			if c.prepare != nil {
				c.prepare(to)
			}
			args := append([]string{"-dir", c.folder, "-journal", filepath.Join(t.TempDir(), "journal")}, c.args...)
			out, err := restoring(t, to.URL, "admin", to.AppPassword("admin"), args...).CombinedOutput()
			status := 0
			if exit, ok := errors.AsType[*exec.ExitError](err); ok {
				status = exit.ExitCode()
			}
			said := string(out)
			if status != c.status {
				t.Fatalf("restore: exit status %d, want %d:\n%s", status, c.status, said)
			}
			for _, line := range c.lines {
				if strings.Count(said, line) != 1 {
					t.Errorf("restore names %q %d times, want once:\n%s", line, strings.Count(said, line), said)
				}
			}
			if !strings.Contains(said, c.end) {
				t.Errorf("restore printed\n%s\nwant an end with %q", said, c.end)
			}
		})
	}
}

func TestRestoreRefusesAnIncompleteMirror(t *testing.T) {
	t.Parallel()
	from, folder := newSite(t), t.TempDir()
	from.Fail(cmstest.Fault{Route: "/cms/v2/pages", Status: http.StatusForbidden, Code: "rest_forbidden"})
	c := mirroring(t.Context(), t, from.URL, "admin", from.AppPassword("admin"), "-dir", folder)
	if out, err := c.CombinedOutput(); err == nil {
		t.Fatalf("mirror of pages that are refused: no error, want one\n%s", out)
	}
	if _, err := put(t, folder, newEmpty(t)); err == nil || !strings.Contains(err.Error(), "has never held all pages") {
		t.Errorf("restore of an incomplete mirror: error %v, want that it has never held all pages", err)
	}
}
