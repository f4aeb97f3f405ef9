package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestNothingIsLostOnASiteThatGivesSmallerPages(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var want []int64
	for n := range 120 {
		if n > 30 && n < 90 {
			server.Insert("posts", map[string]any{"title": "Note", "status": "draft"})
			continue
		}
		want = append(want, server.Insert("posts", map[string]any{"title": "Note"}))
	}
	site := ensurer(t, server, "admin", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if q := r.URL.Query(); q.Get("per_page") == "100" {
			q.Set("per_page", "20") // what a plugin may do
			r = r.Clone(r.Context())
			r.URL.RawQuery = q.Encode()
		}
		return inProcess(server, r)
	}))
	id := func(p *cms.Post) int64 { return p.ID }
	if got, err := ids(site.Posts.GetMany(t.Context(), want, nil), id); err != nil || !slices.Equal(got, want) {
		t.Errorf("GetMany of %d ids: %v, error %v, want %v and nil", len(want), got, err, want)
	}
	if got, err := ids(site.Posts.All(t.Context(), nil, cms.Exact()), id); !errors.Is(err, cms.ErrExactUnsupported) {
		t.Errorf("an exact walk of %d records yields %d, %v, want ErrExactUnsupported", len(want), len(got), err)
	}
	if got, err := ids(site.Posts.All(t.Context(), &cms.PostListOptions{Offset: 1}), id); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("a walk with an offset of %d records yields %d, %v, want ErrDecode", len(want), len(got), err)
	}
	switch got, err := ids(site.Posts.All(t.Context(), nil), id); {
	case err != nil:
		t.Errorf("a plain walk of %d records yields %d, %v, want nil", len(want), len(got), err)
	case len(got) != len(want):
		t.Errorf("walk yields %d records (error %v), want %d", len(got), err, len(want))
	}
}

// capped is a site with the posts 1 to n that gives pages of size records at most, of
// which the caller may not read those that are hidden. Without pages it states the total
// alone.
func capped(n, size int, pages bool, hidden func(id int) bool) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		number := func(name string, otherwise int) int {
			if v, err := strconv.Atoi(q.Get(name)); err == nil {
				return v
			}
			return otherwise
		}
		size := min(size, number("per_page", 10))
		page := number("page", 1)
		begin := number("offset", (page-1)*size)
		if begin >= n && page > 1 {
			stub.Reply(w, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
			return
		}
		records := []string{}
		for id := begin + 1; id <= min(begin+size, n); id++ {
			if !hidden(id) {
				records = append(records, fmt.Sprintf(`{"id":%d}`, id))
			}
		}
		total := n
		if begin >= n {
			total = 0
		}
		if w.Header().Set("X-CMS-Total", strconv.Itoa(total)); pages {
			w.Header().Set("X-CMS-TotalPages", strconv.Itoa((total+size-1)/size))
		}
		stub.Reply(w, 200, "["+strings.Join(records, ",")+"]")
	}
}

func none(int) bool { return false }

// TestWalkIsResumedAnywhereOnASiteThatGivesSmallerPages stops at each record, of a site
// that states how many pages there are and of one that does not.
func TestWalkIsResumedAnywhereOnASiteThatGivesSmallerPages(t *testing.T) {
	t.Parallel()
	for _, pages := range []bool{true, false} {
		for _, hidden := range []func(int) bool{none, func(id int) bool { return id%3 == 0 }} {
			site := stub.New(t, capped(33, 5, pages, hidden)).Client(t)
			list, want := &cms.PostListOptions{PerPage: 25}, span(1, 33, hidden)
			for stop := range want {
				var cursor cms.Cursor
				var got []int64
				for post, err := range both(site.Posts.All(t.Context(), list, cms.Resume(&cursor)), stop+1, func() {}) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, post.ID)
				}
				switch {
				case !slices.Equal(got, want):
					t.Errorf("walk stopped after id %d and resumed: %v, want %v", want[stop], got, want)
				case !cursor.Done:
					t.Errorf("walk stopped after id %d and resumed: cursor %+v, want Done", want[stop], cursor)
				}
			}
			rest, err := walked(t, site, &cms.PostListOptions{PerPage: 25, Page: 4})
			switch {
			case err != nil:
				t.Errorf("walk from page 4: error %v, want nil", err)
			case !slices.Equal(rest, span(16, 33, hidden)):
				t.Errorf("walk from page 4 yields %v, want %v", rest, span(16, 33, hidden))
			}
		}
	}
}

