package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestExactWalkRefusesOptionsThatItCannotHonour(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		options cms.PostListOptions
		cursor  cms.Cursor
	}{
		"an order":                   {options: cms.PostListOptions{OrderBy: cms.ByTitle}},
		"a direction":                {options: cms.PostListOptions{Order: cms.Descending}},
		"an offset":                  {options: cms.PostListOptions{Offset: 5}},
		"a page":                     {options: cms.PostListOptions{Page: 2}},
		"no sticky posts":            {options: cms.PostListOptions{Sticky: new(false)}},
		"sticky posts first":         {options: cms.PostListOptions{IgnoreSticky: new(false)}},
		"the cursor of a plain walk": {cursor: cms.Cursor{Page: 2, PerPage: 100}},
		"a cursor of other sizes": {
			options: cms.PostListOptions{PerPage: 100},
			cursor:  cms.Cursor{Page: 2, PerPage: 7, Exact: true, LastID: 4, HighestID: 9},
		},
		"a cursor with a negative page": {cursor: cms.Cursor{Page: -1, PerPage: 100, Exact: true}},
	} {
		for _, err := range site.Posts.All(t.Context(), &test.options, cms.Exact(), cms.Resume(&test.cursor)) {
			if _, refused := errors.AsType[*cms.ArgumentError](err); !refused {
				t.Errorf("%s: Posts.All: error %v, want a *cms.ArgumentError", name, err)
			}
		}
	}
	if n := len(server.Requests()); n > 0 {
		t.Errorf("Server.Requests: %d requests were sent, want at most 0", n)
	}
}

// TestExactWalkDoesNotEndIfTheDatabaseBreaksAfterItsPages has windows without
// records up to the highest id, and then a list without any.
func TestExactWalkDoesNotEndIfTheDatabaseBreaksAfterItsPages(t *testing.T) {
	t.Parallel()
	for _, broken := range []bool{true, false} {
		begun := false
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			switch {
			case q.Get("order") == "desc":
				stub.Reply(w, 200, "X-CMS-Total: 3", `[{"id":9}]`)
			case !begun && !q.Has("include[]"):
				begun = true
				stub.Reply(w, 200, "X-CMS-Total: 3", `[{"id":1},{"id":2}]`)
			case q.Has("offset"): // it begins with the last record of the page before
				stub.Reply(w, 200, "X-CMS-Total: 2", `[{"id":2}]`)
			case broken || q.Has("include[]"):
				stub.Reply(w, 200, "X-CMS-Total: 0", `[]`)
			default:
				stub.Reply(w, 200, "X-CMS-Total: 2", `[{"id":1},{"id":2}]`)
			}
		})
		got, err := ids(s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()),
			func(p *cms.Post) int64 { return p.ID })
		var asked []string
		for _, a := range s.Seen() {
			asked = append(asked, a.Query)
		}
		if len(got) != 2 {
			t.Errorf("Posts.All, broken %t: ids %v after %q, want 2", broken, got, asked)
		}
		switch {
		case broken && !errors.Is(err, cms.ErrTotalsVanished):
			t.Errorf("Posts.All of a site that breaks: error %v after %q, want ErrTotalsVanished", err, asked)
		case !broken && err != nil:
			t.Errorf("Posts.All: error %v after %q, want nil", err, asked)
		}
	}
}

// TestExactWalkEndsIfTheSiteRejectsAPagePastTheEnd has a list that was longer
// when its highest id was read: what is left is read by ids.
func TestExactWalkEndsIfTheSiteRejectsAPagePastTheEnd(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case q.Get("order") == "desc":
			stub.Reply(w, 200, "X-CMS-Total: 3", `[{"id":3}]`)
		case q.Has("include[]"):
			stub.Reply(w, 200, "X-CMS-Total: 1", `[{"id":3}]`)
		case q.Has("offset") && q.Get("offset") != "0":
			stub.Reply(w, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
		default:
			stub.Reply(w, 200, "X-CMS-Total: 3", `[{"id":1},{"id":2}]`)
		}
	})
	got, err := ids(s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()),
		func(p *cms.Post) int64 { return p.ID })
	switch {
	case err != nil:
		t.Errorf("walk: error %v, want nil; requests %+v", err, s.Seen())
	case !slices.Equal(got, []int64{1, 2, 3}):
		t.Errorf("walk yields %v, want %v; requests %+v", got, []int64{1, 2, 3}, s.Seen())
	}
}

// TestExactWalkEndsAfterMaxEmptyPages has thirty drafts of somebody else, which
// are counted and not shown, between the records that the caller may read.
func TestExactWalkEndsAfterMaxEmptyPages(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	insert := func(n int, record map[string]any) (ids []int64) {
		for range n {
			ids = append(ids, server.Insert("posts", record))
		}
		return ids
	}
	own := map[string]any{"title": "Own", "author": 3}
	want := insert(4, own)
	insert(30, map[string]any{"title": "Hidden", "status": "draft", "author": 1})
	want = append(want, insert(4, own)...)
	options := &cms.PostListOptions{PerPage: 4, Status: []cms.Status{cms.StatusAny}}
	for most, ends := range map[int]bool{3: true, 20: false} {
		got, err := ids(as(t, server, "author").Posts.All(t.Context(), options, cms.Exact(), cms.MaxEmptyPages(most)),
			func(p *cms.Post) int64 { return p.ID })
		switch {
		case ends && (!errors.Is(err, cms.ErrEmptyPages) || !slices.Equal(got, want[:4])):
			t.Errorf("MaxEmptyPages %d: walk yields %v, error %v, want %v and ErrEmptyPages", most, got, err, want[:4])
		case !ends && (err != nil || !slices.Equal(got, want)):
			t.Errorf("MaxEmptyPages %d: walk yields %v, error %v, want %v and nil", most, got, err, want)
		}
	}
}

