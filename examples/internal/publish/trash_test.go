package publish

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// several are so many files that a few may go at once.
func several(more map[string]string) map[string]string {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("page-%d.md", i)] = fmt.Sprintf("# Page %d\n\nText %d.\n", i, i)
	}
	for name, text := range more {
		files[name] = text
	}
	return files
}

func remove(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecordsOfRemovedFilesAreTrashedChildrenFirst(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, several(map[string]string{"guides/index.md": "# Guides\n", "guides/kerning.md": "# Kerning\n"}))
	must(t, server, dir)
	ids := map[string]int64{"Guides": idOf(t, server, "Guides"), "Kerning": idOf(t, server, "Kerning")}
	remove(t, dir, "guides")
	plan := must(t, server, dir, "-trash", "-dry-run")
	out := must(t, server, dir, "-trash")
	child, parent := strings.Index(out, "trash      guides/kerning.md"), strings.Index(out, "trash      guides/index.md")
	if child < 0 || parent < child {
		t.Errorf("-trash of a folder printed:\n%s\nwant the page below before the page above", out)
	}
	if !strings.Contains(out, "2 trashed") || !strings.Contains(plan, "2 trashed") {
		t.Errorf("-trash printed:\n%s\nand as a dry run:\n%s\nwant 2 trashed in both", out, plan)
	}
	for _, title := range []string{"Guides", "Kerning"} {
		if status := server.Record("pages", ids[title])["status"]; status != "trash" {
			t.Errorf("status of the page %s after -trash: %q, want trash", title, status)
		}
	}
	if again := must(t, server, dir, "-trash"); !strings.Contains(again, "0 trashed") {
		t.Errorf("-trash run again printed:\n%s\nwant 0 trashed", again)
	}
}

func TestTrashLeavesWhatOthersNeed(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, several(map[string]string{"a.md": "# A\n", "b.md": "# B\n"}))
	must(t, server, dir)
	a, b := idOf(t, server, "A"), idOf(t, server, "B")
	server.Insert("pages", map[string]any{"title": "Below", "status": "publish", "parent": a})
	edit(t, server, "pages", b, `{"title": "Theirs"}`)
	remove(t, dir, "a.md", "b.md")
	out := must(t, server, dir, "-trash")
	for _, want := range []string{"pages are below it", "it was changed on the site", "0 trashed"} {
		if !strings.Contains(out, want) {
			t.Errorf("-trash printed:\n%s\nwant %q in it", out, want)
		}
	}
	if got := server.Record("pages", a)["status"]; got != "publish" {
		t.Errorf("status of the page with a page below it: %v, want publish", got)
	}
	if got := server.Record("pages", b)["status"]; got != "publish" {
		t.Errorf("status of the page that somebody changed: %v, want publish", got)
	}
}

func TestTrashRefusesToEmptyASite(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, several(nil))
	must(t, server, dir)
	remove(t, dir, "page-1.md", "page-2.md", "page-3.md")
	out, err := publish(t, server, dir, "-trash")
	if !program.IsIncomplete(err) || !strings.Contains(fmt.Sprint(err), "3 of 12 records") {
		t.Errorf("-trash of 3 of 12 files: error %v, want one with status 3 that counts them", err)
	}
	if !strings.Contains(out, "0 trashed") {
		t.Errorf("-trash of 3 of 12 files printed:\n%s\nwant 0 trashed", out)
	}
}
