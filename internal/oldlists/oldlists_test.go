package oldlists_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
)

// listed returns how many posts a client gets with the options, and the total.
func listed(t *testing.T, site *cms.Client, options *cms.PostListOptions) (n, total int) {
	t.Helper()
	page, err := site.Posts.List(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return len(page.Items), page.Total
}

func start(t *testing.T, through http.RoundTripper) *cms.Client {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithHTTPClient(&http.Client{Transport: through}))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func create(t *testing.T, site *cms.Client) *cms.Post {
	t.Helper()
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("a"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	return post
}

func TestCacheServesTheListOfAnAddressForAMinute(t *testing.T) {
	t.Parallel()
	cache := &oldlists.Cache{}
	site := start(t, cache)
	before, _ := listed(t, site, nil)
	post := create(t, site)
	for _, step := range []struct {
		name    string
		advance time.Duration
		options *cms.PostListOptions
		want    int
	}{
		{name: "the same address", want: before},
		{name: "another address", options: &cms.PostListOptions{Slug: []string{post.Slug}}, want: 1},
		{name: "the same address after 59 s", advance: 59 * time.Second, want: before},
		{name: "the same address after 61 s", advance: 2 * time.Second, want: before + 1},
	} {
		cache.Advance(step.advance)
		if n, total := listed(t, site, step.options); n != step.want || total != step.want {
			t.Errorf("%s: List returned %d posts of %d, want %d", step.name, n, total, step.want)
		}
	}
	if cache.Hits() != 2 {
		t.Errorf("the cache served %d lists, want 2", cache.Hits())
	}
	if _, err := site.Posts.Get(t.Context(), post.ID); err != nil {
		t.Errorf("Get of the new post: error %v, want none", err)
	}
}

func TestReplicaOmitsNewRecordsForAMinute(t *testing.T) {
	t.Parallel()
	replica := &oldlists.Replica{}
	site := start(t, replica)
	before, _ := listed(t, site, nil)
	post := create(t, site)
	for _, options := range []*cms.PostListOptions{nil, {Slug: []string{post.Slug}}} {
		want := before
		if options != nil {
			want = 0
		}
		if n, total := listed(t, site, options); n != want || total != want {
			t.Errorf("List(%+v) returned %d posts of %d, want %d", options, n, total, want)
		}
	}
	replica.Advance(time.Minute + time.Second)
	if n, total := listed(t, site, nil); n != before+1 || total != before+1 {
		t.Errorf("after a minute List returned %d posts of %d, want %d", n, total, before+1)
	}
	if n := replica.Hid(); n != 2 {
		t.Errorf("the replica omitted %d records, want 2", n)
	}
}
