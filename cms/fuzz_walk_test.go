package cms_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// shelf is a site with the posts 1 to size, of which every third is hidden from
// the caller though it is counted. It refuses arguments that no client may send.
type shelf struct {
	t        testing.TB
	size     int
	requests int
	stop     context.CancelFunc // called when there are too many requests
}

func (s *shelf) RoundTrip(req *http.Request) (*http.Response, error) {
	if s.requests++; s.requests > 200 {
		s.stop()
		return nil, context.Canceled
	}
	q := req.URL.Query()
	number := func(name string, otherwise int) int {
		if !q.Has(name) {
			return otherwise
		}
		n, err := strconv.Atoi(q.Get(name))
		if err != nil || n < 0 {
			s.t.Errorf("asked for %s=%q: error %v, n %d, want nil and at least 0", name, q.Get(name), err, n)
		}
		return n
	}
	perPage, page := number("per_page", 10), number("page", 1)
	offset := number("offset", (page-1)*perPage)
	switch {
	case perPage < 1:
		s.t.Errorf("asked for %s: perPage %d, want at least 1", req.URL.RawQuery, perPage)
	case perPage > 100:
		s.t.Errorf("asked for %s: perPage %d, want at most 100", req.URL.RawQuery, perPage)
	case page < 1:
		s.t.Errorf("asked for %s: page %d, want at least 1", req.URL.RawQuery, page)
	}
	var ids []int
	for id := 1; id <= s.size; id++ {
		if include := q["include[]"]; len(include) == 0 || slices.Contains(include, strconv.Itoa(id)) {
			ids = append(ids, id)
		}
	}
	if q.Get("order") == "desc" {
		slices.Reverse(ids)
	}
	total := len(ids)
	if offset >= total && page > 1 {
		return answered(req, 400, `{"code":"rest_post_invalid_page_number","message":"x","data":{"status":400}}`), nil
	}
	records := []string{}
	for _, id := range ids[min(offset, total):min(offset+perPage, total)] {
		if id%3 != 0 {
			records = append(records, fmt.Sprintf(`{"id":%d}`, id))
		}
	}
	resp := answered(req, 200, "["+strings.Join(records, ",")+"]")
	if offset >= total {
		total = 0 // as the real site says behind the end
	}
	resp.Header.Set("X-CMS-Total", strconv.Itoa(total))
	resp.Header.Set("X-CMS-TotalPages", strconv.Itoa((total+perPage-1)/perPage))
	return resp, nil
}

func answered(req *http.Request, status int, body string) *http.Response {
	w := httptest.NewRecorder()
	w.WriteHeader(status)
	_, _ = w.WriteString(body)
	resp := w.Result()
	resp.Request = req
	return resp
}

// FuzzResume begins a walk at any cursor. It is refused, or yields readable
// records without one twice, asks for nothing that makes no sense, and a cursor
// kept on the way leads to exactly what was left.
func FuzzResume(f *testing.F) {
	f.Add(`{}`, 7, 2, 0, 3)
	f.Add(`{"page":2,"index":1,"per_page":3,"done":false}`, 20, 3, 0, 1)
	f.Add(`{"page":2,"index":0,"per_page":5,"exact":true,"last_id":4,"highest_id":20,"done":false}`, 30, 5, 2, 4)
	f.Add(`{"page":9223372036854775807,"index":9223372036854775807,"per_page":10}`, 5, 10, 1, 0)
	f.Add(`{"page":922337203685477582,"per_page":10}`, 5, 9, 4, 0)
	f.Add(`{"page":1,"per_page":100,"done":true}`, 5, 100, 0, 0)
	f.Add(`{"page":-1}`, 5, 100, 0, 0)
	f.Fuzz(func(t *testing.T, text string, size, perPage, mode, stop int) {
		var cursor cms.Cursor
		if json.Unmarshal([]byte(text), &cursor) != nil {
			return
		}
		size, perPage, stop = (size%60+60)%60, (perPage%20+20)%20+1, (stop%50+50)%50
		again, err := json.Marshal(cursor)
		var back cms.Cursor
		switch {
		case err != nil:
			t.Fatalf("json.Marshal(cursor): %+v became %s, %+v, %v, want nil", cursor, again, back, err)
		case json.Unmarshal(again, &back) != nil:
			t.Fatalf("cursor %+v as JSON %s: error %v, want nil", cursor, again, json.Unmarshal(again, &back))
		case back != cursor:
			t.Fatalf("cursor %+v as JSON %s: %+v (error %v), want it unchanged", cursor, again, back, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := &shelf{t: t, size: size, stop: cancel}
		site := stub.Dial(t, "https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: s}),
			cms.WithRetry(cms.Retry{Attempts: 1}))
		options := &cms.PostListOptions{PerPage: perPage}
		var modes []cms.WalkOption
		if mode&2 != 0 {
			modes = append(modes, cms.Exact())
		}
		if mode&4 != 0 && mode&2 == 0 {
			options.Offset = perPage/2 + 1
		}
		walk := func(cursor *cms.Cursor, stop int) (ids []int64, err error) {
			for post, err := range site.Posts.All(ctx, options, append(slices.Clip(modes), cms.Resume(cursor))...) {
				if err != nil {
					return ids, err
				}
				switch {
				case slices.Contains(ids, post.ID):
					t.Fatalf("cursor %s: post %d after %v, want each post once", text, post.ID, ids)
				case post.ID < 1:
					t.Fatalf("cursor %s: post %d, want an id of at least 1", text, post.ID)
				case post.ID > int64(size):
					t.Fatalf("cursor %s: post %d, want an id of at most %d", text, post.ID, size)
				case post.ID%3 == 0:
					t.Fatalf("Posts.All: %s: %d after %v: post.ID%%3 0, want more than 0", text, post.ID, ids)
				}
				if ids = append(ids, post.ID); len(ids) == stop {
					break
				}
			}
			return ids, nil
		}
		first := cursor
		whole, err := walk(&first, -1)
		if ctx.Err() != nil || err != nil {
			return
		}
		if !first.Done {
			t.Errorf("cursor %s: walk ends at %+v, want Done", text, first)
		}
		if stop == 0 || stop > len(whole) {
			return
		}
		part := cursor
		ids, err := walk(&part, stop)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := walk(&part, -1)
		switch {
		case err != nil:
			t.Errorf("walk: %s: %v and %v are not %v: %v, want nil", text, ids[:min(stop, len(ids))], rest, whole, err)
		case !slices.Equal(append(ids, rest...), whole):
			t.Errorf("cursor %s: walk yields %v, then %v, want %v together", text, ids[:min(stop, len(ids))], rest, whole)
		}
	})
}
