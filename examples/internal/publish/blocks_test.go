package publish

import (
	"strings"
	"testing"
)

func TestTextsBecomeBlocksOfTheEditor(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"a *b*\nc": "<!-- wp:paragraph -->\n<p>a <em>b</em>\nc</p>\n<!-- /wp:paragraph -->",
		"## A":     "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\" id=\"a\">A</h2>\n<!-- /wp:heading -->",
		"### A {#b}": "<!-- wp:heading {\"level\":3} -->\n" +
			"<h3 class=\"wp-block-heading\" id=\"b\">A</h3>\n<!-- /wp:heading -->",
		"***": "<!-- wp:separator -->\n<hr class=\"wp-block-separator has-alpha-channel-opacity\" />\n" +
			"<!-- /wp:separator -->",
		"```go {1}\na < b\n\nc\n```": "<!-- wp:code {\"className\":\"language-go\"} -->\n" +
			"<pre class=\"wp-block-code language-go\"><code>a &lt; b\n\nc</code></pre>\n<!-- /wp:code -->",
		"    a": "<!-- wp:code -->\n<pre class=\"wp-block-code\"><code>a</code></pre>\n<!-- /wp:code -->",
		"![a](b)": "<!-- wp:image -->\n<figure class=\"wp-block-image\"><img src=\"b\" alt=\"a\" /></figure>\n" +
			"<!-- /wp:image -->",
		"> a": "<!-- wp:quote -->\n<blockquote class=\"wp-block-quote\"><!-- wp:paragraph -->\n<p>a</p>\n" +
			"<!-- /wp:paragraph --></blockquote>\n<!-- /wp:quote -->",
		"> [!NOTE]\n> a": "<!-- wp:quote {\"className\":\"admonition note\"} -->\n" +
			"<blockquote class=\"wp-block-quote admonition note\"><!-- wp:paragraph -->\n<p><strong>Note</strong></p>\n" +
			"<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --></blockquote>\n" +
			"<!-- /wp:quote -->",
		"3. a\n   - [x] b": "<!-- wp:list {\"ordered\":true,\"start\":3} -->\n<ol start=\"3\" class=\"wp-block-list\">" +
			"<!-- wp:list-item -->\n<li>a<!-- wp:list -->\n<ul class=\"wp-block-list\"><!-- wp:list-item -->\n<li>☑ b</li>\n" +
			"<!-- /wp:list-item --></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->",
		"|a|b|\n|-|:-:|\n|1|2|": "<!-- wp:table {\"hasFixedLayout\":false} -->\n<figure class=\"wp-block-table\"><table>" +
			"<thead><tr><th>a</th><th class=\"has-text-align-center\" data-align=\"center\">b</th></tr></thead>" +
			"<tbody><tr><td>1</td><td class=\"has-text-align-center\" data-align=\"center\">2</td></tr></tbody>" +
			"</table></figure>\n<!-- /wp:table -->",
		"<div>\na\n</div>":         "<!-- wp:html -->\n<div>\na\n</div>\n<!-- /wp:html -->",
		"<!--more-->":              "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->",
		"<!-- truncate -->":        "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->",
		"<!--nextpage-->":          "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->",
		"<!-- /wp:html -->":        "",
		"<!-- wp:spacer /-->\n\na": "<!-- wp:spacer /-->\n\n<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->",
		"a\n\n<!-- wp:shortcode -->\n[gallery]\n<!-- /wp:shortcode -->\n\nb": "<!-- wp:paragraph -->\n<p>a</p>\n" +
			"<!-- /wp:paragraph -->\n<!-- wp:shortcode -->\n<p>[gallery]</p>\n<!-- /wp:shortcode -->\n\n" +
			"<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->",
	} {
		got, err := render([]byte(source), rendering{}, func(r reference) string { return r.address })
		if err != nil || got != want {
			t.Errorf("render of %q: error %v,\n%s\nwant\n%s", source, err, got, want)
		}
	}
}

func TestBracketsAndNamesAreShownAsWritten(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"[gallery]":                     "<p>&#091;gallery]</p>",
		"`[a]` Wordpress `Wordpress`":   "<p><code>&#091;a]</code> Wordpress <code>&#087;ordpress</code></p>",
		"```\n[gallery] Wordpress\n```": "<code>&#091;gallery] &#087;ordpress</code>",
		"![[a]](b.png \"[c]\")":         "alt=\"[\u2060a]\" title=\"[\u2060c]\"",
		"[b](</x?c[d]=1>)":              "href=\"/x?c%5Bd%5D=1\"",
		"<a href=\"?c[d]=1\">[b]</a>":   "<a href=\"?c%5Bd]=1\">&#091;b]</a>",
		"<script>\na[0]\n</script>":     "<script>\na[0]\n</script>",
		"<!-- a[0] -->":                 "<!-- a[0] -->",
		"a < b [c]":                     "a &lt; b &#091;c]",
	} {
		got, err := render([]byte(source), rendering{}, func(r reference) string { return r.address })
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("render of %q: error %v, %s, want %s", source, err, got, want)
		}
	}
}

func TestFootnotesHaveIDsThatSitesKeepForAuthors(t *testing.T) {
	t.Parallel()
	got, err := render([]byte("a[^1] b[^1]\n\n[^1]: c"), rendering{}, func(r reference) string { return r.address })
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="fnref-1"`, `href="#fn-1"`, `id="fn-1"`, `href="#fnref-1"`, `href="#fnref1-1"`} {
		if !strings.Contains(got, want) {
			t.Errorf("render of a footnote: %s, want %s", got, want)
		}
	}
}
