package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestEnsureKnowsItsDraftsByTheirSlugs has drafts with the content of one, and slugs
// that it does not give.
func TestEnsureKnowsItsDraftsByTheirSlugs(t *testing.T) {
	t.Parallel()
	const token = "abcdefghijklmnopqrstuvwxyz"
	for slug, ours := range map[string]bool{
		"kerning-" + token: true, "kerning--" + token: true, "kerning" + token: false, "kerning---" + token: false,
		"kerning-" + token[1:]: false, "kerning-a" + token: false, "kerning-" + token[1:] + "1": false, "tracking-" + token: false,
	} {
		site, server := newSite(t)
		server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
		draft := server.Insert("posts", map[string]any{"title": "Kerning", "status": "draft", "slug": slug, "content": "<!-- fontcms-ensure 0/kerning. -->"})
		if _, err := site.Posts.Ensure(t.Context(), "kerning", kerning()); err != nil {
			t.Fatal(err)
		}
		if left := server.Record("posts", draft) != nil; left == ours {
			t.Errorf("%s is left: %t", slug, left)
		}
	}
}

func TestEnsureMergesOnlyIdenticalDuplicates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		other map[string]any
		want  error
	}{
		"the same twice": {map[string]any{"title": "Kerning", "content": "Pairs."}, nil},
		"a translation":  {map[string]any{"title": "Unterschneidung", "content": "Paare."}, cms.ErrConflict},
		"another text":   {map[string]any{"title": "Kerning", "content": "Other pairs."}, cms.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site, server := newSite(t)
			first := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "slug": "kerning", "status": "publish"})
			c.other["slug"], c.other["status"] = "kerning", "publish"
			second := server.Insert("posts", c.other)
			post, err := site.Posts.Ensure(t.Context(), "kerning", &cms.PostParams{Title: new("Kerning and tracking")})
			if !errors.Is(err, c.want) {
				t.Fatalf("%v, want %v", err, c.want)
			}
			if err == nil && (post.ID != first || post.Slug != "kerning" || post.Title.Raw != "Kerning and tracking") {
				t.Errorf("%d has the slug %q and the title %q", post.ID, post.Slug, post.Title.Raw)
			}
			if slug := server.Record("posts", first)["slug"]; slug != "kerning" {
				t.Errorf("the first is %v", slug)
			}
			if status := server.Record("posts", second)["status"]; (status == "trash") != (err == nil) {
				t.Errorf("the other is %v", status)
			}
		})
	}
}
