package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// excerpts read the post 114, whose content is long, with excerpts of a number of words, and others on which that has
// no effect.
func excerpts() []scenario {
	words := strings.Fields("Long text.")
	for i := range 79 {
		words = append(words, fmt.Sprintf("word%d", i+1))
	}
	cut := func(n int) string {
		if n >= len(words) {
			return "<p>" + strings.Join(words, " ") + "</p>\n"
		}
		return "<p>" + strings.Join(words[:n], " ") + " [&hellip;]</p>\n"
	}
	var out []scenario
	add := func(id int64, length int, want string) {
		for _, in := range contexts {
			one := scenario{collection: "posts", kind: reading, role: anyoneReads(in),
				name: fmt.Sprintf("get %d excerpt_length=%d in %s", id, length, in)}
			if length > 0 {
				one.needs = []need{{`/cms/v2/posts/(?P<id>[\d]+)`, "GET", "excerpt_length"}}
			}
			one.run = func(t *testing.T, _ *site, c *cms.Client) {
				t.Helper()
				options := []cms.GetOption{cms.InContext(in)}
				if length > 0 {
					options = append(options, cms.ExcerptLength(length))
				}
				post, err := c.Posts.Get(t.Context(), id, options...)
				if err != nil {
					t.Fatal(err)
				}
				if post.Excerpt.Rendered != want {
					t.Errorf("the excerpt is %q, want %q", post.Excerpt.Rendered, want)
				}
			}
			out = append(out, one)
		}
	}
	for _, length := range []int{1, 3, 54, 55, 56, 80, 81, 200} {
		add(114, length, cut(length))
	}
	add(114, 0, cut(55))
	add(101, 2, "<p>A summary of number 1.</p>\n") // it has one of its own
	add(115, 0, "<p>Before the fold.</p>\n")
	add(115, 1, "<p>Before [&hellip;]</p>\n")
	add(146, 3, "")
	return out
}

// folded reads a content with a fold in it.
func folded() scenario {
	return scenario{
		collection: "posts", kind: reading, role: nobody, name: "get 115, whose content has a fold",
		run: func(t *testing.T, s *site, c *cms.Client) {
			t.Helper()
			post, err := c.Posts.Get(t.Context(), 115)
			if err != nil {
				t.Fatal(err)
			}
			want := "\n<p class=\"wp-block-paragraph\">Before the fold.</p>\n\n\n\n<!--more-->\n\n\n\n<p " +
				"class=\"wp-block-paragraph\">Behind the fold.</p>\n"
			if !(subject{site: s}).marksBlocks() {
				want = strings.ReplaceAll(want, ` class="wp-block-paragraph"`, "")
			}
			if post.Content.Rendered != want {
				t.Errorf("the content is %q, want %q", post.Content.Rendered, want)
			}
		},
	}
}

// secretSearches look for a word that stands in a record with a password: only users find it.
func secretSearches(kind string, id int64) []scenario {
	var out []scenario
	for _, r := range roles {
		out = append(out, scenario{
			collection: kind, kind: reading, role: r, name: fmt.Sprintf("search=plain, which %d with a password holds", id),
			run: func(t *testing.T, _ *site, c *cms.Client) {
				t.Helper()
				page, err := rawCollection(c, kind).List(t.Context(), &cms.PostListOptions{Search: "plain"})
				if err != nil {
					t.Fatal(err)
				}
				var want []int64
				if r != nobody {
					want = []int64{id}
				}
				if got := idsIn(page.Items); !slices.Equal(got, want) || page.Total != len(want) {
					t.Errorf("it found %v of %d, want %v", got, page.Total, want)
				}
				for _, item := range page.Items {
					content, _ := item["content"].(map[string]any)
					if record(content).text("rendered") != "" || content["protected"] != true {
						t.Errorf("Search: content %v, want it empty and protected", content)
					}
				}
			},
		})
	}
	return out
}