// TestWalkByOffsetMissesNothingOnASiteWithSmallerPages has sizes of pages and
// numbers of records, of which some make as many pages as the size that was asked for.
// The walk is whole or ends with an error, and in two parts it does the same.
func TestWalkByOffsetMissesNothingOnASiteWithSmallerPages(t *testing.T) {
	t.Parallel()
	few := func(id int) bool { return id%4 == 2 }
	for _, test := range []struct {
		n, size int
		pages   bool
		hidden  func(int) bool
		small   bool // the site is found out
	}{
		{120, 60, true, none, true}, // two pages, of 60 as of 100
		{120, 99, true, none, true},
		{150, 75, true, few, true},
		{130, 20, true, none, true},
		{120, 100, true, few, false},
		{250, 100, true, few, false},
		{90, 100, true, few, false},
		{120, 60, false, none, true},
		{161, 60, false, none, true},
		{120, 100, false, none, false},
	} {
		t.Run(fmt.Sprint(test.n, " in pages of ", test.size, ", ", test.pages), func(t *testing.T) {
			t.Parallel()
			site := stub.New(t, capped(test.n, test.size, test.pages, test.hidden)).Client(t)
			list, want := &cms.PostListOptions{Offset: 1}, span(2, test.n, test.hidden)
			for _, stop := range []int{0, 1, 59, test.size, len(want) - 1} {
				for _, by := range []string{"record", "page"} {
					var cursor cms.Cursor
					var got []int64
					var err error
					if by == "record" {
						got, err = ids(both(site.Posts.All(t.Context(), list, cms.Resume(&cursor)), stop, func() {}),
							func(p *cms.Post) int64 { return p.ID })
					} else {
						for page, failed := range both(site.Posts.Pages(t.Context(), list, cms.Resume(&cursor)), min(stop, 1),
							func() {}) {
							if err = failed; err != nil {
								break
							}
							for _, post := range page.Items {
								got = append(got, post.ID)
							}
						}
					}
					switch {
					case test.small && !errors.Is(err, cms.ErrDecode):
						t.Errorf("walk by %s stopped after %d records: error %v, want ErrDecode", by, stop, err)
					case !test.small && (err != nil || !slices.Equal(got, want)):
						t.Errorf("walk by %s stopped after %d records: %v, error %v, want %v and nil", by, stop, got, err, want)
					case cursor.Done != (err == nil):
						t.Errorf("by %s, stopped after %d: cursor.Done is %t, want %t", by, stop, cursor.Done, err == nil)
					}
				}
			}
		})
	}
}

// TestWalkFromALaterPageContinuesAfterAShortPage has a site that states the total alone: the
// page may be the last, or one of pages that are smaller than what was asked for.
func TestWalkFromALaterPageContinuesAfterAShortPage(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, 200, "X-CMS-Total: 5", map[bool]string{true: `[{"id":5}]`, false: `[]`}[n == 1])
	})
	got, err := walked(t, s.Client(t), &cms.PostListOptions{Page: 3, PerPage: 2})
	switch {
	case err != nil:
		t.Errorf("walk from page 3: error %v, want nil", err)
	case len(got) != 1:
		t.Errorf("walked: length %d, want 1", len(got))
	case len(s.Seen()) != 2:
		t.Errorf("walk from page 3: %d requests, want 2", len(s.Seen()))
	}
}
