package cms_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveTermsOfAPostAreAddedAndRemovedOneByOne checks the lists that a site stores.
func TestLiveTermsOfAPostAreAddedAndRemovedOneByOne(t *testing.T) {
	t.Parallel()
	site, ctx := sitetest.Live(t), t.Context()
	var tags []int64
	for i := range 3 {
		name := fmt.Sprintf("some-%x-%d", time.Now().UnixNano(), i)
		tag, err := terms.Tags(site).Create(ctx, &terms.Params{Name: &name})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = terms.Tags(site).Delete(context.Background(), tag.ID) })
		tags = append(tags, tag.ID)
	}
	post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Terms"), Tags: tags[:1]})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	for _, one := range []struct {
		name   string
		change func() (*cms.Post, error)
		want   []int64
		err    error
	}{
		{"AddTerms of two tags", func() (*cms.Post, error) {
			return site.Posts.AddTerms(ctx, post.ID, "tags", tags[1:])
		}, tags, nil},
		{"AddTerms of a tag that is there", func() (*cms.Post, error) {
			return site.Posts.AddTerms(ctx, post.ID, "tags", tags[:1])
		}, tags, nil},
		{"RemoveTerms of a tag", func() (*cms.Post, error) {
			return site.Posts.RemoveTerms(ctx, post.ID, "tags", tags[1:2])
		}, []int64{tags[0], tags[2]}, nil},
		{"RemoveTerms of all tags", func() (*cms.Post, error) {
			return site.Posts.RemoveTerms(ctx, post.ID, "tags", tags)
		}, nil, nil},
		{"AddTerms of an id without a tag", func() (*cms.Post, error) {
			return site.Posts.AddTerms(ctx, post.ID, "tags", []int64{tags[0], 1 << 40})
		}, tags[:1], cms.ErrPartlyWritten},
		{"RemoveTerms of all categories", func() (*cms.Post, error) {
			now, err := site.Posts.RemoveTerms(ctx, post.ID, "categories", post.Categories)
			if err == nil && len(now.Categories) > 0 {
				err = fmt.Errorf("the post has the categories %v, want none", now.Categories)
			}
			return now, err
		}, tags[:1], nil},
	} {
		now, err := one.change()
		if !errors.Is(err, one.err) || (err == nil) != (one.err == nil) {
			t.Errorf("%s: error %v, want %v", one.name, err, one.err)
		}
		read, err := site.Posts.Get(ctx, post.ID)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(read.Tags)
		if !slices.Equal(read.Tags, one.want) {
			t.Errorf("%s: the post has the tags %v, want %v", one.name, read.Tags, one.want)
		}
		if now == nil {
			t.Errorf("%s returned no post, want the post as written", one.name)
		}
	}
}
