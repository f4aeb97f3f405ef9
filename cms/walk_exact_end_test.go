package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestExactWalkReportsARecordWithoutAnIDOnce has one in two pages that overlap.
func TestExactWalkReportsARecordWithoutAnIDOnce(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		const total, pages = "X-CMS-Total: 6", "X-CMS-TotalPages: 2"
		switch q := r.URL.Query(); {
		case q.Get("order") == "desc":
			stub.Reply(w, 200, total, pages, `[{"id":6}]`)
		case q.Has("include[]"): // what is open between the pages
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
		case q.Get("offset") == "3":
			stub.Reply(w, 200, total, pages, `[{"slug":{}},{"id":5},{"id":6}]`)
		default:
			stub.Reply(w, 200, total, pages, `[{"id":1},{"id":2},{"id":3},{"slug":{}}]`)
		}
	})
	site := s.Client(t)
	var got []int64
	odd := 0
	for post, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 4}, cms.Exact()) {
		record, ok := errors.AsType[*cms.BrokenRecordError](err)
		switch {
		case ok && record.ID == 0 && string(record.Raw) == `{"slug":{}}`:
			odd++
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, post.ID)
		}
	}
	switch {
	case odd != 1:
		t.Errorf("walk yields %d errors of records without an id beside %v, want 1", odd, got)
	case fmt.Sprint(got) != "[1 2 3 5 6]":
		t.Errorf("%v came, and %d without an id: %q, want %q", got, odd, fmt.Sprint(got), "[1 2 3 5 6]")
	}
}

// TestRecordsWithoutIDsOnDistantPagesAreBothReported has equal ones in the first and
// the last of three pages: which they are nobody knows.
func TestRecordsWithoutIDsOnDistantPagesAreBothReported(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		const total, pages = "X-CMS-Total: 8", "X-CMS-TotalPages: 3"
		switch q := r.URL.Query(); {
		case q.Get("order") == "desc":
			stub.Reply(w, 200, total, pages, `[{"id":6}]`)
		case q.Has("include[]"):
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
		case q.Get("offset") == "2":
			stub.Reply(w, 200, total, pages, `[{"id":2},{"id":3},{"id":4}]`)
		case q.Get("offset") == "4":
			stub.Reply(w, 200, total, pages, `[{"id":4},{"id":6},{"slug":{}}]`)
		default:
			stub.Reply(w, 200, total, pages, `[{"slug":{}},{"id":1},{"id":2}]`)
		}
	})
	odd := 0
	for _, err := range s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 3}, cms.Exact()) {
		if record, ok := errors.AsType[*cms.BrokenRecordError](err); ok && record.ID == 0 {
			odd++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if odd != 2 {
		t.Errorf("%d without an id were told of, want 2", odd)
	}
}

// TestCursorOfAnExactWalkIsAtABrokenRecordToo has one in the middle of a page, and
// one at its end: they come in the order of ids, whatever the order of the site.
func TestCursorOfAnExactWalkIsAtABrokenRecordToo(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		`[{"id":1},{"id":2,` + crowd() + `},{"id":3},{"id":4,` + crowd() + `}]`,
		`[{"id":4,` + crowd() + `},{"id":1},{"id":3},{"id":2,` + crowd() + `}]`,
	} {
		site := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("order") == "desc" {
				stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 1", `[{"id":4},{"id":3},{"id":2},{"id":1}]`)
				return
			}
			stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 1", page)
		}).Client(t)
		var cursor cms.Cursor
		at := int64(0)
		for post, err := range site.Posts.All(t.Context(), nil, cms.Exact(), cms.Resume(&cursor)) {
			at++
			record, broken := errors.AsType[*cms.BrokenRecordError](err)
			switch {
			case broken != (at%2 == 0):
				t.Errorf("%s: Posts.All: broken is %t, want %t", page, broken, at%2 == 0)
			case broken && record.ID != at:
				t.Errorf("page %s: broken record %d, want %d", page, record.ID, at)
			case !broken && (err != nil || post.ID != at):
				t.Errorf("page %s: Posts.All yields %v, error %v, want post %d", page, post, err, at)
			}
			if want := (cms.Cursor{Page: 1, PerPage: 100, Exact: true, LastID: at, HighestID: 4}); cursor != want {
				t.Errorf("cms.Resume: %s: %d: the cursor is %+v, want %+v", page, at, cursor, want)
			}
		}
		if want := (cms.Cursor{Page: 1, PerPage: 100, Exact: true, LastID: 4, HighestID: 4, Done: true}); at != 4 ||
			cursor != want {
			t.Errorf("page %s: walk ends at id %d with cursor %+v, want 4 and %+v", page, at, cursor, want)
		}
	}
}

