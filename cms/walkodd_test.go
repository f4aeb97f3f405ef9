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
)

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
		reply(w, 200, fmt.Sprintf("X-CMS-Total: %d", total), fmt.Sprintf("X-CMS-TotalPages: %d", (total+size-1)/size),
			"["+strings.Join(items, ",")+"]")
	}
}

// steps is what tells requests of an exact walk apart: the direction, and where the
// page begins or which ids it holds.
func steps(t *testing.T, all []asked) (out []string) {
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
			s := newStub(t, inOrder(test.n, test.hidden))
			var cursor cms.Cursor
			got, err := ids(s.client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact(),
				cms.Resume(&cursor)), func(p *cms.Post) int64 { return p.ID })
			switch {
			case err != nil:
				t.Errorf("%v: ids: error %v, want nil", got, err)
			case fmt.Sprint(got) != test.want:
				t.Errorf("ids: %q, want %q", fmt.Sprint(got), test.want)
			case !cursor.Done:
				t.Errorf("walk yields %v: cursor %+v, want Done", got, cursor)
			}
			if asked := steps(t, s.seen()); test.steps != nil && !slices.Equal(asked, test.steps) {
				t.Errorf("requests %q, want %q", asked, test.steps)
			}
		})
	}
}

// TestWalkReportsEveryRecordIfAllAreBroken has a site that breaks on each record.
func TestWalkReportsEveryRecordIfAllAreBroken(t *testing.T) {
	t.Parallel()
	_, site, _, all := broken(t, 6, func(int) bool { return true })
	slices.Sort(all)
	for name, options := range map[string][]cms.WalkOption{"plain": nil, "exact": {cms.Exact()}} {
		whole, bad, err := sorted(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, options...))
		switch {
		case err != nil:
			t.Errorf("%s: walk: error %v, want nil", name, err)
		case whole != nil:
			t.Errorf("%s: walk yields %v, want no whole record", name, whole)
		case !slices.Equal(bad, all):
			t.Errorf("%s: walk yields the broken records %v, want %v", name, bad, all)
		}
	}
}

// TestWalkContinuesIfAllRecordsOfAPageDisappear has a site that breaks on a page and
// states nothing. The record that it breaks on is gone when it is asked for alone.
func TestWalkContinuesIfAllRecordsOfAPageDisappear(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]*cms.PostListOptions{"pages": {PerPage: 1}, "windows": {PerPage: 1, Offset: 1}} {
		site := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			switch q := r.URL.Query(); {
			case q.Has("include[]"):
				reply(w, 200, `[]`)
			case q.Get("page") == "2" || q.Get("offset") == "2":
				reply(w, 200, `[{"id":2}]`)
			case q.Has("page") && q.Get("page") != "1" || q.Get("offset") == "3":
				reply(w, 200, `[]`)
			case q.Get("_fields") == "id":
				reply(w, 200, `[{"id":1}]`)
			default:
				reply(w, 500, `{"code":"internal_server_error","message":"No.","data":{"status":500}}`)
			}
		}).client(t)
		switch got, err := walked(t, site, options, cms.Attempts(1)); {
		case err != nil:
			t.Errorf("%s: walked: error %v, want nil", name, err)
		case fmt.Sprint(got) != "[2]":
			t.Errorf("%s: walked: %q, want %q", name, fmt.Sprint(got), "[2]")
		}
	}
}

// TestReadOfASingleRecordIsRetried has a site that breaks on a page, and
// once on one of its records.
func TestReadOfASingleRecordIsRetried(t *testing.T) {
	t.Parallel()
	const fails = `{"code":"internal_server_error","message":"No.","data":{"status":500}}`
	alone := map[string]int{}
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		include := q["include[]"]
		switch {
		case q.Get("_fields") == "id":
			reply(w, 200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[{"id":1},{"id":2}]`)
		case len(include) == 1:
			if alone[include[0]]++; include[0] == "2" && alone["2"] == 1 {
				reply(w, 500, fails)
				return
			}
			switch {
			case q.Get("per_page") != "1":
				t.Errorf(`it asked for %s: q.Get("per_page") %q, want %q`, r.URL.RawQuery, q.Get("per_page"), "1")
			case q.Has("page"):
				t.Errorf("query %s, want no page in it", r.URL.RawQuery)
			case q.Has("offset"):
				t.Errorf("query %s, want no offset in it", r.URL.RawQuery)
			}
			reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":`+include[0]+`}]`)
		default:
			reply(w, 500, fails)
		}
	})
	got, err := walked(t, s.client(t), nil, cms.Attempts(2))
	switch {
	case err != nil:
		t.Errorf("walk: error %v, want nil; single reads %v", err, alone)
	case fmt.Sprint(got) != "[1 2]":
		t.Errorf("walked: %q, want %q", fmt.Sprint(got), "[1 2]")
	case alone["1"] != 1:
		t.Errorf("record 1 was read %d times by itself, want 1", alone["1"])
	case alone["2"] != 2:
		t.Errorf("record 2 was read %d times by itself, want 2", alone["2"])
	}
	if n := len(s.seen()); n != 2+1+1+1+2 { // the page twice, its ids, both together, each alone
		t.Errorf("%d requests, want %d", n, 2+1+1+1+2)
	}
}

// TestResumedWalkOfAnEmptyListEndsUnlessItHadRecords has positions at which a cursor
// was kept.
func TestResumedWalkOfAnEmptyListEndsUnlessItHadRecords(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)).client(t)
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
