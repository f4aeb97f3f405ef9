package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// numbers is a stub that lists posts with the ids 1 to n, and pages as the

// options of the test say.

type numbers struct {
	n           int
	totals      bool
	ignoresPage bool
	emptyBeyond bool                                       // an empty list behind the end, not an error
	hidden      func(id int) bool                          // dropped after counting
	before      func(request int, s *numbers) (total *int) // changes the list, or the total it states
}

func (s *numbers) serve(n int, w http.ResponseWriter, r *http.Request) {
	var stated *int
	if s.before != nil {
		stated = s.before(n, s)
	}
	arg := func(name string, value int) int {
		if v, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
			return v
		}
		return value
	}
	size, page := arg("per_page", 10), arg("page", 1)
	start := (page - 1) * size
	total := s.n
	if r.URL.Query().Has("offset") {
		start = arg("offset", 0)
		if start >= s.n {
			total = 0 // as the real site does
		}
	}
	if s.ignoresPage {
		start, size = 0, s.n
	}
	if stated != nil {
		total = *stated
	}
	if s.totals {
		w.Header().Set("X-CMS-Total", strconv.Itoa(total))
		w.Header().Set("X-CMS-TotalPages", strconv.Itoa((total+size-1)/max(size, 1)))
	}
	if start >= s.n && page > 1 && !s.emptyBeyond && s.n > 0 {
		stub.Reply(w, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
		return
	}
	items := []string{}
	for id := start + 1; id <= min(start+size, s.n); id++ {
		if s.hidden == nil || !s.hidden(id) {
			items = append(items, fmt.Sprintf(`{"id":%d}`, id))
		}
	}
	stub.Reply(w, 200, "["+strings.Join(items, ",")+"]")
}

// walked collects the ids of All.

func walked(t *testing.T, site *cms.Client, options *cms.PostListOptions, walkOptions ...cms.WalkOption) ([]int64,
	error) {
	t.Helper()
	var ids []int64
	for post, err := range site.Posts.All(t.Context(), options, walkOptions...) {
		if err != nil {
			return ids, err
		}
		ids = append(ids, post.ID)
	}
	return ids, nil
}

// span is the ids from first to last but those that are hidden.

func span(first, last int, hidden func(int) bool) []int64 {
	var ids []int64
	for id := first; id <= last; id++ {
		if hidden == nil || !hidden(id) {
			ids = append(ids, int64(id))
		}
	}
	return ids
}

