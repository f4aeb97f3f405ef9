package publish

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const secret = "the secret of the runner"

// link makes a symbolic link below a folder.
func link(t *testing.T, dir, name, target string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func TestNothingFromOutsideTheFolderIsPublished(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ named, link, target string }{
		"a link to the folder above":           {"leak.txt", "leak.txt", "../secret.txt"},
		"a link in a folder below":             {"a/leak.txt", "a/leak.txt", "../../secret.txt"},
		"an absolute link":                     {"leak.txt", "leak.txt", "ABOVE/secret.txt"},
		"an absolute link into the folder":     {"leak.txt", "leak.txt", "ABOVE/site/.env"},
		"a link to a link":                     {"leak.txt", "leak.txt", "second"},
		"a linked folder":                      {"above/secret.txt", "above", ".."},
		"a linked folder of another place":     {"a/secret.txt", "a", "ABOVE"},
		"a link through a linked folder":       {"leak.txt", "leak.txt", "up/secret.txt"},
		"a hidden file":                        {".env", "unused", "x.txt"},
		"a file of a hidden folder":            {".git/config", "unused", "x.txt"},
		"a link to a hidden file":              {"leak.txt", "leak.txt", ".env"},
		"a link to a file of a hidden folder":  {"a/leak.txt", "a/leak.txt", "../.git/config"},
		"a link to a hidden folder":            {"git/config", "git", ".git"},
		"a hidden link":                        {".leak.txt", ".leak.txt", "x.txt"},
		"a link to itself":                     {"leak.txt", "leak.txt", "leak.txt"},
		"a link out of the folder and back in": {"leak.txt", "leak.txt", "../site/x.txt"},
	} {
		for form, text := range map[string]string{"a link": "[leak](" + c.named + ")",
			"a picture": "![leak](" + c.named + ")", "a cover": ""} {
			t.Run(name+" as "+form, func(t *testing.T) {
				t.Parallel()
				server, above := start(t), t.TempDir()
				dir := filepath.Join(above, "site")
				put(t, above, "secret.txt", secret)
				put(t, dir, "x.txt", "no front matter")
				put(t, dir, ".env", secret)
				put(t, dir, ".git/config", secret)
				link(t, dir, c.link, strings.ReplaceAll(c.target, "ABOVE", above))
				if c.target == "second" {
					link(t, dir, "second", "../secret.txt")
				}
				if strings.HasPrefix(c.target, "up/") {
					link(t, dir, "up", "..")
				}
				front := "title: A\n"
				if text == "" {
					front += "image: " + c.named + "\n"
				}
				put(t, dir, "a.md", "---\ntype: post\n"+front+"---\ntype: post\n"+text)
				out, err := publish(t, server, dir)
				if form == "a link" && isHidden(c.named) { // the link becomes text
					text := fmt.Sprint(all(t, server, "posts"))
					note := "note       a.md:6  the link to " + c.named + " becomes text: it is hidden"
					if err != nil || !strings.Contains(out, note) {
						t.Errorf("publish: error %v, want the line %q in %s", err, note, out)
					}
					if strings.Contains(text, secret) || len(stored(t, server, "media")) != 0 {
						t.Errorf("publish stored %s and %v, want nothing of %s", text, stored(t, server, "media"), c.named)
					}
					return
				}
				if err == nil || !strings.Contains(out, "refuse     a.md  it names "+c.named) {
					t.Errorf("publish: error %v, want a.md refused for %s\n%s", err, c.named, out)
				}
				if n := len(writes(server)); n != 0 {
					t.Errorf("publish of %s: %d writes, %d files, want no writes", c.named, n, len(stored(t, server, "media")))
				}
			})
		}
	}
}

func TestLinkWithinTheFolderIsFollowed(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{
		"images/real.png": "kerning.png", "texts/a.md": "---\ntype: post\ntitle: A\n---\n![A and V](cover.png) [the " +
			"same](pictures/real.png)",
	})
	link(t, dir, "texts/cover.png", "../images/real.png")
	link(t, dir, "texts/pictures", "../images")
	if out := must(t, server, dir); !strings.Contains(out, "1 uploaded") {
		t.Errorf("publish of links within the folder printed\n%s\nwant 1 uploaded", out)
	}
}

// A link to a Markdown file would be a second page of the same text.
func TestLinksAmongTheTextsAreLeftOutAndNamed(t *testing.T) {
	t.Parallel()
	server := start(t)
	above := t.TempDir()
	dir := filepath.Join(above, "site")
	put(t, above, "theirs/b.md", "---\ntype: post\ntitle: "+secret+"\n---\n"+secret)
	put(t, dir, "a.md", "---\ntype: post\ntitle: A\n---\nText")
	link(t, dir, "again.md", "a.md")
	link(t, dir, "b.md", "../theirs/b.md")
	link(t, dir, "theirs", "../theirs")
	out := must(t, server, dir)
	for _, want := range []string{"left-out   again.md", "left-out   b.md", "left-out   theirs", "1 created"} {
		if !strings.Contains(out, want) {
			t.Errorf("publish printed\n%s\nwant %q", out, want)
		}
	}
	if posts := stored(t, server, "posts"); len(posts) != 1 {
		t.Errorf("publish stored %v, want one post", posts)
	}
}
