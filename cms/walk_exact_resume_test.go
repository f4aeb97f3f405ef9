package cms_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
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

// TestExactWalkIsResumedByAnotherClientUnderChanges has a kill within each page. Only the JSON of the
// cursor is left. Others create, delete and date records at each step.
func TestExactWalkIsResumedByAnotherClientUnderChanges(t *testing.T) {
	t.Parallel()
	for _, broken := range []int{1, 2, 3, 5, 7} {
		others, server := newSite(t)
		var stay []int64
		for i := range 24 {
			stay = append(stay, server.Insert("posts", map[string]any{"title": "Post", "status": "publish",
				"date": fmt.Sprintf("2020-01-%02dT10:00:00", i+1)}))
		}
		gone := stay[9]
		stay = slices.Delete(stay, 9, 10)
		steps := 0
		meddle := func() {
			moved := stay[(7*steps)%len(stay)]
			day := cms.At(time.Date(2021-2*(steps%2), 3, 1+steps%28, 10, 0, 0, 0, time.UTC))
			if _, err := others.Posts.Update(t.Context(), moved, &cms.PostParams{DateGMT: day}); err != nil {
				t.Fatal(err)
			}
			server.Insert("posts", map[string]any{"title": "New", "status": "publish", "date": "2019-01-01T10:00:00"})
			if steps == 3 {
				if _, err := others.Posts.Delete(t.Context(), gone); err != nil {
					t.Fatal(err)
				}
			}
			steps++
		}
		options := &cms.PostListOptions{PerPage: 4}
		times, saved := map[int64]int{}, []byte("{}")
		var cursor cms.Cursor
		for !cursor.Done && steps < 500 {
			cursor = cms.Cursor{}
			if err := json.Unmarshal(saved, &cursor); err != nil {
				t.Fatal(err)
			}
			site, yielded := as(t, server, "editor"), 0
			for post, err := range site.Posts.All(t.Context(), options, cms.Exact(), cms.Resume(&cursor)) {
				if err != nil {
					t.Fatalf("All, broken off after %d records each time: error %v, want none", broken, err)
				}
				times[post.ID]++
				meddle()
				if yielded++; yielded == broken {
					break
				}
			}
			saved, _ = json.Marshal(cursor)
		}
		for _, id := range stay {
			if times[id] != 1 {
				t.Errorf("All, broken off after %d records each time: post %d came %d times, want once", broken, id, times[id])
			}
		}
		refusesDone(t, server, options, saved)
	}
}

// refusesDone checks that a walk of another client refuses the saved cursor of a walk that has ended.
func refusesDone(t *testing.T, server *cmstest.Server, options *cms.PostListOptions, saved []byte) {
	t.Helper()
	var cursor cms.Cursor
	if err := json.Unmarshal(saved, &cursor); err != nil {
		t.Fatal(err)
	}
	if !cursor.Done || !cursor.Exact {
		t.Errorf("Resume: the cursor %s at the end, want Done and Exact", saved)
	}
	server.ResetRequests()
	_, err := walked(t, as(t, server, "editor"), options, cms.Exact(), cms.Resume(&cursor))
	if n := len(server.Requests()); !errors.Is(err, cms.ErrCursorUnusable) || n != 0 {
		t.Errorf("All with the Done cursor of an exact walk: error %v after %d requests, want ErrCursorUnusable before any",
			err, n)
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
