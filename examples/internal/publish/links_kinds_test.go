package publish

import (
	"fmt"
	"strings"
	"testing"
)

// hrefs are the addresses of a stored text in order, without the address of the site.
func hrefs(t *testing.T, content any, site string) string {
	t.Helper()
	var found []string
	for part := range strings.SplitSeq(fmt.Sprint(content), `href="`) {
		address, _, _ := strings.Cut(part, `"`)
		if !strings.HasPrefix(part, "<!--") {
			found = append(found, strings.TrimPrefix(address, site))
		}
	}
	return strings.Join(found, " ")
}

func TestLinksOfEveryFormLeadToWhatWasPublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		from  string // slug of the page
		text  string // of the file "from"
		file  string
		want  string // addresses in order
	}{
		"plain": {
			map[string]string{"guides/b.md": "# B\n\n## C & D", "guides/index.md": "# Guides",
				"two words.md": "x", "100%.md": "x"}, "a",
			"[1](guides/b.md) [2](guides/b) [3](guides/b.html) [4](guides/b/) [5](/guides/b.md#c--d) " +
				"[6](guides) [7](guides/)\n" +
				"[8](guides/index.md) [9](two%20words.md) [10](100%.md) " +
				"[11](https://x.example/a) [12](mailto:a@x.example) [13](#e)\n" +
				"[r]\n\n<a href='guides/b.md'>h</a>\n\n## E\n\n[r]: guides/b.md \"t\"\n", "a.md",
			"/guides/b/ /guides/b/ /guides/b/ /guides/b/ /guides/b/#c--d /guides/ /guides/ /guides/ /two-words/ /100-2/ " +
				"https://x.example/a mailto:a@x.example #e /guides/b/ /guides/b/",
		},
		"hugo": {
			map[string]string{
				"hugo.toml": "", "content/docs/_index.md": "# Docs", "content/docs/b.md": "---\naliases: [/old/b/]\n---\n# B\n## C",
				"content/posts/p/index.md": "---\nslug: given\ndate: 2020-01-02\n---\n",
			}, "a",
			"[1]({{< ref \"b.md\" >}}) [2]({{< relref \"/docs/b#c\" >}}) [3](/docs/b/) [4](../b/) " +
				"[5](/old/b) [6](/posts/given/) [7](/docs)\n",
			"content/docs/a.md", "/docs/b/ /docs/b/#c /docs/b/ /docs/b/ /docs/b/ /2020/01/given/ /docs/",
		},
		"a link of the page to itself": {
			map[string]string{"mkdocs.yml": "x: y", "docs/guides/index.md": "# Guides\n\n## In the guide\n"}, "a",
			"[1](./#own) [2](./#in-the-guide) [3](./) [4](#user-content-own)\n\n## Own\n",
			"docs/guides/a.md", "#own /guides/#in-the-guide /guides/ #own",
		},
		"jekyll": {
			map[string]string{
				"_config.yml":            "baseurl: /base\nurl: https://own.example\n",
				"_posts/2020-01-02-p.md": "# P", "b.md": "---\npermalink: /the/b.html\n---\n# B",
			}, "a",
			"[1]({% post_url 2020-01-02-p %}) [2]({% link b.md %}) " +
				"[3]({{ site.baseurl }}/the/b.html) [4]({{ '/the/b' | relative_url }})\n" +
				"[5](/base/the/b) [6](https://own.example/base/the/b.html) [7](/2020/01/02/p.html)\n",
			"a.md", "/2020/01/p/ /b/ /b/ /b/ /b/ /b/ /2020/01/p/",
		},
		"docusaurus": {
			map[string]string{
				"docusaurus.config.js": "", "docs/02-guides/01-b.md": "---\nid: the-b\n---\n# B {#own}",
				"docs/c.md": "---\nslug: /c-slug\n---\n# C\n\n## 安装 {#install}", "blog/2020-01-02-p.md": "# P",
			}, "a",
			"[1](./02-guides/01-b.md) [2](/docs/guides/the-b) [3](guides/b) " +
				"[4](/docs/c-slug#install) [5](/blog/2020/01/02/p) [6](/blog/p)\n",
			"docs/01-a.md", "/guides/the-b/ /guides/the-b/ /guides/the-b/ /c-slug/#install /2020/01/p/ /2020/01/p/",
		},
		"obsidian": {
			map[string]string{
				".obsidian/x": "", "Deep/Note B.md": "# Über uns\n\n## Was ist neu?",
				"Deep/c.md": "x", "d.md": "x", "Other/d.md": "---\nslug: e\n---\nx",
			}, "a",
			"[[Note B]] [[Note B#Was ist neu?|text]] [[deep/c]] [[d]] [[#Own]] ![[c]] `[[d]]`\n\n## Own\n", "a.md",
			"/deep/note-b/ /deep/note-b/#was-ist-neu%3F /deep/c/ /d/ #own /deep/c/",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, dir := start(t), folder(t, c.files)
			put(t, dir, c.file, c.text)
			out := must(t, server, dir)
			got := hrefs(t, stored(t, server, "pages")[c.from]["content"], server.URL)
			if want := strings.ReplaceAll(c.want, "#was-ist-neu%3F", "#was-ist-neu"); got != want {
				t.Errorf("publish of %q: links to %s, want %s\n%s", c.text, got, want, out)
			}
			if strings.Contains(out, "note ") {
				t.Errorf("publish of %q printed %s, want no note", c.text, out)
			}
		})
	}
}

