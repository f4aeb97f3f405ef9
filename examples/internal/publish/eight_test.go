package publish

import (
	"html"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// eight returns what a person does in each folder of testdata/eight, by generator.
func eight() map[string]struct {
	edited, from, to, gone string            // paths of files
	shown                  map[string]string // a text that the page of a file shows
} {
	type folder = struct {
		edited, from, to, gone string
		shown                  map[string]string
	}
	return map[string]folder{
		"hugo": {
			"content/guide/spacing.md", "content/posts/first.md", "content/posts/renamed.md", "content/posts/gone.md",
			map[string]string{
				"content/posts/first.md":   `fmt.Println("[gallery]")`,
				"content/guide/spacing.md": `{{< counter start=`, // Hugo makes curly quotes, too
			},
		},
		"jekyll": {
			"letters.md", "deeper.md", "deepest.md", "_drafts/idea.md",
			map[string]string{"handbook.md": `puts "[audio]"`, "deeper.md": "line two"},
		},
		"hexo": {
			"source/about/index.md", "source/_posts/json.md", "source/_posts/data.md", "source/_posts/paths.md",
			map[string]string{"source/_posts/opening.md": "const a = [1, 2];", "source/_posts/paths.md": "☑ done"},
		},
		"mkdocs": {
			"docs/index.md", "docs/guide/marks.md", "docs/guide/signs.md", "docs/extra.md",
			map[string]string{"docs/guide/marks.md": "x | y", "docs/index.md": "Read this"},
		},
		"docusaurus": {
			"docs/02-basics/second.md", "docs/02-basics/intro.mdx", "docs/02-basics/begin.mdx", "blog/2022-02-03-hello.md",
			map[string]string{"docs/02-basics/intro.mdx": "const a = <b>1</b>;"},
		},
		"vitepress": {
			"guide/安装.md", "guide/हिन्दी.md", "guide/हिंदी.md", "guide/extra.md",
			map[string]string{"guide/हिन्दी.md": "एक सुझाव।", "guide/安装.md": "隐藏的文字。"},
		},
		"obsidian": {
			"Type notes/Metrics.md", "Other/Ideas.md", "Other/More ideas.md", "Type notes/Ideas.md",
			map[string]string{"Type notes/On kerning.md": "Folded"},
		},
		"plain": {
			"guide/code.md", "guide/html.md", "html.md", "guide/empty.md",
			map[string]string{
				"guide/code.md": `Wordpress -- [audio src="x"] <b>`, "guide/html.md": "code in it",
				"README.md": `"It's" -- so... 3x4 :) Wordpress - (tm)`,
			},
		},
	}
}

// eightOf reads the files of one of the eight folders. The line "-- path --" begins a file.
func eightOf(t *testing.T, kind string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/eight/" + kind + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	files, name := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		trimmed := strings.TrimSuffix(line, "\n")
		if begin, ok := strings.CutPrefix(trimmed, "-- "); ok && strings.HasSuffix(begin, " --") {
			name = strings.TrimSuffix(begin, " --")
			files[name] = ""
			continue
		}
		files[name] += line
	}
	for name := range files {
		if strings.HasSuffix(name, ".png") {
			files[name] = strings.TrimSpace(files[name]) // the name of a picture
		}
	}
	return files
}

func TestEightFoldersAreKeptUpToDate(t *testing.T) {
	t.Parallel()
	for kind := range eight() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			inMemory(t, kind).keep(kind)
		})
	}
}

// TestLiveEightFoldersAreKeptUpToDate needs the site for itself, as do the other tests of the
// pictures of the sample.
//
//nolint:paralleltest // it shares the pictures of a site
func TestLiveEightFoldersAreKeptUpToDate(t *testing.T) {
	for kind, folder := range eight() {
		t.Run(kind, func(t *testing.T) {
			b := live(t, kind)
			b.complete()
			for path, want := range folder.shown {
				r := b.records()[path]
				if r == nil {
					t.Errorf("publish of %s: no record of %s, want one", kind, path)
					continue
				}
				if text := shownText(t, r.link); !strings.Contains(text, want) {
					t.Errorf("the page of %s shows %s\nwant %q in it", path, text, want)
				}
			}
			b.empty()
			b.keep(kind)
		})
	}
}

