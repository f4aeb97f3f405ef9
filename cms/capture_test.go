package cms_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestCaptureHoldsTheResponseOfTheYieldedPage(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var ids []int64
	for range 350 {
		ids = append(ids, server.Insert("posts", map[string]any{"title": "Post"}))
	}
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			resp, err := inProcess(server, r)
			if err == nil {
				resp.Header.Set("X-Asked", r.URL.RawQuery)
			}
			return resp, err
		}))
		var answer cms.Response
		options := []cms.WalkOption{cms.Prefetch(4), cms.Capture(&answer)}
		for name, more := range map[string][]cms.WalkOption{"by pages": nil, "exact": {cms.Exact()}} {
			n := 0
			for page, err := range site.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 50},
				append(options, more...)...) {
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait() // all that is fetched ahead has come
				switch n++; {
				case answer.Header.Get("X-Asked") == "":
					t.Errorf(
						`cms.Capture: %s: page %d was asked for by %q, captured is the answer to %q: answer.Header.Get("X-Asked") `+
							`empty, want a text`, name, page.Number, page.Response.Header.Get("X-Asked"), answer.Header.Get("X-Asked"))
				case answer.Header.Get("X-Asked") != page.Response.Header.Get("X-Asked"):
					t.Errorf("%s: captured response of page %d is of the request %q, want %q", name, page.Number,
						answer.Header.Get("X-Asked"), page.Response.Header.Get("X-Asked"))
				}
			}
			if n < 7 {
				t.Errorf("%s: %d pages, want at least 7", name, n)
			}
		}
		n := 0
		for post, err := range site.Posts.GetMany(t.Context(), ids, nil, options...) {
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n++; !slices.Contains(query(t, answer.Header.Get("X-Asked"))["include[]"], fmt.Sprint(post.ID)) {
				t.Errorf("captured response of record %d is of the request %q, want one that includes it", post.ID,
					answer.Header.Get("X-Asked"))
			}
		}
		if n != len(ids) {
			t.Errorf("%d records, want %d", n, len(ids))
		}
	})
}

func TestCaptureHoldsTheResponseThatEndsAWalk(t *testing.T) {
	t.Parallel()
	refused := func(on string) func(int, http.ResponseWriter, *http.Request) {
		return func(_ int, w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if page := q.Get("page"); page == on || page == "" && on == "1" || q.Get("offset") != "" && on != "1" {
				w.Header().Set("X-Refused", "yes")
				stub.Reply(w, http.StatusForbidden, `{"code":"rest_forbidden","message":"No."}`)
				return
			}
			w.Header().Set("X-Cms-Total", "4")
			w.Header().Set("X-Cms-Totalpages", "2")
			stub.Reply(w, http.StatusOK, `[{"id":1},{"id":2}]`)
		}
	}
	for _, on := range []string{"1", "2"} {
		for name, walk := range map[string]func(*cms.Client, ...cms.WalkOption) error{
			"All": func(site *cms.Client, options ...cms.WalkOption) (last error) {
				for _, err := range site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, options...) {
					last = err
				}
				return last
			},
			"Pages": func(site *cms.Client, options ...cms.WalkOption) (last error) {
				for _, err := range site.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 2}, options...) {
					last = err
				}
				return last
			},
			"GetMany": func(site *cms.Client, options ...cms.WalkOption) (last error) {
				for _, err := range site.Posts.GetMany(t.Context(), []int64{1, 2, 3}, nil, options...) {
					last = err
				}
				return last
			},
		} {
			for ahead, options := range map[string][]cms.WalkOption{"": nil, ", ahead": {cms.Prefetch(3)},
				", exact": {cms.Exact()}} {
				if on == "2" && (name == "GetMany" || ahead == ", exact") || name == "GetMany" && ahead == ", exact" {
					continue // it asks for no second page, or for an order
				}
				var answer cms.Response
				err := walk(stub.New(t, refused(on)).Client(t), append(options, cms.Capture(&answer))...)
				switch {
				case !errors.Is(err, cms.ErrForbidden):
					t.Errorf("%s%s, page %s refused: error %v, want ErrForbidden", name, ahead, on, err)
				case answer.Status != http.StatusForbidden:
					t.Errorf("%s%s, page %s refused: captured status %d, want 403", name, ahead, on, answer.Status)
				case answer.Header.Get("X-Refused") != "yes":
					t.Errorf(`cms.Capture: %s%s, page %s: %v, captured is %d %v: answer.Header.Get("X-Refused") %q, want %q`, name,
						ahead, on, err, answer.Status, answer.Header, answer.Header.Get("X-Refused"), "yes")
				}
			}
		}
	}
}

func TestDownloadCapturesItsLastResponse(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, []int{0, 200, 404}[n], "X-Key: a", "ab")
	})
	site := s.Client(t)
	for _, status := range []int{200, 404} {
		var answer cms.Response
		_, err := site.Download(t.Context(), s.URL+"/a.txt", &bytes.Buffer{}, cms.Capture(&answer))
		switch {
		case (err == nil) != (status == 200):
			t.Errorf("Download with status %d: error %v, want an error: %t", status, err, status != 200)
		case answer.Status != status:
			t.Errorf("cms.Capture: Status %d, want %d", answer.Status, status)
		case answer.Header.Get("X-Key") != "a":
			t.Errorf("cms.Capture: %q, want %q", answer.Header.Get("X-Key"), "a")
		case answer.Attempts != 1:
			t.Errorf("cms.Capture: Attempts %d, want 1", answer.Attempts)
		}
	}
}

func TestCaptureOnAWalkHasTheResponseOfThePage(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t, cmstest.WithSample())
	var answer cms.Response
	for page, err := range site.Posts.Pages(t.Context(), &cms.PostListOptions{PerPage: 100}, cms.Capture(&answer),
		cms.Prefetch(4), cms.Fields("id")) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case answer.Status != 200 || answer.Attempts != 1:
			t.Errorf("page %d: Status %d, Attempts %d, want 200 and 1", page.Number, answer.Status, answer.Attempts)
		case page.Response.Status != 200 || page.Total != 1190:
			t.Errorf("page %d: Response.Status %d, Total %d, want 200 and 1190", page.Number, page.Response.Status, page.Total)
		case page.TotalPages != 12:
			t.Errorf("page %d: TotalPages %d, want 12", page.Number, page.TotalPages)
		}
		// Only one of the two neighbours is named on the first page.
		if got := strings.Contains(answer.Header.Get("Link"), `rel="prev"`); got != (page.Number > 1) {
			t.Errorf("page %d was captured with %q: got is %t, want %t", page.Number, answer.Header.Get("Link"), got,
				page.Number > 1)
		}
	}
	for _, err := range site.Posts.GetMany(t.Context(), span(1, 300, nil), nil, cms.Capture(&answer), cms.Prefetch(4)) {
		if err != nil || answer.Status != 200 {
			t.Fatalf("Posts.GetMany: error %v, Status %d, want nil and 200", err, answer.Status)
		}
	}
}
