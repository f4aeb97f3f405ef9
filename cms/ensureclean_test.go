package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestEnsureMergesWhatARaceLeftAndNothingElse(t *testing.T) {
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
