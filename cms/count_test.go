package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestCountReadsAsLittleAsTheSiteAllows(t *testing.T) {
	t.Parallel()
	posts := func(n int) string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprintf(`{"id":%d}`, i+1)
		}
		return "[" + strings.Join(ids, ",") + "]"
	}
	for name, test := range map[string]struct {
		path    string
		headers []string
		records int
		want    int
		calls   int
	}{
		"a total":                            {"cms/v2/posts", []string{"X-CMS-Total: 7"}, 1, 7, 1},
		"a total of none":                    {"cms/v2/posts", []string{"X-CMS-Total: 0"}, 0, 0, 1},
		"a total of none with records":       {"cms/v2/posts", []string{"X-CMS-Total: 0", "X-CMS-TotalPages: 0"}, 3, 3, 3},
		"a total that is too low":            {"cms/v2/posts", []string{"X-CMS-Total: 2", "X-CMS-TotalPages: 1"}, 3, 3, 3},
		"a plugin with a total of none":      {"shop/v1/orders", []string{"X-CMS-Total: 0", "X-CMS-TotalPages: 0"}, 3, 3, 3},
		"a plugin with a total of none only": {"shop/v1/orders", []string{"X-CMS-Total: 0"}, 3, 3, 3},
		"a plugin without totals":            {"shop/v1/orders", nil, 3, 3, 1},
		"a plugin without records":           {"shop/v1/orders", nil, 0, 0, 1},
		"a plugin with one record":           {"shop/v1/orders", nil, 1, 1, 3},
		"a plugin with a number of pages":    {"shop/v1/orders", []string{"X-CMS-TotalPages: 1"}, 3, 3, 2},
		"a list of content without a total":  {"cms/v2/posts", nil, 3, 3, 3},
	} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, 200, append(test.headers, posts(test.records))...)
		})
		list := cms.NewCollection[cms.Post, cms.PostParams, cms.PostListOptions](s.Client(t), test.path)
		n, err := list.Count(t.Context(), &cms.PostListOptions{Page: 3, PerPage: 20, Offset: 5,
			OrderBy: cms.ByTitle, Order: cms.Ascending})
		all := s.Seen()
		switch {
		case err != nil:
			t.Errorf("list.Count: %s: %d by %d requests, %v, want nil", name, n, len(all), err)
		case n != test.want:
			t.Errorf("Count of %s: %d (error %v), want %d", name, n, err, test.want)
		case len(all) != test.calls:
			t.Errorf("Count of %s: %d requests, want %d", name, len(all), test.calls)
		}
		for i, one := range all {
			q, size := query(t, one.Query), "100"
			if i == 0 {
				size = "1"
			}
			switch {
			case q.Get("per_page") != size:
				t.Errorf(`query(one.Query): %s: request %d has the arguments %v: q.Get("per_page") %q, want %q`, name, i+1,
					q, q.Get("per_page"), size)
			case q.Get("_fields") != "id":
				t.Errorf(`query(one.Query): %s: request %d has the arguments %v: q.Get("_fields") %q, want %q`, name, i+1,
					q, q.Get("_fields"), "id")
			case q.Has("offset"):
				t.Errorf("Count of %s: arguments %v of request %d, want no offset", name, q, i+1)
			case i > 0 && (q.Has("order") || q.Get("orderby") == "title"):
				t.Errorf("Count of %s: arguments %v of request %d, want no order of the caller", name, q, i+1)
			case i == 0 && q.Has("page"):
				t.Errorf("Count of %s: arguments %v of request %d, want no page", name, q, i+1)
			}
		}
	}
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 7", `[]`))
	switch n, err := s.Client(t).Posts.Count(t.Context(), &cms.PostListOptions{Include: []int64{}}); {
	case n != 0:
		t.Errorf("Count with a filter that matches nothing: %d, want 0", n)
	case err != nil:
		t.Errorf("Count with a filter that matches nothing: error %v, want nil", err)
	case len(s.Seen()) > 0:
		t.Errorf("Count with a filter that matches nothing: %d requests, want 0", len(s.Seen()))
	}
	page, err := s.Client(t).Posts.List(t.Context(), &cms.PostListOptions{Include: []int64{}})
	if err != nil {
		t.Fatal(err)
	}
	if page.Number != 1 || len(page.Items) > 0 {
		t.Errorf("List with a filter that matches nothing: page %d with %v, want page 1 without posts", page.Number,
			page.Items)
	}
	if _, err := s.Client(t).Posts.Count(t.Context(), nil, cms.Fields("title")); err != nil {
		t.Error(err)
	}
	if got := query(t, s.Seen()[0].Query).Get("_fields"); got != "title,id" {
		t.Errorf("the fields of the caller: %s, want %q", got, "title,id")
	}
}