func TestAddressesOfTheGeneratorsSiteThatNoFileHasAreKept(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, folder(t, map[string]string{
		"mkdocs.yml": "site_url: https://docs.example/tool/\n",
		"docs/a.md":  "[old](https://docs.example/tool/v1/x/) [b](https://docs.example/tool/b/)\n",
		"docs/b.md":  "# B\n",
	}))
	want := "note       docs/a.md:1  https://docs.example/tool/v1/x/ is no page or file of the folder"
	if strings.Count(out, want) != 1 {
		t.Errorf("publish printed %s, want one line %q", out, want)
	}
	text := stored(t, server, "pages")["a"]["content"].(string)
	if got := hrefs(t, text, server.URL); got != "https://docs.example/tool/v1/x/ /b/" {
		t.Errorf("publish stored links to %s, want the old address and b", got)
	}
}

func TestLinksWithoutATargetAreNamed(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, folder(t, map[string]string{
		"a.md": "[one](none.md)\n[two](/none/)\n[three](b.md#none)\n<a href=\"none.html\">four</a>\n[five](#none)\n",
		"b.md": "# B",
	}))
	for _, want := range []string{
		"note       a.md:1  the link to none.md becomes text", "note       a.md:2  the link to /none/ becomes text",
		"note       a.md:3  b.md has no heading #none", "note       a.md:4  the link to none.html becomes text",
		"note       a.md:5  a.md has no heading #none",
	} {
		if strings.Count(out, want) != 1 {
			t.Errorf("publish printed %s, want one line %q", out, want)
		}
	}
	text := stored(t, server, "pages")["a"]["content"].(string)
	if got := hrefs(t, text, server.URL); got != "/b/ #" || !strings.Contains(text, "<a>four</a>") {
		t.Errorf("publish stored %s, want links to b and to the top only", text)
	}
}

func TestHeadingsHaveTheIDsOfGitHub(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Über uns": "über-uns", "安装": "安装", "Что нового?": "что-нового", "C++ & C#": "c--c",
		"What's new in v1.2?": "whats-new-in-v12",
		"a_b `c`":             "a_b-c", "See [docs](x.md)": "see-docs", "हिन्दी पाठ": "हिन्दी-पाठ",
		"x {#own}": "own", "*a* - **b**": "a---b",
	} {
		o, err := parse([]byte("## "+heading+"\n\n## "+heading+"\n"), false)
		if err != nil || !o.ids[want] {
			t.Errorf("parse of the heading %q: ids %v, error %v, want %s", heading, o.ids, err, want)
		}
		if again := want + "-1"; want != "own" && !o.ids[again] {
			t.Errorf("parse of the heading %q twice: ids %v, want %s", heading, o.ids, again)
		}
	}
}

