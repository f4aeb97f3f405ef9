package cms_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestFactsHoldForEverySpellingOfARoute reads and writes routes that collections of a caller
// name with the prefix of the specification, with the prefix of the site, and in capitals.
func TestFactsHoldForEverySpellingOfARoute(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms/v2/", "wp/v2/", "/wp/v2/", "WP/V2/"} {
		s := stub.New(t, stub.Always(200, `[{"id":5,"slug":"lato"}]`))
		files := cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](s.Client(t, cms.WithPrefix("wp")),
			prefix+"media")
		if _, err := files.BySlug(t.Context(), "lato", cms.InContext(cms.ContextEdit)); err != nil {
			t.Errorf("BySlug of %smedia: error %v, want nil", prefix, err)
		}
		if sent := s.Seen()[0].Query; strings.Contains(sent, "status") {
			t.Errorf("BySlug of %smedia sent %s, want no status: files inherit theirs", prefix, sent)
		}
		s = stub.New(t, stub.Always(200, `{"id":6,"parent":5}`))
		posts := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](s.Client(t, cms.WithPrefix("wp")),
			prefix+"posts")
		if _, err := posts.Autosaves(5).Create(t.Context(), nil); err != nil {
			t.Errorf("Autosaves.Create of %sposts: error %v, want nil", prefix, err)
		}
		if sent := s.Seen()[0].Body; sent != `{"parent":5}` {
			t.Errorf("Autosaves.Create of %sposts sent %s, want the parent in the body", prefix, sent)
		}
	}
}