func TestCountAsksForTheTotalAlone(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		server   numbers
		options  *cms.PostListOptions
		want     int
		requests int
	}{
		{numbers{n: 45, totals: true}, nil, 45, 1},
		{numbers{n: 45, totals: true}, &cms.PostListOptions{Page: 9, Offset: 44, PerPage: 50}, 45, 1},
		{numbers{totals: true}, nil, 0, 1},
		{numbers{n: 45, totals: true}, &cms.PostListOptions{Include: []int64{}}, 0, 0},
		{numbers{n: 245}, nil, 245, 5},
		{numbers{n: 45, ignoresPage: true}, nil, 45, 3},
	} {
		server := test.server
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) { server.serve(n, w, r) })
		n, err := s.Client(t).Posts.Count(t.Context(), test.options)
		switch {
		case err != nil:
			t.Errorf("Posts.Count(%+v): error %v, want nil", test.options, err)
		case n != test.want:
			t.Errorf("Posts.Count(%+v): %d, want %d", test.options, n, test.want)
		case len(s.Seen()) != test.requests:
			t.Errorf("Posts.Count(%+v): %d requests, want %d", test.options, len(s.Seen()), test.requests)
		}
	}
}

// TestCountCountsWhatCannotBeRead has a list without totals, so that it is walked.
func TestCountCountsWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, 200, map[bool]string{true: `[{"id":1},{"id":2,` + crowd() + `},{"id":3,` + crowd() + `}]`,
			false: `[]`}[n < 3])
	})
	switch n, err := s.Client(t).Posts.Count(t.Context(), nil); {
	case n != 3:
		t.Errorf("Posts.Count: %d, want 3", n)
	case err != nil:
		t.Errorf("Posts.Count: error %v, want nil", err)
	case len(s.Seen()) != 3:
		t.Errorf("Posts.Count: %d requests, want 3", len(s.Seen()))
	}
}

// TestCountEndsWithTheErrorOfItsWalk has a list without totals, so that Count walks.
func TestCountEndsWithTheErrorOfItsWalk(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n < 3 {
			stub.Reply(w, 200, `[{"id":1}]`)
			return
		}
		stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
	})
	n, err := s.Client(t).Posts.Count(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case n != 0:
		t.Errorf("Posts.Count: %d, want 0", n)
	case !ok:
		t.Errorf("%d: Posts.Count: error %v, want a *cms.Error", n, err)
	case e.Operation != "Posts.Count":
		t.Errorf("%d: Posts.Count: Operation %q, want %q", n, e.Operation, "Posts.Count")
	case !errors.Is(err, cms.ErrForbidden):
		t.Errorf("%d: Posts.Count: error %v, want ErrForbidden", n, err)
	}
	all := s.Seen()
	switch {
	case len(all) != 3:
		t.Errorf("requests %+v, want 3", all)
	case query(t, all[1].Query).Encode() != "_fields=id&orderby=id&page=1&per_page=100":
		t.Errorf("query of the second request %q, want %q", query(t, all[1].Query).Encode(),
			"_fields=id&orderby=id&page=1&per_page=100")
	case query(t, all[2].Query).Get("page") != "2":
		t.Errorf("page of the third request %q, want %q", query(t, all[2].Query).Get("page"), "2")
	}
}
