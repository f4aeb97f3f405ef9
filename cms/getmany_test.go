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

// TestGetManyReadsAllPagesOfAWindow has sites that give two records a page, whatever
// they are asked for, and end in different ways.
func TestGetManyReadsAllPagesOfAWindow(t *testing.T) {
	t.Parallel()
	const beyond = `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`
	five := []int64{11, 12, 13, 14, 15}
	for name, test := range map[string]struct {
		total, pages string // "" for none
		exist        int    // of the five
		end          func(w http.ResponseWriter, total, pages string)
		want         error
		requests     int
	}{
		"totals name the pages": {"5", "3", 5, nil, nil, 3},
		"a total alone":         {"5", "", 5, nil, nil, 3},
		"a smaller total":       {"4", "", 4, nil, nil, 2},
		"no totals, and the last is refused": {"", "", 4, func(w http.ResponseWriter, _, _ string) {
			stub.Reply(w, 400, beyond)
		}, nil, 3},
		"no totals, and the last is empty": {"", "", 4, func(w http.ResponseWriter, _, _ string) { stub.Reply(w, 200, `[]`) },
			nil, 3},
		"no totals, and the first comes again": {"", "", 2, func(w http.ResponseWriter, _, _ string) {
			stub.Reply(w, 200, `[{"id":11},{"id":12}]`)
		}, nil, 2},
		"totals, and the last is refused": {"5", "3", 4,
			func(w http.ResponseWriter, _, _ string) { stub.Reply(w, 400, beyond) },
			cms.CodeInvalidPageNumber, 3},
		"the last is forbidden": {"", "", 4, func(w http.ResponseWriter, _, _ string) {
			stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
		}, cms.ErrForbidden, 3},
		"totals, and the last is empty": {"5", "3", 4, func(w http.ResponseWriter, total, pages string) {
			stub.Reply(w, 200, "X-CMS-Total: "+total, "X-CMS-TotalPages: "+pages, `[]`)
		}, nil, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
				first := 2 * (n - 1)
				switch page := r.URL.Query().Get("page"); {
				case n == 1 && page != "":
					t.Errorf("first request asks for page %q, want none", page)
				case n > 1 && page != fmt.Sprint(n):
					t.Errorf("request %d asks for page %q, want %[1]d", n, page)
				}
				if got := r.URL.Query()["include[]"]; len(got) != 5 {
					t.Errorf("it asks for %v: length %d, want 5", got, len(got))
				}
				if first >= test.exist && test.end != nil {
					test.end(w, test.total, test.pages)
					return
				}
				var items []string
				for _, id := range five[first:min(first+2, test.exist)] {
					items = append(items, fmt.Sprintf(`{"id":%d}`, id))
				}
				if test.total != "" {
					w.Header().Set("X-CMS-Total", test.total)
				}
				if test.pages != "" {
					w.Header().Set("X-CMS-TotalPages", test.pages)
				}
				stub.Reply(w, 200, "["+strings.Join(items, ",")+"]")
			})
			got, err := ids(s.Client(t).Posts.GetMany(t.Context(), five, nil), func(p *cms.Post) int64 { return p.ID })
			switch {
			case test.want == nil && !slices.Equal(got, five[:test.exist]):
				t.Errorf("GetMany: %v (error %v), want %v", got, err, five[:test.exist])
			case test.want != nil && got != nil:
				t.Errorf("GetMany: %v, want nil beside the error %v", got, err)
			case !errors.Is(err, test.want):
				t.Errorf("GetMany: error %v, want %v", err, test.want)
			case len(s.Seen()) != test.requests:
				t.Errorf("GetMany: %d requests, want %d", len(s.Seen()), test.requests)
			}
			switch e, ok := errors.AsType[*cms.Error](err); {
			case (err != nil) != ok:
				t.Errorf("error %v, want an error: %t", err, ok)
			case ok && e.Operation != "Posts.GetMany":
				t.Errorf("ids: Operation %q, want %q", e.Operation, "Posts.GetMany")
			}
		})
	}
}

// TestGetManyReadsAnEmptyWindowAgain has a site whose first answer is empty.
func TestGetManyReadsAnEmptyWindowAgain(t *testing.T) {
	t.Parallel()
	const refused = `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`
	for name, test := range map[string]struct {
		status   int
		later    string
		want     error
		ids      int
		requests int
	}{
		"they are there": {200, `[{"id":5}]`, nil, 1, 2},
		"none is there":  {200, `[]`, nil, 0, 2},
		"it is refused":  {403, refused, cms.ErrForbidden, 0, 2},
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				stub.Reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
				return
			}
			stub.Reply(w, test.status, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", test.later)
		})
		got, err := ids(s.Client(t).Posts.GetMany(t.Context(), []int64{5}, nil), func(p *cms.Post) int64 { return p.ID })
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("%s: GetMany: %v, error %v, want %v", name, got, err, test.want)
		case len(got) != test.ids:
			t.Errorf("ids: %s: length %d, want %d", name, len(got), test.ids)
		case len(s.Seen()) != test.requests:
			t.Errorf("%s: GetMany: %d requests, want %d", name, len(s.Seen()), test.requests)
		}
	}
}