// TestExactWalkThatStopsAfterItsPagesIsNotDone has its last two records behind
// the pages, where only windows find them.
func TestExactWalkThatStopsAfterItsPagesIsNotDone(t *testing.T) {
	t.Parallel()
	site := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		const total, pages = "X-CMS-Total: 2", "X-CMS-TotalPages: 1"
		switch q := r.URL.Query(); {
		case q.Get("order") == "desc":
			stub.Reply(w, 200, total, pages, `[{"id":4},{"id":2}]`)
		case q.Has("include[]"):
			stub.Reply(w, 200, total, pages, `[{"id":`+strings.Join(q["include[]"], `},{"id":`)+`}]`)
		default:
			stub.Reply(w, 200, total, pages, `[{"id":1},{"id":2}]`)
		}
	}).Client(t)
	for stop := int64(1); stop <= 4; stop++ {
		var cursor cms.Cursor
		for post, err := range site.Posts.All(t.Context(), nil, cms.Exact(), cms.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if post.ID == stop {
				break
			}
		}
		switch {
		case cursor.Done:
			t.Errorf("walk stopped at id %d: cursor %+v, want it not Done", stop, cursor)
		case cursor.LastID != stop:
			t.Errorf("walk stopped at id %d: LastID %d of the cursor, want %[1]d", stop, cursor.LastID)
		}
		rest, err := walked(t, site, nil, cms.Exact(), cms.Resume(&cursor))
		switch {
		case err != nil:
			t.Errorf("walk resumed after id %d: %v, error %v, want nil", stop, rest, err)
		case int64(len(rest)) != 4-stop:
			t.Errorf("walk resumed after id %d: %v (error %v), want %d records", stop, rest, err, 4-stop)
		case !cursor.Done:
			t.Errorf("walk resumed after id %d: cursor %+v, want Done", stop, cursor)
		}
	}
}

// TestExactWalkLooksForItsEndAgain has a newest record that the caller may not read:
// what is the highest id is looked for again behind the last page, and refused.
func TestExactWalkLooksForItsEndAgain(t *testing.T) {
	t.Parallel()
	down := 0
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		const total, pages = "X-CMS-Total: 3", "X-CMS-TotalPages: 2"
		q := r.URL.Query()
		if q.Get("order") == "desc" {
			down++
		}
		switch {
		case down > 3 && q.Get("order") == "desc":
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
		case q.Has("offset") == (q.Get("order") == "desc"):
			stub.Reply(w, 200, total, pages, `[{"id":1}]`)
		default:
			stub.Reply(w, 200, total, pages, `[]`)
		}
	})
	got, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 2}, cms.Exact())
	switch {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("walk yields %v, error %v, want ErrForbidden", got, err)
	case len(got) != 1:
		t.Errorf("walked: length %d, want 1", len(got))
	case down != 4:
		t.Errorf("walk read the end of the list %d times (error %v), want 4", down, err)
	}
}

