package publish

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// content returns the stored content of the post with the slug "same".
func content(t *testing.T, server *cmstest.Server) string {
	t.Helper()
	text, err := json.Marshal(stored(t, server, "posts")["same"])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRecordsOfOtherSourcesAndFilesAreNotOverwritten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path        string // of the second file
		first, then []string
		refused     string // "" if the second file is published
	}{
		"another folder": {"index.md", nil, nil, `index.md of the source "one"`},
		"another file": {"other.md", []string{"-source", "a"}, []string{"-source", "a"},
			`index.md of the source "a"`},
		"another source": {"index.md", []string{"-source", "a"}, []string{"-source", "b"},
			`index.md of the source "a"`},
		"a source, then none":      {"index.md", []string{"-source", "a"}, nil, `index.md of the source "a"`},
		"none, then a source":      {"index.md", nil, []string{"-source", "b"}, `index.md of the source "one"`},
		"the same source and file": {"index.md", []string{"-source", "a"}, []string{"-source", "a"}, ""},
		"a source of two dashes":   {"index.md", []string{"-source", "a--><b>"}, []string{"-source", "a--><b>"}, ""},
		"another source, by force": {"index.md", nil, []string{"-force", "-adopt"}, `index.md of the source "one"`},
		"another file, adopted":    {"other.md", []string{"-source", "a"}, []string{"-source", "a", "-adopt"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, above := start(t), t.TempDir()
			put(t, above, "one/index.md", "---\ntype: post\ntitle: One\nslug: same\n---\nText of one.\n")
			put(t, above, "two/"+c.path, "---\ntype: post\ntitle: Two\nslug: same\n---\nText of two.\n")
			must(t, server, filepath.Join(above, "one"), c.first...)
			before := content(t, server)
			for range 2 {
				out, err := publish(t, server, filepath.Join(above, "two"), c.then...)
				switch after := content(t, server); {
				case c.refused == "" && (err != nil || !strings.Contains(after, "Text of two.")):
					t.Errorf("publish of the second file: error %v, record %s, want it overwritten\n%s", err, after, out)
				case c.refused != "" && (err == nil || after != before || !strings.Contains(out, c.refused)):
					t.Errorf("publish of the second file: error %v, record %s, want it refused with %q\n%s", err,
						after, c.refused, out)
				}
			}
		})
	}
}

func TestRecordsWithMarksWithoutAFileAreRefusedWithALine(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("posts", map[string]any{"slug": "same", "title": "One", "content": fmt.Sprintf(
		"Text.\n<!-- published: sent %016x, stored %016x, of content%%20title -->\n", 1, 2)})
	dir := folder(t, map[string]string{"index.md": "---\ntype: post\ntitle: One\nslug: same\n---\nText.\n"})
	if out, err := publish(t, server, dir); err == nil ||
		!strings.Contains(out, "by an earlier version; -adopt takes it over") {
		t.Errorf("publish over a mark without a file: error %v, want a line about an earlier version\n%s", err, out)
	}
	must(t, server, dir, "-adopt")
	if out := must(t, server, dir); !strings.Contains(out, "1 unchanged") {
		t.Errorf("publish after -adopt: %q, want 1 unchanged", out)
	}
}
