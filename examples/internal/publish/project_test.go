package publish

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// published lists the records of a site, sorted: "page guides/kerning = Title", the status unless
// it is publish, and the place in the order unless it is 0.
func published(t *testing.T, server *cmstest.Server) (lines []string) {
	t.Helper()
	pages := all(t, server, "pages")
	for kind, records := range map[string]map[int64]map[string]any{
		"page": pages, "post": all(t, server, "posts"),
	} {
		for r := range maps.Values(records) {
			path, line := r["slug"].(string), ""
			for above := pages[parentOfRecord(r)]; above != nil; above = pages[parentOfRecord(above)] {
				path = above["slug"].(string) + "/" + path
			}
			if r["status"] != "publish" {
				line += fmt.Sprintf(" %v", r["status"])
			}
			if n := r["menu_order"]; n != nil && n != int64(0) {
				line += fmt.Sprintf(" %d", n)
			}
			lines = append(lines, fmt.Sprintf("%s %s = %v%s", kind, path, r["title"], line))
		}
	}
	slices.Sort(lines)
	return lines
}

func parentOfRecord(r map[string]any) int64 {
	id, _ := r["parent"].(int64)
	return id
}

func TestFoldersArePublishedAsTheirGeneratorMeansThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
		lines []string // of the output
	}{
		"plain": {
			map[string]string{
				"README.md": "# Type tools\n\nSee [guides](guides/).", "guides/first-steps.md": "text",
				"guides/deep/er/a.md": "# A",
				"LICENSE":             "free", "CHANGELOG.md": "x", "404.md": "x", "_hidden.md": "x", "vendor/x.md": "x",
			},
			[]string{
				"page guides = Guides", "page guides/deep = Deep", "page guides/deep/er = Er",
				"page guides/deep/er/a = A",
				"page guides/first-steps = First steps", "page letters = Type tools",
			},
			[]string{"kind       plain", "left-out   CHANGELOG.md", "left-out   404.md",
				"left-out   _hidden.md", "left-out   vendor"},
		},
		"hugo": {
			map[string]string{
				"hugo.toml": "title = 'x'", "README.md": "x",
				"content/_index.md":           "+++\ntitle = 'Home'\n+++\n",
				"content/docs/_index.md":      "---\ntitle: Docs\nweight: 2\ncascade: {draft: true}\n---\n",
				"content/docs/a.md":           "---\ntitle: A\nweight: 3\n---\n",
				"content/docs/a.de.md":        "---\ntitle: A auf Deutsch\n---\n",
				"content/docs/b/index.md":     "{\"title\": \"B\", \"draft\": false}\n",
				"content/posts/first.md":      "---\ntitle: First\ntype: blog\n---\n",
				"content/posts/2/index.md":    "---\ntitle: Second\nexpiryDate: 2020-01-01\n---\n",
				"content/about/never.md":      "---\ntitle: Never\nbuild: {render: never}\n---\n",
				"content/posts/other/a.md":    "---\ntitle: Other\n---\n",
				"content/posts/another/a.md":  "---\ntitle: Another\n---\n",
				"content/posts/_index.md":     "---\ntitle: All posts\n---\n",
				"content/posts/other/_a.md":   "x",
				"themes/x/content/x.md":       "x",
				"content/docs/b/picture.json": "{}",
			},
			[]string{
				"page about = About 3", "page about/never = Never draft", "page de = De 3", "page de/docs = Docs",
				"page de/docs/a = A auf Deutsch", "page docs = Docs draft 2", "page docs/a = A draft 3",
				"page docs/b = B 4",
				"page letters = Home", "page posts = All posts 3",
				"post 2-2 = Second draft", "post a = Another", "post first = First", "post other-a = Other",
			},
			[]string{"kind       hugo  it has hugo.toml; the texts are in content", "left-out   README.md"},
		},
		"jekyll": {
			map[string]string{
				"_config.yml": "defaults:\n- scope: {path: '', type: posts}\n  values: {categories: news}\n" +
					"collections: {tips: {output: true}}\n",
				"index.md":                      "---\nlayout: home\n---\n",
				"_posts/2020-01-02-old-news.md": "---\ntags: a b\n---\n# Old\n",
				"type/_posts/2020-1-2-x.md":     "---\ntitle: X\ncategories: c d\n---\n",
				"_drafts/later.md":              "---\ntitle: Later\n---\n",
				"guide.md":                      "---\ntitle: The Guide\nnav_order: 2\n---\n",
				"x/below.md":                    "---\ntitle: Below\nparent: the guide\nnav_order: 1\n---\n",
				"_tips/one.md":                  "---\ntitle: One\n---\n", "_site/x.md": "x",
			},
			[]string{
				"page guide = The Guide 2", "page guide/below = Below 1", "page tips = Tips 3", "page tips/one = One",
				"post later = Later draft", "post old-news = Old", "post x = X",
			},
			[]string{"kind       jekyll", "left-out   index.md", "left-out   _site"},
		},
		"hexo": {
			map[string]string{
				"_config.yml": "x: y", "scaffolds/post.md": "x",
				"source/_posts/a.md":    "title: A\ncategories: [Type, Serif]\n---\ntext",
				"source/about/index.md": "title: About\n---\ntext", "source/_drafts/d.md": "title: D\n---\ntext",
				"source/_posts/b.md": "title: B\ncategories:\n- [Type, Sans]\n- [News]\n---\ntext",
			},
			[]string{"page about = About", "post a = A", "post b = B", "post d = D draft"},
			[]string{"kind       hexo", "left-out   scaffolds/post.md"},
		},
		"mkdocs": {
			map[string]string{
				"mkdocs.yml": "markdown_extensions:\n- x: !!python/name:y.z ''\nnav:\n" +
					"- Start: index.md\n- b.md\n- Guides:\n  - More: guides/z.md\n",
				"docs/index.md": "text", "docs/b.md": "# B", "docs/a.md": "# A", "docs/guides/z.md": "text",
				"docs/guides/README.md": "# Guide",
				"README.md":             "x", "docs/blog/posts/p.md": "---\ndate: {created: 2020-01-02}\n---\n# P",
			},
			[]string{
				"page a = A 3", "page b = B 2", "page guides = Guide 3", "page guides/z = More 3",
				"page letters = Start 1", "post p = P",
			},
			[]string{"kind       mkdocs  it has mkdocs.yml; the texts are in docs", "left-out   README.md"},
		},
		"docusaurus": {
			map[string]string{
				"docusaurus.config.ts": "x", "docs/01-intro.md": "# Intro",
				"docs/02-guides/_category_.json": `{"label": "All guides"}`,
				"docs/02-guides/intro.md":        "text", "docs/02-guides/10-end.mdx": "import X from 'x'\n\ntext",
				"docs/03-more/index.md": "# More", "docs/_part.md": "x",
				"blog/2021-02-03-hello.md":        "---\nauthors: [x]\n---\n# Hello",
				"blog/2021-02-04-folder/index.md": "# Folder",
			},
			[]string{
				"page guides = All guides 2", "page guides/end = End 10", "page guides/intro = Intro 11",
				"page intro = Intro 1",
				"page more = More 3", "post folder = Folder", "post hello = Hello",
			},
			[]string{"kind       docusaurus", "left-out   docs/_part.md"},
		},
		"vitepress": {
			map[string]string{
				"docs/.vitepress/config.ts": "x", "docs/index.md": "---\nlayout: home\nhero: {name: x}\n---\n",
				"docs/指南/安装.md": "# 安装 {#install}\n", "docs/guide.md": "# Guide\n", "docs/guide/a.md": "# A\n",
			},
			[]string{
				"page %e6%8c%87%e5%8d%97 = 指南", "page %e6%8c%87%e5%8d%97/%e5%ae%89%e8%a3%85 = 安装",
				"page guide = Guide",
				"page guide/a = A",
			},
			[]string{"kind       vitepress", "left-out   docs/index.md"},
		},
		"obsidian": {
			map[string]string{
				".obsidian/app.json": "{}", "Type notes/Type notes.md": "text",
				"Type notes/On kerning.md": "text", "README.md": "x",
				"Other/On kerning.md": "---\naliases: [k]\ntags: [a/b]\n---\ntext",
			},
			[]string{
				"page other = Other", "page other/on-kerning = On kerning", "page readme = README",
				"page type-notes = Type notes",
				"page type-notes/on-kerning = On kerning",
			},
			[]string{"kind       obsidian"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, dir := start(t), folder(t, c.files)
			plan := must(t, server, dir, "-source", "letters", "-create-terms", "-dry-run")
			out := must(t, server, dir, "-source", "letters", "-create-terms")
			if got := published(t, server); !slices.Equal(got, c.want) {
				t.Errorf("publish of a folder of %s: records\n%s\nwant\n%s\n%s", name,
					strings.Join(got, "\n"), strings.Join(c.want, "\n"), out)
			}
			total := fmt.Sprintf("%d created, 0 updated, 0 unchanged, 0 refused", len(c.want))
			for _, want := range append(c.lines, total) {
				if !strings.Contains(out, want) || !strings.Contains(plan, want) {
					t.Errorf("publish of a folder of %s printed %s, and its dry run %s, want %q in both", name, out, plan, want)
				}
			}
			server.ResetRequests()
			if out := must(t, server, dir, "-source", "letters"); len(writes(server)) != 0 {
				t.Errorf("a second publish of a folder of %s sent %d writes, want 0\n%s", name, len(writes(server)), out)
			}
			must(t, server, dir, "-source", "letters", "-kind", name)
			if n := len(writes(server)); n != 0 {
				t.Errorf("publish with -kind %s sent %d writes, want the same as without it\n%s", name, n, out)
			}
		})
	}
}

