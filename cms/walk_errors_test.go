package cms_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestErrorsOfAWalkNameTheWalk has sites whose answers are each as they
// should be, and make no sense together.
func TestErrorsOfAWalkNameTheWalk(t *testing.T) {
	t.Parallel()
	const refused = `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`
	two := &cms.PostListOptions{PerPage: 2}
	for name, test := range map[string]struct {
		options *cms.PostListOptions
		walk    []cms.WalkOption
		answer  func(n int, w http.ResponseWriter, r *http.Request)
		want    error
		sent    string // the query of the last request
	}{
		"the total falls to zero": {two, nil, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 2", `[{"id":1},{"id":2}]`)
				return
			}
			stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
		}, cms.ErrTotalsVanished, "orderby=id&page=2&per_page=2"},
		"an offset brings nothing of a list that is there": {&cms.PostListOptions{PerPage: 2, Offset: 1}, nil,
			func(n int, w http.ResponseWriter, r *http.Request) {
				switch {
				case n == 1:
					stub.Reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 3", `[{"id":2},{"id":3}]`)
				case r.URL.Query().Has("offset"):
					stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
				default:
					stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 4", `[{"id":1}]`)
				}
			}, cms.ErrTotalsVanished, "orderby=id&per_page=1"},
		"a page within the totals is refused": {two, nil, func(n int, w http.ResponseWriter, r *http.Request) {
			switch {
			case n == 1:
				stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 2", `[{"id":1},{"id":2}]`)
			case r.URL.Query().Has("page"):
				stub.Reply(w, 400, refused)
			default:
				stub.Reply(w, 200, "X-CMS-Total: 3", "X-CMS-TotalPages: 3", `[{"id":1}]`)
			}
		}, cms.CodeInvalidPageNumber, "orderby=id&per_page=1"},
		"a page repeats the one before": {two, nil, func(_ int, w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, 200, "X-CMS-Total: 6", "X-CMS-TotalPages: 3", `[{"id":1},{"id":2}]`)
		}, cms.ErrPagesRepeat, "orderby=id&page=2&per_page=2"},
		"pages bring nothing": {two, []cms.WalkOption{cms.MaxEmptyPages(3)},
			func(_ int, w http.ResponseWriter, _ *http.Request) {
				stub.Reply(w, 200, "X-CMS-Total: 60", "X-CMS-TotalPages: 30", `[]`)
			}, cms.ErrEmptyPages, "orderby=id&page=3&per_page=2"},
		"pages are smaller than an offset counts": {&cms.PostListOptions{PerPage: 4, Offset: 1}, nil,
			func(_ int, w http.ResponseWriter, _ *http.Request) {
				stub.Reply(w, 200, "X-CMS-Total: 12", "X-CMS-TotalPages: 6", `[{"id":2},{"id":3}]`)
			}, cms.ErrDecode, "offset=1&orderby=id&per_page=4"},
		"a later page is empty and states nothing": {two, nil, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 2", `[{"id":1},{"id":2}]`)
				return
			}
			stub.Reply(w, 200, `[]`)
		}, cms.ErrTotalsVanished, "orderby=id&page=2&per_page=2"},
		"an exact walk of a list without totals": {two, []cms.WalkOption{cms.Exact()}, stub.Always(200, `[{"id":1}]`),
			cms.ErrExactUnsupported, "_fields=id&order=desc&orderby=id&per_page=2"},
		"an exact walk whose list vanishes": {two, []cms.WalkOption{cms.Exact()},
			func(_ int, w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Get("order") == "desc" {
					stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 2", `[{"id":9},{"id":8}]`)
					return
				}
				stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
			}, cms.ErrTotalsVanished, "order=asc&orderby=id&per_page=2"},
	} {
		for _, verb := range []string{"All", "Pages"} {
			t.Run(name+", "+verb, func(t *testing.T) {
				t.Parallel()
				s := stub.New(t, test.answer)
				site := s.Client(t)
				var err error
				if verb == "All" {
					err = failed(site.Posts.All(t.Context(), test.options, test.walk...))
				} else {
					err = failed(site.Posts.Pages(t.Context(), test.options, test.walk...))
				}
				e, ok := errors.AsType[*cms.Error](err)
				switch {
				case !ok:
					t.Errorf("failed: error %v, want a *cms.Error", err)
				case !errors.Is(err, test.want):
					t.Errorf("failed: error %v, want %v", err, test.want)
				case e.Operation != "Posts."+verb || e.Method != http.MethodGet:
					t.Errorf("failed: Operation %q, Method %q, want %q and %q", e.Operation, e.Method, "Posts."+verb, http.MethodGet)
				case !strings.HasPrefix(e.Path, "cms/v2/posts"):
					t.Errorf("failed: Path %q, want the prefix %q", e.Path, "cms/v2/posts")
				}
				all := s.Seen()
				if got := query(t, all[len(all)-1].Query).Encode(); got != query(t, test.sent).Encode() {
					t.Errorf("the last of %d requests asked for %s, want %q", len(all), got, query(t, test.sent).Encode())
				}
			})
		}
	}
}

