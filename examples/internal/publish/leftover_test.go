package publish

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTagsAreCountedInALineOfAMillion would not end if the time grew with the square of the number.
func TestTagsAreCountedInALineOfAMillion(t *testing.T) {
	t.Parallel()
	tags := leftover("hugo", []byte(strings.Repeat("{{% a %}}", 1_000_000)))
	if len(tags) != 1 || tags[0].times != 1_000_000 {
		t.Errorf("leftover of a million tags of one name: %d names, want one that is there 1,000,000 times", len(tags))
	}
}

func TestEachTagThatAReaderWouldSeeIsNamedOnce(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		text string
		want []string
	}{
		"hugo": {
			"{{< box \"a\" >}}\nx\n{{< /box >}}\n`{{< code >}}`\n\n{{% note %}}\n",
			[]string{`1 {{< box "a" >}} 2`, "6 {{% note %}} 1"},
		},
		"jekyll": {
			"a {{ site.x }} {% if a %}\n{% endif %} {{ site.x }}\n",
			[]string{"1 {{ site.x }} 2", "1 {% if a %} 2"},
		},
		"hexo": {"{% gist 1 %}\n\n    {% code %}\n", []string{"1 {% gist 1 %} 1"}},
		"mkdocs": {
			"# A { #a .b }\n\n[b](c){ .button }\n:material-check:\n\n::: package.module\n\n[d](e){ .button } {{ x }}\n",
			[]string{"3 { .button } 2", "4 :material-check: 1", "6 ::: package.module 1", "8 {{ x }} 1"},
		},
		"vitepress": {"[[toc]]\n\n{{ $frontmatter.title }}\n", []string{"1 [[toc]] 1", "3 {{ $frontmatter.title }} 1"}},
		"plain":     {"{{< box >}} {% if a %}\n", nil},
	} {
		var got []string
		for _, tag := range leftover(kind, []byte(c.text)) {
			got = append(got, fmt.Sprintf("%d %s %d", tag.line, tag.text, tag.times))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("leftover of %s: %q, want %q", kind, got, c.want)
		}
	}
}
