package publish

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestMappingSaysWhatDiffersFromTheGenerator(t *testing.T) {
	t.Parallel()
	server := start(t)
	id := server.Insert("pages", map[string]any{"title": "Docs", "slug": "docs", "status": "publish"})
	dir := folder(t, map[string]string{
		"publish.yaml": `name: handbook
dir: text
under: docs
status: draft
repository: https://git.example/acme/handbook/blob/main/
exclude: ["text/old/**", "*.draft.md", text/secret.md]
posts: ["text/news/**"]
static: [text/files]
authors: {ada: 1}
fields: {teaser: excerpt}
shortcodes: {video: embed, box: drop-tags}
`,
		"hugo.toml": "",
		"README.md": "# Not in the folder of the texts\n",
		"text/a.md": "---\nteaser: Short.\nauthor: Ada\n---\n# A\n\n" +
			"{{< video abc >}}\n\n{{% box %}}in{{% /box %}}\n",
		"text/news/b.md":     "# B\n\n![](/b.png) [c](../../LICENSE.toml)\n",
		"text/files/b.png":   "kerning.png",
		"LICENSE.toml":       "x",
		"text/old/c.md":      "# C\n",
		"text/secret.md":     "# S\n",
		"text/d.draft.md":    "# D\n",
		"text/deep/x.md":     "# X\n",
		"text/deep/index.md": "# Deep\n",
	})
	out, err := publish(t, server, dir)
	if err != nil {
		t.Fatalf("publish with a mapping: %v, want no error\n%s", err, out)
	}
	a := server.Record("pages", idOf(t, server, "A"))
	content := mustText(a["content"])
	for what, got := range map[string]bool{
		"the parent of the page A is the page docs": a["parent"] == float64(id) || a["parent"] == id,
		"its status is draft":                       a["status"] == "draft",
		"its excerpt is the teaser":                 strings.Contains(mustText(a["excerpt"]), "Short."),
		"its video is a block": strings.Contains(content, "<!-- wp:embed") &&
			strings.Contains(content, "\nhttps://www.youtube.com/watch?v=abc\n"),
		"the tags of the box are gone": strings.Contains(content, "<p>in</p>"),
		"B is a post":                  len(all(t, server, "posts")) > 0 && strings.Contains(out, "text/news/b.md  post"),
		"its picture was uploaded":     strings.Contains(out, "upload     text/files/b.png"),
		"the excluded files have lines": strings.Contains(out, "left-out   text/old/c.md  publish.yaml excludes it") &&
			strings.Contains(out, "left-out   text/d.draft.md  publish.yaml excludes it") &&
			strings.Contains(out, "left-out   text/secret.md  publish.yaml excludes it"),
		"README is left out": strings.Contains(out, "left-out   README.md"),
	} {
		if !got {
			t.Errorf("publish with a mapping: %s: false, want true\n%s\n%s", what, out, content)
		}
	}
	if again := must(t, server, dir); !strings.Contains(again, "0 created, 0 updated") {
		t.Errorf("publish with a mapping, run again: %s, want nothing created or updated", again)
	}
}

func mustText(value any) string {
	if fields, ok := value.(map[string]any); ok {
		value = fields["raw"]
	}
	text, _ := value.(string)
	return text
}

func TestMistakesInAMappingEndTheRunBeforeItBegins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"nam: x\n":                    "nam: there is no such key",
		"status: gone\n":              `"gone" is no status`,
		"dir: ../other\n":             "is no folder below this one",
		"repository: here\n":          "is no web address",
		"authors: {ada: first}\n":     "is no id of a user",
		"shortcodes: {x: shout}\n":    "write embed or drop-tags",
		"exclude: {a: b}\n":           "it has to be a text",
		"templates: [a]\n":            "it has to be a mapping",
		"name: [a\n":                  "publish.yaml",
		"- a\n":                       "it holds no keys",
		"fields: {a: {b: c}}\nx: 1":   "it has to be a text",
		"typography: nice\n":          "write exact or site",
		"languages: [en, English]\n":  "write its code, such as en or pt-br",
		"static: [[a]]\nstatus: ok\n": "it has to be a text",
	} {
		server := start(t)
		out, err := publish(t, server, folder(t, map[string]string{"publish.yaml": text, "a.md": "# A\n"}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("publish with the mapping %q: error %v, want one with %q", text, err, want)
		}
		if len(writes(server)) != 0 || strings.Contains(out, "create") {
			t.Errorf("publish with the mapping %q wrote: %v, want nothing", text, writes(server))
		}
	}
}

func TestPatternsMatchPathsAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for pattern, paths := range map[string][]string{ // those that it matches, of all below
		"drafts/**": {"drafts/a.md", "drafts/b/c.md"},
		"drafts":    {"drafts", "drafts/a.md", "drafts/b/c.md"},
		"*.md":      {"a.md", "drafts/a.md", "drafts/b/c.md"},
		"/*.md":     {"a.md"},
		"b":         {"drafts/b/c.md"},
		"**/*.md":   {"a.md", "drafts/a.md", "drafts/b/c.md"},
		"**/c.md":   {"drafts/b/c.md"},
		"?.md":      {"a.md", "drafts/a.md", "drafts/b/c.md"},
		"/a.md":     {"a.md"},
		"(a).md":    nil,
	} {
		patterns, err := globs(pattern)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, name := range []string{"a.md", "drafts", "drafts/a.md", "drafts/b/c.md", "b.txt"} {
			if matches(patterns, name) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, paths) {
			t.Errorf("paths that %q matches: %q, want %q", pattern, got, paths)
		}
	}
}

func TestCheckNeedsNoSite(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		"a.md": "# A\n\n[gone](gone.md) ![x](x.svg)\n", "b.md": "---\ntitle: [\n---\n", "x.svg": "<svg/>",
	})
	var out bytes.Buffer
	err := Recipe{}.Run(t.Context(), []string{"-check", "-dir", dir}, program.Environment{Out: &out, Err: &out})
	if !program.IsIncomplete(err) {
		t.Errorf("-check of a folder with a broken file: error %v, want status 3", err)
	}
	for _, want := range []string{
		"refuse     b.md:", "note       a.md:3  gone.md leads to no file",
		"note       a.md:3  x.svg is no file that sites take",
		"checked: 0 posts, 1 pages, 1 refused",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("-check printed:\n%s\nwant %q in it", out.String(), want)
		}
	}
	server := cmstest.NewServer(cmstest.WithTest(t))
	if _, err := publish(t, server, dir, "-check"); err == nil || !strings.Contains(err.Error(), "-check needs no site") {
		t.Errorf("-check with -site: error %v, want one that says so", err)
	}
}
