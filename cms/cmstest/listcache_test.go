package cmstest_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestListCacheServesEachListForAMinute(t *testing.T) {
	t.Parallel()
	var passed atomic.Int64 // nanoseconds
	start := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithListCache(),
		cmstest.WithClock(func() time.Time { return start.Add(time.Duration(passed.Load())) }))
	site := func(user string) *cms.Client {
		c, err := cms.New(server.URL, cms.WithApplicationPassword(user, server.AppPassword(user)))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	editor := site("editor")
	empty := server.Snapshot()
	list := func(c *cms.Client, options *cms.PostListOptions) int {
		t.Helper()
		page, err := c.Posts.List(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Items)
	}
	if n := list(editor, nil); n != 0 {
		t.Fatalf("List of an empty site: %d posts, want 0", n)
	}
	post, err := editor.Posts.Create(t.Context(), &cms.PostParams{Title: new("a"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := editor.Posts.Get(t.Context(), post.ID); err != nil {
		t.Errorf("Get of the new post: error %v, want nil", err)
	}
	for _, step := range []struct {
		name    string
		advance time.Duration
		site    *cms.Client
		options *cms.PostListOptions
		want    int
	}{
		{name: "the same address", site: editor, want: 0},
		{name: "another address", site: editor, options: &cms.PostListOptions{PerPage: 7}, want: 1},
		{name: "another user", site: site("admin"), want: 1},
		{name: "after 59 s", advance: 59 * time.Second, site: editor, want: 0},
		{name: "after 60 s", advance: time.Second, site: editor, want: 1},
	} {
		passed.Add(int64(step.advance))
		if n := list(step.site, step.options); n != step.want {
			t.Errorf("%s: List returned %d posts, want %d", step.name, n, step.want)
		}
	}
	server.Restore(empty)
	if n := list(editor, nil); n != 0 {
		t.Errorf("List after Restore: %d posts, want 0", n)
	}
}

func TestListCacheMarksItsResponses(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithListCache())
	server.Fail(cmstest.Fault{Method: http.MethodGet, Status: 503, Skip: 1})
	for i, want := range []string{"", "HIT"} {
		resp, err := http.Get(server.URL + "/cms-json/cms/v2/posts")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get("X-Cache"); got != want || resp.StatusCode != http.StatusOK {
			t.Errorf("GET %d: status %d, X-Cache %q, want 200 and %q", i+1, resp.StatusCode, got, want)
		}
	}
	if n := len(server.Requests()); n != 2 {
		t.Errorf("Requests returned %d requests, want 2", n)
	}
}
