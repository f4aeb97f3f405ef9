package cms_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestUpdateIfUnchangedNoticesChangesOfTheSameSecond has two programs that read a post in
// the second of its last change, which modified_gmt cannot tell from the next ones.
func TestUpdateIfUnchangedNoticesChangesOfTheSameSecond(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		first, second *cms.PostParams
		changed       bool
	}{
		"tags": {&cms.PostParams{Tags: []int64{41}}, &cms.PostParams{Tags: []int64{42}}, true},
		"status": {&cms.PostParams{Status: new(cms.StatusPrivate)}, &cms.PostParams{Status: new(cms.StatusPublish)},
			true},
		"sticky": {&cms.PostParams{Sticky: new(true)}, &cms.PostParams{Sticky: new(false)}, true},
		"a text": {&cms.PostParams{Title: new("B")}, &cms.PostParams{Sticky: new(true)}, true},
		"another field": {&cms.PostParams{Sticky: new(true)}, &cms.PostParams{CommentStatus: new(cms.DiscussionClosed)},
			false},
		"a custom field": {&cms.PostParams{Meta: &cms.MetaParams{Footnotes: new("[]")}},
			&cms.PostParams{Meta: &cms.MetaParams{Footnotes: new("[{}]")}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithClock(func() time.Time { return now }))
			site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
			if err != nil {
				t.Fatal(err)
			}
			for _, tag := range []int64{41, 42} {
				server.Insert("tags", map[string]any{"id": tag})
			}
			id := server.Insert("posts", map[string]any{"title": "A"})
			read, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := site.Posts.UpdateIfUnchanged(t.Context(), read, test.first); err != nil {
				t.Fatal(err)
			}
			_, err = site.Posts.UpdateIfUnchanged(t.Context(), read, test.second)
			switch {
			case test.changed && !errors.Is(err, cms.ErrChanged):
				t.Errorf("UpdateIfUnchanged after a change of the same second: error %v, want ErrChanged", err)
			case !test.changed && err != nil:
				t.Errorf("UpdateIfUnchanged after a change of another field: error %v, want nil", err)
			}
		})
	}
}

// TestUpdateIfUnchangedComparesTheCustomFieldsThatItSends has a site on which the meta of a post has changed, in the
// second in which it was read.
func TestUpdateIfUnchangedComparesTheCustomFieldsThatItSends(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		was, is string
		want    error
	}{
		"nothing changed":            {`{"footnotes":"a","views":1}`, `{"footnotes":"a","views":1}`, nil},
		"another field changed":      {`{"footnotes":"a","views":1}`, `{"footnotes":"a","views":2}`, nil},
		"another field was added":    {`{"footnotes":"a"}`, `{"footnotes":"a","views":2}`, nil},
		"the field changed":          {`{"footnotes":"a","views":1}`, `{"footnotes":"b","views":1}`, cms.ErrChanged},
		"the field was added":        {`{}`, `{"footnotes":"b"}`, cms.ErrChanged},
		"the field was removed":      {`{"footnotes":"a"}`, `[]`, cms.ErrChanged},
		"another field, no longer":   {`{"views":1}`, `[]`, nil},
		"there was none, and is one": {`[]`, `{"views":1}`, nil},
	} {
		post := func(meta string) string {
			return `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"},"_links":{"a":[{"href":"/a"}]},` +
				`"meta":` + meta + `}`
		}
		var read cms.Post
		if err := cms.Unmarshal([]byte(post(c.was)), &read); err != nil {
			t.Fatal(err)
		}
		_, err := stub.New(t, stub.Always(http.StatusOK, post(c.is))).Client(t).Posts.UpdateIfUnchanged(t.Context(), &read,
			&cms.PostParams{Meta: &cms.MetaParams{Footnotes: new("new")}}, cms.AllowUnverified())
		if !errors.Is(err, c.want) {
			t.Errorf("UpdateIfUnchanged of a custom field, %s: error %v, want %v", name, err, c.want)
		}
	}
}

// TestUpdateIfUnchangedNoticesChangesOfAFieldWithThePrefix is the same for the fields of blocks whose names have the
// prefix of the site.
func TestUpdateIfUnchangedNoticesChangesOfAFieldWithThePrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		for name, c := range map[string]struct {
			second *cms.BlockParams
			want   error
		}{
			"the categories": {&cms.BlockParams{PatternCategory: []int64{42}}, cms.ErrChanged},
			"another field":  {&cms.BlockParams{Status: new(cms.StatusPrivate)}, nil},
		} {
			now := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix(prefix),
				cmstest.WithClock(func() time.Time { return now }))
			for _, category := range []int64{41, 42} {
				server.Insert("cms_pattern_category", map[string]any{"id": category})
			}
			id := server.Insert("blocks", map[string]any{"title": "A", "content": "a", "status": "publish"})
			site := stub.Dial(t, server.URL, cms.WithPrefix(prefix),
				cms.WithApplicationPassword("editor", server.AppPassword("editor")))
			read, err := site.Blocks.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			first := &cms.BlockParams{PatternCategory: []int64{41}}
			if _, err := site.Blocks.UpdateIfUnchanged(t.Context(), read, first); err != nil {
				t.Fatal(err)
			}
			if _, err := site.Blocks.UpdateIfUnchanged(t.Context(), read, c.second); !errors.Is(err, c.want) {
				t.Errorf("UpdateIfUnchanged of %s, prefix %s, after a change of the categories: error %v, want %v", name, prefix,
					err, c.want)
			}
		}
	}
}

func TestUpdateIfUnchangedReadsTheRecordPastACache(t *testing.T) {
	t.Parallel()
	for name, cache := range map[string]*oldlists.Cache{
		"that obeys Cache-Control":   {Records: true},
		"that ignores Cache-Control": {Records: true, Deaf: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer()
			t.Cleanup(server.Close)
			id := server.Insert("posts", map[string]any{"title": "Kerning", "content": "Pairs."})
			login := cms.WithApplicationPassword("admin", server.AppPassword("admin"))
			direct, err := cms.New(server.URL, login)
			if err != nil {
				t.Fatal(err)
			}
			site, err := cms.New(server.URL, login, cms.WithHTTPClient(&http.Client{Transport: cache}))
			if err != nil {
				t.Fatal(err)
			}
			content := "Mine."
			rename := func(title string) {
				if _, err := direct.Posts.Update(t.Context(), id, &cms.PostParams{Title: &title}); err != nil {
					t.Fatal(err)
				}
			}
			rename("Leading") // now it has a revision
			read, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			rename("Tracking") // somebody else
			_, err = site.Posts.UpdateIfUnchanged(t.Context(), read, &cms.PostParams{Content: &content})
			if !errors.Is(err, cms.ErrChanged) {
				t.Errorf("UpdateIfUnchanged, a cache has the old record: error %v, want ErrChanged", err)
			}
		})
	}
}