func TestWalkYieldsEveryRecordInOrder(t *testing.T) {
	t.Parallel()
	odd := func(id int) bool { return id%2 == 1 || id > 10 && id <= 25 }
	fall := func(to int) func(int, *numbers) *int {
		return func(n int, s *numbers) *int {
			if n == 2 {
				s.n = to
			}
			return nil
		}
	}
	tests := []struct {
		name     string
		server   numbers
		options  *cms.PostListOptions
		want     []int64
		requests int // without Prefetch
	}{
		{"pages of a hundred unless told", numbers{n: 250, totals: true}, nil, span(1, 250, nil), 3},
		{"no more than the pages there are", numbers{n: 200, totals: true}, nil, span(1, 200, nil), 2},
		{"an empty list", numbers{totals: true}, nil, nil, 1},
		{"pages come short where records are hidden", numbers{n: 40, totals: true, hidden: odd},
			&cms.PostListOptions{PerPage: 10}, span(1, 40, odd), 4},
		{"from a page on", numbers{n: 45, totals: true}, &cms.PostListOptions{PerPage: 10, Page: 3}, span(21, 45, nil), 3},
		{"from an offset on", numbers{n: 45, totals: true}, &cms.PostListOptions{PerPage: 10, Offset: 7}, span(8, 45, nil),
			4},
		{"an offset wins over a page", numbers{n: 45, totals: true}, &cms.PostListOptions{PerPage: 10, Offset: 7, Page: 3},
			span(8, 45, nil), 4},
		{"an offset behind the end", numbers{n: 45, totals: true}, &cms.PostListOptions{PerPage: 10, Offset: 50}, nil, 1},
		{"without totals, to an empty page", numbers{n: 25, emptyBeyond: true}, &cms.PostListOptions{PerPage: 10},
			span(1, 25, nil), 4},
		{"without totals, to the page that does not exist", numbers{n: 25}, &cms.PostListOptions{PerPage: 10},
			span(1, 25, nil), 4},
		{"without totals, of a server that ignores page", numbers{n: 25, ignoresPage: true},
			&cms.PostListOptions{PerPage: 10}, span(1, 25, nil), 2},
		{"a list that shrinks meanwhile", numbers{n: 45, totals: true, before: fall(15)}, &cms.PostListOptions{PerPage: 10},
			span(1, 15, nil), 2},
		{"a list that shrinks below the page", numbers{n: 45, totals: true, before: fall(5)},
			&cms.PostListOptions{PerPage: 10}, span(1, 10, nil), 3},
		{"a list that shrinks below the offset", numbers{n: 45, totals: true, before: fall(5)},
			&cms.PostListOptions{PerPage: 10, Offset: 3}, span(4, 13, nil), 3},
		{"a list that grows meanwhile", numbers{n: 15, totals: true, before: fall(35)}, &cms.PostListOptions{PerPage: 10},
			span(1, 35, nil), 4},
	}
	for _, test := range tests {
		for _, ahead := range []int{0, 1, 3} {
			t.Run(fmt.Sprintf("%s, %d ahead", test.name, ahead), func(t *testing.T) {
				t.Parallel()
				if ahead > 0 && test.server.before != nil {
					t.Skip("what changes the list depends on the order of requests")
				}
				server := test.server
				s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
				ids, err := walked(t, s.Client(t), test.options, cms.Prefetch(ahead))
				if err != nil || !slices.Equal(ids, test.want) {
					t.Errorf("walk with Prefetch(%d): %v, error %v, want %v and nil", ahead, ids, err, test.want)
				}
				if n := len(s.Seen()); ahead == 0 && n != test.requests {
					t.Errorf("%d requests: %v, want %d", n, s.Seen(), test.requests)
				}
			})
		}
	}
}

func TestTotalThatVanishesInsideAWalkIsAnError(t *testing.T) {
	t.Parallel()
	zero := 0
	for _, offset := range []int{0, 3} {
		server := numbers{n: 45, totals: true, emptyBeyond: true}
		server.before = func(n int, s *numbers) *int {
			if n < 2 {
				return nil
			}
			s.n = 0
			return &zero
		}
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
		ids, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 10, Offset: offset})
		if !errors.Is(err, cms.ErrTotalsVanished) || len(ids) != 10 {
			t.Errorf("walk from offset %d: %v, error %v, want 10 records and ErrTotalsVanished", offset, ids, err)
		}
	}
}

func TestWalkThatBeginsPastTheEndIsAnError(t *testing.T) {
	t.Parallel()
	server := numbers{n: 45, totals: true}
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	_, err := walked(t, s.Client(t), &cms.PostListOptions{Page: 9})
	if !errors.Is(err, cms.ErrBadRequest) || !errors.Is(err, cms.CodeInvalidPageNumber) {
		t.Error(err)
	}
}

func TestFirstErrorEndsAWalk(t *testing.T) {
	t.Parallel()
	server := numbers{n: 45, totals: true}
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("page") == "3" {
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
			return
		}
		server.serve(n, w, r)
	})
	site := s.Client(t)
	for _, ahead := range []int{0, 4} {
		var pages, failed int
		for page, err := range site.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 10}, cms.Prefetch(ahead)) {
			if err != nil {
				failed++
				if page != nil || !errors.Is(err, cms.ErrForbidden) {
					t.Errorf("Posts.Pages: page %+v, error %v, want nil and ErrForbidden", page, err)
				}
				continue
			}
			pages++
		}
		if pages != 2 || failed != 1 {
			t.Errorf("Prefetch(%d): %d pages and %d errors, want 2 and 1", ahead, pages, failed)
		}
	}
}