func TestFoldersMayHaveTheNameOfTheFolderAbove(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, folder(t, map[string]string{
		"two/two/index.md": "# Inner", "one/one.md": "# Note", "one/one/a.md": "# A", "three/three/three/b.md": "# B",
	}))
	want := []string{
		"page one = Note", "page one/a = A", "page three = Three", "page three/three = Three",
		"page three/three/three = Three", "page three/three/three/b = B", "page two = Two", "page two/two = Inner",
	}
	if got := published(t, server); !slices.Equal(got, want) {
		t.Errorf("publish of folders of one name: records\n%s\nwant\n%s\n%s",
			strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
}

func TestCategoriesFollowTheGenerator(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]map[string]string{
		"categories: [Type, Serif]":     {"hexo": "[Type>Serif]", "hugo": "[Type Serif]", "plain": "[Type Serif]"},
		"categories: [[Type, S], News]": {"hexo": "[Type>S News]"},
		"categories: Type/Serif":        {"plain": "[Type>Serif]", "hugo": "[Type/Serif]"},
		"categories: a b":               {"jekyll": "[a b]", "hugo": "[a b]", "plain": "[a b]"},
		"category: a":                   {"hexo": "[a]", "jekyll": "[a]"},
		"categories:":                   {"hexo": "[]", "jekyll": "[]"},
	} {
		for kind, want := range want {
			f, _, err := split([]byte("---\n" + fields + "\n---\n"))
			if err != nil {
				t.Fatal(err)
			}
			h, err := f.head(&project{kind: kind})
			if got := strings.ReplaceAll(fmt.Sprint(h.Categories), below, ">"); err != nil || got != want {
				t.Errorf("head of %q for %s: categories %s, error %v, want %s", fields, kind, got, err, want)
			}
		}
	}
}