func TestPicturesOfEveryFormAreUploaded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		file  string
		text  string
	}{
		"HTML": {map[string]string{"i/a.png": "kerning.png"},
			"a.md", `<p align="center"><img src="i/a.png" width="50"></p>`,
		},
		"HTML in a line": {map[string]string{"i/a.png": "kerning.png"},
			"a.md", `a <img width=5 src='i/a.png'> b`,
		},
		"a static folder": {map[string]string{"hugo.toml": "", "static/i/a.png": "kerning.png"},
			"content/a.md", "![](/i/a.png)",
		},
		"a figure of Hugo": {map[string]string{"hugo.toml": "", "content/a.png": "kerning.png"},
			"content/a.md", `{{< figure src="a.png" >}}`,
		},
		"a figure of Hugo with HTML": {map[string]string{"hugo.toml": "", "content/a.png": "kerning.png"},
			"content/a.md", `{{< figure src="a.png" caption="See <a href='/x'>x</a>" >}}`,
		},
		"an attached picture": {
			map[string]string{".obsidian/x": "", "Files/a.png": "kerning.png"},
			"a.md", "![[a.png|100]]",
		},
		"a folder of Hexo": {map[string]string{"source/_posts/a/a.png": "kerning.png"},
			"source/_posts/a.md", "{% asset_img a.png A %}",
		},
		"a field": {map[string]string{"hugo.toml": "", "static/a.png": "kerning.png"},
			"content/a.md", "---\nimage: /a.png\n---\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, dir := start(t), folder(t, c.files)
			put(t, dir, c.file, c.text)
			if out := must(t, server, dir); !strings.Contains(out, "1 uploaded") {
				t.Errorf("publish of %q printed %s, want 1 uploaded", c.text, out)
			}
			for _, r := range all(t, server, "pages") {
				if text := r["content"].(string); name != "a field" && !strings.Contains(text, server.URL+"/cms-content/uploads/") {
					t.Errorf("publish of %q stored %s, want the picture of the site", c.text, text)
				}
			}
		})
	}
}

func TestLinksMayBeginWithTheNameOfTheFolder(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{
		"handbook/01-guide/02-a.md": "[1](/handbook/guide/b) [2](/handbook/01-guide/03-b.md#c) [3](/handbook/) [4](/other/b)",
		"handbook/01-guide/03-b.md": "## C", "handbook/README.md": "# Handbook",
	}) + "/handbook"
	out := must(t, server, dir, "-source", "letters")
	want := "/guide/b/ /guide/b/#c /letters/"
	if got := hrefs(t, server.Record("pages", idOf(t, server, "A"))["content"], server.URL); got != want {
		t.Errorf("links that begin with the name of the folder: %s, want %s\n%s", got, want, out)
	}
}

// A link out of the top of the folder once led to a file that is published as a page.
func TestLinksOutOfTheFolderLeadToNoFileInIt(t *testing.T) {
	t.Parallel()
	server := start(t)
	out := must(t, server, folder(t, map[string]string{
		"guide/a.md": "[1](../../../options/x.md) [2](../../../options/x.txt)", "options/x.md": "# X", "options/x.txt": "x",
	}), "-source", "letters")
	for _, name := range []string{"x.md", "x.txt"} {
		want := "guide/a.md:1  the link to ../../../options/" + name +
			" becomes text: it leads to no file or page of the folder"
		if !strings.Contains(out, want) {
			t.Errorf("publish printed\n%s\nwant %q", out, want)
		}
	}
}

func TestPlanSaysWhichFilesTheSiteMayRefuse(t *testing.T) {
	t.Parallel()
	out := must(t, start(t), folder(t, map[string]string{
		"a.md": "[1](a.patch) [2](a.pdf)", "a.patch": "x", "a.pdf": "%PDF-1.4",
	}), "-dry-run")
	if !strings.Contains(out, "upload     a.patch  the site may refuse files with its ending\n") ||
		!strings.Contains(out, "upload     a.pdf\n") {
		t.Errorf("the plan says\n%s\nwant that the site may refuse a.patch, and a.pdf without a reason", out)
	}
}