// shownText returns the text of a page without its tags.
func shownText(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	page, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: status %d, error %v, want 200", address, response.StatusCode, err)
	}
	_, body, _ := strings.Cut(string(page), "<main")
	return html.UnescapeString(regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`).ReplaceAllString(body, ""))
}

// keep publishes the folder as its plan says, once more without a change, and after a file was
// edited, moved and removed.
func (b *bench) keep(kind string) {
	t, folder := b.t, eight()[kind]
	t.Helper()
	plan, out := b.complete("-dry-run"), b.complete()
	if got, want := planned(out), planned(plan); !slices.Equal(got, want) {
		t.Errorf("publish of %s did\n%s\nits dry run\n%s\nwant the same",
			kind, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	before := b.records()
	for path, r := range before {
		if !strings.HasPrefix(strings.TrimSpace(r.fields.text("content")), "<!-- wp:") && path != folder.gone {
			t.Errorf("publish of %s stored %q for %s, want blocks", kind, r.fields.text("content"), path)
		}
	}
	b.still(kind)

	text := eightOf(t, kind)
	put(t, b.dir, folder.edited, text[folder.edited]+"\n\nAnother paragraph.\n")
	renamed(t, b.dir, folder.from, folder.to)
	remove(t, b.dir, folder.gone)
	plan, out = b.complete("-dry-run"), b.complete()
	if got, want := planned(out), planned(plan); !slices.Equal(got, want) {
		t.Errorf("publish of %s after changes did\n%s\nits dry run\n%s\nwant the same",
			kind, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, want := range []string{"update " + folder.edited, "move " + folder.to} {
		if !slices.Contains(planned(out), want) {
			t.Errorf("publish of %s after changes printed\n%s\nwant %q", kind, out, want)
		}
	}
	if want := folder.gone + "  the file is gone"; !strings.Contains(out, want) {
		t.Errorf("publish of %s after changes printed\n%s\nwant %q", kind, out, want)
	}
	after := b.records()
	if got := after[folder.edited].fields.text("content"); !strings.Contains(got, "Another paragraph.") {
		t.Errorf("publish of %s: the content of %s is %s, want the new paragraph", kind, folder.edited, got)
	}
	if got, want := after[folder.to].id, before[folder.from].id; got != want {
		t.Errorf("publish of %s: record %d of the moved file, want %d", kind, got, want)
	}
	b.still(kind)
	out = b.complete("-trash")
	if want := []string{"trash " + folder.gone}; !slices.Equal(trashLines(out), want) {
		t.Errorf("publish of %s with -trash did %v, want %v\n%s", kind, trashLines(out), want, out)
	}
	if r := b.records()[folder.gone]; r != nil {
		t.Errorf("publish of %s with -trash: record %d of %s is there, want it in the trash", kind, r.id, folder.gone)
	}
	b.still(kind)
}

// trashLines returns the lines of what was planned that move records to the trash.
func trashLines(out string) []string {
	return slices.DeleteFunc(planned(out), func(line string) bool { return !strings.HasPrefix(line, "trash ") })
}

// still publishes the folder, and nothing may change.
func (b *bench) still(kind string) {
	b.t.Helper()
	before := b.records()
	out := b.complete()
	if !strings.Contains(out, "0 created, 0 updated, ") || !strings.Contains(out, " 0 uploaded") {
		b.t.Errorf("publish of %s again printed\n%s\nwant no change", kind, out)
	}
	after := b.records()
	if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
		b.t.Errorf("publish of %s again: records %v before, %v after, want the same", kind, before, after)
	}
	for path, r := range after {
		if was := before[path]; was != nil && was.fields.sum() != r.fields.sum() {
			b.t.Errorf("publish of %s again changed the record of %s, want no change", kind, path)
		}
	}
}
