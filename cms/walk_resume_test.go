package cms_test

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestWalkCanBeResumedAnywhere(t *testing.T) {
	t.Parallel()
	for _, options := range []*cms.PostListOptions{{PerPage: 10}, {PerPage: 10, Page: 2}, {PerPage: 10, Offset: 4}} {
		server := numbers{n: 35, totals: true}
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
		site := s.Client(t)
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
				t.Fatalf("%s: json.Unmarshal: error %v, later %+v, want nil and %+v", kept, err, later, cursor)
			}
			rest, err := walked(t, site, options, cms.Resume(&later), cms.Prefetch(stop%3))
			switch ids = append(ids, rest...); {
			case err != nil:
				t.Errorf("walk over %+v resumed at %s: error %v, want nil", *options, kept, err)
			case !slices.Equal(ids, whole):
				t.Errorf("walk over %+v stopped after %d, resumed at %s: %v, want %v", *options, stop, kept, ids, whole)
			case !later.Done:
				t.Errorf("walk over %+v resumed at %s: cursor %+v, want Done", *options, kept, later)
			}
			again, err := walked(t, site, options, cms.Resume(&later))
			switch {
			case !refuses(err, "cursor"):
				t.Fatalf(
					`a walk with a finished cursor: records %v, error %v, want ErrCursorUnusable; refuses(err, "cursor") is false, `+
						`want true`, again, err)
			case !errors.Is(err, cms.ErrCursorUnusable):
				t.Fatalf("walk with a finished cursor: error %v, want ErrCursorUnusable", err)
			case again != nil:
				t.Fatalf("walk with a finished cursor yields %v, want nothing", again)
			}
		}
	}
}

func TestPagesCanBeResumedToo(t *testing.T) {
	t.Parallel()
	server := numbers{n: 35, totals: true}
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	site := s.Client(t)
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
		switch {
		case !slices.Equal(seen, []int{1, 2, 3, 4}):
			t.Errorf("walk stopped after page %d: pages %v, want %v", stop, seen, []int{1, 2, 3, 4})
		case !cursor.Done:
			t.Errorf("walk stopped after page %d: cursor %+v, want Done", stop, cursor)
		}
	}
	for _, index := range []int{1, 7} {
		cursor := cms.Cursor{Page: 2, Index: index, PerPage: 10, Order: "id"} // kept by All
		for page, err := range site.Posts.Pages(t.Context(), options, cms.Resume(&cursor)) {
			switch {
			case err != nil:
				t.Errorf("Posts.Pages: error %v, want nil", err)
			case page.Number != 2:
				t.Errorf("Posts.Pages: Number %d, want 2", page.Number)
			case len(page.Items) != 10-index:
				t.Errorf("Posts.Pages: %d records, want %d", len(page.Items), 10-index)
			case page.Items[0].ID != int64(11+index):
				t.Errorf("Posts.Pages: page.Items[0].ID %d, want %d", page.Items[0].ID, int64(11+index))
			}
			break
		}
	}
}

func TestResumedWalkEndsWhereTheListHasShrunk(t *testing.T) {
	t.Parallel()
	server := numbers{n: 12, totals: true}
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	for _, cursor := range []cms.Cursor{
		{Page: 4, Index: 2, PerPage: 10, Order: "id"}, {Page: 2, Index: 9, PerPage: 10, Order: "id"},
	} {
		ids, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 10}, cms.Resume(&cursor))
		switch {
		case err != nil:
			t.Errorf("%v: walked: error %v, want nil", ids, err)
		case ids != nil:
			t.Errorf("walked: ids %v, want nil", ids)
		case !cursor.Done:
			t.Errorf("walk yields %v: cursor %+v, want Done", ids, cursor)
		}
	}
}

func TestCursorThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[]`))
	site := s.Client(t)
	byDate := &cms.PostListOptions{OrderBy: cms.ByDate}
	for name, test := range map[string]struct {
		options *cms.PostListOptions
		cursor  cms.Cursor
		text    string // of the error
	}{
		"another page size": {&cms.PostListOptions{PerPage: 100}, cms.Cursor{Page: 2, PerPage: 50, Order: "id"},
			"PerPage 50, and this walk has 100"},
		"a negative page":  {nil, cms.Cursor{Page: -1, PerPage: 100, Order: "id"}, "negative"},
		"a negative index": {nil, cms.Cursor{Page: 1, Index: -1, PerPage: 100, Order: "id"}, "negative"},
		"a page past any list": {nil, cms.Cursor{Page: math.MaxInt, PerPage: 100, Order: "id"},
			"larger than any list"},
		"an exact walk": {nil, cms.Cursor{Page: 2, PerPage: 100, Exact: true, LastID: 4, HighestID: 9},
			"uses Exact"},
		"a walk in the order of dates": {nil, cms.Cursor{Page: 2, PerPage: 100, Order: "date"},
			`the order "date", and this walk has "id"`},
		"a walk in the order of ids": {byDate, cms.Cursor{Page: 2, PerPage: 100, Order: "id"},
			`the order "id", and this walk has "date"`},
		"a walk in the other direction": {nil, cms.Cursor{Page: 2, PerPage: 100, Order: "id asc"},
			`the order "id asc", and this walk has "id"`},
		"a cursor without an order": {nil, cms.Cursor{Page: 2, Index: 50, PerPage: 100},
			`the order "", and this walk has "id"`},
		"a walk that has ended": {nil, cms.Cursor{Page: 1, PerPage: 100, Order: "id", Done: true},
			"nothing is left to read"},
		"an old walk that has ended": {nil, cms.Cursor{Page: 1, PerPage: 100, Done: true}, "nothing is left to read"},
	} {
		_, err := walked(t, site, test.options, cms.Resume(&test.cursor))
		var pages error
		for _, err := range site.Posts.Pages(t.Context(), test.options, cms.Resume(&test.cursor)) {
			pages = err
		}
		for verb, err := range map[string]error{"All": err, "Pages": pages} {
			refused, ok := errors.AsType[*cms.ArgumentError](err)
			switch {
			case !ok:
				t.Errorf("%s with the cursor of %s: error %v, want a *cms.ArgumentError", verb, name, err)
			case refused.Operation != "Posts."+verb || refused.Argument != "cursor":
				t.Errorf(
					"%s with the cursor of %s: error %v, want ErrCursorUnusable with %q; Operation %q, want %q; Argument %q, want %q",
					verb, name, err, test.text, refused.Operation, "Posts."+verb, refused.Argument, "cursor")
			case !errors.Is(err, cms.ErrCursorUnusable):
				t.Errorf("%s with the cursor of %s: error %v, want ErrCursorUnusable", verb, name, err)
			case !strings.Contains(err.Error(), test.text):
				t.Errorf("%s with the cursor of %s: error %v, want %q in it", verb, name, err, test.text)
			case !strings.Contains(err.Error(), "pass a zero Cursor"):
				t.Errorf("%s with the cursor of %s: error %v, want %q in it", verb, name, err, "pass a zero Cursor")
			}
		}
	}
	if _, err := walked(t, site, nil, cms.Resume(nil)); !refuses(err, "cursor") {
		t.Errorf("All with a nil cursor: error %v, want a refused argument", err)
	}
	for _, err := range site.Posts.GetMany(t.Context(), []int64{1}, nil, cms.Resume(&cms.Cursor{})) {
		if !refuses(err, "cursor") {
			t.Errorf("GetMany with a cursor: error %v, want a refused argument", err)
		}
	}
	if n := len(s.Seen()); n > 0 {
		t.Errorf("%d requests were sent, want none", n)
	}
}

// TestOldCursorOfAnOrderThatIsUnchangedIsAccepted: before cursors carried their order,
// comments and revisions were in the order that they have today.
func TestOldCursorOfAnOrderThatIsUnchangedIsAccepted(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	cursor := cms.Cursor{Page: 1, Index: 0, PerPage: 100}
	for _, err := range s.Client(t).Posts.Revisions(7).All(t.Context(), nil, cms.Resume(&cursor)) {
		t.Errorf("Revisions.All with a cursor without an order: error %v, want none", err)
	}
	if len(s.Seen()) != 1 {
		t.Errorf("%d requests, want 1", len(s.Seen()))
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
		site := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) }).Client(t)
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
		switch {
		case !errors.Is(err, cms.ErrTotalsVanished):
			t.Errorf("%s: walked: error %v, ids %v, want ErrTotalsVanished", name, err, ids)
		case cursor.Done:
			t.Errorf("%s: cms.Resume: cursor.Done is true with ids %v, want false", name, ids)
		}
	}
}

// TestResumedWalkOfAnEmptyListEndsUnlessItHadRecords has positions at which a cursor
// was kept.
func TestResumedWalkOfAnEmptyListEndsUnlessItHadRecords(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)).Client(t)
	for cursor, want := range map[cms.Cursor]error{
		{}:                                   nil,
		{Page: 1, PerPage: 100, Order: "id"}: nil,
		{Page: 1, Index: 1, PerPage: 100, Order: "id"}:  cms.ErrTotalsVanished,
		{Page: 2, PerPage: 100, Order: "id"}:            cms.ErrTotalsVanished,
		{Page: 1, PerPage: 100, Exact: true}:            nil,
		{Page: 1, PerPage: 100, Exact: true, LastID: 4}: cms.ErrTotalsVanished,
	} {
		var options []cms.WalkOption
		if cursor.Exact {
			options = append(options, cms.Exact())
		}
		kept := cursor
		switch got, err := walked(t, site, nil, append(options, cms.Resume(&kept))...); {
		case got != nil:
			t.Errorf("%+v: walked: %v, want nil", cursor, got)
		case !errors.Is(err, want):
			t.Errorf("%+v: walked: error %v, want %v", cursor, err, want)
		case want == nil && err != nil:
			t.Errorf("walk resumed at %+v: error %v, want nil", cursor, err)
		case kept.Done != (want == nil):
			t.Errorf("cms.Resume: kept.Done is %t, want %t", kept.Done, want == nil)
		}
	}
}
