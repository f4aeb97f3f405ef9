package publish

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// TestLanguagesHaveATreeEachOrAreChosen compares the addresses of what was published, and the lines
// of what was left out.
func TestLanguagesHaveATreeEachOrAreChosen(t *testing.T) {
	t.Parallel()
	hugo := map[string]string{
		"hugo.toml":             "defaultContentLanguage = 'en'\n[languages.de]\n",
		"content/about.md":      "[guide](guide/a.md) [b](/guide/b/)",
		"content/about.de.md":   "[guide](guide/a.md) [b](/guide/b/)",
		"content/guide/a.md":    "# A",
		"content/guide/b.md":    "# B",
		"content/guide/a.de.md": "[b]({{< ref \"b.md\" >}})",
	}
	folders := map[string]string{
		"hugo.yaml": "languages:\n" +
			"  en: {contentDir: content/english}\n  pt-br: {contentDir: content/pt-br}\n",
		"content/english/_index.md":  "# Welcome\n\n[a](/guide/a/)",
		"content/english/guide/a.md": "[b](/guide/b/)", "content/english/guide/b.md": "# B",
		"content/english/posts/p.md": "---\ndate: 2020-01-02\n---\n[a](/guide/a/)",
		"content/pt-br/guide/a.md":   "[b](/guide/b/) [only here](/guide/c/)", "content/pt-br/guide/b.md": "# B",
		"content/pt-br/guide/c.md": "# C",
	}
	docusaurus := map[string]string{
		"docusaurus.config.js": "", "docs/a.md": "[b](b.md)", "docs/b.md": "# B",
		"i18n/fr/docusaurus-plugin-content-docs/current/a.md":    "[b](./b.md) [c](/docs/c)",
		"i18n/fr/docusaurus-plugin-content-docs/current/c.md":    "# C",
		"i18n/fr/docusaurus-plugin-content-blog/2020-01-02-p.md": "# P",
	}
	plain := map[string]string{
		"index.md": "[g](guide.md)", "guide.md": "[i](index.md)", "zh-CN/index.md": "[g](guide.md)",
		"zh-CN/guide.md": "[g](/guide.md)", "guide.es.md": "# G", "io/a.md": "# A",
	}
	for name, c := range map[string]struct {
		files     map[string]string
		languages string            // of publish.yaml
		links     map[string]string // addresses in the text of a file
		pages     []string          // addresses of all records
		left      []string          // what was left out
	}{
		"all endings of Hugo": {
			hugo, "", map[string]string{
				"content/about.md": "/guide/a/ /guide/b/", "content/about.de.md": "/de/guide/a/ /guide/b/",
				"content/guide/a.de.md": "/guide/b/",
			},
			[]string{"/about/", "/de/", "/de/about/", "/de/guide/", "/de/guide/a/", "/guide/", "/guide/a/", "/guide/b/"}, nil,
		},
		"the default language of Hugo": {
			hugo, "languages: [en]\n", map[string]string{"content/about.md": "/guide/a/ /guide/b/"},
			[]string{"/about/", "/guide/", "/guide/a/", "/guide/b/"},
			[]string{"content/about.de.md", "content/guide/a.de.md"},
		},
		"another language of Hugo": {
			hugo, "languages: de\n", map[string]string{"content/about.de.md": "/guide/a/ "},
			[]string{"/about/", "/guide/", "/guide/a/"},
			[]string{"content/about.md", "content/guide/a.md", "content/guide/b.md"},
		},
		"all folders of Hugo": {
			folders, "", map[string]string{
				"content/english/_index.md": "/en/guide/a/", "content/english/guide/a.md": "/en/guide/b/",
				"content/english/posts/p.md": "/en/guide/a/",
				"content/pt-br/guide/a.md":   "/pt-br/guide/b/ /pt-br/guide/c/",
			},
			[]string{"/2020/01/p/", "/en/", "/en/guide/", "/en/guide/a/", "/en/guide/b/", "/pt-br/", "/pt-br/guide/",
				"/pt-br/guide/a/", "/pt-br/guide/b/", "/pt-br/guide/c/"}, nil,
		},
		"one folder of Hugo": {
			folders, "languages: [EN]\n", map[string]string{"content/english/guide/a.md": "/guide/b/"},
			[]string{"/2020/01/p/", "/guide/", "/guide/a/", "/guide/b/", "/letters/"}, []string{"content/pt-br"},
		},
		"all translations of Docusaurus": {
			docusaurus, "", map[string]string{
				"docs/a.md": "/b/", "i18n/fr/docusaurus-plugin-content-docs/current/a.md": "/b/ /fr/c/",
			},
			[]string{"/2020/01/p/", "/a/", "/b/", "/fr/", "/fr/a/", "/fr/c/"}, nil,
		},
		"one translation of Docusaurus": {
			docusaurus, "languages: [fr]\n", nil, []string{"/2020/01/p/", "/a/", "/c/"},
			[]string{"docs/a.md", "docs/b.md"},
		},
		"the language without a folder": {
			plain, "languages: [en]\n", map[string]string{"index.md": "/guide/", "guide.md": "/letters/"},
			[]string{"/guide/", "/letters/"}, []string{"guide.es.md", "io", "zh-CN"},
		},
		"two languages": {
			plain, "languages: [zh-cn, en]\n", map[string]string{
				"index.md": "/guide/", "zh-CN/index.md": "/zh-cn/guide/", "zh-CN/guide.md": "#",
			},
			[]string{"/guide/", "/letters/", "/zh-cn/", "/zh-cn/guide/"}, []string{"guide.es.md", "io"},
		},
		"folders of other programs": {
			plain, "", map[string]string{"zh-CN/guide.md": "/guide/"},
			[]string{"/guide-es/", "/guide/", "/io/", "/io/a/", "/letters/", "/zh-cn/", "/zh-cn/guide/"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			files := maps.Clone(c.files)
			if c.languages != "" {
				files["publish.yaml"] = c.languages
			}
			dir := folder(t, files)
			out := must(t, server, dir, "-source", "letters")
			b := benchOf(t, server, dir, "letters")
			var pages []string
			for path, r := range b.records() {
				address := strings.TrimPrefix(r.link, server.URL)
				pages = append(pages, address)
				if want, ok := c.links[path]; ok {
					if got := hrefs(t, r.fields.text("content"), server.URL); got != strings.TrimSpace(want) {
						t.Errorf("links in %s: %s, want %s\n%s", path, got, want, out)
					}
				}
			}
			slices.Sort(pages)
			if !slices.Equal(pages, c.pages) {
				t.Errorf("publish with %q published %q, want %q\n%s", c.languages, pages, c.pages, out)
			}
			var left []string
			for line := range strings.Lines(out) {
				if rest, ok := strings.CutPrefix(line, "left-out   "); ok {
					path, _, _ := strings.Cut(rest, "  ")
					left = append(left, path)
				}
			}
			slices.Sort(left)
			if !slices.Equal(left, c.left) {
				t.Errorf("publish with %q left out %q, want %q\n%s", c.languages, left, c.left, out)
			}
			if again := must(t, server, dir, "-source", "letters"); !strings.Contains(again, "0 created, 0 updated") {
				t.Errorf("publish with %q, run again: %s, want nothing created or updated", c.languages, again)
			}
		})
	}
}

func TestLineOfAFileInAnotherLanguageNamesTheLanguage(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"publish.yaml": "languages: [en]\n", "a.md": "# A", "a.de.md": "# A"})
	var out bytes.Buffer
	err := Recipe{}.Run(t.Context(), []string{"-check", "-dir", dir}, program.Environment{Out: &out, Err: &out})
	want := "left-out   a.de.md  its language is de: publish.yaml names en\n"
	if err != nil || !strings.Contains(out.String(), want) {
		t.Errorf("-check: error %v, printed\n%s\nwant no error, and %q", err, out.String(), want)
	}
}
