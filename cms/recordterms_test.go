package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestAddTermsAndRemoveTermsKeepTheOtherTerms(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var tags []int64
	for _, name := range []string{"Sans", "Serif", "Mono"} {
		tags = append(tags, server.Insert("tags", map[string]any{"name": name}))
	}
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish",
		"tags": tags[:1]})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for n, c := range []struct {
		change func() (*cms.Post, error)
		want   []int64
		writes int
	}{
		{func() (*cms.Post, error) { return site.Posts.AddTerms(t.Context(), id, "tags", tags[1:]) }, tags, 1},
		{func() (*cms.Post, error) { return site.Posts.AddTerms(t.Context(), id, "tags", tags[2:]) }, tags, 0},
		{func() (*cms.Post, error) { return site.Posts.RemoveTerms(t.Context(), id, "tags", tags[:1]) }, tags[1:], 1},
		{func() (*cms.Post, error) { return site.Posts.RemoveTerms(t.Context(), id, "tags", tags[:1]) }, tags[1:], 0},
		{func() (*cms.Post, error) { return site.Posts.RemoveTerms(t.Context(), id, "tags", tags) }, []int64{}, 1},
	} {
		post, err := c.change()
		if err != nil {
			t.Fatalf("change %d: error %v, want none", n, err)
		}
		slices.Sort(post.Tags)
		if !slices.Equal(post.Tags, c.want) {
			t.Errorf("change %d: the post has the tags %v, want %v", n, post.Tags, c.want)
		}
		if written := writes(server); len(written) != c.writes {
			t.Errorf("change %d wrote %q, want %d writes", n, written, c.writes)
		}
	}
}

func TestAddTermsReportsWhatItDidNotChange(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish"})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for name, c := range map[string]struct {
		field string
		terms []int64
		want  error
	}{
		"an id below 1":       {"tags", []int64{0}, cms.ErrInvalidArgument},
		"a field of no terms": {"title", []int64{1}, cms.ErrInvalidArgument},
		"no field":            {"colours", []int64{1}, cms.ErrInvalidArgument},
		"an unknown term":     {"tags", []int64{9999}, cms.ErrPartlyWritten},
	} {
		if _, err := site.Posts.AddTerms(t.Context(), id, c.field, c.terms); !errors.Is(err, c.want) {
			t.Errorf("AddTerms with %s: error %v, want %v", name, err, c.want)
		}
	}
}

func TestAddTermsOverwritesNoTermOfSomeoneElse(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	ours := server.Insert("tags", map[string]any{"name": "Sans"})
	theirs := server.Insert("tags", map[string]any{"name": "Serif"})
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish"})
	other := ensurer(t, server, "editor", http.DefaultTransport)
	site := ensurer(t, server, "editor", &meddler{server: server, before: 2, act: func() {
		if _, err := other.Posts.Update(t.Context(), id, &cms.PostParams{Tags: []int64{theirs}}); err != nil {
			t.Error(err)
		}
	}})
	if _, err := site.Posts.AddTerms(t.Context(), id, "tags", []int64{ours}); !errors.Is(err, cms.ErrChanged) {
		t.Errorf("AddTerms while someone else sets a tag: error %v, want ErrChanged", err)
	}
	post, err := site.Posts.AddTerms(t.Context(), id, "tags", []int64{ours})
	if err != nil || len(post.Tags) != 2 {
		t.Errorf("AddTerms after that: %+v, error %v, want both tags", post, err)
	}
}
