package php_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// TestParagraphsAreThoseOfASite has texts with the HTML that WordPress 7.1 makes of them.
func TestParagraphsAreThoseOfASite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                    "",
		"<p></p>":                             "</p>\n",
		"x<p></p>y":                           "<p>x</p>\n<p>y</p>\n",
		"<h2>Head</h2>\ntext":                 "<h2>Head</h2>\n<p>text</p>\n",
		"text\n<h2>Head</h2>":                 "<p>text</p>\n<h2>Head</h2>\n",
		"<!-- c --><p>Hi</p><!-- d -->":       "<p><!-- c --></p>\n<p>Hi</p>\n<p><!-- d --></p>\n",
		"a < b":                               "<p>a < b\n</p>\n",
		"a < b\nc":                            "<p>a < b\nc\n</p>\n",
		"a < b > c":                           "<p>a < b > c</p>\n",
		"<script>x</script>":                  "<p><script>x</script></p>\n",
		"<b>bold</b> & more":                  "<p><b>bold</b> &#038; more</p>\n",
		"<div>a\nb</div>":                     "<div>a<br />\nb</div>\n",
		"<div><p>x</p></div>":                 "<div>\n<p>x</p>\n</div>\n",
		"<p>a\nb</p>\n\nc":                    "<p>a<br />\nb</p>\n<p>c</p>\n",
		"<p>a</p><p>b</p>":                    "<p>a</p>\n<p>b</p>\n",
		"<ul>\n<li>a</li>\n<li>b</li>\n</ul>": "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n",
		"x<!-- c -->y":                        "<p>x<!-- c -->y</p>\n",
		"<pre>a\n\nb</pre>":                   "<pre>a\n\nb</pre>\n",
		"<blockquote>q</blockquote>":          "<blockquote><p>q</p></blockquote>\n",
		"a<br>b":                              "<p>a<br />b</p>\n",
		"a<br />\nb":                          "<p>a<br />\nb</p>\n",
		"a\n\n\nb":                            "<p>a</p>\n<p>b</p>\n",
		"<hr>x":                               "<hr>\n<p>x</p>\n",
		"<form>\na</form>":                    "<form>\na</form>\n",
		"<section>a\n\nb</section>":           "<section>a</p>\n<p>b</section>\n",
		"<P>a</P>":                            "<p><P>a</P></p>\n",
		`<a href="?a=1&b=2">l</a>`:            "<p><a href=\"?a=1&#038;b=2\">l</a></p>\n",
		`<a href="?a=1&amp;b=2">l</a>`:        "<p><a href=\"?a=1&amp;b=2\">l</a></p>\n",
	} {
		if got := php.Paragraphs(text); got != want {
			t.Errorf("Paragraphs of %q: %q, want %q", text, got, want)
		}
	}
}

// TestPlainHTMLIsThatOfASite has descriptions of terms as WordPress 7.1 stores them.
func TestPlainHTMLIsThatOfASite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<p></p>":                           "",
		"x<p></p>y":                         "xy",
		"<h2>Head</h2>\ntext":               "Head\ntext",
		"<!-- c --><p>Hi</p><!-- /c -->":    "<!-- c -->Hi<!-- /c -->",
		"a < b":                             "a &lt; b",
		"a < b > c":                         "a <b> c",
		"<a href=\"?a=1&b=2\">link</a>":     "<a href=\"?a=1&amp;b=2\">link</a>",
		"<script>x</script>":                "x",
		"<b>bold</b> & more":                "<b>bold</b> &amp; more",
		"<blockquote>q</blockquote>":        "<blockquote>q</blockquote>",
		"a<br>b":                            "ab",
		"<ul>\n<li>a</li>\n<li>b</li></ul>": "\na\nb",
	} {
		if got := php.PlainHTML(text); got != want {
			t.Errorf("PlainHTML of %q: %q, want %q", text, got, want)
		}
	}
}

// TestUserLinksAreMarkedAsOnASite has comments as WordPress 7.1 stores them.
func TestUserLinksAreMarkedAsOnASite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<a href="https://site.test/x">l</a>`:           `<a href="https://site.test/x" rel="ugc">l</a>`,
		`<a href="/x">l</a>`:                            `<a href="/x" rel="nofollow ugc">l</a>`,
		`<a href="https://example.org/">l</a>`:          `<a href="https://example.org/" rel="nofollow ugc">l</a>`,
		`<a href="https://example.org/" rel="me">l</a>`: `<a href="https://example.org/" rel="me nofollow ugc">l</a>`,
		`<a rel="nofollow" href="x">l</a>`:              `<a href="x" rel="nofollow ugc">l</a>`,
		`<abbr title="a">b</abbr>`:                      `<abbr title="a">b</abbr>`,
		`<a href="x" rel="nofollow ugc">l</a>`:          `<a href="x" rel="nofollow ugc">l</a>`,
	} {
		if got := php.UserLinks(text, "https://site.test"); got != want {
			t.Errorf("UserLinks of %q: %q, want %q", text, got, want)
		}
	}
}
