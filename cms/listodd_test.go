package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestCountCountsWhatCannotBeRead has a list without totals, so that it is walked.
func TestCountCountsWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		reply(w, 200, map[bool]string{true: `[{"id":1},{"id":2,` + crowd() + `},{"id":3,` + crowd() + `}]`,
			false: `[]`}[n < 3])
	})
	switch n, err := s.client(t).Posts.Count(t.Context(), nil); {
	case n != 3:
		t.Errorf("Posts.Count: %d, want 3", n)
	case err != nil:
		t.Errorf("Posts.Count: error %v, want nil", err)
	case len(s.seen()) != 3:
		t.Errorf("Posts.Count: %d requests, want 3", len(s.seen()))
	}
}

// TestWalkFromALaterPageContinuesAfterAShortPage has a site that states the total alone: the
// page may be the last, or one of pages that are smaller than what was asked for.
func TestWalkFromALaterPageContinuesAfterAShortPage(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		reply(w, 200, "X-CMS-Total: 5", map[bool]string{true: `[{"id":5}]`, false: `[]`}[n == 1])
	})
	got, err := walked(t, s.client(t), &cms.PostListOptions{Page: 3, PerPage: 2})
	switch {
	case err != nil:
		t.Errorf("walk from page 3: error %v, want nil", err)
	case len(got) != 1:
		t.Errorf("walked: length %d, want 1", len(got))
	case len(s.seen()) != 2:
		t.Errorf("walk from page 3: %d requests, want 2", len(s.seen()))
	}
}

// TestPagesAreToldApartByIDsThatAreNoNumbers has records that differ in what does not
// tell them apart, of a type without ids.
func TestPagesAreToldApartByIDsThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		record   string
		requests int
	}{
		"the same ids":    {`{"id":"a","name":"%d"}`, 2},
		"other ids":       {`{"id":"a%d","name":"a"}`, 4},
		"without ids":     {`{"name":"%d"}`, 4},
		"the same record": {`{"name":"a"}`, 2},
	} {
		s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n > 3 {
				reply(w, 200, `[]`)
				return
			}
			reply(w, 200, "["+strings.ReplaceAll(test.record, "%d", fmt.Sprint(n))+"]")
		})
		things := cms.NewCollection[struct {
			Name string `json:"name"`
		}, gadgetParams, cms.PostListOptions](s.client(t), "shop/v1/things")
		switch err := failed(things.All(t.Context(), nil)); {
		case err != nil:
			t.Errorf("%s: walk: error %v, want nil", name, err)
		case len(s.seen()) != test.requests:
			t.Errorf("%s: walk: %d requests, want %d", name, len(s.seen()), test.requests)
		}
	}
}

// TestExactWalkEndsAfterMaxEmptyWindows has a long gap between two records.
func TestExactWalkEndsAfterMaxEmptyWindows(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 2, 5} {
		asked := 0
		s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			const total, pages = "X-CMS-Total: 4", "X-CMS-TotalPages: 2"
			switch q := r.URL.Query(); {
			case q.Has("include[]"):
				asked++
				reply(w, 200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`)
			case q.Get("order") == "desc":
				reply(w, 200, total, pages, `[{"id":91},{"id":90}]`)
			case q.Has("offset"):
				reply(w, 200, total, pages, `[{"id":90},{"id":91}]`)
			default:
				reply(w, 200, total, pages, `[{"id":1},{"id":2}]`)
			}
		})
		got, err := walked(t, s.client(t), &cms.PostListOptions{PerPage: 2}, cms.Exact(), cms.MaxEmptyPages(most))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%d: walked: error %v, want a *cms.Error", most, err)
		case !errors.Is(err, cms.ErrEmptyPages):
			t.Errorf("%d: walked: error %v, want ErrEmptyPages", most, err)
		case e.Operation != "Posts.All" || !strings.Contains(e.Hint, "MaxEmptyPages"):
			t.Errorf("%d: walked: Operation %q, Hint %q, want %q and %q in it", most, e.Operation, e.Hint, "Posts.All",
				"MaxEmptyPages")
		case len(got) != 2:
			t.Errorf("%d: walked: length %d, want 2", most, len(got))
		}
		switch {
		case asked != most:
			t.Errorf("MaxEmptyPages %d: %d windows read (error %v), want %[1]d", most, asked, err)
		case !strings.Contains(fmt.Sprint(err), fmt.Sprintf("%d were empty", most)):
			t.Errorf("walked: %d: error %q, want %q in it", most, fmt.Sprint(err), fmt.Sprintf("%d were empty", most))
		}
	}
}

// TestRequestThatNamesItsFieldsNeedsNoID has the argument in its query.
func TestRequestThatNamesItsFieldsNeedsNoID(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(200, `{"slug":"a"}`)).client(t)
	for fields, want := range map[string]error{"slug": nil, "": cms.ErrDecode} {
		r := cms.Request[cms.Post]{Path: "cms/v2/posts/7", ID: 7, Query: query(t, "context=edit")}
		if fields != "" {
			r.Query.Set("_fields", fields)
		}
		post, err := cms.Do(t.Context(), site, r)
		switch {
		case !errors.Is(err, want):
			t.Errorf("%q: cms.Do(site, r): error %v, want %v", fields, err, want)
		case want == nil && (err != nil || post.Slug != "a" || !post.Reading.Partial):
			t.Errorf("fields %q: post %+v, error %v, want a partial post with slug a and nil", fields, post, err)
		}
	}
}

// TestSlashInThePathOfASiteStaysEscaped has one that is part of a name.
func TestSlashInThePathOfASiteStaysEscaped(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]string{
		"https://docs.example.org/a%2Fb/": "/a%2Fb/cms-json/cms/v2/posts/7",
		"https://docs.example.org/a/b":    "/a/b/cms-json/cms/v2/posts/7",
	} {
		client := dial(t, site,
			cms.WithHTTPClient(&http.Client{Transport: carrier(func(r *http.Request) (*http.Response, error) {
				if got := r.URL.EscapedPath(); got != want {
					t.Errorf("path %q, want %q", got, want)
				}
				return carried(r, 200, `{"id":7}`), nil
			})}))
		if _, err := client.Posts.Get(t.Context(), 7); err != nil {
			t.Error(err)
		}
	}
}
