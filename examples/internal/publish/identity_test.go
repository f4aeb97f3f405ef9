package publish

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// renamed gives a file another path.
func renamed(t *testing.T, dir, from, to string) {
	t.Helper()
	to = filepath.Join(dir, to)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, from), to); err != nil {
		t.Fatal(err)
	}
}

// idOf is the id of the only page with a title.
func idOf(t *testing.T, server *cmstest.Server, title string) int64 {
	t.Helper()
	var found int64
	for id, r := range all(t, server, "pages") {
		if r["title"] == title {
			if found != 0 {
				t.Errorf("the site has the pages %d and %d with the title %q, want one", found, id, title)
			}
			found = id
		}
	}
	return found
}

func TestMovedFilesKeepTheirRecords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(t *testing.T, dir string)
		want   string // record, and lines of the output
		line   string
	}{
		"another name": {
			func(t *testing.T, dir string) { t.Helper(); renamed(t, dir, "a.md", "z.md") },
			"page z = A", "move       z.md  from a.md",
		},
		"another folder": {
			func(t *testing.T, dir string) { t.Helper(); renamed(t, dir, "a.md", "b/deep/a.md") },
			"page b/deep/a = A", "move       b/deep/a.md  from a.md",
		},
		"another slug": {
			func(t *testing.T, dir string) { t.Helper(); put(t, dir, "a.md", "---\nslug: new\n---\n# A\n\nText") },
			"page new = A", "move       a.md  from a.md",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			dir := folder(t, map[string]string{"a.md": "# A\n\nText", "b/c.md": "# C\n\nOther text", "d.md": "[a](a.md)"})
			must(t, server, dir, "-source", "s")
			title := strings.TrimSpace(c.want[strings.LastIndex(c.want, "=")+1:])
			before := idOf(t, server, title)
			c.change(t, dir)
			plan := must(t, server, dir, "-source", "s", "-dry-run")
			out := must(t, server, dir, "-source", "s")
			if got := published(t, server); !slices.Contains(got, c.want) || idOf(t, server, title) != before {
				t.Errorf("publish after a move: records %v, page %d, want %s as page %d\n%s",
					got, idOf(t, server, title), c.want, before, out)
			}
			if !strings.Contains(out, c.line) || !strings.Contains(plan, c.line) {
				t.Errorf("publish after a move printed %s, its dry run %s, want %q in both", out, plan, c.line)
			}
			server.ResetRequests()
			if out := must(t, server, dir, "-source", "s"); len(writes(server)) != 0 {
				t.Errorf("a further publish sent %d writes, want 0\n%s", len(writes(server)), out)
			}
		})
	}
}

func TestFolderKeepsItsPageWhenItGetsOrLosesItsFile(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"b/c.md": "# C"})
	must(t, server, dir)
	before := idOf(t, server, "B")
	for name, want := range map[string]string{"b/index.md": "Index", "b/README.md": "Read me"} {
		put(t, dir, name, "# "+want)
		out := must(t, server, dir)
		if got := published(t, server); idOf(t, server, want) != before || len(got) != 2 {
			t.Errorf("publish of a new %s: records %v, page %d, want page %d\n%s",
				name, got, idOf(t, server, want), before, out)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		out = must(t, server, dir)
		if got := published(t, server); idOf(t, server, "B") != before || len(got) != 2 {
			t.Errorf("publish without %s: records %v, page %d, want page %d\n%s",
				name, got, idOf(t, server, "B"), before, out)
		}
	}
}

func TestMovedFilesThatCannotBeToldApartAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "same", "b.md": "same", "c.md": "other"})
	must(t, server, dir)
	renamed(t, dir, "a.md", "x.md")
	renamed(t, dir, "b.md", "y.md")
	out, err := publish(t, server, dir)
	if !program.IsIncomplete(err) || !strings.Contains(out, "0 created, 0 updated, 1 unchanged, 2 refused") {
		t.Errorf("publish of two moved files of one text: error %v, want status 3 and both refused\n%s", err, out)
	}
}

func TestMovedRecordsThatAPersonChangedAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nText"})
	must(t, server, dir)
	edit(t, server, "pages", idOf(t, server, "A"), `{"title": "Theirs"}`)
	renamed(t, dir, "a.md", "b.md")
	out, err := publish(t, server, dir)
	if !program.IsIncomplete(err) || !strings.Contains(out, "was changed on the site") {
		t.Errorf("publish of a moved file over an edit: error %v, want status 3 and a line\n%s", err, out)
	}
	must(t, server, dir, "-force")
	if got := published(t, server); !slices.Equal(got, []string{"page b = A"}) {
		t.Errorf("publish with -force of a moved file: records %v, want page b only", got)
	}
}

func TestRecordsOfRemovedFilesStayAndAreNamed(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A", "b.md": "# B"})
	must(t, server, dir)
	if err := os.Remove(filepath.Join(dir, "a.md")); err != nil {
		t.Fatal(err)
	}
	out := must(t, server, dir)
	want := fmt.Sprintf("note       a.md  the file is gone, and its record %d stays", idOf(t, server, "A"))
	if !strings.Contains(out, want) {
		t.Errorf("publish after a file was removed printed %s, want %q", out, want)
	}
	if !strings.Contains(out, "0 created, 0 updated, 1 unchanged") {
		t.Errorf("publish after a file was removed printed %s, want 1 unchanged", out)
	}
}

func TestCopiesOfAPageAreNotTakenForIt(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nText"})
	must(t, server, dir)
	content := all(t, server, "pages")[idOf(t, server, "A")]["content"].(string)
	server.Insert("pages", map[string]any{"title": "Copy", "slug": "a-copy", "content": content})
	put(t, dir, "a.md", "# A\n\nNew text")
	out := must(t, server, dir)
	for _, want := range []string{"1 updated", "note       a.md  another record has its mark, and stays: "} {
		if !strings.Contains(out, want) {
			t.Errorf("publish beside a copy printed %s, want %q in it", out, want)
		}
	}
	edit(t, server, "pages", idOf(t, server, "A"), `{"slug": "b-copy"}`)
	if out, err := publish(t, server, dir); !program.IsIncomplete(err) || !strings.Contains(out, "have its mark") {
		t.Errorf("publish beside two copies: error %v, want status 3 and a line about the mark\n%s", err, out)
	}
	if copied := all(t, server, "pages")[idOf(t, server, "Copy")]["content"]; copied != content {
		t.Errorf("publish changed the copy to %s, want it unchanged", copied)
	}
}

func TestMarkIsTheLastBlockAndSurvivesBlocksAfterIt(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a.md": "# A\n\nText"})
	must(t, server, dir, "-source", "s--s")
	id := idOf(t, server, "A")
	content := all(t, server, "pages")[id]["content"].(string)
	at := strings.LastIndex(content, "<!-- wp:html -->\n<!-- fontcms-publish 732d2d73 612e6d64 ")
	if at < 0 || strings.TrimSpace(content[strings.Index(content[at:], "<!-- /wp:html -->")+at:]) != "<!-- /wp:html -->" {
		t.Fatalf("publish stored %s, want a mark of s--s and a.md in the last block", content)
	}
	edit(t, server, "pages", id, `{"content": `+fmt.Sprintf("%q", content+"<!-- wp:separator /-->")+`}`)
	put(t, dir, "a.md", "# A\n\nNew text")
	out, err := publish(t, server, dir, "-source", "s--s")
	if !program.IsIncomplete(err) || !strings.Contains(out, "was changed on the site") {
		t.Errorf("publish over a block after the mark: error %v, want status 3 and a line\n%s", err, out)
	}
}

func TestSecondPublishReadsAHundredFilesWithARequest(t *testing.T) {
	t.Parallel()
	server := start(t)
	files := map[string]string{}
	for i := range 130 {
		files[fmt.Sprintf("a%03d.md", i)] = fmt.Sprintf("# Page %d\n\n[next](a%03d.md)", i, (i+1)%130)
	}
	dir := folder(t, files)
	must(t, server, dir)
	server.ResetRequests()
	out := must(t, server, dir)
	if n := len(server.Requests()); n > 22 || !strings.Contains(out, "130 unchanged") {
		t.Errorf("a second publish of 130 files sent %d requests, want at most 22 and 130 unchanged\n%s", n, out)
	}
}