// TestWalkTakesTheLastTotalsThatWereStated has a later page that states none and
// holds records.
func TestWalkTakesTheLastTotalsThatWereStated(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		switch n {
		case 1:
			stub.Reply(w, 200, "X-CMS-Total: 6", "X-CMS-TotalPages: 3", `[{"id":1},{"id":2}]`)
		case 2:
			stub.Reply(w, 200, `[{"id":3},{"id":4}]`)
		default:
			stub.Reply(w, 200, `[{"id":5}]`)
		}
	})
	got, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 2})
	switch {
	case err != nil:
		t.Errorf("walk: error %v, want nil", err)
	case len(got) != 5:
		t.Errorf("walked: length %d, want 5", len(got))
	case len(s.Seen()) != 3:
		t.Errorf("walk: %d requests, want 3", len(s.Seen()))
	}
}

// TestWalkPastRefusedPagesChecksForMoreRecords has a walk that fails where it
// asks how long the list is: that failure is its own.
func TestWalkPastRefusedPagesChecksForMoreRecords(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch {
		case n == 1:
			stub.Reply(w, 200, "X-CMS-Total: 4", "X-CMS-TotalPages: 2", `[{"id":1},{"id":2}]`)
		case r.URL.Query().Has("page"):
			stub.Reply(w, 400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
		default:
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
		}
	})
	got, err := walked(t, s.Client(t), &cms.PostListOptions{PerPage: 2, Search: "kerning"})
	switch {
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("walk: error %v, want ErrForbidden; requests %+v", err, s.Seen())
	case len(got) != 2:
		t.Errorf("walked: length %d, want 2", len(got))
	case len(s.Seen()) != 3:
		t.Errorf("requests sent: %d, want 3", len(s.Seen()))
	case query(t, s.Seen()[2].Query).Encode() != "orderby=id&per_page=1&search=kerning":
		t.Errorf("query of the third request %q, want %q", query(t, s.Seen()[2].Query).Encode(),
			"orderby=id&per_page=1&search=kerning")
	}
}

