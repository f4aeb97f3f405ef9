package publish

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestLostPicturesAreNamedAndTheirTextIsPublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"no such file":              {"a ![b](none.png) c", "note       a.md:5  the picture none.png is not shown"},
		"a file of another place":   {"a ![b](../../x.png) c", "note       a.md:5  the picture ../../x.png is not shown"},
		"a file that sites refuse":  {"a ![b](logo.svg) c", "note       a.md:5  the picture logo.svg is not shown"},
		"a text with a false name":  {"a ![b](false.jpg) c", "note       a.md:5  the picture false.jpg is not shown"},
		"a folder":                  {"a ![b](images) c", "note       a.md:5  the picture images is not shown"},
		"a page":                    {"a ![b](a.md) c", "note       a.md:5  the picture a.md is not shown"},
		"a picture inside of links": {"a [![b](none.png)](https://x.example) c", "note       a.md:5  the picture none.png"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			server.Fail(cmstest.Fault{
				Method: "POST", Route: "/cms/v2/media", Status: 500, Code: "rest_upload_sideload_error", Times: 9,
			})
			dir := folder(t, map[string]string{
				"a.md":     "---\ntype: post\ntitle: A\n---\n" + c.text,
				"logo.svg": "<svg/>", "false.jpg": "text", "images/x.txt": "text",
			})
			out, err := publish(t, server, dir)
			if !program.IsIncomplete(err) || !strings.Contains(out, c.want) {
				t.Errorf("publish: error %v, want status 3 and %q\n%s", err, c.want, out)
			}
			if !strings.Contains(out, "1 created, 0 updated, 0 unchanged, 0 refused; 0 uploaded, 1 lost") {
				t.Errorf("publish printed %s, want 1 created and 1 lost", out)
			}
			text := stored(t, server, "posts")["a"]["content"].(string)
			if strings.Contains(text, "<img") || !strings.Contains(text, "b") {
				t.Errorf("publish stored %s, want the alternative text without a picture", text)
			}
		})
	}
}

func TestLinksToFilesThatSitesRefuseLeadIntoTheRepository(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{
		"guides/a.md": "---\ntype: post\ntitle: A\n---\n[b](../LICENSE) [c](x.py) [d](../../x.md) [e](../.github/x.yml)",
		"LICENSE":     "free", "guides/x.py": "1", ".github/x.yml": "1",
	})
	if out := must(t, server, dir, "-repository", "https://git.example/docs/blob/main"); strings.Contains(out, "note ") {
		t.Errorf("publish printed %s, want no line about links", out)
	}
	text := stored(t, server, "posts")["a"]["content"].(string)
	for _, want := range []string{"main/LICENSE\"", "main/guides/x.py\"", "x.md\"", "main/.github/x.yml\""} {
		if !strings.Contains(text, `href="https://git.example/docs/blob/`+want) {
			t.Errorf("publish stored %s, want a link to %s", text, want)
		}
	}
	if _, err := publish(t, server, dir, "-repository", "main"); !program.IsMistake(err) {
		t.Errorf("publish with -repository main: error %v, want a mistake", err)
	}
}

func TestPagesBelowARefusedPageAreRefused(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Insert("pages", map[string]any{"title": "Theirs", "slug": "there", "content": "Theirs"})
	page := func(fields string) string { return "---\ntype: page\n" + fields + "\n---\nText" }
	out, err := publish(t, server, folder(t, map[string]string{
		"publish.yaml": "templates: {none: none}\n",
		"above.md":     page("template: none"), "b.md": page("parent: above"), "c.md": page("parent: b"),
		"there.md": page("title: Mine"), "d.md": page("parent: there"),
	}))
	if !program.IsIncomplete(err) || !strings.Contains(out, "1 created, 0 updated, 0 unchanged, 4 refused") {
		t.Errorf("publish: error %v, want status 3 and 4 of 5 refused\n%s", err, out)
	}
	if d := stored(t, server, "pages")["d"]; d == nil {
		t.Errorf("publish printed %s, want d below the page that the site has", out)
	}
}

func TestPagesOfARefusedFolderPageAreRefusedUntilTheSiteHasIt(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{"a/index.md": "![leak](.env)", "a/b.md": "text", "a/.env": secret, "c.md": "text"})
	out, err := publish(t, server, dir)
	if !program.IsIncomplete(err) || !strings.Contains(out, "1 created, 0 updated, 0 unchanged, 2 refused") {
		t.Errorf("publish: error %v, want status 3 and 2 of 3 refused\n%s", err, out)
	}
	put(t, dir, "a/index.md", "text")
	must(t, server, dir)
	put(t, dir, "a/index.md", "![leak](.env)")
	put(t, dir, "a/b.md", "more text")
	out, err = publish(t, server, dir)
	if !program.IsIncomplete(err) || !strings.Contains(out, "0 created, 1 updated, 1 unchanged, 1 refused") {
		t.Errorf("publish below a page of the site: error %v, want status 3 and 1 updated\n%s", err, out)
	}
}

func TestSlugsAreWrittenInEveryScript(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Résumé": "r%c3%a9sum%c3%a9", "Re\u0301sume\u0301": "r%c3%a9sum%c3%a9", "r%C3%A9sum%c3%a9": "r%c3%a9sum%c3%a9",
		"ภาษา":      "%e0%b8%a0%e0%b8%b2%e0%b8%a9%e0%b8%b2",
		"हिन्दी":    "%e0%a4%b9%e0%a4%bf%e0%a4%a8%e0%a5%8d%e0%a4%a6%e0%a5%80",
		"100% sure": "100-sure", "v1.2": "v1-2", "C++": "c", "🎉": "%f0%9f%8e%89", "a 🎉 b": "a-b", "---": "page",
		"feed": "feed-2", "12": "12-2", "page2": "page2-2", "embed": "embed-2", "trailing-": "trailing", "": "page",
		strings.Repeat("a", 149) + "ü":  strings.Repeat("a", 149),
		strings.Repeat("a", 149) + "-b": strings.Repeat("a", 149),
	} {
		if got := slug(name); got != want {
			t.Errorf("slug of %q: %q, want %q", name, got, want)
		}
	}
}
