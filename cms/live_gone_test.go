package cms_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveDeletesOfOneRecordAtOnce has three callers delete, or trash, one record. Each
// succeeds or is told that it is gone, though the site says 500 to some.
func TestLiveDeletesOfOneRecordAtOnce(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	post := func() (int64, error) {
		p, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Raced"), Status: new(cms.StatusPublish)})
		if err != nil {
			return 0, err
		}
		return p.ID, nil
	}
	under, err := post()
	if err != nil {
		t.Fatal(err)
	}
	removePost(t, site, under)
	comment := func() (int64, error) {
		c, err := comments.New(site).Create(ctx,
			&comments.Params{Post: &under, Content: new(fmt.Sprint("Raced ", time.Now().UnixNano()))})
		if err != nil {
			return 0, err
		}
		return c.ID, nil
	}
	for name, test := range map[string]struct {
		create func() (int64, error)
		remove func(context.Context, int64) error
	}{
		"posts.Delete": {post, func(ctx context.Context, id int64) error {
			_, err := site.Posts.Delete(ctx, id)
			return err
		}},
		"comments.Delete": {comment, func(ctx context.Context, id int64) error {
			_, err := comments.New(site).Delete(ctx, id)
			return err
		}},
		"comments.Trash": {comment, func(ctx context.Context, id int64) error {
			_, err := comments.New(site).Trash(ctx, id)
			return err
		}},
		"tags.Delete": {func() (int64, error) {
			tag, err := terms.Tags(site).Create(ctx, &terms.Params{Name: new(fmt.Sprint("Raced ", time.Now().UnixNano()))})
			if err != nil {
				return 0, err
			}
			return tag.ID, nil
		}, func(ctx context.Context, id int64) error { _, err := terms.Tags(site).Delete(ctx, id); return err }},
	} {
		var mu sync.Mutex
		raced := 0
		for range 20 {
			id, err := test.create()
			if err != nil {
				t.Fatal(err)
			}
			var callers sync.WaitGroup
			for range 3 {
				callers.Go(func() {
					err := test.remove(ctx, id)
					if err != nil && !errors.Is(err, cms.ErrNotFound) && !errors.Is(err, cms.ErrGone) {
						t.Errorf("%s: error %v, want nil, ErrNotFound or ErrGone", name, err)
					}
					mu.Lock()
					defer mu.Unlock()
					if errors.Is(err, cms.CodeCannotDelete) {
						raced++
					}
				})
			}
			callers.Wait()
		}
		t.Logf("%s: 20 rounds, %d answers with 500", name, raced)
	}
}