// TestPluginMayEndAListWithNotFound has routes that respond with 404 where they have no records.
func TestPluginMayEndAListWithNotFound(t *testing.T) {
	t.Parallel()
	const none, gone = `{"code":"no_items","message":"No items.","data":{"status":404}}`,
		`{"code":"rest_no_route","message":"No route.","data":{"status":404}}`
	type item struct {
		ID int64 `json:"id"`
	}
	for name, c := range map[string]struct {
		route, totals, body string
		begins              bool // the first page has records
		want                error
	}{
		"without totals":         {"shop/v1/items", "", none, true, nil},
		"without a first page":   {"shop/v1/items", "", none, false, cms.ErrNotFound},
		"before the last page":   {"shop/v1/items", "X-CMS-Total: 4", none, true, cms.ErrNotFound},
		"without the route":      {"shop/v1/items", "", gone, true, cms.ErrNoRoute},
		"with a web page":        {"shop/v1/items", "", "<html>Not found", true, cms.ErrNotREST},
		"on a route of the site": {"cms/v2/items", "", none, true, cms.ErrNotFound},
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			switch page := r.URL.Query().Get("page"); {
			case c.begins && page != "2" && c.totals != "":
				stub.Reply(w, 200, c.totals, `[{"id":5},{"id":6}]`)
			case c.begins && page != "2":
				stub.Reply(w, 200, `[{"id":5},{"id":6}]`)
			default:
				stub.Reply(w, 404, c.body)
			}
		})
		items := cms.NewCollection[item, cms.ReadOnly, cms.RevisionListOptions](s.Client(t), c.route).WithWalkOrders(nil)
		records, err := 0, error(nil)
		for _, err = range items.All(t.Context(), &cms.RevisionListOptions{PerPage: 2}) {
			if err == nil {
				records++
			}
		}
		if !errors.Is(err, c.want) || records != map[bool]int{true: 2}[c.begins] {
			t.Errorf("All of a list that ends %s: %d records, error %v, want %v", name, records, err, c.want)
		}
	}
}

// TestNothingIsYieldedAfterACancel cancels at the second of ten records: what comes next
// is the error, and the cursor stands after the second.
func TestNothingThatWasReadAheadIsYieldedAfterACancel(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	for range 10 {
		server.Insert("posts", map[string]any{"title": "One", "status": "publish", "date": "1999-01-01T10:00:00"})
	}
	for name, options := range map[string][]cms.WalkOption{
		"four pages ahead": {cms.Prefetch(4)}, "as many as help": {cms.PrefetchAdaptive()},
		"exact": {cms.Exact(), cms.Prefetch(4)},
	} {
		synctest.Test(t, func(t *testing.T) {
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				return inProcess(server, r)
			}))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			records, failures := 0, 0
			for post, err := range site.Posts.All(ctx, &cms.PostListOptions{PerPage: 2}, options...) {
				switch {
				case post != nil:
					records++
				case !errors.Is(err, context.Canceled):
					t.Errorf("All, %s, after a cancel: error %v, want context.Canceled", name, err)
				default:
					failures++
				}
				if records == 2 {
					synctest.Wait() // the pages ahead were read
					cancel()
				}
			}
			if records != 2 || failures != 1 {
				t.Errorf("All, %s, with a cancel after 2 records: %d records and %d errors, want 2 and 1", name, records, failures)
			}
		})
	}
}

func TestNothingIsYieldedAfterACancel(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	site := as(t, server, "editor")
	var ids []int64
	for range 10 {
		ids = append(ids, server.Insert("posts", map[string]any{"title": "One", "status": "publish"}))
	}
	for name, walk := range map[string]func(context.Context, *cms.Cursor) func(func(*cms.Post, error) bool){
		"All": func(ctx context.Context, at *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.All(ctx, &cms.PostListOptions{Include: ids}, cms.Resume(at))
		},
		"All with Exact": func(ctx context.Context, at *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.All(ctx, nil, cms.Exact(), cms.Resume(at))
		},
		"GetMany": func(ctx context.Context, _ *cms.Cursor) func(func(*cms.Post, error) bool) {
			return site.Posts.GetMany(ctx, ids, nil)
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var at cms.Cursor
		var records int
		var last error
		walk(ctx, &at)(func(p *cms.Post, err error) bool {
			if p != nil {
				records++
			}
			if records == 2 {
				cancel()
			}
			last = err
			return true
		})
		if records != 2 || !errors.Is(last, context.Canceled) {
			t.Errorf("%s: %d records, then error %v, want 2 and Canceled", name, records, last)
		}
		rest := 0
		if name != "GetMany" {
			walk(t.Context(), &at)(func(p *cms.Post, err error) bool {
				if p != nil {
					rest++
				}
				return err == nil
			})
			if rest < 8 {
				t.Errorf("%s: %d records come after the cursor, want at least 8", name, rest)
			}
		}
		cancel()
	}
}
