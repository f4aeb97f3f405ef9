package cms_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestResumedWalkReportsEveryBrokenRecord(t *testing.T) {
	t.Parallel()
	_, site, whole, bad := broken(t, 12, func(n int) bool { return n == 1 || n == 7 })
	list := &cms.PostListOptions{PerPage: 5}
	all := func(o ...cms.WalkOption) iter.Seq2[[]cms.Post, error] {
		return func(yield func([]cms.Post, error) bool) {
			for post, err := range site.Posts.All(t.Context(), list, o...) {
				var posts []cms.Post
				if post != nil {
					posts = []cms.Post{*post}
				}
				if !yield(posts, err) {
					return
				}
			}
		}
	}
	pages := func(o ...cms.WalkOption) iter.Seq2[[]cms.Post, error] {
		return func(yield func([]cms.Post, error) bool) {
			for page, err := range site.Posts.Pages(t.Context(), list, o...) {
				var posts []cms.Post
				if page != nil {
					posts = page.Items
				}
				if !yield(posts, err) {
					return
				}
			}
		}
	}
	for name, test := range map[string]struct {
		walk  func(...cms.WalkOption) iter.Seq2[[]cms.Post, error]
		kinds []cms.WalkOption
	}{
		"records":       {all, []cms.WalkOption{cms.Prefetch(2)}},
		"exact records": {all, []cms.WalkOption{cms.Exact(), cms.PrefetchAdaptive()}},
		"pages":         {pages, nil},
		"exact pages":   {pages, []cms.WalkOption{cms.Exact(), cms.Prefetch(1)}},
	} {
		for stop := 1; stop < len(whole)+len(bad); stop++ {
			t.Run(fmt.Sprint(name, " stopped behind ", stop), func(t *testing.T) {
				t.Parallel()
				var cursor cms.Cursor
				var got, told []int64
				for _, most := range []int{stop, -1} {
					if cursor.Done { // the first walk was not stopped
						break
					}
					for posts, err := range test.walk(append(test.kinds, cms.Resume(&cursor))...) {
						record, ok := errors.AsType[*cms.BrokenRecordError](err)
						if err != nil && !ok {
							t.Fatal(err)
						}
						if ok {
							told = append(told, record.ID)
						}
						for _, post := range posts {
							got = append(got, post.ID)
						}
						if most--; most == 0 {
							break
						}
					}
				}
				slices.Sort(got)
				slices.Sort(told) // the last one may come again
				if told = slices.Compact(told); !slices.Equal(got, whole) || !slices.Equal(told, bad) {
					t.Errorf("resumed walk yields %v and broken %v, want %v and %v", got, told, whole, bad)
				}
			})
		}
	}
}