func TestExactWalkOfNothingTakesOneRequest(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	var cursor cms.Cursor
	got, err := ids(site.Posts.All(t.Context(), nil, cms.Exact(), cms.Resume(&cursor)), func(p *cms.Post) int64 {
		return p.ID
	})
	switch {
	case err != nil:
		t.Errorf("walk over nothing: error %v, want nil", err)
	case len(got) != 0:
		t.Errorf("walk over nothing yields %v, want nothing", got)
	case !cursor.Done:
		t.Errorf("walk over nothing: cursor %+v, want Done", cursor)
	case len(server.Requests()) != 1:
		t.Errorf("walk over nothing: %d requests, want 1", len(server.Requests()))
	}
}

// TestExactWalkAsksForNoMoreThanItNeeds has lists in which different records are
// hidden, and what is asked for of them.
func TestExactWalkAsksForNoMoreThanItNeeds(t *testing.T) {
	t.Parallel()
	above := func(n int) func(int) bool { return func(id int) bool { return id > n } }
	for name, test := range map[string]struct {
		n      int
		hidden func(int) bool
		want   string
		steps  []string
	}{
		"nothing":              {0, above(0), "[]", []string{"desc"}},
		"one record":           {1, above(1), "[1]", []string{"desc", "asc"}},
		"a page":               {4, above(4), "[1 2 3 4]", []string{"desc", "asc"}},
		"a page and a record":  {5, above(5), "[1 2 3 4 5]", []string{"desc", "asc", "asc 3"}},
		"two pages":            {7, above(7), "[1 2 3 4 5 6 7]", []string{"desc", "asc", "asc 3"}},
		"the newest is hidden": {5, above(4), "[1 2 3 4]", []string{"desc", "asc"}},
		"the newest page is hidden": {7, above(3), "[1 2 3]", []string{
			"desc", "desc 3", "desc", // down to a record that may be read, and up again
			"asc", "asc 3", "desc", "desc 3", "desc",
		}},
		"two pages are hidden": {10, above(3), "[1 2 3]", []string{
			"desc", "desc 3", "desc 6", "desc 3", "desc", "asc", "asc 3", "asc 6", "desc", "desc 3", "desc 6", "desc 3", "desc",
		}},
		"all are hidden": {5, above(0), "[]", []string{"desc", "desc 2", "desc", "asc", "asc 3", "desc", "desc 2",
			"desc"}},
		"the middle is hidden": {8, func(id int) bool { return id > 2 && id < 7 }, "[1 2 7 8]",
			[]string{"desc", "asc", "asc 3", "asc 3,4,5,6", "asc 6"}},
		"the beginning is hidden": {8, func(id int) bool { return id < 5 }, "[5 6 7 8]", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, inOrder(test.n, test.hidden))
			var cursor cms.Cursor
			got, err := ids(s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(),
				cms.Resume(&cursor)), func(p *cms.Post) int64 { return p.ID })
			switch {
			case err != nil:
				t.Errorf("%v: ids: error %v, want nil", got, err)
			case fmt.Sprint(got) != test.want:
				t.Errorf("ids: %q, want %q", fmt.Sprint(got), test.want)
			case !cursor.Done:
				t.Errorf("walk yields %v: cursor %+v, want Done", got, cursor)
			}
			if asked := steps(t, s.Seen()); test.steps != nil && !slices.Equal(asked, test.steps) {
				t.Errorf("requests %q, want %q", asked, test.steps)
			}
		})
	}
}

// inOrder serves the records 1 to n by id, as a site does, but for those that are
// hidden from the caller, which it counts.
func inOrder(n int, hidden func(id int) bool) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		var all []int
		for id := 1; id <= n; id++ {
			if include := q["include[]"]; len(include) == 0 || slices.Contains(include, strconv.Itoa(id)) {
				all = append(all, id)
			}
		}
		if q.Get("order") == "desc" {
			slices.Reverse(all)
		}
		size, _ := strconv.Atoi(q.Get("per_page"))
		offset, _ := strconv.Atoi(q.Get("offset"))
		total := len(all)
		all = all[min(offset, total):min(offset+size, total)]
		items := []string{}
		for _, id := range all {
			if !hidden(id) {
				items = append(items, fmt.Sprintf(`{"id":%d}`, id))
			}
		}
		stub.Reply(w, 200, fmt.Sprintf("X-CMS-Total: %d", total), fmt.Sprintf("X-CMS-TotalPages: %d", (total+size-1)/size),
			"["+strings.Join(items, ",")+"]")
	}
}

// steps is what tells requests of an exact walk apart: the direction, and where the
// page begins or which ids it holds.
func steps(t *testing.T, all []stub.Request) (out []string) {
	t.Helper()
	for _, r := range all {
		q := query(t, r.Query)
		step := q.Get("order") + " " + q.Get("offset") + strings.Join(q["include[]"], ",")
		out = append(out, strings.TrimSpace(step))
		known := url.Values{"orderby": {"id"}, "per_page": {"4"}, "order": {q.Get("order")}}
		for _, name := range []string{"offset", "include[]", "_fields"} {
			if q.Has(name) {
				known[name] = q[name]
			}
		}
		switch {
		case known.Encode() != q.Encode():
			t.Errorf("query %q, want only known arguments: %q", q.Encode(), known.Encode())
		case q.Has("_fields") != (q.Get("order") == "desc"):
			t.Errorf("query %s has _fields: %t, want %t", r.Query, q.Has("_fields"), q.Get("order") == "desc")
		}
	}
	return out
}