// TestGetManyStopsAtABrokenRecordWithItsLoop has two records that do not fit.
func TestGetManyStopsAtABrokenRecordWithItsLoop(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 3", "X-CMS-TotalPages: 1",
		`[{"id":1},{"title":5,`+crowd()+`,"id":12},{"id":3,`+crowd()+`}]`))
	var broken []int64
	whole := 0
	for _, err := range s.Client(t).Posts.GetMany(t.Context(), []int64{3, 12, 1}, nil) {
		if one, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
			broken = append(broken, one.ID)
			e, ok := errors.AsType[*cms.Error](one.Err)
			switch {
			case !ok:
				t.Errorf("Posts.GetMany: Err %v, want a *cms.Error", one.Err)
			case e.Operation != "Posts.GetMany" || e.Method != http.MethodGet:
				t.Errorf("e.Operation %q, e.Method %q, want %q and %q", e.Operation, e.Method, "Posts.GetMany", http.MethodGet)
			case e.Path != "cms/v2/posts" || e.Status != 200:
				t.Errorf("e.Path %q, e.Status %d, want %q and 200", e.Path, e.Status, "cms/v2/posts")
			case e.Attempts != 1:
				t.Errorf("e.Attempts %d, want 1", e.Attempts)
			case !errors.Is(err, cms.ErrDecode):
				t.Errorf("Posts.GetMany: error %v, want ErrDecode", err)
			}
			break
		}
		whole++
	}
	switch {
	case whole != 1:
		t.Errorf("GetMany yields %d whole records, want 1", whole)
	case !slices.Equal(broken, []int64{12}):
		t.Errorf("GetMany yields the broken records %v, want %v", broken, []int64{12})
	case len(s.Seen()) != 1:
		t.Errorf("GetMany: %d requests, want 1", len(s.Seen()))
	}
}

func TestGetManyReadsInWindowsOfAHundred(t *testing.T) {
	t.Parallel()
	site, server := newSite(t, cmstest.WithSample())
	all, err := walked(t, site, nil, cms.Fields("id"))
	if err != nil {
		t.Fatal(err)
	}
	first, window := all[:250], slices.Clone(all[:100])
	slices.Reverse(window)
	tests := []struct {
		name     string
		ids      []int64
		options  *cms.PostListOptions
		want     []int64
		requests int
	}{
		{"none", nil, nil, nil, 0},
		{"one", all[7:8], nil, all[7:8], 1},
		{"a hundred, in their order", window, nil, window, 1},
		{"a hundred and one", all[:101], nil, all[:101], 2},
		{"two hundred and fifty", first, nil, first, 3},
		{"unknown ids are left out", []int64{all[3], 999999, all[1]}, nil, []int64{all[3], all[1]}, 1},
		{"an id twice comes once", []int64{all[3], all[1], all[3]}, nil, []int64{all[3], all[1]}, 1},
		{"a hundred times the same is one window", slices.Repeat(all[:1], 101), nil, all[:1], 1},
		{"what options say of order and place is not looked at", all[:3],
			&cms.PostListOptions{Include: []int64{}, Page: 3, PerPage: 1, Offset: 2, Order: cms.Ascending, OrderBy: cms.ByDate,
				IgnoreSticky: new(false)}, all[:3], 1},
		{"an empty filter matches nothing", all[:3], &cms.PostListOptions{Author: []int64{}}, nil, 0},
	}
	for _, test := range tests {
		for _, ahead := range []int{0, 3} {
			server.ResetRequests()
			var ids []int64
			for post, err := range site.Posts.GetMany(t.Context(), test.ids, test.options, cms.Prefetch(ahead),
				cms.Fields("id")) {
				if err != nil {
					t.Fatalf("%s: Posts.GetMany: %v", test.name, err)
				}
				ids = append(ids, post.ID)
			}
			if n := len(server.Requests()); !slices.Equal(ids, test.want) || n != test.requests {
				t.Errorf("%s, %d ahead: ids %v in %d requests, want %v in %d", test.name, ahead, ids, n, test.want, test.requests)
			}
		}
	}
	server.ResetRequests()
	for _, ids := range [][]int64{{0}, {5, -1}} {
		for post, err := range site.Posts.GetMany(t.Context(), ids, nil) {
			if post != nil || !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%v: Posts.GetMany(ids): post %+v, error %v, want nil and ErrInvalidArgument", ids, post, err)
			}
		}
	}
	for _, err := range site.Posts.GetMany(t.Context(), first, nil) {
		if err != nil {
			t.Error(err)
		}
		break
	}
	if n := len(server.Requests()); n != 1 {
		t.Errorf("Server.Requests: %d requests, want 1", n)
	}
}
