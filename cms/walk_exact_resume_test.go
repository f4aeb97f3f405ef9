package cms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// What the highest id is is unsure where the newest records are hidden from the
// caller: a walk that goes on has to look again, as one does that is not stopped.
func TestResumedExactWalkReadsAnUnknownHighestIDAgain(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	var want []int64
	for range 6 {
		want = append(want, server.Insert("posts", map[string]any{"title": "Own", "author": 3}))
	}
	for range 9 {
		server.Insert("posts", map[string]any{"title": "Hidden", "status": "draft", "author": 1})
	}
	site := as(t, server, "author")
	var cursor cms.Cursor
	var got []int64
	options := &cms.PostListOptions{PerPage: 4, Status: []cms.Status{cms.StatusAny}}
	for stop := 1; !cursor.Done; stop++ {
		if cursor.HighestID != 0 {
			t.Errorf("%d is taken for the highest id, want 0", cursor.HighestID)
		}
		for post, err := range site.Posts.All(t.Context(), options, cms.Exact(), cms.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, post.ID); len(got) == 2*stop {
				break
			}
		}
		if stop == 3 { // behind the hidden ones, and within the promise of a walk that began here
			want = append(want, server.Insert("posts", map[string]any{"title": "Own", "author": 3}))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("walk yields %v, want %v", got, want)
	}
}

// TestResumedExactWalkKeepsAKnownHighestID reads in the order
// of ids alone.
func TestResumedExactWalkKeepsAKnownHighestID(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	var want []int64
	for range 9 {
		want = append(want, server.Insert("posts", map[string]any{"title": "Post"}))
	}
	cursor := cms.Cursor{Page: 1, PerPage: 4, Exact: true, LastID: want[1], HighestID: want[8]}
	got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(), cms.Resume(&cursor)),
		func(p *cms.Post) int64 { return p.ID })
	switch {
	case err != nil:
		t.Errorf("%v: ids: error %v, want nil", got, err)
	case !slices.Equal(got, want[2:]):
		t.Errorf("ids: %v, want %v", got, want[2:])
	}
	for _, r := range server.Requests() {
		if !strings.Contains(r.Query, "order=asc") {
			t.Errorf("it asked for %s, want %q in it", r.Query, "order=asc")
		}
	}
}

func TestResumedExactWalkOfAnEmptyListIsAnError(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	for name, highest := range map[string]int64{"unsure of the highest id": 0, "sure of it": 9} {
		cursor := cms.Cursor{Page: 2, PerPage: 4, Exact: true, LastID: 4, HighestID: highest}
		var got error
		for _, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(), cms.Resume(&cursor)) {
			got = err
		}
		switch {
		case !errors.Is(got, cms.ErrTotalsVanished):
			t.Errorf("%s: Posts.All: error %v, want ErrTotalsVanished", name, got)
		case cursor.Done:
			t.Errorf("%s: cursor is Done, want it open", name)
		}
	}
}
