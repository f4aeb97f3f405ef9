package publish

import (
	"strings"
	"testing"
)

func TestBoxesOfGeneratorsBecomeQuotesInTheSameLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ kind, source, want string }{
		"a note of MkDocs": {
			"mkdocs", "a\n\n!!! note \"Mind\"\n    b\n\n    c\n\nd", "a\n\n> [!note] Mind\n> b\n>\n> c\n\nd",
		},
		"a box in a box": {
			"mkdocs", "!!! tip\n    a\n\n    ??? warning\n        b\nc",
			"> [!tip]\n> a\n>\n> > [!warning]-\n> > b\nc",
		},
		"tabs":           {"mkdocs", "=== \"A\"\n    x\n\n=== \"B\"\n    y", "#### A\nx\n\n#### B\ny"},
		"code of MkDocs": {"mkdocs", "```\n!!! note\n    a\n```", "```\n!!! note\n    a\n```"},
		"a container":    {"docusaurus", ":::tip[Do *this*]\na\n:::\nb", "> [!tip] Do *this*\n> a\n\nb"},
		"nested": {
			"vitepress", ":::: details More\n::: info\na\n:::\n::::",
			"> [!details]- More\n> > [!info]\n> > a\n>\n",
		},
		"a group of code":  {"vitepress", "::: code-group\n```js\n:::\n```\n:::", "\n```js\n:::\n```\n"},
		"an open one":      {"vitepress", "::: tip\na", "::: tip\na"},
		"a class before":   {"jekyll", "a\n\n{: .note }\nb\nc\n\nd", "a\n\n> [!note]\n> b\n> c\n\nd"},
		"a class after":    {"jekyll", "a\n{: .fs-6 .fw-300 }\n\nb", "a\n\n\nb"},
		"other generators": {"hugo", "!!! note\n    a", "!!! note\n    a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := string(boxed(c.kind, []byte(c.source))); got != c.want {
				t.Errorf("boxed of %q: %q, want %q", c.source, got, c.want)
			}
		})
	}
}

func TestBoxesAreBlocksWithATitle(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"> [!NOTE]\n> a": `<!-- wp:quote {"className":"admonition note"} -->
<blockquote class="wp-block-quote admonition note"><!-- wp:paragraph -->
<p><strong>Note</strong></p>
<!-- /wp:paragraph -->

<!-- wp:paragraph -->
<p>a</p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->`,
		"> [!bug] It *fails*\n>\n> a": `<!-- wp:quote {"className":"admonition bug"} -->
<blockquote class="wp-block-quote admonition bug"><!-- wp:paragraph -->
<p><strong>It <em>fails</em></strong></p>
<!-- /wp:paragraph -->

<!-- wp:paragraph -->
<p>a</p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->`,
		"> [!faq]- Why?\n> a": `<!-- wp:details -->
<details class="wp-block-details"><summary>Why?</summary><!-- wp:paragraph -->
<p>a</p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->`,
	} {
		got, err := render([]byte(source), rendering{}, func(r reference) string { return r.address })
		if err != nil {
			t.Errorf("render of %q: %v", source, err)
		}
		if got != want {
			t.Errorf("render of %q:\n%s\nwant:\n%s", source, got, want)
		}
	}
}

func TestBoxesOfAFileKeepTheLinesOfItsLinks(t *testing.T) {
	t.Parallel()
	server := start(t)
	dir := folder(t, map[string]string{
		"mkdocs.yml": "site_name: x\n", "docs/a.md": "# A\n\n!!! note\n    One.\n\n    [gone](gone.md)\n\nlast\n",
	})
	out := must(t, server, dir)
	if want := "docs/a.md:6"; !strings.Contains(out, want) {
		t.Errorf("the line about a link in a box: %q, want one with %s", out, want)
	}
}
