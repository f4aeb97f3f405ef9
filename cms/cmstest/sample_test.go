package cmstest_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestTheSampleHasPostsOfEveryKind counts what tests of users find in it.
func TestTheSampleHasPostsOfEveryKind(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithSample())
	t.Cleanup(site.Close)
	got := map[string]int{}
	for id := int64(1); ; id++ {
		post := site.Record("posts", id)
		if post == nil {
			break
		}
		got["posts"]++
		got[post["status"].(string)]++
		for _, name := range []string{"excerpt", "password"} {
			if text, _ := post[name].(string); text != "" {
				got[name]++
			}
		}
		if sticky, _ := post["sticky"].(bool); sticky {
			got["sticky"]++
		}
	}
	want := map[string]int{
		"posts": 1230, "publish": 1190, "draft": 15, "pending": 7, "private": 7, "future": 6, "trash": 5, "excerpt": 123, "password": 4, "sticky": 2,
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%d %s, want %d", got[name], name, n)
		}
	}
}