func TestWrongFlagsOfPublishAreMistakes(t *testing.T) {
	t.Parallel()
	server := start(t)
	for _, args := range [][]string{{"-kind", "ghost"}, {"-status", "future"}, {"-dir", ""}} {
		if out, err := publish(t, server, t.TempDir(), args...); !program.IsMistake(err) {
			t.Errorf("publish with %v: error %v, want a mistake\n%s", args, err, out)
		}
	}
	dir := folder(t, map[string]string{"a.md": "text"})
	if must(t, server, dir, "-status", "draft"); !slices.Equal(published(t, server), []string{"page a = A draft"}) {
		t.Errorf("publish with -status draft: records %v, want a draft", published(t, server))
	}
}

func TestNavigationOfMappingsHasTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	server := start(t)
	names := []string{"one", "two", "three", "four", "five", "six", "seven", "eight"}
	nav, files := "nav:\n- Part:\n", map[string]string{}
	for _, name := range names {
		nav += fmt.Sprintf("    %s: %s.md\n", strings.ToUpper(name), name)
		files["docs/"+name+".md"] = "Text of " + name + "\n"
	}
	files["mkdocs.yml"] = nav
	must(t, server, folder(t, files))
	for i, name := range names {
		got := server.Record("pages", idOf(t, server, strings.ToUpper(name)))["menu_order"]
		if fmt.Sprint(got) != fmt.Sprint(i+1) {
			t.Errorf("menu_order of the page %s: %v, want %d", name, got, i+1)
		}
	}
}