func TestWalkStopsWithItsLoop(t *testing.T) {
	t.Parallel()
	server := numbers{n: 1000, totals: true}
	t.Run("break", func(t *testing.T) {
		t.Parallel()
		s := stub.New(t, server.serve)
		site := s.Client(t)
		for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 10}, cms.Prefetch(3)) {
			if err != nil {
				t.Fatal(err)
			}
			if post.ID == 15 {
				break
			}
		}
		if n := len(s.Seen()); n > 6 {
			t.Errorf("%d requests, want at most 6", n)
		}
	})
	t.Run("panic", func(t *testing.T) {
		t.Parallel()
		site := stub.New(t, server.serve).Client(t)
		defer func() {
			if value := recover(); value != "mine" {
				t.Errorf("Pages with a loop that panics: recovered %v, want %q", value, "mine")
			}
		}()
		for _, err := range site.Posts.Pages(t.Context(), nil, cms.Prefetch(2)) {
			if err != nil {
				t.Error(err)
			}
			panic("mine")
		}
	})
	t.Run("context", func(t *testing.T) {
		t.Parallel()
		site := stub.New(t, server.serve).Client(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		var last error
		n := 0
		for _, err := range site.Posts.All(ctx, &cms.PostListOptions{PerPage: 10}) {
			if last = err; err != nil {
				continue
			}
			if n++; n == 12 {
				cancel(errors.New("enough"))
			}
		}
		switch e, ok := errors.AsType[*cms.Error](last); {
		case !ok:
			t.Errorf("after %d records: %v, want a *cms.Error", n, last)
		case !errors.Is(last, context.Canceled):
			t.Errorf("after %d records: %v, want Canceled", n, last)
		case !strings.Contains(e.Error(), "enough"):
			t.Errorf("after %d records: %v: error %v, want %q in it", n, last, e, "enough")
		case n != 12:
			t.Errorf("walk yields %d records, then %v, want 12", n, last)
		}
	})
}

func TestWalkDoesNotModifyItsOptions(t *testing.T) {
	t.Parallel()
	server := numbers{n: 25, totals: true}
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
	options := &cms.PostListOptions{PerPage: 10, Exclude: []int64{101, 102}, Sticky: new(false)}
	seq := s.Client(t).Posts.All(t.Context(), options)
	for range 2 { // a walk can be walked again
		n := 0
		for _, err := range seq {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != 25 {
			t.Errorf("%d records, want 25", n)
		}
	}
	if want := (&cms.PostListOptions{PerPage: 10, Exclude: []int64{101, 102}, Sticky: new(false)}); !reflect.DeepEqual(
		options, want) {
		t.Errorf("the options became %+v: options %+v, want %+v", *options, options, want)
	}
}

func TestStickyPostsAreYieldedOnce(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t, cmstest.WithSample())
	for _, fields := range [][]string{nil, {"id"}, {"title"}} {
		options := []cms.WalkOption{cms.Prefetch(2)}
		if fields != nil {
			options = append(options, cms.Fields(fields...))
		}
		n, seen := 0, map[int64]bool{}
		for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{IgnoreSticky: new(false)}, options...) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			seen[post.ID] = true
		}
		if n != 1190 || len(seen) != n {
			t.Errorf("Fields %q: %d posts with %d ids, want 1190 with as many", fields, n, len(seen))
		}
	}
}

func TestWalkOverNothingReachesItsEnd(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	nothing := &cms.PostListOptions{Include: []int64{}}
	for name, walk := range map[string]func(...cms.WalkOption) int{
		"records": func(options ...cms.WalkOption) (n int) {
			for _, err := range site.Posts.All(t.Context(), nothing, options...) {
				t.Error(err)
				n++
			}
			return n
		},
		"pages": func(options ...cms.WalkOption) (n int) {
			for _, err := range site.Posts.Pages(t.Context(), nothing, options...) {
				t.Error(err)
				n++
			}
			return n
		},
	} {
		for _, exact := range []cms.WalkOption{nil, cms.Exact()} {
			var cursor cms.Cursor
			switch n := walk(cms.Resume(&cursor), exact); {
			case n != 0:
				t.Errorf("%s: walk yields %d records, want 0", name, n)
			case !cursor.Done:
				t.Errorf("%s: cursor after the walk %+v, want Done", name, cursor)
			}
		}
	}
}
