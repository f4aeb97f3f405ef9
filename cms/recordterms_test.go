package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
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
		change func(context.Context, int64, string, []int64, ...cms.CallOption) (*cms.Post, error)
		terms  []int64
		want   []int64
		writes int
	}{
		{site.Posts.AddTerms, tags[1:], tags, 1},
		{site.Posts.AddTerms, tags[2:], tags, 0},
		{site.Posts.RemoveTerms, tags[:1], tags[1:], 1},
		{site.Posts.RemoveTerms, tags[:1], tags[1:], 0},
		{site.Posts.RemoveTerms, tags, []int64{}, 1},
	} {
		var response cms.Response
		post, err := c.change(t.Context(), id, "tags", c.terms, cms.Capture(&response))
		if err != nil {
			t.Fatalf("change %d: error %v, want none", n, err)
		}
		if response.Status != http.StatusOK {
			t.Errorf("change %d: the captured response has the status %d, want 200", n, response.Status)
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
		"an unknown tag":      {"tags", []int64{9999}, cms.ErrPartlyWritten},
		"an unknown category": {"categories", []int64{9999}, cms.ErrPartlyWritten},
	} {
		if _, err := site.Posts.AddTerms(t.Context(), id, c.field, c.terms); !errors.Is(err, c.want) {
			t.Errorf("AddTerms with %s: error %v, want %v", name, err, c.want)
		}
	}
	_, err := site.Posts.AddTerms(t.Context(), id+1000, "tags", []int64{1})
	if e, ok := errors.AsType[*cms.Error](err); !errors.Is(err, cms.ErrNotFound) || ok && e.Operation != "Posts.AddTerms" {
		t.Errorf("AddTerms of a missing post: error %v, want ErrNotFound of Posts.AddTerms", err)
	}
}

func TestAddTermsTakesAFieldWithThePrefixOfTheSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prefix, field string
		want          error
	}{
		{"cms", "cms_pattern_category", nil},
		{"cms", "wp_pattern_category", cms.ErrInvalidArgument},
		{"wp", "cms_pattern_category", nil},
		{"wp", "wp_pattern_category", nil},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(c.prefix))
		categories := []int64{server.Insert("cms_pattern_category", map[string]any{"name": "Heads"}),
			server.Insert("cms_pattern_category", map[string]any{"name": "Feet"})}
		id := server.Insert("blocks", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish",
			"cms_pattern_category": categories[:1]})
		site := stub.Dial(t, server.URL, cms.WithPrefix(c.prefix),
			cms.WithApplicationPassword("editor", server.AppPassword("editor")))
		block, err := site.Blocks.AddTerms(t.Context(), id, c.field, categories[1:])
		if !errors.Is(err, c.want) {
			t.Errorf("AddTerms of the field %s, prefix %s: error %v, want %v", c.field, c.prefix, err, c.want)
		}
		if err != nil {
			continue
		}
		if slices.Sort(block.PatternCategory); !slices.Equal(block.PatternCategory, categories) {
			t.Errorf("AddTerms of the field %s, prefix %s: a block with the terms %v, want %v", c.field, c.prefix,
				block.PatternCategory, categories)
		}
	}
}

// TestAddTermsReportsAResponseWithoutTheTerms has a site that stores the terms and does not show them.
func TestAddTermsReportsAResponseWithoutTheTerms(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	tag := server.Insert("tags", map[string]any{"name": "Sans"})
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish"})
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			return rewritten(server, r, `"tags":`, `"labels":`)
		}
		return inProcess(server, r)
	}))
	post, err := site.Posts.AddTerms(t.Context(), id, "tags", []int64{tag})
	if !errors.Is(err, cms.ErrDecode) {
		t.Errorf("AddTerms, the response to the update has no tags: error %v, want ErrDecode", err)
	}
	if post == nil || post.ID != id {
		t.Errorf("AddTerms, the response to the update has no tags: %+v, want the post as written", post)
	}
}

func TestAddTermsNoticesATextThatSomeoneElseChanged(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	tag := server.Insert("tags", map[string]any{"name": "Sans"})
	id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs.", "status": "publish"})
	other := ensurer(t, server, "editor", http.DefaultTransport)
	site := ensurer(t, server, "editor", &meddler{server: server, before: 3, act: func() {
		if _, err := other.Posts.Update(t.Context(), id, &cms.PostParams{Title: new("Spacing")}); err != nil {
			t.Error(err)
		}
	}})
	post, err := site.Posts.AddTerms(t.Context(), id, "tags", []int64{tag})
	if !errors.Is(err, cms.ErrOverwritten) || post == nil {
		t.Fatalf("AddTerms while someone else sets the title: %+v, error %v, want the post and ErrOverwritten", post, err)
	}
	if post.Title.Raw != "Spacing" || !slices.Equal(post.Tags, []int64{tag}) {
		t.Errorf("AddTerms while someone else sets the title: title %q, tags %v, want Spacing and %d", post.Title.Raw,
			post.Tags, tag)
	}
}

func TestAddTermsNeedsNoRevisions(t *testing.T) {
	t.Parallel()
	museum, err := os.ReadFile("cmsgen/testdata/museum.json")
	if err != nil {
		t.Fatal(err)
	}
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithType(museum)) // specimens have no revisions
	mineral := server.Insert("minerals", map[string]any{"name": "Pyrite"})
	id := server.Insert("specimens", map[string]any{"title": "Opal", "content": "c", "status": "publish"})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	all := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, "catalogue/v1/specimens")
	if _, err := all.AddTerms(t.Context(), id, "minerals", []int64{mineral}); err != nil {
		t.Errorf("AddTerms of a type without revisions: error %v, want none", err)
	}
	stored := server.Record("specimens", id)["minerals"]
	if fmt.Sprint(stored) != fmt.Sprint([]int64{mineral}) {
		t.Errorf("AddTerms of a type without revisions: the site stores the minerals %v, want %d", stored, mineral)
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
