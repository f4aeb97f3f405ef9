package plaintext_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/plaintext"
)

func TestPlainTextOfHTML(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"":                                                    "",
		"Pick &#038; choose":                                  "Pick & choose",
		"R&amp;D &lt;b&gt; &quot;x&quot;":                     `R&D <b> "x"`,
		"a &#8211; b&#8217;s &hellip;":                        "a \u2013 b\u2019s \u2026",
		"AT&T, 1 < 2 and 3 > 2":                               "AT&T, 1 < 2 and 3 > 2",
		"an <em>em</em>phasis":                                "an emphasis",
		`<a href="/x?a=1&amp;b=>">a</a> b`:                    "a b",
		"<p>one\n two</p>\n\n<p>three</p>":                    "one two\nthree",
		"one<br>two<br />three":                               "one\ntwo\nthree",
		"<ul><li>one</li><li>two</li></ul>":                   "one\ntwo",
		"<tr><td>a</td><td>b</td></tr>":                       "a b",
		"<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->": "a",
		"a<script>if (1 < 2) { '</p>' }</script>b":            "ab",
		"a<style>b { c: d }</style>e":                         "ae",
		"a<template><b>c</b></template>d":                     "ad",
		"a<script>never ends":                                 "a",
		"a&nbsp;b":                                            "a\u00a0b",
		"<pre>a\n  b</pre>":                                   "a b",
		"a <b":                                                "a",
		"&#x202e;a":                                           "\u202ea",
		"\xffa":                                               "\ufffda",
	} {
		if got := plaintext.Of(source); got != want {
			t.Errorf("plaintext.Of(%q): %q, want %q", source, got, want)
		}
	}
}

func TestPlainTextTakesLinearTime(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"<", "&", "<b", "<!--", "</", "<script>", "&#x", " ", "<p>"} {
		if got := plaintext.Of(strings.Repeat(part, 200_000)); len(got) > 200_000*len(part) {
			t.Errorf("Of 200000 times %q: %d bytes, want no more than came", part, len(got))
		}
	}
}
