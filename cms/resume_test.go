package cms_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestAWalkCanBeResumedAnywhere(t *testing.T) {
	t.Parallel()
	for _, options := range []*cms.PostListOptions{{PerPage: 10}, {PerPage: 10, Page: 2}, {PerPage: 10, Offset: 4}} {
		server := numbers{n: 35, totals: true}
		s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
		site := s.client(t)
		whole, err := walked(t, site, options)
		if err != nil {
			t.Fatal(err)
		}
		for stop := 0; stop <= len(whole); stop++ {
			var cursor cms.Cursor
			var ids []int64
			if stop > 0 {
				for post, err := range site.Posts.All(t.Context(), options, cms.Resume(&cursor)) {
					if err != nil {
						t.Fatal(err)
					}
					if ids = append(ids, post.ID); len(ids) == stop {
						break
					}
				}
			}
			kept, err := json.Marshal(cursor)
			if err != nil {
				t.Fatal(err)
			}
			var later cms.Cursor
			if err := json.Unmarshal(kept, &later); err != nil || later != cursor {
				t.Fatalf("%s is %+v, %v", kept, later, err)
			}
			rest, err := walked(t, site, options, cms.Resume(&later), cms.Prefetch(stop%3))
			if ids = append(ids, rest...); err != nil || !slices.Equal(ids, whole) || !later.Done {
				t.Errorf("stopped after %d of %+v (%s): %v, %v", stop, *options, kept, ids, err)
			}
			if again, err := walked(t, site, options, cms.Resume(&later)); err != nil || again != nil {
				t.Errorf("a walk that is done went on: %v, %v", again, err)
			}
		}
	}
}

func TestPagesCanBeResumedToo(t *testing.T) {
	t.Parallel()
	server := numbers{n: 35, totals: true}
	s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	site := s.client(t)
	options := &cms.PostListOptions{PerPage: 10}
	for stop := 1; stop <= 4; stop++ {
		var cursor cms.Cursor
		var seen []int
		collect := func(limit int) {
			for page, err := range site.Posts.Pages(t.Context(), options, cms.Resume(&cursor)) {
				if err != nil {
					t.Fatal(err)
				}
				if seen = append(seen, page.Number); len(seen) == limit {
					return
				}
			}
		}
		collect(stop)
		collect(100)
		if !slices.Equal(seen, []int{1, 2, 3, 4}) || !cursor.Done {
			t.Errorf("stopped after %d: pages %v, %+v", stop, seen, cursor)
		}
	}
	for _, index := range []int{1, 7} {
		cursor := cms.Cursor{Page: 2, Index: index, PerPage: 10} // kept by All
		for page, err := range site.Posts.Pages(t.Context(), options, cms.Resume(&cursor)) {
			if err != nil || page.Number != 2 || len(page.Items) != 10-index || page.Items[0].ID != int64(11+index) {
				t.Errorf("%+v, %v", page, err)
			}
			break
		}
	}
}

func TestAResumedWalkEndsWhereTheListHasShrunk(t *testing.T) {
	t.Parallel()
	server := numbers{n: 12, totals: true}
	s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	for _, cursor := range []cms.Cursor{{Page: 4, Index: 2, PerPage: 10}, {Page: 2, Index: 9, PerPage: 10}} {
		ids, err := walked(t, s.client(t), &cms.PostListOptions{PerPage: 10}, cms.Resume(&cursor))
		if err != nil || ids != nil || !cursor.Done {
			t.Errorf("%v, %v, %+v", ids, err, cursor)
		}
	}
}

func TestACursorThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `[]`))
	site := s.client(t)
	for _, cursor := range []*cms.Cursor{{Page: 2, PerPage: 50}, {Page: -1, PerPage: 100}, {Page: 1, Index: -1, PerPage: 100}, {Page: math.MaxInt, PerPage: 100}, nil} {
		if _, err := walked(t, site, nil, cms.Resume(cursor)); !refuses(err, "cursor") {
			t.Errorf("%+v: %v", cursor, err)
		}
		for _, err := range site.Posts.Pages(t.Context(), nil, cms.Resume(cursor)) {
			refused, ok := errors.AsType[*cms.ArgumentError](err)
			if !ok || refused.Operation != "Posts.Pages" || refused.Argument != "cursor" {
				t.Errorf("%+v: %v", cursor, err)
			}
		}
	}
	if _, err := walked(t, site, nil, cms.Resume(&cms.Cursor{Page: 2, PerPage: 50})); !strings.Contains(fmt.Sprint(err), "50 records on a page, not 100") {
		t.Errorf("pages of another size: %v", err)
	}
	exact := &cms.Cursor{Page: 2, PerPage: 100, Exact: true, LastID: 4, HighestID: 9}
	if _, err := walked(t, site, nil, cms.Resume(exact)); !refuses(err, "cursor") {
		t.Errorf("the cursor of an exact walk: %v", err)
	}
	for _, err := range site.Posts.GetMany(t.Context(), []int64{1}, nil, cms.Resume(&cms.Cursor{})) {
		if !refuses(err, "cursor") {
			t.Errorf("GetMany: %v", err)
		}
	}
	if len(s.seen()) > 0 {
		t.Error("a request was sent")
	}
}

func TestResumedWalkIsAnErrorIfTheTotalFellToZero(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options *cms.PostListOptions
		kinds   []cms.WalkOption
	}{
		"a plain walk":       {options: &cms.PostListOptions{PerPage: 10}},
		"behind an offset":   {options: &cms.PostListOptions{PerPage: 10, Offset: 4}},
		"with pages ahead":   {&cms.PostListOptions{PerPage: 10}, []cms.WalkOption{cms.PrefetchAdaptive()}},
		"from a later page":  {options: &cms.PostListOptions{PerPage: 10, Page: 2}},
		"of a list of a few": {options: &cms.PostListOptions{PerPage: 30}},
	} {
		server := numbers{n: 35, totals: true}
		site := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) }).client(t)
		var cursor cms.Cursor
		for _, err := range site.Posts.All(t.Context(), test.options, append(test.kinds, cms.Resume(&cursor))...) {
			if err != nil {
				t.Fatal(err)
			}
			if cursor.Index == 5 {
				break
			}
		}
		server.n = 0 // a broken database
		ids, err := walked(t, site, test.options, append(test.kinds, cms.Resume(&cursor))...)
		if !errors.Is(err, cms.ErrTotalsVanished) || cursor.Done {
			t.Errorf("%s: %v, %v, %+v", name, ids, err, cursor)
		}
	}
}