// TestExactWalkReadsWhatLiesBeforeAPageOfBrokenRecords has a second page that holds
// broken records alone, after deletions moved those before it past the page.
func TestExactWalkReadsWhatLiesBeforeAPageOfBrokenRecords(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"with ids":               `[{"id":8,` + crowd() + `},{"id":9,` + crowd() + `}]`,
		"with ids and one above": `[{"id":8,` + crowd() + `},{"id":99,` + crowd() + `}]`,
		"without ids":            `[{"slug":{}},{"slug":{}}]`,
		"with an id above all":   `[{"slug":{}},{"id":9223372036854775807,` + crowd() + `}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const total, pages = "X-CMS-Total: 5", "X-CMS-TotalPages: 3"
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch q := r.URL.Query(); {
				case q.Get("order") == "desc":
					stub.Reply(w, 200, total, pages, `[{"id":10},{"id":9}]`)
				case q.Has("include[]"):
					var found []string
					for _, id := range q["include[]"] {
						switch id {
						case "5", "6":
							found = append(found, `{"id":`+id+`}`)
						case "8", "9":
							found = append(found, `{"id":`+id+`,`+crowd()+`}`)
						}
					}
					stub.Reply(w, 200, fmt.Sprint("X-CMS-Total: ", len(found)), "X-CMS-TotalPages: 1",
						"["+strings.Join(found, ",")+"]")
				case q.Get("offset") == "1":
					stub.Reply(w, 200, total, pages, page)
				case q.Has("offset"):
					stub.Reply(w, 200, total, pages, `[{"id":9,`+crowd()+`},{"id":10}]`)
				default:
					stub.Reply(w, 200, total, pages, `[{"id":1},{"id":2}]`)
				}
			})
			var got, bad []int64
			for post, err := range s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()) {
				if record, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
					bad = append(bad, record.ID)
				} else if err != nil {
					t.Fatal(err)
				} else {
					got = append(got, post.ID)
				}
			}
			if fmt.Sprint(got) != "[1 2 5 6 10]" {
				t.Errorf("%v came, and %v are broken: %q, want %q", got, bad, fmt.Sprint(got), "[1 2 5 6 10]")
			}
			for _, id := range []int64{8, 9} {
				if !slices.Contains(bad, id) {
					t.Errorf("walk reports the broken records %v, want %d among them", bad, id)
				}
			}
		})
	}
}

// TestExactWalkStopsSearchingForItsEnd has newest records that are all broken, and
// a total that is far too high.
func TestExactWalkStopsSearchingForItsEnd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		page string
		want error
		most int
	}{
		"without ids": {`[{"slug":{}},{"slug":{}}]`, cms.ErrEmptyPages, 50},
		"empty":       {`[]`, cms.ErrEmptyPages, 50},
		"with ids":    {`[{"id":"8",` + crowd() + `},{"id":7,` + crowd() + `}]`, nil, 60},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
				const total, pages = "X-CMS-Total: 1000000000", "X-CMS-TotalPages: 500000000"
				switch q := r.URL.Query(); {
				case n > 500:
					stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
				case q.Get("order") == "desc":
					stub.Reply(w, 200, total, pages, test.page)
				case q.Has("include[]"):
					stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
				default:
					stub.Reply(w, 200, total, pages, `[{"id":7},{"id":8}]`)
				}
			})
			err := failed(s.Client(t).Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact(),
				cms.MaxEmptyPages(50)))
			switch n := len(s.Seen()); {
			case !errors.Is(err, test.want):
				t.Errorf("walk: error %v, want %v", err, test.want)
			case test.want == nil && err != nil:
				t.Errorf("walk: error %v after %d requests, want nil", err, n)
			case n > test.most:
				t.Errorf("walk: %d requests (error %v), want at most %d", n, err, test.most)
			}
		})
	}
}

// TestTotalOfZeroIsIgnoredIfTheListHasRecords has a site that counts nothing.
func TestTotalOfZeroIsIgnoredIfTheListHasRecords(t *testing.T) {
	t.Parallel()
	site := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case q.Get("order") == "desc":
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[{"id":3},{"id":2}]`)
		case q.Has("page") && q.Get("page") != "1":
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[{"id":3}]`)
		default:
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[{"id":1},{"id":2}]`)
		}
	}).Client(t)
	for name, options := range map[string][]cms.WalkOption{"plain": nil, "exact": {cms.Exact()}} {
		var cursor cms.Cursor
		got, err := walked(t, site, &cms.PostListOptions{PerPage: 2}, append(options, cms.Resume(&cursor))...)
		switch {
		case err == nil && len(got) != 3:
			t.Errorf("%s: walked: length %d, want 3", name, len(got))
		case cursor.Done != (err == nil):
			t.Errorf("%s: cms.Resume: cursor.Done is %t, want %t", name, cursor.Done, err == nil)
		}
	}
}

func TestPagesOfAnEmptyListAreOnePlainAndNoneExact(t *testing.T) {
	t.Parallel()
	site, err := cms.New(cmstest.NewServer(cmstest.WithTest(t)).URL)
	if err != nil {
		t.Fatal(err)
	}
	for want, options := range [][]cms.WalkOption{{cms.Exact()}, nil} {
		pages := 0
		for page, err := range site.Posts.Pages(t.Context(), nil, options...) {
			if err != nil || len(page.Items) > 0 {
				t.Fatalf("Pages of an empty list: page %+v, error %v, want no records", page, err)
			}
			pages++
		}
		if pages != want {
			t.Errorf("Pages of an empty list: %d pages, want %d", pages, want)
		}
	}
}
